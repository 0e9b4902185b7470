"""What every statistic must do, as a table: statistics × properties."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

import oracles
import setapart as sa
from foreign import DcorEnergy
from setapart.api.arguments import statistic_stream
from setapart.inference.design import AllSplits, RandomSplits
from setapart.inference.engine import evaluate
from setapart.inference.pvalues import tie_tolerance
from setapart.projection.stiefel import random_point
from setapart.statistics.automatic import automatic
from setapart.statistics.registry import Wanted, create, label, names

N, M, D = 20, 26, 4  # the clear case below


def by_name(spec, **wanted):
    (statistic,) = create(spec, Wanted(N + M, D, **wanted))
    return statistic


@dataclass(frozen=True)
class Truth:
    """What is true of a statistic.

    Attributes
    ----------
    statistic
    degree : float
        In the unit of the data: c times the data, c to this power times the value.
    turns : bool
        Whether the value stays when the data are rotated.
    tells : str or None
        What a description holds: the "value" itself, the distance in a "feature" or along a "direction" that another
        value stands for, or nothing; the value may be W₂ along the "plan", or a "bound" of that, or the root of the
        "change" of variance.
    fails : str or None
        The one relation that does not hold.
    zero : bool
        Whether samples of the same rows differ by zero; an estimate from some pairs of rows does not know.
    """

    statistic: object
    degree: float = 1.0
    turns: bool = True
    tells: str | None = "value"
    fails: str | None = None
    zero: bool = True


def linear(a, b):
    return a @ b.T


def feature(statistic):
    tells = "feature" if getattr(statistic, "aggregate", "max") == "max" else None
    return Truth(statistic, 0.0, turns=False, tells=tells)


def truth_of_member(statistic):
    if statistic.name in ("energy", "covariance"):
        return Truth(statistic, tells=None if statistic.name == "energy" else "change")
    return feature(statistic) if statistic.name == "marginal" else Truth(statistic)


SIZES = (N + M, 1_001, 40_001)  # pooled rows at which the default changes its members
MEMBERS = {f"{label(one)} of auto, {size} rows": truth_of_member(one) for size in SIZES for one in automatic(size, D)}
TABLE = {
    "pw": Truth(by_name("pw")),
    "pw:1": Truth(by_name("pw:1")),
    "pw:2": Truth(by_name("pw:2")),
    "pw k=d": Truth(by_name("pw", k=D)),
    "pw:1 centred": Truth(by_name("pw:1 centred")),
    "pw:2 centred": Truth(by_name("pw:2 centred")),
    "pw k=d centred": Truth(by_name("pw centred", k=D)),
    "pw:1 sparse": Truth(by_name("pw:1", sparsity=2), turns=False),
    "pw:2 sparse": Truth(by_name("pw:2", sparsity=3), turns=False),
    "pw paper k=1": Truth(sa.ProjectedWasserstein(1, method="paper", n_steps=40)),
    "pw paper k=2, Cayley": Truth(sa.ProjectedWasserstein(2, method="paper", n_steps=40, retraction="cayley")),
    "max_sliced": Truth(by_name("max_sliced")),
    "max_sliced sparse": Truth(by_name("max_sliced", sparsity=1), turns=False),
    "marginal": feature(by_name("marginal")),
    "marginal centred": feature(by_name("marginal centred")),
    "marginal mean": feature(by_name("marginal mean")),
    "marginal ranks": feature(by_name("marginal ranks")),
    "marginal centred mean ranks": feature(by_name("marginal centred mean ranks")),
    "energy": Truth(by_name("energy"), tells=None),
    "energy √": Truth(sa.Energy(0.5), 0.5, tells=None),
    # Rows that are there twice add pairs at distance zero, and so lower the median distance.
    "mmd": Truth(by_name("mmd"), 0.0, tells=None, fails="duplication"),
    "mmd, bandwidth given": Truth(sa.MMD(2.0), tells=None, fails="unit"),
    "mmd laplace": Truth(by_name("mmd laplace"), 0.0, tells=None, fails="duplication"),
    "mmd imq": Truth(by_name("mmd imq"), 0.0, tells=None, fails="duplication"),
    "mmd linear": Truth(by_name("mmd linear"), 2.0, tells=None),
    "mmd, a function": Truth(sa.MMD(kernel=linear), 2.0, tells=None),
    # Rows that are there twice may be paired with themselves.
    "linear_time_mmd": Truth(by_name("linear_time_mmd"), 0.0, turns=False, tells=None, fails="duplication", zero=False),
    "mmd aggregate": Truth(by_name("mmd aggregate"), 0.0, tells=None, fails="duplication"),
    "covariance": Truth(by_name("covariance"), tells="change"),
    "prw:1": Truth(by_name("prw:1"), tells="plan"),
    "prw:2": Truth(by_name("prw:2"), tells="plan"),
    "srw:1": Truth(by_name("srw:1"), tells="bound"),
    "srw:2": Truth(by_name("srw:2"), tells="bound"),
    "srw k=d": Truth(by_name("srw", k=D), tells="plan"),
    # More features, even of zeros: a random direction has less of each.
    "sliced": Truth(by_name("sliced"), turns=False, tells=None, fails="zero padding"),
    "wasserstein": Truth(by_name("wasserstein"), tells=None),
    "wasserstein, order 2": Truth(sa.FullWasserstein(2), tells=None),
    # Rows that are there twice lower the median distance, and so epsilon.
    "sinkhorn": Truth(sa.Sinkhorn(tolerance=1e-6, n_steps=1_000), tells=None, fails="duplication"),
    "ks": feature(by_name("ks")),
    # Bins hold the quantile they end at: seen from above, from the other side.
    "tv": replace(feature(by_name("tv")), fails="reflection"),
    # Rows that are there twice are nearest to each other.
    "knn": Truth(by_name("knn"), 0.0, tells=None, fails="duplication"),
    "friedman_rafsky": Truth(by_name("friedman_rafsky"), 0.0, tells=None, fails="duplication"),
    "edge_count": Truth(by_name("edge_count"), 0.0, tells=None, fails="duplication"),
    "ball": Truth(by_name("ball"), 0.0, tells=None),
    "hotelling": Truth(by_name("hotelling"), 0.0, tells="direction", fails="duplication"),
    "hotelling, ridge": Truth(sa.Hotelling(0.5), 0.0, turns=False, tells="direction", fails="duplication"),
    "mean_embedding": Truth(by_name("mean_embedding"), 0.0, turns=False, tells=None),
    "marginal ks": feature(by_name("marginal ks")),
    "marginal cvm": replace(feature(by_name("marginal cvm")), fails="duplication"),  # it grows with the rows, as does t
    "marginal tv": replace(feature(by_name("marginal tv")), fails="reflection"),
    "marginal t": replace(feature(by_name("marginal t")), fails="duplication"),
    "marginal t mean ranks": replace(feature(by_name("marginal t mean ranks")), fails="duplication"),
    # Rows that are there twice get into two folds.
    "c2st": Truth(by_name("c2st"), 0.0, turns=False, tells="direction", fails="duplication"),
    "f_divergence": Truth(by_name("f_divergence"), 0.0, turns=False, tells="direction", fails="duplication"),
    "f_divergence linear": Truth(
        by_name("f_divergence linear"), 0.0, turns=False, tells="direction", fails="duplication"
    ),
    "diproperm": Truth(by_name("diproperm"), tells="direction"),
    "diproperm auc": Truth(sa.DiProPerm(summary="auc"), 0.0, tells="direction"),
    "diproperm logistic t": Truth(sa.DiProPerm("logistic", "t"), 0.0, tells="direction", fails="duplication"),
    "another package": Truth(DcorEnergy(), tells=None),
} | MEMBERS


@pytest.fixture(params=TABLE)
def truth(request):
    return TABLE[request.param]


@pytest.fixture
def statistic(truth):
    return truth.statistic


def test_every_name_is_in_the_table():
    """But for the one that stands for several, whose members are there, and the one that is a procedure of its own."""
    covered = {truth.statistic.name for truth in TABLE.values()}
    assert covered == (set(names()) - {"auto", "pw_split"}) | {"dcor_energy"}


def clear_case(n=N, m=M):
    """Two features stand out, so that rounding does not decide which maximum is found."""
    rng = np.random.default_rng(1)
    return rng.standard_normal((n, 4)), rng.standard_normal((m, 4)) * [5.0, 3.0, 1.0, 1.0] + [0.0, 0.0, 0.0, 0.4]


def prepare(statistic, x, y):
    pooled = np.concatenate([x, y])
    labels = (np.arange(len(pooled)) < len(x))[None]
    return statistic.prepare(pooled, rng=np.random.default_rng(0)), labels


def value(statistic, x, y):
    prepared, labels = prepare(statistic, x, y)
    return float(prepared.evaluate(labels)[0])


def without_a_difference(statistic):
    """What is zero for all but the areas under a curve, for which a guess is one half."""
    return 0.5 if "auc" in (getattr(statistic, "metric", ""), getattr(statistic, "summary", "")) else 0.0


def test_identical_samples(truth):
    statistic = truth.statistic
    x = np.random.default_rng(0).standard_normal((9, 4))
    res = sa.two_sample_test(x, x[::-1], statistic=statistic, n_resamples=19)
    if not truth.zero:
        assert abs(res.statistic) < 0.5
        assert res.pvalue > 0.2
        return
    # The means of the same rows in another order differ by rounding, as do those of their distances in dcor.
    tolerance = 1e-15 if getattr(statistic, "centred", False) or statistic.name == "dcor_energy" else 0.0
    assert res.statistic == pytest.approx(without_a_difference(statistic), abs=tolerance)
    assert res.pvalue == 1.0


@pytest.mark.parametrize("height", [0.0, 0.1, -1e12])
def test_all_rows_equal(truth, height):
    x, y = np.full((6, 4), height), np.full((8, 4), height)
    res = sa.two_sample_test(x, y, statistic=truth.statistic, n_resamples=19)
    assert res.statistic == without_a_difference(truth.statistic)
    assert res.pvalue == 1.0
    assert np.all(res.null_distribution == res.statistic)
    if truth.tells is not None:
        np.testing.assert_allclose(res.directions.T @ res.directions, np.eye(res.directions.shape[1]), atol=1e-12)


def test_a_large_difference_has_the_smallest_pvalue(statistic):
    """Of means and of spreads, since some statistics see but one of them."""
    x, y = clear_case()
    res = sa.two_sample_test(x, 30.0 * (y + 1.5), statistic=statistic, n_resamples=39)
    assert res.pvalue == 1 / 40
    assert res.statistic > res.null_distribution.max()
    assert res.statistic_name == statistic.name


RELATIONS = {
    "symmetry": lambda x, y: (y, x, 1.0),
    "translation": lambda x, y: (x + [3.3, -0.7, 100.1, 0.0], y + [3.3, -0.7, 100.1, 0.0], 1.0),
    "unit": lambda x, y: (1e-3 * x, 1e-3 * y, 1e-3),
    "reflection": lambda x, y: (-x, -y, 1.0),
    "row order": lambda x, y: (x[::-1], np.roll(y, 5, axis=0), 1.0),
    "zero padding": lambda x, y: (np.pad(x, ((0, 0), (0, 2))), np.pad(y, ((0, 0), (0, 2))), 1.0),
    "duplication": lambda x, y: (np.repeat(x, 2, axis=0), np.repeat(y, 2, axis=0), 1.0),
}
GRAPHS = {"knn": 5 * (N + M), "friedman_rafsky": N + M - 1, "edge_count": 5 * (N + M - 1)}  # edges
WITHOUT_SEARCH = ("marginal", "energy", "mmd", "sliced", "wasserstein", "sinkhorn", "ks", "tv", *GRAPHS, "ball")
WITHOUT_SEARCH += ("linear_time_mmd", "c2st", "f_divergence", "diproperm", "hotelling", "dcor_energy")
UNIT_FREE = ("marginal", "ks", "tv", "hotelling", "c2st", "f_divergence")
FEW_STEPS = {
    "k=1": Truth(sa.ProjectedWasserstein(1, n_steps=5)),
    "k=2": Truth(sa.ProjectedWasserstein(2, n_steps=5)),
    "k=d": Truth(sa.ProjectedWasserstein(4)),
    "k=1 centred": Truth(sa.ProjectedWasserstein(1, centred=True, n_steps=5)),
    "k=2 centred": Truth(sa.ProjectedWasserstein(2, centred=True, n_steps=5)),
    "k=d centred": Truth(sa.ProjectedWasserstein(4, centred=True)),
    "sparse": Truth(sa.ProjectedWasserstein(1, sparsity=2, n_steps=5)),
    "max_sliced": Truth(sa.MaxSliced(n_steps=5)),
    "paper": Truth(sa.ProjectedWasserstein(2, method="paper", n_steps=5)),
    "prw:1": Truth(sa.ProjectionRobustWasserstein(1, n_steps=5)),
    "prw:2": Truth(sa.ProjectionRobustWasserstein(2, n_steps=5)),
    "srw:2": Truth(sa.SubspaceRobustWasserstein(2, n_steps=5)),
} | {name: truth for name, truth in TABLE.items() if truth.statistic.name in WITHOUT_SEARCH}


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("name", FEW_STEPS)
def test_relations_over_a_few_steps(name, relation):
    """Over five steps rounding (1e-16, or 1e-14 after a translation by 100) has no time to grow beyond 1e-9."""
    truth = FEW_STEPS[name]
    x, y = clear_case()
    other_x, other_y, factor = RELATIONS[relation](x, y)
    wanted = factor**truth.degree * value(truth.statistic, x, y)
    found = value(truth.statistic, other_x, other_y)
    if relation == truth.fails:
        assert abs(found - wanted) > 1e-3 * wanted
    else:
        assert found == pytest.approx(wanted, rel=1e-9)


def test_rotation(truth):
    """Random starts do not turn with the data: the ascents differ, and meet at the maximum that stands out."""
    x, y = clear_case()
    rotation = random_point(np.random.default_rng(3), (4, 4))
    turned, wanted = value(truth.statistic, x @ rotation, y @ rotation), value(truth.statistic, x, y)
    if truth.turns:
        # The paper's rule, from one random start, still takes steps of γ₀/√40 when it ends: hence 2 %.
        tolerance = 2e-2 if getattr(truth.statistic, "method", "") == "paper" else 2e-3
        assert turned == pytest.approx(wanted, rel=tolerance)
    else:
        assert abs(turned - wanted) > 5e-3 * wanted  # the features that stand out are mixed with the others


@pytest.mark.parametrize("name", FEW_STEPS)
def test_units_of_single_features(name):
    statistic, (x, y), units = FEW_STEPS[name].statistic, clear_case(), [1.0, 1e3, 1.0, 1e-2]
    wanted, found = value(statistic, x, y), value(statistic, x * units, y * units)
    if statistic.name in UNIT_FREE:
        assert found == pytest.approx(wanted, rel=1e-9)
    else:
        assert abs(found - wanted) > 5e-3 * wanted


def test_two_rows_in_each_sample_are_exact(statistic):
    """All six splits, each evaluated by itself; those with the samples swapped tie, whatever is learned from rows."""
    pooled = np.random.default_rng(4).standard_normal((4, D))
    res = sa.two_sample_test(pooled[:2], pooled[2:], statistic=statistic, n_resamples=99, rng=0)
    splits = AllSplits(2, 2)
    prepared = statistic.prepare(pooled, rng=statistic_stream(0))
    values = np.array([prepared.evaluate(row[None])[0] for row in splits.rows(0, 6)])
    assert res.exact
    assert np.array_equal(res.null_distribution, values)
    reaching = np.sum(values >= values[0] - tie_tolerance(values[0], prepared.scale))
    assert res.pvalue == reaching / 6
    assert reaching in (2, 4, 6)


def test_the_same_bits_for_any_batch_and_any_workers(statistic):
    x, y = clear_case(12, 10)
    prepared, _ = prepare(statistic, x, y)
    splits = RandomSplits(12, 10, 11, 3)
    labels = splits.rows(0, 12)
    whole = prepared.evaluate(labels)
    assert np.array_equal(evaluate(prepared, splits, n_jobs=2, chunk=5), whole)
    assert np.array_equal(np.concatenate([prepared.evaluate(labels[:5]), prepared.evaluate(labels[5:])]), whole)
    assert np.array_equal(prepared.evaluate(labels[::-1])[::-1], whole)
    assert np.array_equal([prepared.evaluate(row[None])[0] for row in labels], whole)


def test_describing_gives_the_value_and_where_it_is(truth):
    x, y = clear_case(12, 10)
    prepared, labels = prepare(truth.statistic, x, y)
    found = prepared.describe(labels[0])
    if truth.tells is None:
        assert found is None
        return
    a = found.directions
    np.testing.assert_allclose(a.T @ a, np.eye(a.shape[1]), atol=1e-12)
    u, v = x @ a, y @ a
    if getattr(truth.statistic, "centred", False):
        u, v = u - u.mean(axis=0), v - v.mean(axis=0)
    moved = np.sqrt(found.plan.mass @ np.sum((u[found.plan.rows] - v[found.plan.columns]) ** 2, axis=1))
    if truth.tells == "change":
        assert found.value == pytest.approx(np.sqrt(abs(np.var(u) - np.var(v))), rel=1e-12)
    elif truth.tells == "bound":
        assert 0.9 * found.value < moved < (1.0 + found.stationarity) * found.value
    else:
        along = moved if truth.tells == "plan" else sa.wasserstein(u, v).value
        assert along == pytest.approx(found.value, rel=1e-12)
    if truth.tells not in ("feature", "direction"):
        assert found.value == prepared.evaluate(labels)[0]
    elif truth.tells == "feature":
        assert sorted(a.ravel()) == [0.0, 0.0, 0.0, 1.0]


def natural_scale(statistic, pooled):
    """By the definition of each kind: what values are compared with when they are near zero."""
    if statistic.name in ("marginal", "ks", "tv", "ball", "linear_time_mmd"):
        return 1.0  # values are in standard deviations, or differences of probabilities or of kernels
    if statistic.name in ("c2st", "f_divergence") or getattr(statistic, "summary", "") in ("t", "auc"):
        return 1.0
    if statistic.name in ("hotelling", "mean_embedding"):
        return len(pooled) - 2.0
    if statistic.name in GRAPHS:
        return np.sqrt(GRAPHS[statistic.name])
    distances = oracles.costs(pooled, pooled)
    if statistic.name == "energy":
        return (distances**statistic.exponent).mean()
    if statistic.name in ("sinkhorn", "dcor_energy"):
        return distances.mean()
    if statistic.name == "mmd" and statistic.kernel == "linear":
        return 0.5 * (distances**2).mean()
    if statistic.name == "mmd" and callable(statistic.kernel):
        return (pooled**2).sum(axis=1).mean()
    if statistic.name == "mmd":
        median = np.median(distances[np.triu_indices(len(pooled), 1)])
        if statistic.bandwidth == "aggregate":
            between = [1.0 - oracles.KERNELS[statistic.kernel](distances / (2.0**j * median)) for j in range(-4, 2)]
            return max(d.mean() / oracles.reach(d) for d in between)
        bandwidth = median if statistic.bandwidth == "median" else statistic.bandwidth
        return (1.0 - oracles.KERNELS[statistic.kernel](distances / bandwidth)).mean()
    return np.linalg.norm(pooled - pooled.mean(axis=0), axis=1).mean()


def test_the_scale(statistic):
    x, y = clear_case()
    prepared, _ = prepare(statistic, x, y)
    assert prepared.scale == pytest.approx(natural_scale(statistic, np.concatenate([x, y])), rel=1e-12)
    assert 0.0 < prepared.seconds < 1.0  # 46 rows


def test_preparing_does_not_modify_the_rows(statistic):
    pooled = np.concatenate(clear_case())
    before = pooled.copy()
    pooled.flags.writeable = False
    statistic.prepare(pooled, rng=np.random.default_rng(0)).evaluate((np.arange(46) < 20)[None])
    assert np.array_equal(pooled, before)


def test_stop_at_gives_bounds_from_below_that_decide(statistic):
    x, y = clear_case(12, 10)
    prepared, _ = prepare(statistic, x, y)
    labels = RandomSplits(12, 10, 30, 3).rows(0, 31)
    whole = prepared.evaluate(labels)
    for stop_at in np.quantile(whole, [0.3, 0.9]):
        cut = prepared.evaluate(labels, stop_at=float(stop_at - 1e-12 * abs(stop_at)))
        assert np.array_equal(cut[whole < stop_at], whole[whole < stop_at])
        assert np.all(cut[whole >= stop_at] >= stop_at - 2e-12 * abs(stop_at))
        assert np.all(cut <= whole)
