"""Names of statistics and the settings they stand for."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.projection.rules import Geometric, PaperAlgorithm
from setapart.statistics import registry
from setapart.statistics.automatic import over_k, over_sparsity
from setapart.statistics.registry import StatisticRequest, canonical, create, label, names, short_names


def made(spec, d=9, size=40, **wanted):
    return create(spec, StatisticRequest(size, d, **wanted))


def labels(spec, **wanted):
    return [label(statistic) for statistic in made(spec, **wanted)]


@pytest.mark.parametrize(("d", "k"), [(1, 1), (2, 2), (3, 3), (50, 3)])
def test_three_directions_by_default_or_all_there_are(d, k):
    assert made("pw", d=d) == (sa.ProjectedWasserstein(k),)
    assert made("pw_split", d=d) == (sa.SplitProjectedWasserstein(k),)
    assert made("prw", d=d) == (sa.ProjectionRobustWasserstein(k),)
    assert made("srw", d=d) == (sa.SubspaceRobustWasserstein(k),)


def test_max_sliced_has_one_direction():
    assert made("max_sliced") == made("max_sliced", k=1) == made("max_sliced:1") == (sa.MaxSliced(),)
    with pytest.raises(ValueError, match=r"max_sliced uses one direction, k=1; got k=2 \(use 'pw' for more\)"):
        made("max_sliced", k=2)


SPECS = {
    "pw:2": sa.ProjectedWasserstein(2),
    "pw:2 centred": sa.ProjectedWasserstein(2, centred=True),
    "pw:2 centred long": sa.ProjectedWasserstein(2, centred=True, n_steps=120),
    "pw:9": sa.ProjectedWasserstein(9),
    "pw:1 sparsity 3": sa.ProjectedWasserstein(1, sparsity=3),
    "pw:2 centred sparsity 5": sa.ProjectedWasserstein(2, centred=True, sparsity=5),
    "pw_split:1": sa.SplitProjectedWasserstein(1),
    "pw_split:2 centred": sa.SplitProjectedWasserstein(2, centred=True),
    "max_sliced": sa.MaxSliced(),
    "max_sliced long": sa.MaxSliced(n_steps=120),
    "max_sliced sparsity 4": sa.MaxSliced(sparsity=4),
    "marginal": sa.Marginal(),
    "marginal centred": sa.Marginal(centred=True),
    "marginal mean": sa.Marginal(aggregate="mean"),
    "marginal ranks": sa.Marginal(ranks=True),
    "marginal mean ranks": sa.Marginal(aggregate="mean", ranks=True),
    "marginal centred mean ranks": sa.Marginal(centred=True, aggregate="mean", ranks=True),
    "marginal ks": sa.Marginal(distance="ks"),
    "marginal t mean ranks": sa.Marginal(aggregate="mean", ranks=True, distance="t"),
    "linear_time_mmd": sa.LinearTimeMMD(),
    "covariance": sa.CovarianceDifference(),
    "hotelling": sa.Hotelling(),
    "mean_embedding": sa.MeanEmbedding(),
    "energy": sa.Energy(),
    "mmd": sa.MMD(),
    "mmd laplace": sa.MMD(kernel="laplace"),
    "mmd imq unbiased": sa.MMD(kernel="imq", estimator="unbiased"),
    "mmd aggregate": sa.MMD("aggregate"),
    "mmd laplace aggregate unbiased": sa.MMD("aggregate", "laplace", "unbiased"),
    "prw:2": sa.ProjectionRobustWasserstein(2),
    "prw:2 long": sa.ProjectionRobustWasserstein(2, n_steps=120),
    "srw:1": sa.SubspaceRobustWasserstein(1),
    "kpw:1": sa.KernelProjectedWasserstein(),
    "kpw:2 median long": sa.KernelProjectedWasserstein(2, "median", n_steps=120),
    "sliced": sa.SlicedWasserstein(),
    "wasserstein": sa.FullWasserstein(),
    "sinkhorn": sa.Sinkhorn(),
    "ks": sa.KolmogorovSmirnov(),
    "tv": sa.TotalVariation(),
    "knn": sa.NearestNeighbours(),
    "friedman_rafsky": sa.FriedmanRafsky(),
    "edge_count": sa.EdgeCount(),
    "correlation": sa.Correlation(),
    "dictionary": sa.Dictionary(),
    "geometry": sa.Geometry(),
    "whitened": sa.Whitened(),
    "ica": sa.IndependentComponents(),
    "mmd fuse": sa.MMD("fuse"),
    "rules": sa.Rules(),
    "ball": sa.BallDivergence(),
    "c2st": sa.ClassifierTest(),
    "f_divergence": sa.FDivergence(),
    "diproperm": sa.DiProPerm(),
    "diproperm svm": sa.DiProPerm("svm"),
    "diproperm logistic auc": sa.DiProPerm("logistic", "auc"),
}


def test_every_name_is_among_them():
    """But for the one that stands for several."""
    assert {re.match(r"\w+", spec)[0] for spec in SPECS} == set(names()) - {"auto"}


@pytest.mark.parametrize("spec", SPECS)
def test_a_name_makes_a_statistic_and_its_label_is_the_name(spec):
    (statistic,) = made(spec)
    assert statistic == SPECS[spec]
    assert label(statistic) == spec


def test_k_may_be_given_beside_the_name():
    assert made("pw", k=2) == made("pw:2")
    assert made("prw", k=2) == made("prw:2")
    assert made("pw centred", k=2) == made("pw:2 centred")
    assert made("pw:2", sparsity=3) == made("pw:2 sparsity 3")


@given(
    st.integers(1, 6),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 3)),
    st.sampled_from(["pw", "auto", "pw_split"]),
)
def test_labels_lead_back(k, centred, extra, name):
    """Whatever the registry makes, the label of each of them makes it again."""
    wanted = {"k": k, "sparsity": None if extra is None or name == "pw_split" else k + extra}
    for statistic in made(f"{name} centred" if centred and name != "auto" else name, **wanted):
        assert made(label(statistic)) == (statistic,)


def test_over_k():
    assert [over_k(d) for d in (1, 2, 3, 4, 500)] == [(1,), (1, 2), (1, 2, 3), (1, 2, 3), (1, 2, 3)]
    assert labels("pw", k="auto") == ["pw:1", "pw:2", "pw:3"]
    assert labels("prw", k="auto") == ["prw:1", "prw:2", "prw:3"]
    assert labels("srw", k="auto", d=2) == ["srw:1", "srw:2"]
    assert labels("pw centred", k="auto", d=2) == ["pw:1 centred", "pw:2 centred"]
    raw_then_centred = ["pw:1", "pw:2", "pw:3", "pw:1 centred", "pw:2 centred", "pw:3 centred"]
    assert labels("auto", k="auto") == raw_then_centred
    assert labels("auto", k=2) == labels("auto:2") == ["pw:2", "pw:2 centred"]


def test_over_sparsity():
    assert over_sparsity(1, 16) == (1, 2, 4, 8, 16)
    assert over_sparsity(1, 100) == (1, 3, 10, 32, 100)  # 100^(i/4), rounded: 1, 3.16, 10, 31.6, 100
    assert over_sparsity(2, 162) == (2, 6, 18, 54, 162)
    assert over_sparsity(1, 1) == (1,)
    assert over_sparsity(3, 4) == (3, 4)
    assert labels("pw:1", sparsity="auto", d=16) == [f"pw:1 sparsity {s}" for s in (1, 2, 4, 8, 16)]
    assert labels("max_sliced", sparsity="auto", d=4) == [f"max_sliced sparsity {s}" for s in (1, 2, 3, 4)]
    assert labels("auto", sparsity=2) == ["pw:1 sparsity 2", "pw:1 centred sparsity 2"]


@given(st.integers(1, 6), st.integers(0, 2000))
def test_sparsities_rise_from_k_to_d_and_are_few(k, extra):
    found = over_sparsity(k, k + extra)
    assert found[0] == k
    assert found[-1] == k + extra
    assert list(found) == sorted(set(found))
    assert len(found) <= 5


@pytest.mark.parametrize(
    ("spec", "wanted", "message"),
    [
        ("energy:2", {}, "statistic='energy:2' has no k to choose; got k=2"),
        ("sliced:50", {"d": 2}, "statistic='sliced:50' has no k to choose; got k=50"),
        ("energy", {"k": 1}, "statistic='energy' has no k to choose; got k=1"),
        ("sliced", {"k": 2}, "statistic='sliced' has no k to choose; got k=2"),
        ("prw", {"sparsity": 2}, "statistic='prw' has no sparsity to choose; got sparsity=2"),
        ("prw:2 centred", {}, "statistic='prw:2 centred': after 'prw' may stand 'long'; got 'centred'"),
        ("energy laplace", {}, "statistic='energy laplace': after 'energy' may stand 'landmarks'; got 'laplace'"),
        ("geometry laplace", {}, "statistic='geometry laplace': nothing may follow 'geometry'; got 'laplace'"),
        (
            "mmd laplace mean",
            {},
            "'linear', 'median', 'aggregate', 'fuse', 'biased', 'unbiased'; got 'mean'",
        ),
        ("mmd laplace imq", {}, "'imq' says again what another word has said; once 'gaussian', 'laplace', 'imq'"),
        ("knn:3", {}, "'knn:3' has no k to choose; got k=3; settings are those of sa.NearestNeighbours$"),
        ("diproperm ks", {}, "after 'diproperm' may stand 'logistic', 'svm', 't', 'auc'; got 'ks'; settings are those"),
        ("diproperm t auc", {}, "'auc' says again what another word has said; once 't', 'auc'"),
        ("c2st logistic", {}, "nothing may follow 'c2st'; got 'logistic'; settings are those of sa.ClassifierTest$"),
        ("ball:2", {}, "'ball:2' has no k to choose; got k=2$"),
        ("friedman-rafsky", {}, "got 'friedman-rafsky'; did you mean 'friedman_rafsky'"),
        ("friedman rafsky", {}, "did you mean 'friedman_rafsky'"),
        ("pw centred centred", {}, "'centred' says again what another word has said; once 'centred'"),
        ("mmd", {"k": "auto"}, "statistic='mmd' has no k to choose; got k='auto'"),
        ("marginal", {"sparsity": 2}, "statistic='marginal' has no sparsity to choose; got sparsity=2"),
        ("marginal sparsity 2", {}, "statistic='marginal sparsity 2' has no sparsity to choose; got sparsity=2"),
        ("pw_split", {"sparsity": 2}, "statistic='pw_split' has no sparsity to choose"),
        ("pw:9", {"d": 3}, "statistic='pw:9': k must be from 1 to the number of features, 3"),
        ("pw:0", {}, "statistic='pw:0': k must be from 1 to the number of features, 9"),
        ("pw:2 sparsity 10", {}, "statistic='pw:2 sparsity 10': sparsity must be from 1 to the number of features, 9"),
        ("pw:3 sparsity 2", {}, "sparsity must be at least the number of directions, 3; got 2"),
        ("pw:2", {"k": 2}, "give either k or a statistic that has its own, as 'pw:2' does"),
        ("pw sparsity 2", {"sparsity": 2}, "give either sparsity or a statistic that has its own"),
        ("pw_split", {"k": "auto"}, "pw_split learns one set of directions: k must be a number, got k='auto'"),
        ("max_sliced", {"k": "auto"}, "max_sliced uses one direction, k=1; got k='auto'"),
        ("max_sliced centred", {}, "after 'max_sliced' may stand 'long'; got 'centred'"),
        ("pw mean", {}, "statistic='pw mean': after 'pw' may stand 'centred', 'long'; got 'mean'"),
        ("wp", {}, "statistic must be one of 'auto', 'pw', .*, got 'wp'; did you mean 'pw'"),
        ("marginals", {}, "did you mean 'marginal'"),
        ("enrgy", {}, "did you mean 'energy'"),
        ("MMD", {}, "did you mean 'mmd'"),
        ("pw:", {}, "statistic must be a name, or a name with k as in 'pw:2'; got 'pw:'"),
        ("pw 2", {}, "statistic must be a name, or a name with k as in 'pw:2'; got 'pw 2'"),
        ("pw:2centred", {}, "got 'pw:2centred'"),
        ("", {}, "got ''"),
    ],
)
def test_what_is_no_statistic(spec, wanted, message):
    with pytest.raises(ValueError, match=message):
        made(spec, **wanted)


def test_max_sliced_is_pw_with_one_direction_and_more_starts():
    rng = np.random.default_rng(0)
    pooled, labelling = rng.standard_normal((20, 3)), (np.arange(20) < 9)[None]
    starts = sa.MaxSliced().starts
    assert starts.count > sa.Starts().count
    first = sa.MaxSliced().prepare(pooled, rng=np.random.default_rng(1)).evaluate(labelling)
    second = sa.ProjectedWasserstein(1, starts=starts).prepare(pooled, rng=np.random.default_rng(1)).evaluate(labelling)
    assert np.array_equal(first, second)


def test_settings_reach_the_step_rule():
    assert sa.ProjectedWasserstein(1).rule == Geometric()
    assert sa.ProjectedWasserstein(1, n_steps=7).rule == Geometric(n_steps=7)
    paper = sa.ProjectedWasserstein(1, method="paper", n_steps=9, step=0.5, tolerance=0.1, retraction="qr")
    assert paper.rule == PaperAlgorithm(n_steps=9, step_size=0.5, tolerance=0.1, retraction="qr")


def test_equal_labels_are_told_apart():
    same = [sa.Energy(), sa.Energy(0.5), sa.ProjectedWasserstein(1), sa.ProjectedWasserstein(1, method="paper")]
    assert short_names(same) == ("energy", "energy exponent=0.5", "pw:1", "pw:1 (2)")
    assert short_names([sa.MMD(3.0, "imq"), sa.MMD(2.0, "imq"), sa.MMD(2.0)]) == (
        "mmd imq bandwidth=3.0",
        "mmd imq bandwidth=2.0",
        "mmd",
    )
    other = [SimpleNamespace(name="mine"), SimpleNamespace(name="mine", k=2), SimpleNamespace(name="mine")]
    assert short_names(other) == ("mine", "mine:2", "mine (2)")
    x, y = np.random.default_rng(0).standard_normal((2, 10, 2))
    res = sa.two_sample_test(x, y, statistic=same, n_resamples=9)
    assert [component.name for component in res.components] == list(short_names(same))
    assert res.projection_of in ("pw:1", "pw:1 (2)")


def test_words_may_stand_in_any_order():
    assert made("mmd unbiased aggregate imq") == made("mmd imq aggregate unbiased")
    assert labels("marginal ranks t mean") == ["marginal t mean ranks"]
    assert labels("marginal w1") == ["marginal"]
    assert labels("marginal ranks t") == ["marginal t ranks"]
    assert labels("mmd aggregate laplace") == ["mmd laplace aggregate"]
    assert labels("mmd biased median gaussian") == ["mmd"]


def test_the_objects_of_which_settings_are_told_are_public():
    for name, entry in registry._ENTRIES.items():
        assert name == "auto" or getattr(sa, entry.kind.__name__) is entry.kind


@pytest.mark.parametrize(("name", "other"), [("ks", "marginal ks"), ("tv", "marginal tv")])
def test_two_names_of_one_statistic(name, other):
    (one,), (same,) = made(name), made(other)
    assert canonical(one) == canonical(same) == one
    pooled, labelling = np.random.default_rng(0).standard_normal((20, 3)), (np.arange(20) < 9)[None]
    values = [statistic.prepare(pooled, rng=None).evaluate(labelling) for statistic in (one, same)]
    assert np.array_equal(*values)
    assert canonical(sa.TotalVariation(7)) == sa.TotalVariation(7) != one
    with pytest.raises(ValueError, match=f"statistic names '{other}' twice, once as '{name}'"):
        sa.two_sample_test(pooled[:9], pooled[9:], statistic=[name, other])
