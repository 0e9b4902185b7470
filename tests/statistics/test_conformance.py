"""What every statistic must do, as a table: statistics × properties."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

import oracles
import setapart as sa
from foreign import DcorEnergy
from setapart.api.arguments import statistic_stream
from setapart.inference import engine
from setapart.inference.pvalues import tie_tolerance
from setapart.inference.relabellings import AllSplits, RandomSplits
from setapart.projection.stiefel import random_point
from setapart.statistics.automatic import automatic
from setapart.statistics.base import WithAsymptotics
from setapart.statistics.by_feature import ByFeature
from setapart.statistics.family import PreparedFamily
from setapart.statistics.registry import StatisticRequest, create, label, names
from setapart.statistics.traits import traits_of


def evaluate(prepared, relabellings, **options):
    """The values (count,) of one statistic."""
    return engine.evaluate(PreparedFamily((prepared,)), relabellings, **options)[:, 0]


N, M, D = 20, 26, 4  # the clear case below


def by_name(spec, **wanted):
    (statistic,) = create(spec, StatisticRequest(N + M, D, **wanted))
    return statistic


@dataclass(frozen=True)
class Truth:
    """What is true of a statistic besides its traits, which are checked here, too.

    Attributes
    ----------
    statistic
    fails : tuple of str
        The relations that do not hold; mostly there is none.
    tells : str or None
        What the value along the directions of a description is, where its traits do not say: W₂ along the "plan", or
        a "bound" of that.
    zero : bool
        Whether samples of the same rows differ by zero; an estimate from some pairs of rows does not know.
    traits : dict
        Those that a statistic has without declaring them, as nothing is known of what a caller passes.
    """

    statistic: object
    fails: tuple[str, ...] = ()
    tells: str | None = None
    zero: bool = True
    traits: dict = field(default_factory=dict)

    @property
    def known(self):
        """The traits, with those that are known here only."""
        return replace(traits_of(self.statistic), **self.traits)

    @property
    def told(self):
        """What a description holds: the "value", the distance in a "feature" or along a "direction", or nothing."""
        told = {"subspace": self.tells or "value"}.get(self.known.directions, self.known.directions)
        return "change" if self.known.maximises == "variance" else told


def linear(a, b):
    return a @ b.T


SIZES = (N + M, 2_001, 40_001)  # pooled rows at which the default changes its members
WORDS = (
    "pw:1", "pw:2", "pw:1 centred", "pw:2 centred", "pw:1 sparsity 2", "pw:2 sparsity 3", "max_sliced sparsity 1",
    "marginal centred", "marginal mean", "marginal ranks", "marginal centred mean ranks", "marginal ks", "mmd linear",
)  # fmt: skip
FAILS = {
    # Rows that are there twice add pairs at distance zero, and so lower the median distance, a bandwidth and epsilon;
    # they are nearest to each other; they get into two folds; and they make what grows with the rows larger.
    "duplication": (
        "mmd", "mmd laplace", "mmd imq", "mmd aggregate", "knn", "friedman_rafsky", "edge_count", "hotelling",
        "marginal cvm", "marginal t", "marginal t mean ranks", "c2st", "f_divergence", "f_divergence linear",
        "geometry", "whitened", "kpw", "rules",
    ),
    # More features, even of zeros: a random direction has less of each.
    "zero padding": ("sliced",),
    # Bins hold the quantile they end at: seen from above, from the other side.
    "reflection": ("tv", "marginal tv"),
}  # fmt: skip
# The last size at which each is a member: one that never changes is here once.
LAST_SIZES = {one: size for size in SIZES for one in automatic(size, D)}
MEMBERS = {
    f"{label(one)} of auto, {size} rows": Truth(one, tuple(fails for fails in FAILS if label(one) in FAILS[fails]))
    for one, size in LAST_SIZES.items()
    if label(one) not in names() or one != by_name(label(one))  # which is in the table by its name
}
TABLE = (
    {name: Truth(by_name(name)) for name in (*names(), *WORDS) if name not in ("auto", "pw_split")}
    | {name: Truth(by_name(name), (fails,)) for fails, these in FAILS.items() for name in these}
    | {
        "pw k=d": Truth(by_name("pw", k=D)),
        "pw k=d centred": Truth(by_name("pw centred", k=D)),
        "pw paper k=1": Truth(sa.ProjectedWasserstein(1, method="paper", n_steps=40)),
        "pw paper k=2, Cayley": Truth(sa.ProjectedWasserstein(2, method="paper", n_steps=40, retraction="cayley")),
        "energy √": Truth(sa.Energy(0.5)),
        "mmd, bandwidth given": Truth(sa.MMD(2.0), ("unit",), traits={"degree": 1.0}),
        "mmd, a function": Truth(sa.MMD(kernel=linear), traits={"degree": 2.0, "rotation": True}),
        # Rows that are there twice may be paired with themselves.
        "linear_time_mmd": Truth(by_name("linear_time_mmd"), ("duplication",), zero=False),
        "mean_embedding": Truth(by_name("mean_embedding"), ("duplication", "zero padding")),
        "prw": Truth(by_name("prw"), tells="plan"),
        "prw:1": Truth(by_name("prw:1"), tells="plan"),
        "prw:2": Truth(by_name("prw:2"), tells="plan"),
        "srw": Truth(by_name("srw"), tells="bound"),
        "srw:1": Truth(by_name("srw:1"), tells="bound"),
        "srw:2": Truth(by_name("srw:2"), tells="bound"),
        "srw k=d": Truth(by_name("srw", k=D), tells="plan"),
        "wasserstein, order 2": Truth(sa.FullWasserstein(2)),
        "kpw:2, order 2": Truth(sa.KernelProjectedWasserstein(2, order=2)),
        "sinkhorn": Truth(sa.Sinkhorn(tolerance=1e-6, n_steps=1_000), ("duplication",)),
        "hotelling, ridge": Truth(sa.Hotelling(0.5), ("duplication",)),
        "diproperm auc": Truth(sa.DiProPerm(summary="auc")),
        "diproperm logistic t": Truth(sa.DiProPerm("logistic", "t"), ("duplication",)),
        "another package": Truth(DcorEnergy(), traits={"degree": 1.0, "rotation": True, "directions": None}),
    }
    | MEMBERS
)


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
    assert res.statistic == pytest.approx(truth.known.no_difference, abs=tolerance)
    assert res.pvalue == 1.0


@pytest.mark.parametrize("height", [0.1, -1e12])
def test_all_rows_equal(truth, height):
    x, y = np.full((6, 4), height), np.full((8, 4), height)
    res = sa.two_sample_test(x, y, statistic=truth.statistic, n_resamples=19)
    assert res.statistic == truth.known.no_difference
    assert res.pvalue == 1.0
    assert np.all(res.null_distribution == res.statistic)
    if truth.told is not None:
        np.testing.assert_allclose(res.directions.T @ res.directions, np.eye(res.directions.shape[1]), atol=1e-12)


def test_a_large_difference_has_the_smallest_pvalue(statistic):
    """Of means, of spreads and of a correlation, since some statistics see but one of them."""
    x, y = clear_case()
    y = 30.0 * (y + 1.5)
    y[:, 3] += 10.0 * y[:, 2]
    res = sa.two_sample_test(x, y, statistic=statistic, n_resamples=19)
    assert res.pvalue == 1 / 20
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
    "kpw:1": Truth(sa.KernelProjectedWasserstein(n_steps=5), ("duplication",)),
    "kpw:2": Truth(sa.KernelProjectedWasserstein(2, n_steps=5), ("duplication",)),
} | {name: truth for name, truth in TABLE.items() if truth.known.maximises is None and truth.statistic.name != "kpw"}


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("name", FEW_STEPS)
def test_relations_over_a_few_steps(name, relation):
    """Over five steps rounding (1e-16, or 1e-14 after a translation by 100) has no time to grow beyond 1e-9."""
    truth = FEW_STEPS[name]
    x, y = clear_case()
    other_x, other_y, factor = RELATIONS[relation](x, y)
    wanted = factor**truth.known.degree * value(truth.statistic, x, y)
    found = value(truth.statistic, other_x, other_y)
    if relation in truth.fails:
        assert abs(found - wanted) > 1e-3 * wanted
    else:
        assert found == pytest.approx(wanted, rel=1e-9)


def test_rotation(truth):
    """Random starts do not turn with the data: the ascents differ, and meet at the maximum that stands out."""
    x, y = clear_case()
    rotation = random_point(np.random.default_rng(3), (4, 4))
    turned, wanted = value(truth.statistic, x @ rotation, y @ rotation), value(truth.statistic, x, y)
    if truth.known.rotation:
        # The paper's rule, from one random start, still takes steps of γ₀/√40 when it ends: hence 2 %.
        tolerance = 2e-2 if getattr(truth.statistic, "method", "") == "paper" else 2e-3
        assert turned == pytest.approx(wanted, rel=tolerance)
    elif truth.statistic.name not in ("geometry", "whitened", "ica"):  # of distances, or in white coordinates
        assert abs(turned - wanted) > 5e-3 * wanted  # the features that stand out are mixed with the others


@pytest.mark.parametrize("name", FEW_STEPS)
def test_units_of_single_features(name):
    statistic, (x, y), units = FEW_STEPS[name].statistic, clear_case(), [1.0, 1e3, 1.0, 1e-2]
    wanted, found = value(statistic, x, y), value(statistic, x * units, y * units)
    if FEW_STEPS[name].known.unit_free:
        assert found == pytest.approx(wanted, rel=1e-9)
    else:
        assert abs(found - wanted) > 5e-3 * wanted


@pytest.mark.parametrize("name", FEW_STEPS)
def test_only_what_sees_means_changes_with_them(name):
    """Pooled standard deviations of single features and their ranks do so after all, though both groups are centred."""
    statistic, (x, y) = FEW_STEPS[name].statistic, clear_case()
    here, there = value(statistic, x, y), value(statistic, x, y + [1.5, -2.0, 1.0, 3.0])
    if FEW_STEPS[name].known.sees_means or FEW_STEPS[name].known.features == "single":
        assert abs(there - here) > 1e-3 * abs(here)
    else:
        assert there == pytest.approx(here, rel=1e-9)


def test_a_pure_number_has_no_unit(truth):
    """The square of `mmd` has one where its kernel or bandwidth has, of which nothing is said."""
    if truth.known.unit is None:
        assert truth.known.degree in (0.5, 1.0)
    elif truth.statistic.name != "mmd":
        assert truth.known.degree == 0.0


def test_a_law_in_closed_form_gives_a_pvalue(truth):
    x, y = clear_case()
    prepared, labels = prepare(truth.statistic, x, y)
    by_landmarks = getattr(truth.statistic, "landmarks", None) is not None  # of which there are more than rows here
    assert isinstance(prepared, WithAsymptotics) == (bool(truth.known.nulls) or by_landmarks)
    if len(truth.known.nulls) > 1:
        assert all(0.0 < prepared.asymptotic_pvalue(labels[0], null=null) < 0.5 for null in truth.known.nulls)
    elif truth.known.nulls and getattr(truth.statistic, "ridge", None) is None:
        assert 0.0 < prepared.asymptotic_pvalue(labels[0]) < 0.9


def test_single_features_and_sparse_directions_are_declared(truth):
    prepared, _ = prepare(truth.statistic, *clear_case())
    assert isinstance(prepared, ByFeature) == (truth.known.features == "single")
    names = ("correlation", "dictionary", "rules")
    few = truth.statistic.name in names or getattr(truth.statistic, "sparsity", None) is not None
    assert few == (truth.known.features == "few")


def test_every_name_has_words(truth):
    assert truth.known.words or truth.statistic.name == "dcor_energy"


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
    if truth.told is None:
        assert found is None
        return
    a = found.directions
    np.testing.assert_allclose(a.T @ a, np.eye(a.shape[1]), atol=1e-12)
    u, v = x @ a, y @ a
    if getattr(truth.statistic, "centred", False):
        u, v = u - u.mean(axis=0), v - v.mean(axis=0)
    moved = np.sqrt(found.plan.mass @ np.sum((u[found.plan.rows] - v[found.plan.columns]) ** 2, axis=1))
    if truth.told == "change":
        assert found.value == pytest.approx(np.sqrt(abs(np.var(u) - np.var(v))), rel=1e-12)
    elif truth.told == "bound":
        assert 0.9 * found.value < moved < (1.0 + found.stationarity) * found.value
    else:
        along = moved if truth.told == "plan" else sa.wasserstein(u, v).value
        assert along == pytest.approx(found.value, rel=1e-12)
    if truth.told not in ("feature", "direction"):
        assert found.value == prepared.evaluate(labels)[0]
    elif truth.told == "feature":
        assert sorted(a.ravel()) == [0.0, 0.0, 0.0, 1.0]


def natural_scale(statistic, pooled):
    """By the definition of each kind: what values are compared with when they are near zero."""
    if traits_of(statistic).features == "single" or statistic.name in (
        "ball",
        "linear_time_mmd",
        "correlation",
        "dictionary",
        "geometry",
        "whitened",
        "ica",
        "rules",
    ):
        return 1.0  # values are in standard deviations, or differences of probabilities or of kernels
    if statistic.name in ("c2st", "f_divergence") or getattr(statistic, "summary", "") in ("t", "auc"):
        return 1.0
    if statistic.name in ("hotelling", "mean_embedding"):
        return len(pooled) - 2.0
    if statistic.name in GRAPHS:
        return np.sqrt(GRAPHS[statistic.name])
    distances = oracles.costs(pooled, pooled)
    if statistic.name == "kpw":
        median = np.median(distances[np.triu_indices(len(pooled), 1)])
        between = 1.0 - oracles.KERNELS["gaussian"](distances / (0.25 * median))
        return np.sqrt(2.0 * between.mean(axis=0) - between.mean()).mean()
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
    labels = RandomSplits(12, 10, 15, 3).rows(0, 16)
    whole = prepared.evaluate(labels)
    for stop_at in np.quantile(whole, [0.3, 0.9]):
        cut = prepared.evaluate(labels, stop_at=float(stop_at - 1e-12 * abs(stop_at)))
        assert np.array_equal(cut[whole < stop_at], whole[whole < stop_at])
        assert np.all(cut[whole >= stop_at] >= stop_at - 2e-12 * abs(stop_at))
        assert np.all(cut <= whole)
