"""The default family: its members by size and number of features, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.statistics.automatic import Group, automatic, groups
from setapart.statistics.registry import label

ALONE = (sa.Marginal(ranks=True), sa.Marginal(aggregate="mean"))
NEAR, FAR = sa.Energy(), sa.Energy(landmarks=400)
SPREAD = (sa.CovarianceDifference(), sa.IndependentComponents(), sa.Dictionary(), sa.Geometry(), sa.Whitened())
SHAPE = (sa.Dictionary(), sa.Whitened())
RAW = sa.ProjectedWasserstein(1, n_steps=40, starts=sa.Starts(True, 1, 0))
LINE = sa.ProjectedWasserstein(1, centred=True, n_steps=40, starts=sa.Starts(False, 2, 0))
QUICK_RAW = sa.ProjectedWasserstein(1, n_steps=15, starts=sa.Starts(True, 1, 0))
TWO_LINES = sa.ProjectedWasserstein(1, centred=True, n_steps=15, starts=sa.Starts(False, 2, 0))
QUICK_LINE = sa.ProjectedWasserstein(1, centred=True, n_steps=15, starts=sa.Starts(False, 1, 0))
ALWAYS = ["pw:1", "pw:1 centred", "covariance", "ica", "dictionary", "geometry", "whitened"]


@pytest.mark.parametrize(
    ("size", "d", "members"),
    [
        (2, 2, (*ALONE, NEAR, RAW, LINE, *SPREAD)),
        (1_000, 500, (*ALONE, NEAR, RAW, LINE, *SPREAD)),
        (1_001, 500, (*ALONE, NEAR, QUICK_RAW, TWO_LINES, *SPREAD)),
        (2_000, 2, (*ALONE, NEAR, QUICK_RAW, TWO_LINES, *SPREAD)),
        (2_001, 500, (*ALONE, FAR, QUICK_RAW, TWO_LINES, *SPREAD)),
        (40_000, 50, (*ALONE, FAR, QUICK_RAW, TWO_LINES, *SPREAD)),
        (40_001, 50, (*ALONE, FAR, QUICK_RAW, QUICK_LINE, *SPREAD)),
        (2, 1, (RAW, LINE, *SHAPE)),
        (1_001, 1, (QUICK_RAW, TWO_LINES, *SHAPE)),
        (40_001, 1, (QUICK_RAW, QUICK_LINE, *SHAPE)),
    ],
)
def test_the_members(size, d, members):
    assert automatic(size, d) == members


@given(st.integers(2, 10**6), st.integers(1, 10**4))
def test_one_of_each_kind_whatever_the_size(size, d):
    found = [label(member) for member in automatic(size, d)]
    if d == 1:
        assert found == ["pw:1", "pw:1 centred", "dictionary", "whitened"]
    else:
        energy = "energy" if size <= 2_000 else "energy landmarks"
        assert found == ["marginal ranks", "marginal mean", energy, *ALWAYS]


@pytest.mark.parametrize(
    ("size", "d", "wanted"),
    [
        *((size, 2, (Group(4, 3.0), Group(3), Group(), Group(), Group())) for size in (50, 2_001, 10**6)),
        (50, 1, (Group(),) * 4),
    ],
)
def test_groups_of_the_default_family_and_of_no_other(size, d, wanted):
    members = automatic(size, d)
    assert groups(members, size, d) == wanted
    assert set(groups(members[:-1], size, d)) == {Group()}
    assert set(groups(members[::-1], size, d)) == {Group()}
    assert groups(members[:1], size, d) == (Group(),)


@pytest.mark.parametrize(
    ("n", "m", "landmarks"),
    [
        (990, 1_010, None),
        (1_011, 990, 400),
    ],
)
def test_the_family_of_a_result_is_that_of_its_pooled_rows(n, m, landmarks):
    rng = np.random.default_rng(0)
    res = sa.two_sample_test(rng.standard_normal((n, 2)), rng.standard_normal((m, 2)), n_resamples=3)
    energy = "energy" if landmarks is None else "energy landmarks"
    assert [c.name for c in res.components] == ["marginal ranks", "marginal mean", energy, *ALWAYS]
    assert res.settings["statistic"][2] == {"type": "Energy", "exponent": 1.0, "landmarks": landmarks}


def test_the_members_do_not_depend_on_which_rows_are_whose():
    """Of 60 rows however they are divided the family is the same: it is chosen before there are labels."""
    pooled = np.random.default_rng(1).standard_normal((60, 3))
    settings = [
        sa.two_sample_test(pooled[:n], pooled[n:], n_resamples=3).settings["statistic"] for n in (1, 20, 30, 59)
    ]
    assert all(one == settings[0] for one in settings)


def test_one_feature_alone():
    """In one dimension every direction is the same; two members are W₁ itself and W₁ of the centred samples."""
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal(30), 2.0 * rng.standard_normal(40) + 1.0
    res = sa.two_sample_test(x, y, n_resamples=19)
    assert [c.name for c in res.components] == ["pw:1", "pw:1 centred", "dictionary", "whitened"]
    raw, centred, *_ = res.components
    assert raw.statistic == pytest.approx(sa.wasserstein(x, y).value, rel=1e-12)
    assert centred.statistic == pytest.approx(sa.wasserstein(x - x.mean(), y - y.mean()).value, rel=1e-12)
