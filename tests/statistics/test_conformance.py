"""What every statistic must do, as a table: statistics × properties."""

import numpy as np
import pytest

import setapart as sa
from setapart.inference.design import RandomSplits
from setapart.projection.stiefel import random_point
from setapart.statistics.registry import create, names

STATISTICS = {name: (lambda name=name: create(name, k=None, d=4)) for name in names()} | {
    "pw k=1": lambda: sa.ProjectedWasserstein(1),
    "pw k=2": lambda: sa.ProjectedWasserstein(2),
    "pw k=d": lambda: sa.ProjectedWasserstein(4),
    "pw paper k=1": lambda: sa.ProjectedWasserstein(1, method="paper", n_steps=40),
    "pw paper k=2, Cayley": lambda: sa.ProjectedWasserstein(2, method="paper", n_steps=40, retraction="cayley"),
}


@pytest.fixture(params=STATISTICS)
def statistic(request):
    return STATISTICS[request.param]()


def clear_case(n=20, m=26):
    """Two features stand out, so that rounding does not decide which maximum is found."""
    rng = np.random.default_rng(1)
    return rng.standard_normal((n, 4)), rng.standard_normal((m, 4)) * [5.0, 3.0, 1.0, 1.0] + [0.0, 0.0, 0.0, 0.4]


def value(statistic, x, y):
    pooled = np.concatenate([x, y])
    prepared = statistic.prepare(pooled, rng=np.random.default_rng(0))
    return float(prepared.evaluate((np.arange(len(pooled)) < len(x))[None])[0])


def test_identical_samples(statistic):
    x = np.random.default_rng(0).standard_normal((9, 4))
    res = sa.two_sample_test(x, x[::-1], statistic=statistic, n_resamples=19)
    assert res.statistic == 0.0
    assert res.pvalue == 1.0


@pytest.mark.parametrize("height", [0.0, 0.1, -1e12])
def test_all_rows_equal(statistic, height):
    res = sa.two_sample_test(np.full((6, 4), height), np.full((8, 4), height), statistic=statistic, n_resamples=19)
    assert res.statistic == 0.0
    assert res.pvalue == 1.0
    assert np.all(res.null_distribution == 0.0)
    np.testing.assert_allclose(res.directions.T @ res.directions, np.eye(res.directions.shape[1]), atol=1e-12)


def test_a_large_difference_has_the_smallest_pvalue(statistic):
    x, y = clear_case()
    res = sa.two_sample_test(x, y + 30.0, statistic=statistic, n_resamples=39)
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
FEW_STEPS = {
    "k=1": lambda: sa.ProjectedWasserstein(1, n_steps=5),
    "k=2": lambda: sa.ProjectedWasserstein(2, n_steps=5),
    "k=d": lambda: sa.ProjectedWasserstein(4),
    "max_sliced": lambda: sa.MaxSliced(n_steps=5),
    "paper": lambda: sa.ProjectedWasserstein(2, method="paper", n_steps=5),
}


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("settings", FEW_STEPS)
def test_relations_over_a_few_steps(settings, relation):
    """Over five steps rounding (1e-16, or 1e-14 after a translation by 100) has no time to grow beyond 1e-9."""
    x, y = clear_case()
    other_x, other_y, factor = RELATIONS[relation](x, y)
    statistic = FEW_STEPS[settings]()
    wanted = factor * value(statistic, x, y)
    assert value(statistic, other_x, other_y) == pytest.approx(wanted, rel=1e-9)


def test_rotation(statistic):
    """Random starts do not turn with the data: the ascents differ, and meet at the maximum that stands out."""
    x, y = clear_case()
    rotation = random_point(np.random.default_rng(2), (4, 4))
    # The paper's rule, from one random start, still takes steps of γ₀/√40 when it ends: hence 2 %.
    tolerance = 2e-2 if getattr(statistic, "method", "") == "paper" else 2e-3
    assert value(statistic, x @ rotation, y @ rotation) == pytest.approx(value(statistic, x, y), rel=tolerance)


def test_the_same_bits_for_any_batch(statistic):
    x, y = clear_case(12, 10)
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    labels = RandomSplits(12, 10, 11, 3).rows(0, 12)
    whole = prepared.evaluate(labels)
    assert np.array_equal(np.concatenate([prepared.evaluate(labels[:5]), prepared.evaluate(labels[5:])]), whole)
    assert np.array_equal(prepared.evaluate(labels[::-1])[::-1], whole)


def test_describing_gives_the_value_and_where_it_is(statistic):
    x, y = clear_case(12, 10)
    pooled = np.concatenate([x, y])
    labels = np.arange(22) < 12
    prepared = statistic.prepare(pooled, rng=np.random.default_rng(0))
    found = prepared.describe(labels)
    assert found.value == prepared.evaluate(labels[None])[0]
    a = found.directions
    np.testing.assert_allclose(a.T @ a, np.eye(a.shape[1]), atol=1e-12)
    assert sa.wasserstein(x @ a, y @ a).value == pytest.approx(found.value, rel=1e-12)


def test_the_scale_is_the_mean_distance_to_the_centre(statistic):
    x, y = clear_case()
    pooled = np.concatenate([x, y])
    wanted = np.linalg.norm(pooled - pooled.mean(axis=0), axis=1).mean()
    assert statistic.prepare(pooled, rng=np.random.default_rng(0)).scale == pytest.approx(wanted, rel=1e-12)


def test_preparing_does_not_modify_the_rows(statistic):
    pooled = np.concatenate(clear_case())
    before = pooled.copy()
    pooled.flags.writeable = False
    statistic.prepare(pooled, rng=np.random.default_rng(0)).evaluate((np.arange(46) < 20)[None])
    assert np.array_equal(pooled, before)


def test_stop_at_gives_bounds_from_below_that_decide(statistic):
    x, y = clear_case(12, 10)
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    labels = RandomSplits(12, 10, 30, 3).rows(0, 31)
    whole = prepared.evaluate(labels)
    for stop_at in np.quantile(whole, [0.3, 0.9]):
        cut = prepared.evaluate(labels, stop_at=float(stop_at) * (1 - 1e-12))
        assert np.array_equal(cut[whole < stop_at], whole[whole < stop_at])
        assert np.all(cut[whole >= stop_at] >= stop_at * (1 - 2e-12))
        assert np.all(cut <= whole)
