"""The default family: its members by size and number of features, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.statistics.automatic import automatic, weights
from setapart.statistics.registry import label

ALONE = (sa.Marginal(ranks=True), sa.Marginal(aggregate="mean"))
SPREAD = sa.CovarianceDifference()
RAW = sa.ProjectedWasserstein(1, starts=sa.Starts(True, 1, 0))
PLANE = sa.ProjectedWasserstein(2, centred=True, n_steps=15, starts=sa.Starts(False, 1, 0))
LINE = sa.ProjectedWasserstein(1, centred=True, n_steps=40, starts=sa.Starts(False, 2, 0))
QUICK_RAW = sa.ProjectedWasserstein(1, n_steps=15, starts=sa.Starts(True, 1, 0))
QUICK_LINE = sa.ProjectedWasserstein(1, centred=True, n_steps=15, starts=sa.Starts(False, 1, 0))


@pytest.mark.parametrize(
    ("size", "d", "members"),
    [
        (2, 2, (*ALONE, sa.Energy(), RAW, PLANE, SPREAD)),
        (1_000, 2, (*ALONE, sa.Energy(), RAW, PLANE, SPREAD)),
        (1_000, 500, (*ALONE, sa.Energy(), RAW, PLANE, SPREAD)),
        (1_001, 500, (*ALONE, RAW, LINE, SPREAD)),
        (40_000, 50, (*ALONE, RAW, LINE, SPREAD)),
        (40_001, 50, (*ALONE, QUICK_RAW, QUICK_LINE, SPREAD)),
        (2, 1, (RAW, LINE)),
        (1_000, 1, (RAW, LINE)),
        (40_000, 1, (RAW, LINE)),
        (40_001, 1, (QUICK_RAW, QUICK_LINE)),
    ],
)
def test_the_members(size, d, members):
    assert automatic(size, d) == members


@given(st.integers(2, 10**6), st.integers(1, 10**4))
def test_one_of_each_kind_whatever_the_size(size, d):
    found = [label(member) for member in automatic(size, d)]
    assert len(set(found)) == len(found)
    centred = "pw:2 centred" if d > 1 and size <= 1_000 else "pw:1 centred"
    if d == 1:
        assert found == ["pw:1", centred]
    else:
        alone = ["marginal ranks", "marginal mean", "energy"][: 3 if size <= 1_000 else 2]
        assert found == [*alone, "pw:1", centred, "covariance"]


@pytest.mark.parametrize(
    ("size", "d", "wanted"),
    [
        (1_000, 2, (1, 1, 2, 1, 0.5, 0.5)),
        (1_001, 2, (1, 1, 1, 0.5, 0.5)),
        (10**6, 9, (1, 1, 1, 0.5, 0.5)),
        (50, 1, (1, 1)),
    ],
)
def test_weights_of_the_default_family_and_of_no_other(size, d, wanted):
    members = automatic(size, d)
    assert weights(members, size, d) == wanted
    assert set(weights(members[:-1], size, d)) == {1.0}
    assert set(weights(members[::-1], size, d)) == {1.0}


@pytest.mark.parametrize(
    ("n", "m", "more"),
    [
        (490, 510, ["energy", "pw:1", "pw:2 centred", "covariance"]),
        (511, 490, ["pw:1", "pw:1 centred", "covariance"]),
    ],
)
def test_the_family_of_a_result_is_that_of_its_pooled_rows(n, m, more):
    rng = np.random.default_rng(0)
    res = sa.two_sample_test(rng.standard_normal((n, 2)), rng.standard_normal((m, 2)), n_resamples=3)
    assert [c.name for c in res.components] == ["marginal ranks", "marginal mean", *more]


def test_the_members_do_not_depend_on_which_rows_are_whose():
    """Of 60 rows however they are divided the family is the same: it is chosen before there are labels."""
    pooled = np.random.default_rng(1).standard_normal((60, 3))
    settings = [
        sa.two_sample_test(pooled[:n], pooled[n:], n_resamples=3).settings["statistic"] for n in (1, 20, 30, 59)
    ]
    assert all(one == settings[0] for one in settings)


def test_one_feature_alone():
    """In one dimension every direction is the same; the members are W₁ itself and W₁ of the centred samples."""
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal(30), 2.0 * rng.standard_normal(40) + 1.0
    res = sa.two_sample_test(x, y, n_resamples=19)
    raw, centred = res.components
    assert raw.statistic == pytest.approx(sa.wasserstein(x, y).value, rel=1e-12)
    assert centred.statistic == pytest.approx(sa.wasserstein(x - x.mean(), y - y.mean()).value, rel=1e-12)
