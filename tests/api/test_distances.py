"""The projected distance by any statistic that has directions."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import oracles
import setapart as sa
from setapart.statistics.registry import StatisticRequest, create, names, names_with

RNG = np.random.default_rng(3)
X, Y = RNG.standard_normal((14, 3)), RNG.standard_normal((11, 3)) * [1.0, 2.5, 1.0] + [0.5, 0.0, 0.0]
FIELDS = ("value", "status", "message", "stationarity", "start", "n_steps", "centred")


def of_the_test(statistic, **options):
    return sa.two_sample_test(X, Y, statistic=statistic, n_resamples=1, **options).projection


WITH_DIRECTIONS = names_with(lambda traits: traits.directions)


def check_same(found, expected):
    assert [getattr(found, name) for name in FIELDS] == [getattr(expected, name) for name in FIELDS]
    for name in ("directions", "coefficients", "weights", "x_projected", "y_projected"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    for name in ("rows", "columns", "mass"):
        np.testing.assert_array_equal(getattr(found.plan, name), getattr(expected.plan, name))


def test_the_names_with_directions_are_those_that_describe_them():
    labels = np.arange(25) < 14
    found = {
        name
        for name in set(names()) - {"auto", "pw_split"}
        for one in create(name, StatisticRequest(25, 3))
        if one.prepare(np.concatenate([X, Y]), rng=np.random.default_rng(0)).describe(labels) is not None
    }
    assert set(WITH_DIRECTIONS) == found | {"pw_split"}


@pytest.mark.parametrize("scale", [None, "std"])
@pytest.mark.parametrize("statistic", [*WITH_DIRECTIONS, "pw:2 centred", "pw:1 sparsity 2", "marginal cvm"])
def test_it_is_what_the_test_tells_of_the_statistic(statistic, scale):
    found = sa.projected_wasserstein(X, Y, statistic=statistic, scale=scale)
    check_same(found, of_the_test(statistic, scale=scale))
    assert found.upper_bound is None


@pytest.mark.parametrize(
    "statistic",
    [
        sa.ProjectionRobustWasserstein(2),
        sa.SubspaceRobustWasserstein(2, n_steps=20),
        sa.MaxSliced(sparsity=2),
        sa.DiProPerm("svm", "auc"),
        sa.Hotelling(ridge=0.5),
        sa.SplitProjectedWasserstein(2, share=0.4),
    ],
    ids=lambda one: one.name,
)
def test_an_object_has_its_own_settings(statistic):
    check_same(sa.projected_wasserstein(X, Y, statistic=statistic, rng=5), of_the_test(statistic, rng=5))


def test_w2_is_the_cost_of_its_plan_in_squares():
    found = sa.projected_wasserstein(X, Y, statistic=sa.ProjectionRobustWasserstein(2))
    squares = oracles.costs(found.x_projected, found.y_projected) ** 2
    assert found.value**2 == pytest.approx(found.plan.mass @ squares[found.plan.rows, found.plan.columns], rel=1e-9)
    assert found.plan.mass.sum() == pytest.approx(1.0)


def test_k_goes_with_a_name():
    assert sa.projected_wasserstein(X, Y, 2, statistic="prw").k == 2
    with pytest.raises(ValueError, match="give either k or a statistic object, which has its own k"):
        sa.projected_wasserstein(X, Y, 2, statistic=sa.ProjectionRobustWasserstein(2))


@pytest.mark.parametrize("statistic", ["pw:2", "pw:1 centred", "max_sliced", "prw:1", "prw:2", "srw:1", "srw:2"])
def test_no_direction_exceeds_the_bound(statistic):
    found = sa.projected_wasserstein(X, Y, statistic=statistic, upper_bound=True)
    assert found.value <= found.upper_bound * (1 + 1e-12)
    x, y = (X - X.mean(axis=0), Y - Y.mean(axis=0)) if found.centred else (X, Y)
    squared = statistic in ("prw:1", "prw:2", "srw:1", "srw:2")
    for frame in np.linalg.qr(np.random.default_rng(0).standard_normal((10, 3, found.k)))[0]:
        cost = oracles.linear_program(x @ frame, y @ frame, squared=squared)
        assert cost ** (0.5 if squared else 1.0) <= found.upper_bound * (1 + 1e-9)


def test_the_bound_of_centred_samples_is_that_of_centred_samples():
    # Means that differ the other way than the one far row hide part of the distance of the centred samples.
    x, y = np.array([[0.0], [0.0], [0.0], [0.0], [10.0]]), np.zeros((5, 1))
    found = sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(1, centred=True), upper_bound=True)
    assert found.value == pytest.approx(3.2)
    assert found.upper_bound == pytest.approx(3.2)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"statistic": "energy"}, ValueError, "'energy' has no directions; use one of 'pw', 'max_sliced', 'pw_split'"),
        ({"statistic": sa.MMD()}, ValueError, "'mmd' has no directions; use one of"),
        ({"statistic": "marginal mean"}, ValueError, "'marginal mean' has no directions; with other settings it may"),
        (
            {"statistic": sa.ClassifierTest(DecisionTreeClassifier(max_depth=2))},
            ValueError,
            "'c2st' has no directions; with other settings it may, and so do 'pw'",
        ),
        ({"statistic": "auto"}, ValueError, "statistic must be a single one that has directions, such as 'pw'"),
        ({"statistic": ["prw", "srw"]}, ValueError, "statistic must be a single one that has directions"),
        ({"statistic": "prw", "k": "auto"}, ValueError, "statistic must be a single one that has directions"),
        ({"statistic": 3}, TypeError, "statistic must be a name or an object"),
        ({"statistic": "hotelling", "k": 1}, ValueError, "'hotelling' has no k to choose"),
        (
            {"statistic": "hotelling", "upper_bound": True},
            ValueError,
            "upper_bound=True bounds the largest distance along k directions, which 'hotelling' does not look for",
        ),
        ({"statistic": "pw_split", "upper_bound": True}, ValueError, "which 'pw_split:3' does not look for"),
        (
            {"statistic": sa.SplitProjectedWasserstein(1, n_splits=3)},
            ValueError,
            "pw_split with n_splits=3 takes the directions of the split with the median p-value, which needs a test",
        ),
    ],
)
def test_what_does_not_apply_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        sa.projected_wasserstein(X, Y, **options)
