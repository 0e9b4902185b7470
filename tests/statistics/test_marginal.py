"""One feature at a time: values by brute force, units, and what is told of the winner."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import cramervonmises_2samp, ttest_ind, wasserstein_distance

import oracles
import setapart as sa
from setapart.inference.relabellings import RandomSplits, relabellings
from setapart.statistics import by_feature
from setapart.statistics.marginal import Marginal
from strategies import SEEDS, pairs

BOTH = pytest.mark.parametrize("centred", [False, True])


def prepare(pooled, *, centred=False):
    return Marginal(centred=centred).prepare(pooled, rng=np.random.default_rng(0))


def first_rows(n, m):
    return np.arange(n + m) < n


def value(x, y, *, centred=False):
    prepared = prepare(np.concatenate([x, y]), centred=centred)
    return float(prepared.evaluate(first_rows(len(x), len(y))[None])[0])


def brute_force(x, y, *, centred=False):
    deviation = np.concatenate([x, y]).std(axis=0)
    if centred:
        x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    distances = [wasserstein_distance(u, v) for u, v in zip(x.T, y.T, strict=True)]
    varies = deviation > 1e-12
    return max((w / s for w, s in zip(np.array(distances)[varies], deviation[varies], strict=True)), default=0.0)


@BOTH
@given(pair=pairs(max_rows=15, max_features=6))
def test_values_against_scipy(pair, centred):
    x, y = pair
    # Values are of size one; the means are off by some 1e-16, and near zero that is all there is.
    assert value(x, y, centred=centred) == pytest.approx(brute_force(x, y, centred=centred), rel=1e-12, abs=1e-14)


@BOTH
def test_values_of_a_batch_against_scipy(centred):
    rng = np.random.default_rng(0)
    pooled = rng.standard_normal((57, 5)) * [1.0, 40.0, 1e-3, 1.0, 1.0]
    pooled[:, 3] = 7.5
    labels = RandomSplits(21, 36, 39, 3).rows(0, 40)
    wanted = [brute_force(pooled[b], pooled[~b], centred=centred) for b in labels]
    np.testing.assert_allclose(prepare(pooled, centred=centred).evaluate(labels), wanted, rtol=1e-12)


@BOTH
def test_the_same_bits_for_any_batch_and_any_block_of_features(centred, monkeypatch):
    rng = np.random.default_rng(1)
    prepared = prepare(rng.standard_normal((40, 9)), centred=centred)
    labels = RandomSplits(17, 23, 36, 3).rows(0, 37)
    whole = prepared.evaluate(labels)
    assert np.array_equal(np.concatenate([prepared.evaluate(labels[:5]), prepared.evaluate(labels[5:])]), whole)
    assert np.array_equal(prepared.evaluate(labels[::-1])[::-1], whole)
    assert np.array_equal(prepared.evaluate(np.asfortranarray(labels)), whole)
    monkeypatch.setattr(by_feature, "CELLS", 1)
    assert np.array_equal(prepared.evaluate(labels), whole)


@BOTH
@given(seed=SEEDS, exponent=st.integers(-20, 20), negative=st.booleans())
def test_each_feature_may_change_its_unit_and_its_origin(seed, exponent, negative, centred):
    """Whole numbers times a power of two, and whole shifts: nothing rounds before the standard deviation."""
    rng = np.random.default_rng(seed)
    x, y = rng.integers(-9, 10, (8, 3)).astype(float), rng.integers(-9, 10, (11, 3)).astype(float)
    unit = np.ldexp(-1.0 if negative else 1.0, rng.integers(-abs(exponent), abs(exponent) + 1, 3))
    origin = rng.integers(-99, 100, 3)
    moved = value((x + origin) * unit, (y + origin) * unit, centred=centred)
    assert moved == pytest.approx(value(x, y, centred=centred), rel=1e-13, abs=1e-14)


@BOTH
@given(pair=pairs())
def test_the_samples_may_change_places(pair, centred):
    x, y = pair
    assert value(y, x, centred=centred) == pytest.approx(value(x, y, centred=centred), rel=1e-13, abs=1e-14)


@BOTH
@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_extreme_units(size, centred):
    """Also side by side with ordinary ones."""
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((12, 3)), rng.standard_normal((9, 3)) * [2.0, 1.0, 1.0]
    wanted = value(x, y, centred=centred)
    assert value(x * size, y * size, centred=centred) == pytest.approx(wanted, rel=1e-12)
    mixed = [size, 1.0, 1.0 / size]
    assert value(x * mixed, y * mixed, centred=centred) == pytest.approx(wanted, rel=1e-12)
    found = prepare(np.concatenate([x, y]) * mixed, centred=centred).describe(first_rows(12, 9))
    u, v = x[:, 0], y[:, 0]
    if centred:
        u, v = u - u.mean(), v - v.mean()
    assert found.directions.ravel().tolist() == [1.0, 0.0, 0.0]
    assert found.value == pytest.approx(size * oracles.line_wasserstein(u, v), rel=1e-12)


def test_closed_forms():
    """A shift by δ gives δ over the pooled standard deviation; {0, 2} against {1, 1} is at 1, and the variance ½."""
    x = np.random.default_rng(3).standard_normal((50, 4))
    shift = np.array([0.0, 0.4, 3.0, 0.1])
    pooled = np.sqrt(x.var(axis=0) + shift**2 / 4)
    assert value(x, x + shift) == pytest.approx(np.max(shift / pooled), rel=1e-12)
    assert value(np.array([[0.0], [2.0]]), np.array([[1.0], [1.0]])) == pytest.approx(np.sqrt(2.0), rel=1e-14)


def test_centred_the_means_do_not_count():
    """The standard deviation still sees them: in the units of the data the distance is the same, in its own smaller."""
    rng = np.random.default_rng(4)
    x, y = rng.integers(-9, 10, (16, 1)).astype(float), rng.integers(-20, 21, (32, 1)).astype(float)
    labels = first_rows(16, 32)
    here, there = (prepare(np.concatenate([x, y + c]), centred=True).describe(labels).value for c in (0.0, 1000.0))
    assert there == pytest.approx(here, rel=1e-12)
    assert value(x, y + 1000.0, centred=True) == pytest.approx(here / np.concatenate([x, y + 1000.0]).std(), rel=1e-12)
    assert value(x, x + 5.0, centred=True) == pytest.approx(0.0, abs=1e-15)


@BOTH
def test_features_that_do_not_vary_are_left_out(centred):
    rng = np.random.default_rng(5)
    x, y = rng.standard_normal((9, 2)), rng.standard_normal((7, 2))
    padded = [np.column_stack([np.full(len(z), 0.1), z[:, 0], np.full(len(z), -1e200), z[:, 1]]) for z in (x, y)]
    assert value(*padded, centred=centred) == value(x, y, centred=centred)
    direction = prepare(np.concatenate(padded), centred=centred).describe(first_rows(9, 7)).directions
    assert direction.ravel()[[0, 2]].tolist() == [0.0, 0.0]


@BOTH
def test_where_nothing_varies(centred):
    prepared = prepare(np.full((7, 3), 0.1), centred=centred)
    labels = first_rows(3, 4)
    assert prepared.evaluate(np.stack([labels, ~labels])).tolist() == [0.0, 0.0]
    found = prepared.describe(labels)
    assert found.value == 0.0
    assert found.directions.ravel().tolist() == [1.0, 0.0, 0.0]
    np.testing.assert_allclose(found.plan.marginals[0], 1 / 3, rtol=1e-12)


@BOTH
def test_the_winner_is_described(centred):
    rng = np.random.default_rng(6)
    x, y = rng.standard_normal((14, 5)) * 3.0, rng.standard_normal((21, 5)) * [3.0, 3.0, 9.0, 3.0, 3.0]
    pooled, labels = np.concatenate([x, y]), first_rows(14, 21)
    prepared = prepare(pooled, centred=centred)
    found = prepared.describe(labels)
    assert found.directions.shape == (5, 1)
    assert found.directions.ravel().tolist() == [0.0, 0.0, 1.0, 0.0, 0.0]
    assert found.value == pytest.approx(prepared.evaluate(labels[None])[0] * pooled[:, 2].std(), rel=1e-13)
    u, v = x[:, 2], y[:, 2]
    if centred:
        u, v = u - u.mean(), v - v.mean()
    assert found.value == pytest.approx(wasserstein_distance(u, v), rel=1e-12)
    plan = found.plan
    assert float(plan.mass @ np.abs(u[plan.rows] - v[plan.columns])) == pytest.approx(found.value, rel=1e-12)
    np.testing.assert_allclose(plan.marginals[0], 1 / 14, rtol=1e-12)
    np.testing.assert_allclose(plan.marginals[1], 1 / 21, rtol=1e-12)
    told = (found.status, found.message, found.stationarity, found.start, found.n_steps)
    message = "The direction is the feature with the largest distance, found exactly among 5 features."
    assert told == ("exact", message, 0.0, "all", 1)


def test_of_features_that_tie_the_first_is_named():
    """Also where the second is the first in another unit, and rounding puts it ahead."""
    rng = np.random.default_rng(7)
    column = rng.standard_normal((20, 1))
    for factor in (1.0, -1.0, 0.3, 7.7, 1e-5, 123.4):
        pooled = np.concatenate([0.01 * rng.standard_normal((20, 1)), column, column * factor], axis=1)
        pooled[:9, 1:] += 5.0 * np.array([1.0, factor])
        assert np.argmax(prepare(pooled).describe(first_rows(9, 11)).directions) == 1


def squared_value(pooled, first):
    """The square of the statistic of one split of whole numbers, in rational arithmetic."""
    size, ratios = len(pooled), [Fraction(0)]
    for column in pooled.T.tolist():
        variance = Fraction(size * sum(z * z for z in column) - sum(column) ** 2, size**2)
        x, y = [column[i] for i in first], [column[i] for i in range(size) if i not in first]
        if variance:
            ratios.append(oracles.exact_line_wasserstein([*map(Fraction, x)], [*map(Fraction, y)]) ** 2 / variance)
    return max(ratios)


@pytest.mark.parametrize(("n", "m", "seed"), [(3, 3, 0), (3, 4, 1), (4, 4, 2), (2, 6, 3)])
def test_exact_pvalues_by_enumeration(n, m, seed):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 4, (n, 3)), rng.integers(1, 6, (m, 3))
    x[:, 2] = y[:, 2] = 2
    res = sa.two_sample_test(x, y, statistic=Marginal(), n_resamples=999)
    pooled = np.concatenate([x, y])
    values = [squared_value(pooled, first) for first in itertools.combinations(range(n + m), n)]
    assert res.exact
    assert res.pvalue == np.mean([v >= values[0] for v in values])


@pytest.mark.parametrize(
    ("centred", "changed"), [(False, lambda column: column + 1.5), (True, lambda column: 3.0 * column)]
)
def test_level_and_power_in_few_trials(centred, changed):
    """One feature of 40 that differs is found in nearly all trials; where none does, about 1 trial in 20 finds one."""
    statistic, found, false = Marginal(centred=centred), 0, 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        rows = rng.standard_normal((80, 40))
        labels = relabellings(40, 40, n_resamples=39, seed=seed).rows(0, 40)
        values = statistic.prepare(rows, rng=rng).evaluate(labels)
        false += np.mean(values >= values[0]) <= 0.05
        rows[40:, 3] = changed(rows[40:, 3])
        values = statistic.prepare(rows, rng=rng).evaluate(labels)
        found += np.mean(values >= values[0]) <= 0.05
    assert found >= 38
    assert false <= 7  # at level 0.05, more happen once in 1,400 times


def test_rows_are_not_modified_and_the_scale_is_one():
    pooled = np.random.default_rng(8).standard_normal((12, 3))
    before = pooled.copy()
    pooled.flags.writeable = False
    prepared = prepare(pooled)
    prepared.evaluate(first_rows(5, 7)[None])
    assert np.array_equal(pooled, before)
    assert prepared.scale == 1.0
    assert prepared.seconds > 0.0


def test_what_cannot_be_used():
    with pytest.raises(TypeError, match="centred must be True or False, got 'yes'"):
        Marginal(centred="yes")
    assert Marginal(centred=np.True_) == Marginal(centred=True)
    assert Marginal().name == "marginal"


def in_each_feature(distance, x, y, **settings):
    statistic = Marginal(distance=distance, **settings)
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared.by_feature(first_rows(len(x), len(y))[None])[:, 0]


@given(pair=pairs(max_rows=15, max_features=3))
def test_cramer_von_mises_by_its_definition(pair):
    x, y = pair
    pooled = np.concatenate([x, y])
    n, m, varies = len(x), len(y), np.any(pooled != pooled[0], axis=0)
    steps = [np.mean(z[None, :, varies] <= pooled[:, None, varies], axis=1) for z in (x, y)]
    wanted = n * m / (n + m) ** 2 * np.sum((steps[0] - steps[1]) ** 2, axis=0)
    assert in_each_feature("cvm", x, y) == pytest.approx(wanted, rel=1e-12, abs=1e-15)


def test_cramer_von_mises_of_scipy():
    x, y = np.random.default_rng(9).standard_normal((19, 2)), np.random.default_rng(10).standard_normal((12, 2)) + 0.4
    wanted = [cramervonmises_2samp(a, b).statistic for a, b in zip(x.T, y.T, strict=True)]
    assert in_each_feature("cvm", x, y) == pytest.approx(wanted, rel=1e-12)


@given(seed=SEEDS, n=st.integers(1, 12), m=st.integers(2, 12), size=st.sampled_from([1e-200, 1.0, 1e200]))
def test_t_of_scipy(seed, n, m, size):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((n, 2)), rng.integers(-4, 5, (m, 2)) + 0.5 * rng.standard_normal((m, 2))
    wanted = np.abs(ttest_ind(x, y).statistic)
    assert in_each_feature("t", x * [size, 1.0], y * [size, 1.0]) == pytest.approx(wanted, rel=1e-9, abs=1e-12)


def test_t_of_ranks_and_where_nothing_is_left_within():
    x, y = np.array([[3.0], [1.0], [9.0]]), np.array([[40.0], [2.0], [50.0]])
    ranks = ttest_ind([3.0, 1.0, 4.0], [5.0, 2.0, 6.0]).statistic
    assert in_each_feature("t", x, y, ranks=True) == pytest.approx([abs(ranks)])
    assert in_each_feature("t", np.zeros((3, 1)), np.ones((3, 1))) == pytest.approx([2e12])


@pytest.mark.parametrize(("distance", "statistic"), [("ks", sa.KolmogorovSmirnov()), ("tv", sa.TotalVariation())])
def test_distances_that_are_statistics_of_their_own(distance, statistic):
    x, y = np.random.default_rng(11).standard_normal((2, 15, 4))
    pooled, labels = np.concatenate([x, y]), RandomSplits(15, 15, 19, 0).rows(0, 20)
    own = statistic.prepare(pooled, rng=np.random.default_rng(0))
    ours = Marginal(distance=distance).prepare(pooled, rng=np.random.default_rng(0))
    mean = Marginal(distance=distance, aggregate="mean").prepare(pooled, rng=np.random.default_rng(0))
    assert np.array_equal(ours.evaluate(labels), own.evaluate(labels))
    assert mean.evaluate(labels) == pytest.approx(own.by_feature(labels).mean(axis=0), rel=1e-13)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"distance": "ad"}, "distance must be one of 'w1', 'ks', 'cvm', 'tv', 't', got 'ad'"),
        ({"distance": "t", "centred": True}, "centred=True is for distance='w1', got distance='t'"),
        ({"distance": "ks", "ranks": True}, "ranks=True changes nothing for distance='ks'"),
    ],
)
def test_settings_that_do_not_go_together(settings, message):
    with pytest.raises(ValueError, match=message):
        Marginal(**settings)
