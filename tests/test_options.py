"""Options that cannot be used are refused where they are made, by name, and what was used is recorded."""

import numpy as np
import pytest

import setapart as sa

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 6.0]])
MANY = [sa.Energy(exponent) for exponent in np.linspace(0.1, 1.9, 33)]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: sa.Starts(spectral=1.5), TypeError, "spectral must be an integer, got 1.5"),
        (lambda: sa.Starts(random="2"), TypeError, "random must be an integer, got '2'"),
        (lambda: sa.Starts(random=-1), ValueError, "random must be at least 0, got -1"),
        (lambda: sa.Starts(mean=1), TypeError, "mean must be True or False, got 1"),
        (lambda: sa.Starts(False, 0, 0), ValueError, "starts must number at least one"),
        (lambda: sa.ProjectedWasserstein(True), TypeError, "k must be an integer, got True"),
        (lambda: sa.ProjectedWasserstein(0), ValueError, "k must be at least 1, got 0"),
        (lambda: sa.ProjectedWasserstein(2, method="papre"), ValueError, "did you mean 'paper'"),
        (lambda: sa.ProjectedWasserstein(2, n_steps=0), ValueError, "n_steps must be at least 1, got 0"),
        (lambda: sa.ProjectedWasserstein(2, starts=3), TypeError, "starts must be a Starts object, got 3"),
        (lambda: sa.ProjectedWasserstein(2, step=5.0), ValueError, "step belongs to method='paper'"),
        (lambda: sa.ProjectedWasserstein(2, retraction="qr"), ValueError, "retraction belongs to method='paper'"),
        (lambda: sa.ProjectedWasserstein(2, method="paper", step="a"), TypeError, "step must be a positive number"),
        (lambda: sa.ProjectedWasserstein(2, method="paper", tolerance=0), ValueError, "tolerance must be positive"),
        (lambda: sa.ProjectedWasserstein(2, method="paper", retraction=[]), ValueError, "retraction must be one of"),
        (lambda: sa.MaxSliced(n_steps=0), ValueError, "n_steps must be at least 1, got 0"),
        (lambda: sa.MaxSliced(starts=None), TypeError, "starts must be a Starts object, got None"),
        (lambda: sa.Permutation(pvalue_rule="papre"), ValueError, "did you mean 'paper'"),
        (lambda: sa.Permutation(shortcut=1), TypeError, "shortcut must be True, False or None, got 1"),
        (lambda: sa.two_sample_test(X, X, n_jobs=0), ValueError, "n_jobs must be a number of workers"),
        (lambda: sa.two_sample_test(X, X, n_jobs="two"), TypeError, "n_jobs must be an integer, got 'two'"),
        (lambda: sa.two_sample_test(X, X, n_jobs=1.5), TypeError, "n_jobs must be an integer, got 1.5"),
        (lambda: sa.two_sample_test(X, X).n_directions(n_jobs=0), ValueError, "n_jobs must be a number of workers"),
        (lambda: sa.two_sample_test(X, X).count_directions(n_jobs="two"), TypeError, "n_jobs must be an integer"),
        (lambda: sa.two_sample_test(X, X, statistic=sa.MaxSliced), TypeError, "instead of MaxSliced"),
        (lambda: sa.two_sample_test(X, X, statistic=3), TypeError, "statistic must be a name or an object"),
        (lambda: sa.two_sample_test(X, X, method="paper"), TypeError, "method must be None or a Permutation"),
        (lambda: sa.two_sample_test(X, X, statistic="max_sliced", k=2), ValueError, "max_sliced uses one direction"),
        (lambda: sa.projected_wasserstein(X, X, statistic=3), TypeError, "statistic must be a name or an object"),
        (lambda: sa.two_sample_test(X, groups=[0, 1, 1], levels=1), ValueError, "levels must be two values, got 1"),
        (lambda: sa.projected_wasserstein(X, X).features(top=1.5), TypeError, "top must be an integer, got 1.5"),
        (lambda: sa.two_sample_test(X, X).reject("x"), TypeError, "alpha must be a number between 0 and 1"),
        (lambda: sa.two_sample_test(X, X).reject(1.0), ValueError, "alpha must lie strictly between 0 and 1"),
        (lambda: sa.two_sample_test(X, X).reject(0), ValueError, "alpha must lie strictly between 0 and 1"),
        (lambda: sa.two_sample_test(X, X).reject(-0.05), ValueError, "alpha must lie strictly between 0 and 1"),
        (lambda: sa.two_sample_test(X, X).reject(float("nan")), ValueError, "alpha must lie strictly between 0 and 1"),
        (lambda: sa.two_sample_test(X[:, 0], X[:, 0], k="auto"), ValueError, "with one feature there is only k=1"),
        (lambda: sa.two_sample_test(X, X, k="x"), ValueError, "k must be an integer, 'auto' or None, got 'x'"),
        (lambda: sa.two_sample_test(X, X, k=3), ValueError, "k must be between 1 and 2, got 3"),
        (lambda: sa.two_sample_test(X, X, sparsity="x"), ValueError, "sparsity must be an integer, 'auto' or None"),
        (lambda: sa.two_sample_test(X, X, sparsity=3), ValueError, "sparsity must be between 1 and 2, got 3"),
        (lambda: sa.two_sample_test(X, X, sparsity=0), ValueError, "sparsity must be between 1 and 2, got 0"),
        (lambda: sa.two_sample_test(X, X, sparsity=1.0), TypeError, "sparsity must be an integer, got 1.0"),
        (lambda: sa.two_sample_test(X, X, k=2, sparsity=1), ValueError, "sparsity must be at least the number of"),
        (lambda: sa.two_sample_test(X, X, statistic="energy", k=1), ValueError, "'energy' has no k to choose; got k=1"),
        (lambda: sa.two_sample_test(X, X, statistic="mmd", sparsity=1), ValueError, "'mmd' has no sparsity to choose"),
        (lambda: sa.two_sample_test(X, X, statistic=[]), ValueError, "must name at least one statistic, got none"),
        (lambda: sa.two_sample_test(X, X, statistic=()), ValueError, "must name at least one statistic, got none"),
        (lambda: sa.two_sample_test(X, X, statistic=MANY), ValueError, "at most 32 statistics, got 33"),
        (lambda: sa.two_sample_test(X, X, statistic=["pw:1", "energy", "pw:1"]), ValueError, "names 'pw:1' twice"),
        (lambda: sa.two_sample_test(X, X, statistic=["mmd", sa.MMD()]), ValueError, "names 'mmd' twice"),
        (lambda: sa.two_sample_test(X, X, statistic=["energy", "pw_split"]), ValueError, "cannot be combined with"),
        (lambda: sa.two_sample_test(X, X, statistic=["energy", "wp"]), ValueError, "got 'wp'; did you mean 'pw'"),
        (lambda: sa.two_sample_test(X, X, statistic=["energy", 3]), TypeError, "statistic must be a name or an object"),
        (lambda: sa.two_sample_test(X, X, statistic=["pw:1", "pw:2"], k=1), ValueError, "give either k or a statistic"),
        (lambda: sa.two_sample_test(X, X, statistic=sa.MaxSliced(), sparsity=1), ValueError, "give either sparsity or"),
        (lambda: sa.two_sample_test(X, X, method=sa.Permutation(shortcut=True)), ValueError, "needs a single"),
        (
            lambda: sa.two_sample_test(X, X, method=sa.Permutation(pvalue_rule="paper")),
            ValueError,
            "pvalue_rule='paper' needs a single statistic, such as statistic='pw'",
        ),
        (
            lambda: sa.two_sample_test(X, X, statistic=["energy", "mmd"], method=sa.Permutation(shortcut=True)),
            ValueError,
            "shortcut=True needs a single statistic",
        ),
        (
            lambda: sa.two_sample_test(X, X, statistic="pw", k="auto", method=sa.Permutation(pvalue_rule="paper")),
            ValueError,
            "pvalue_rule='paper' needs a single statistic",
        ),
        (lambda: sa.wasserstein(X, X, x_weights=np.ma.array([1, 2, 3], mask=[0, 0, 1])), ValueError, "masked array"),
        (lambda: sa.wasserstein(X, X, y_weights=[[1], [2, 3], 4]), ValueError, "rows of different lengths"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(make, error, message):
    with pytest.raises(error, match=message.replace("(", r"\(")):
        make()


def test_the_settings_of_a_result_are_those_that_were_used():
    settings = sa.two_sample_test(X, X + 1.0, statistic="pw:1").settings["statistic"]
    assert settings["n_steps"] == 40
    assert settings["starts"] == {"mean": True, "spectral": 1, "random": 1}
    paper = sa.two_sample_test(X, X + 1.0, statistic=sa.ProjectedWasserstein(1, method="paper")).settings["statistic"]
    assert (paper["n_steps"], paper["step"], paper["tolerance"], paper["retraction"]) == (200, 20.0, 1e-4, "polar")
    assert paper["starts"] == {"mean": False, "spectral": 0, "random": 1}


def test_the_settings_of_the_default_are_those_of_its_members():
    members = sa.two_sample_test(X, X + 1.0).settings["statistic"]
    assert [member["type"] for member in members[5:]] == [
        "CovarianceDifference",
        "IndependentComponents",
        "Dictionary",
        "Geometry",
        "Whitened",
    ]
    ranks, mean, energy, raw, centred, _, _, dictionary, _, _ = members
    assert (ranks["ranks"], ranks["aggregate"], mean["ranks"], mean["aggregate"]) == (True, "max", False, "mean")
    assert (energy["exponent"], energy["landmarks"]) == (1.0, None)
    assert (raw["k"], raw["centred"], raw["n_steps"]) == (1, False, 40)
    assert raw["starts"] == {"mean": True, "spectral": 1, "random": 0}
    assert (centred["k"], centred["centred"], centred["n_steps"]) == (1, True, 40)
    assert centred["starts"] == {"mean": False, "spectral": 2, "random": 0}
    assert (dictionary["degree"], dictionary["pair_degree"]) == (None, None)


def test_as_many_statistics_as_may_be_combined():
    res = sa.two_sample_test(X, X + 1.0, statistic=MANY[:32])
    assert len(res.components) == 32
    assert len({component.statistic for component in res.components}) == 32


def test_a_list_of_one_is_that_statistic():
    assert sa.two_sample_test(X, X + 1.0, statistic=["energy"]).pvalue == (
        sa.two_sample_test(X, X + 1.0, statistic="energy").pvalue
    )
    res = sa.two_sample_test(X, X + 1.0, statistic=["energy"])
    assert (res.statistic_name, res.components) == ("energy", ())
