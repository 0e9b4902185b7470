import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats

import setapart as sa
from setapart.api.goodness import goodness_of_fit
from setapart.api.models import model
from setapart.inference.bootstrap import bootstrap_values, generated_stream

QUICK = {"statistic": "pw:1", "n_resamples": 99}
X = np.random.default_rng(0).normal(size=(60, 2))
PLANTED = X.copy()
PLANTED[[3, 14, 41, 55], 1] += 6.0


def gauss(n, rng):
    return rng.standard_normal((n, 2))


def fitted(x=X, sampler=gauss, **options):
    return goodness_of_fit(x, sampler, **(QUICK | options))


def test_it_is_the_two_sample_test_against_generated_rows():
    found = fitted(rng=5, n_reference=50)
    alone = sa.two_sample_test(X, found.reference_rows, rng=found.seed, **QUICK)
    np.testing.assert_array_equal(found.null_distribution, alone.null_distribution)
    assert (found.pvalue, found.statistic) == (alone.pvalue, alone.statistic)
    assert found.pvalue == found.result.pvalue
    assert found.sizes == (60, 50)


@pytest.mark.parametrize(("n", "m"), [(1, 100), (10, 100), (50, 200), (200, 800), (400, 600), (700, 700)])
def test_the_number_of_generated_rows(n, m):
    found = goodness_of_fit(np.random.default_rng(0).normal(size=n), "normal", statistic="marginal", n_resamples=1)
    assert found.sizes == (n, m)


def test_planted_rows_are_listed_by_their_labels():
    found = fitted(PLANTED)
    assert found.pvalue == 0.01
    assert sorted(found.rows(4)["row"].tolist()) == [3, 14, 41, 55]
    frame = pd.DataFrame(PLANTED, columns=["u", "v"], index=[f"id{i}" for i in range(60)])
    table = fitted(frame).rows(4)
    assert isinstance(table, pd.DataFrame)
    assert sorted(table["row"]) == ["id14", "id3", "id41", "id55"]
    assert table["share"].sum() > 0.35
    assert (np.diff(table["move"]) <= 0).all()
    assert fitted(pl.DataFrame(PLANTED)).rows(2)["row"].dtype == pl.Int64


def test_rows_that_only_the_model_has_are_listed():
    def with_a_clump(n, rng):
        rows = rng.standard_normal((n, 2))
        rows[:5, 0] -= 8.0
        return rows

    found = fitted(sampler=with_a_clump)
    assert sorted(found.generated_rows(5)["row"].tolist()) == [0, 1, 2, 3, 4]
    reference = found.reference()
    assert reference.columns == ("x1", "x2")
    np.testing.assert_array_equal(reference["x1"], found.reference_rows[:, 0])


@pytest.mark.parametrize("statistic", ["pw:1", "pw:2", "pw:1 centred", "energy", "pw_split"])
def test_moves_add_up_to_the_distance_along_the_directions(statistic):
    found = fitted(PLANTED, statistic=statistic, n_reference=40, n_resamples=19)
    for moves, size in zip(found.moves, found.sizes, strict=True):
        assert moves.shape == (size,)
        assert moves.mean() == pytest.approx(found.projection.value, rel=1e-9)
    shares = found.rows(None)["share"]
    assert shares.sum() == pytest.approx(1.0)


def test_moves_on_the_line_are_those_of_the_quantiles():
    found = fitted([0.0, 5.0, 1.0], lambda n, rng: np.arange(n) + 0.5 * (rng.random(n) < 0.5), n_reference=3)
    generated = np.sort(found.reference_rows[:, 0])
    np.testing.assert_allclose(found.moves[0], np.abs([0.0, 5.0, 1.0] - generated[[0, 2, 1]]), atol=1e-12)


def test_far_rows_do_not_overflow():
    moves, _ = goodness_of_fit([1e200, -1e200, 0.0], lambda n, rng: 1e200 * rng.normal(size=n), **QUICK).moves
    assert np.isfinite(moves).all()


def test_missing_rows_keep_the_numbers_of_the_others():
    rows = np.vstack([[np.nan, 0.0], PLANTED])
    found = fitted(rows, nan_policy="omit")
    assert found.n_omitted == 1
    assert sorted(found.rows(4)["row"].tolist()) == [4, 15, 42, 56]


@pytest.mark.parametrize(
    ("x", "sampler"),
    [
        (X[:, 0], stats.norm()),
        (X[:, 0], stats.norm),
        (X[:, 0], "normal"),
        (X, stats.multivariate_normal([0.0, 0.0])),
        (X, stats.norm([0.0, 0.0], 1.0)),
        (X[:, 0], stats.rv_histogram(np.histogram(stats.norm.ppf(np.arange(0.005, 1, 0.01)), bins=20))),
        (X, stats.gaussian_kde(np.random.default_rng(1).normal(size=(2, 200)), bw_method=0.1)),
        (X, "normal"),
        (stats.norm.cdf(X), "uniform"),
        (stats.norm.cdf(X), lambda n, rng: rng.random((n, 2)).tolist()),
        (pd.DataFrame(X, columns=["u", "v"]), lambda n, rng: pd.DataFrame(gauss(n, rng), columns=["v", "u"])),
        (pd.DataFrame(X, columns=["u", "v"]), gauss),
        (X, lambda n, rng: pl.DataFrame(gauss(n, rng))),
    ],
)
def test_models_of_many_kinds(x, sampler):
    found = goodness_of_fit(x, sampler, statistic="energy", n_resamples=49)
    assert found.pvalue > 0.05
    assert len(found.reference_rows) == 240


def test_columns_are_matched_by_name():
    shifted = pd.DataFrame(X + [0.0, 50.0], columns=["u", "v"])
    found = fitted(shifted, lambda n, rng: pd.DataFrame({"v": 50 + rng.normal(size=n), "u": rng.normal(size=n)}))
    assert found.reference_rows[:, 1].min() > 40.0
    assert found.pvalue > 0.05


@pytest.mark.parametrize(
    ("sampler", "error", "message"),
    [
        ("gaussian", ValueError, "sampler must be one of 'normal', 'uniform', got 'gaussian'"),
        (
            X,
            TypeError,
            "got ndarray; rows that are drawn already are a second sample",
        ),
        (pd.DataFrame(X), TypeError, "got DataFrame; rows that are drawn already are a second sample"),
        (None, ValueError, "give the model as sampler, or as fit"),
        (3, TypeError, "sampler must be a function (n, rng) that draws n rows"),
        (stats.norm(), ValueError, "sampler is a distribution of 1 variable, but x has 2 features; for independent"),
        (stats.norm([0, 1, 2]), ValueError, "sampler is a distribution of 3 variables, but x has 2 features"),
        (stats.gamma, TypeError, "sampler is a distribution without parameters; give them, as in gamma(...)"),
        (stats.multivariate_normal, TypeError, "give them, as in multivariate_normal(...)"),
        (lambda n: np.zeros((n, 2)), TypeError, "sampler must be a function of (n, rng), got one of (n)"),
        (lambda n, rng: gauss(n, rng).T, ValueError, "sampler must return an array of shape (16, 2)"),
        (lambda n, rng: gauss(n + 1, rng), ValueError, "when asked for 16 rows; got shape (17, 2)"),
        (lambda n, rng: None, ValueError, "when asked for 16 rows; got None"),
        (lambda n, rng: "rows", ValueError, "sampler must hold numbers"),
        (lambda n, rng: gauss(n, rng)[:0], ValueError, "sampler is empty"),
        (lambda n, rng: np.full((n, 2), np.nan), ValueError, "sampler must return finite numbers; row index 0"),
        (lambda n, rng: gauss(n, rng) / 0.0, ValueError, "column 'x1' is "),
        (
            lambda n, rng: pd.DataFrame({"u": ["a"] * n, "v": 1.0}),
            ValueError,
            "sampler has a column that is not numeric",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_a_bad_sampler_is_one_clear_line(sampler, error, message):
    with pytest.raises(error) as caught:
        fitted(sampler=sampler)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_columns_are_named():
    frame = pd.DataFrame(X, columns=["u", "v"])
    with pytest.raises(ValueError, match="sampler lacks 'u'; sampler has 'w', which x lacks"):
        fitted(frame, lambda n, rng: pd.DataFrame(gauss(n, rng), columns=["w", "v"]))


def test_a_sampler_that_does_not_follow_its_rng_is_told():
    rng = np.random.default_rng(0)
    with pytest.warns(UserWarning, match="sampler gives other rows for an equal rng: the run cannot be repeated"):
        fitted(sampler=lambda n, _: gauss(n, rng))
    with pytest.warns(UserWarning, match="sampler gives the same rows whatever the rng: they are one fixed sample"):
        fitted(sampler=lambda n, _: gauss(n, np.random.default_rng(0)))
    fitted(sampler=lambda n, _: np.zeros((n, 2)))  # a point mass is a distribution


def test_a_fit_that_does_not_follow_the_rng_is_told():
    rng = np.random.default_rng(0)

    def wandering(rows):
        mean = rng.normal()
        return lambda n, generator: mean + gauss(n, generator)

    options = {"sampler": None, "n_resamples": 1}
    for fit in (wandering, lambda rows: lambda n, _: gauss(n, rng)):
        with pytest.warns(UserWarning, match="the sampler of fit gives other rows for an equal rng"):
            fitted(fit=fit, **options)
    fitted(fit=lambda rows: gauss, **options)


def test_a_fit_that_fails_on_a_bootstrap_sample_says_on_which():
    def fragile(rows):
        return gauss if np.array_equal(rows, X) else 1 / 0

    with pytest.raises(ZeroDivisionError) as caught:
        fitted(sampler=None, fit=fragile)
    assert caught.value.__notes__ == ["in fit, called anew for bootstrap sample 1 of 99"]


def test_distributions_have_names():
    histogram = stats.rv_histogram(np.histogram(X[:, 0]))
    for sampler, name in ((histogram, "rv_histogram"), (stats.norm(), "norm"), (stats.dirichlet([1.0]), "dirichlet")):
        assert model(sampler, ("x1",), tabular=False).name == name


def test_distributions_of_the_newer_kind():
    names = ("x1", "x2")
    drawn = model(stats.Normal(mu=[0.0, 50.0], sigma=[1.0, 2.0]), names, tabular=False)
    rows = drawn.rows(4_000, np.random.default_rng(0))
    np.testing.assert_allclose(rows.mean(axis=0), [0.0, 50.0], atol=0.15)  # four standard errors
    np.testing.assert_allclose(rows.std(axis=0), [1.0, 2.0], rtol=0.05)
    again = drawn.rows(4_000, np.random.default_rng(0))
    np.testing.assert_array_equal(rows, again)
    assert drawn.name == "Normal"
    with pytest.raises(ValueError, match="distribution of 1 variable, but x has 2 features"):
        model(stats.Normal(mu=0.0, sigma=1.0), names, tabular=False).rows(5, np.random.default_rng(0))


def test_parameters_a_value_a_feature():
    rows = model(stats.norm([0.0, 50.0], 2.0), ("u", "v"), tabular=False).rows(4_000, np.random.default_rng(0))
    np.testing.assert_allclose(rows.mean(axis=0), [0.0, 50.0], atol=0.15)
    assert abs(np.corrcoef(rows.T)[0, 1]) < 0.07


def test_a_kernel_density_draws_rows():
    density = stats.gaussian_kde(np.array([[0.0, 50.0, 0.0], [9.0, 9.0, 8.0]]), bw_method=1e-6)
    rows = model(density, ("u", "v"), tabular=False).rows(60, np.random.default_rng(0))
    assert {tuple(row) for row in rows.round(2).tolist()} == {(0.0, 9.0), (50.0, 9.0), (0.0, 8.0)}


def test_one_array_filled_again_and_again_is_copied():
    buffer = np.empty((240, 2))

    def same(n, rng):
        buffer[:n] = rng.standard_normal((n, 2))
        return buffer[:n]

    np.testing.assert_array_equal(fitted(sampler=same).null_distribution, fitted().null_distribution)


def test_the_run_repeats_with_any_number_of_workers():
    for options in ({}, {"sampler": None, "fit": "normal", "statistic": ["energy", "pw:1"]}):
        one, two = (fitted(rng=9, n_jobs=n_jobs, **options) for n_jobs in (1, 2))
        np.testing.assert_array_equal(one.null_distribution, two.null_distribution)
        np.testing.assert_array_equal(one.reference_rows, two.reference_rows)
        assert not np.array_equal(one.reference_rows, fitted(rng=8, **options).reference_rows)


def test_the_level_of_a_known_model():
    """Discrete rows with many ties; eighty trials."""

    def dice(n, rng):
        return rng.integers(0, 3, size=(n, 2))

    rejected = 0
    for trial in range(80):
        x = dice(12, np.random.default_rng(trial))
        found = goodness_of_fit(x, dice, n_reference=15, statistic="energy", n_resamples=19, rng=trial)
        rejected += found.pvalue <= 0.05
    assert rejected <= 10  # P(Binomial(80, 0.05) > 10) = 0.003


def test_the_bootstrap_value_by_hand():
    """A normal mean is fitted, and the statistic is the difference of means."""
    rows = np.arange(5.0)[:, None]
    values = bootstrap_values(
        rows,
        lambda sample: lambda n, rng: sample.mean(axis=0) + rng.standard_normal((n, 1)),
        lambda x, y, rng: x.mean(axis=0) - y.mean(axis=0),
        n_reference=7,
        n_resamples=3,
        seed=4,
    )
    assert values.shape == (4, 1)
    assert values[0, 0] == pytest.approx(-generated_stream(4, 0, 1).standard_normal((7, 1)).mean())
    sample = 2.0 + generated_stream(4, 2, 0).standard_normal((5, 1))
    generated = sample.mean() + generated_stream(4, 2, 1).standard_normal((7, 1))
    assert values[2, 0] == pytest.approx(sample.mean() - generated.mean())


def test_the_level_of_a_fitted_model_and_the_level_without_refitting():
    """With the fit in the bootstrap the p-values are about uniform; taken as known they are too large."""
    again, known = [], []
    for trial in range(60):
        x = np.random.default_rng(trial).normal(3.0, 2.0, size=(25, 1))
        options = {"statistic": "energy", "n_reference": 50, "n_resamples": 19, "rng": trial}
        again.append(goodness_of_fit(x, fit="normal", **options).pvalue)
        fit = stats.norm(x.mean(), x.std(ddof=1))
        known.append(goodness_of_fit(x, fit, **options).pvalue)
    again = np.array(again)
    assert np.mean(again <= 0.05) <= 0.15  # P(Binomial(60, 0.05) > 9) = 0.001
    assert 0.3 < np.mean(again <= 0.5) < 0.7  # three standard errors
    assert np.mean(np.array(known) <= 0.5) < np.mean(again <= 0.5)


def test_a_wrong_fitted_model_is_found():
    x = np.random.default_rng(0).exponential(size=(80, 1))
    found = goodness_of_fit(x, fit="normal", statistic="energy", n_resamples=99)
    assert (found.pvalue, found.fitted, found.result) == (0.01, True, None)
    assert found.model == "normal, fitted to x"
    right = goodness_of_fit(x, fit=lambda rows: stats.expon(scale=rows.mean()), statistic="energy", n_resamples=99)
    assert right.pvalue > 0.05
    assert goodness_of_fit(x, fit="normal", n_resamples=19).statistic_name == "auto"


def test_a_normal_fit_has_the_moments_of_the_rows():
    from setapart.api.models import normal_fit

    rows = np.array([[0.0, 0.0], [2.0, 2.0], [4.0, 4.0]])
    drawn = normal_fit(rows)(20_000, np.random.default_rng(0))
    np.testing.assert_allclose(drawn.mean(axis=0), [2.0, 2.0], atol=0.06)
    np.testing.assert_allclose(np.cov(drawn.T), [[4.0, 4.0], [4.0, 4.0]], atol=0.15)
    with pytest.raises(ValueError, match="fit='normal' needs at least two rows"):
        goodness_of_fit([1.0], fit="normal")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"fit": "normal"}, ValueError, "give the model as sampler, or as fit if its parameters are to be estimated"),
        ({"sampler": None, "fit": "gamma"}, ValueError, "fit must be 'normal' or a function of an array"),
        ({"sampler": None, "fit": stats.norm}, TypeError, "fit must be 'normal' or a function of an array"),
        ({"sampler": None, "fit": lambda rows, n: gauss}, TypeError, "fit must be a function of (rows), got one of"),
        ({"sampler": None, "fit": lambda rows: 3}, TypeError, "the sampler of fit must be a function (n, rng)"),
        ({"sampler": None, "fit": lambda rows: lambda n, rng: None}, ValueError, "the sampler of fit must return"),
        (
            {"sampler": None, "fit": "normal", "method": sa.Permutation(stopping="betting")},
            ValueError,
            "leave method out",
        ),
        ({"sampler": None, "fit": "normal", "statistic": "pw_split"}, ValueError, "pw_split relabels the rows"),
        ({"n_reference": 1}, ValueError, "n_reference must be at least 2, got 1"),
        ({"n_resamples": 0}, ValueError, "n_resamples must be at least 1"),
        ({"label": 3}, ValueError, "label must be a string, and not 'the model', got 3"),
        ({"label": "the model"}, ValueError, "label must be a string, and not 'the model', got"),
        ({"x": [[np.nan, 1.0]]}, ValueError, "sample 'x' has 1 missing value"),
    ],
)
def test_what_cannot_be_tested_is_one_clear_line(options, error, message):
    with pytest.raises(error) as caught:
        fitted(**options)
    assert message in str(caught.value)


def test_words_numbers_and_picture():
    found = fitted(PLANTED)
    text = found.summary()
    assert text.startswith("x against the model gauss: p = 0.01 (99 relabellings; ")
    assert "Compared: 60 rows of x and 240 generated." in " ".join(text.split())
    assert all(len(line) <= 88 for line in text.splitlines())
    again = fitted(PLANTED, None, fit="normal")
    assert "parametric bootstrap: 99 samples of the model, fitted anew to each" in " ".join(again.summary().split())
    assert "<td" in again._repr_html_()
    known = json.loads(found.to_json())
    assert known["rows"]["row"] == found.rows(10)["row"].tolist()
    assert known["result"]["pvalue"] == known["pvalue"] == 0.01
    assert json.loads(again.to_json())["result"] is None
    figure = found.plot()
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "x against gauss: p = 0.01"
    dates = pd.DataFrame(X, index=pd.date_range("2020-01-01", periods=60))
    assert json.loads(fitted(dates).to_json())["rows"]["row"][0].startswith("2020-")
    with pytest.raises(TypeError, match="no truth value"):
        bool(found)
    named = fitted(pd.DataFrame(PLANTED, index=np.arange(60) + 1), label="flow $", scale="std")
    text = " ".join(named.summary().split())
    assert text.startswith("flow $ against the model gauss: p = 0.01")
    assert "60 rows of flow $ and 240 generated" in text
    assert "(move: how far, in pooled standard deviations; share: of all moves):" in text
    assert "row of flow $ move" in text  # by its own index
    assert "generated row (from 0)" in text
    assert "row of x (from 0)" in found.summary()
    for index in (["a", *range(59)], range(60, 0, -1), [0] * 60):
        assert fitted(pd.DataFrame(PLANTED, index=index)).summary().count("(from 0)") == 1  # of generated rows
    assert json.loads(named.to_json())["label"] == "flow $"
    assert named.result.labels == ("flow $", "the model")
    figure = named.plot()
    assert figure.get_suptitle() == r"flow \$ against gauss: p = 0.01"
    assert figure.axes[0].get_xlabel() == "direction 1, in pooled standard deviations"
    assert fitted(PLANTED, None, fit="normal", label="flow").model == "normal, fitted to flow"
    assert repr(found) == "GoodnessOfFit(model='gauss', statistic_name='pw', pvalue=0.01, n=60, n_reference=240)"


def test_a_fitted_model_has_the_notes_of_a_known_one():
    rows = np.random.default_rng(0).normal(size=(12, 2)) * [1.0, 1000.0]
    known = sa.goodness_of_fit(rows, "normal", statistic="energy", n_resamples=9)
    fitted = sa.goodness_of_fit(rows, fit="normal", statistic="energy", n_resamples=9)
    assert len(known.notes) == len(fitted.notes) == 2
    assert ["times" in note for note in fitted.notes] == [True, False]
    assert fitted.notes[1] == known.notes[1]
    assert sa.goodness_of_fit(rows, fit="normal", statistic="energy", n_resamples=19, scale="std").notes == ()
