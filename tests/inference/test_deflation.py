"""How many directions differ: the count where the truth is known, the steps by hand, and what must not matter."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

import oracles
import strategies
from setapart._designs import Paired
from setapart.inference import deflation
from setapart.inference.combination import combine_columns
from setapart.inference.deflation import count_directions
from setapart.inference.relabellings import AllSplits
from setapart.projection.coordinates import Whitening
from setapart.projection.starts import Starts
from setapart.projection.subspaces import principal_angles
from setapart.statistics.projected import ProjectedWasserstein


@pytest.fixture
def quick(monkeypatch):
    """Short ascents: a search less thorough finds no less than it is told to test."""
    starts = Starts(True, 1, 0)
    family = tuple(ProjectedWasserstein(1, centred=centred, n_steps=15, starts=starts) for centred in (False, True))
    monkeypatch.setattr(deflation, "_FAMILY", family)


def mixing(kind, d):
    """A square root of the covariance of the features."""
    if kind == "spherical":
        return np.eye(d)
    if kind == "neighbours":
        return np.linalg.cholesky(0.7 ** np.abs(np.subtract.outer(np.arange(d), np.arange(d))))
    turn, _ = np.linalg.qr(np.random.default_rng(5).standard_normal((d, d)))
    return turn * np.geomspace(3.0, 0.5, d)


KINDS = ("spherical", "neighbours", "turned")
AS_USED = ((100, 100, 20, "neighbours"), (200, 70, 10, "turned"))


def draw(truth, rng, n, m, d, kind="spherical"):
    """Normal samples that differ in so many features, whatever the covariance they have in common."""
    x, y = (rng.standard_normal((size, d)) @ mixing(kind, d).T for size in (n, m))
    for j in range(truth):
        if truth == 1 or j == 2:
            y[:, j] += 2.0
        else:
            y[:, j] += 3.0 * rng.standard_normal(m)
    return np.concatenate([x, y])


def count(truth, trials, n, m, d, kind, n_resamples=39):
    found = np.empty(trials, int)
    for trial in range(trials):
        pooled = draw(truth, np.random.default_rng([truth, trial, n, m, d, KINDS.index(kind)]), n, m, d, kind)
        found[trial] = count_directions(pooled, n, n_resamples=n_resamples, seed=trial, maximum=truth + 2).n_directions
    return found


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("truth", "kind"), [(0, "neighbours"), (1, "spherical"), (2, "neighbours"), (3, "spherical"), (3, "neighbours")]
)
def test_counts_where_the_truth_is_known(truth, kind):
    """Too many in a share 0.05 of trials, more or less; with 25 of them, at most 7 with probability 1 - 10⁻⁴."""
    found = count(truth, 25, 100, 80, 5, kind)
    assert np.sum(found > truth) <= binom.ppf(1 - 1e-4, 25, 0.05)
    assert np.sum(found < truth) <= 1  # differences as large as these are not missed


@pytest.mark.slow
@pytest.mark.parametrize("case", AS_USED, ids=["as many rows", "fewer rows"])
@pytest.mark.parametrize("truth", range(4))
def test_counts_as_used(truth, case):
    """200 trials each. The first step is exact; the later ones keep the level only more or less.

    If they count too many in a share 0.08 of the trials of a case, the bound holds but for 1 in 10⁴.
    """
    found = count(truth, 200, *case)
    assert np.sum(found > truth) <= binom.ppf(1 - 1e-4, 200, 0.05 if truth == 0 else 0.08)
    assert np.mean(found < truth) <= 0.2


def as_they_are(pooled):
    """In place of whitening: the rows in the units they have."""
    return Whitening(pooled - pooled.mean(axis=0), np.eye(pooled.shape[1]), np.zeros(pooled.shape[1], int))


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("whitened", [True, False])
def test_rows_in_plenty_do_not_reveal_what_is_not_there(whitened, monkeypatch):
    """Features so correlated that the farthest direction is not the one that differs, unless they are whitened.

    Without whitening every count of 15 is too large; with it at most 5 are, at a share of 0.08 but for 1 in 10³.
    """
    if not whitened:
        monkeypatch.setattr(deflation, "whiten", as_they_are)
    root = np.linalg.cholesky(np.full((3, 3), 0.9) + 0.1 * np.eye(3))
    found = np.empty(15, int)
    for trial in range(15):
        rng = np.random.default_rng(trial)
        x, y = rng.standard_normal((2, 1000, 3)) @ root.T
        y[:, 0] += 3.0 * rng.standard_normal(1000)
        found[trial] = count_directions(np.concatenate([x, y]), 1000, n_resamples=39, seed=trial).n_directions
    assert found.min() >= 1
    if whitened:
        assert np.sum(found > 1) <= binom.ppf(1 - 1e-3, 15, 0.08)
    else:
        assert np.all(found > 1)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["spherical", "turned"])
def test_the_directions_are_those_that_differ(kind):
    pooled = draw(2, np.random.default_rng(0), 300, 300, 4, kind)
    found = count_directions(pooled, 300, n_resamples=39, seed=0)
    assert found.n_directions == 2
    assert found.directions.shape == (4, 2)
    assert np.linalg.norm(found.directions, axis=0) == pytest.approx(np.ones(2), abs=1e-12)
    # What is uncorrelated with these combinations of the features has nothing of the first two.
    span, _ = np.linalg.qr(found.directions)
    wanted, _ = np.linalg.qr(np.linalg.solve(np.cov(pooled.T), np.eye(4)[:, :2]))
    assert principal_angles(span, wanted).max() < 0.5  # four times √(d / n) = 0.12, the angle to expect of each
    assert np.abs(np.corrcoef((pooled @ found.directions).T)[0, 1]) < 0.1
    assert found.pvalues[:2] == (0.025, 0.025)
    assert found.pvalues[2] > 0.05
    assert found.message == f"2 directions differ at level 0.05: in what is left, p = {found.pvalues[2]:.4g}."


@pytest.mark.usefixtures("quick")
def test_the_same_bits_for_any_number_of_workers():
    pooled = draw(2, np.random.default_rng(3), 60, 50, 4)
    first, second = (count_directions(pooled, 60, n_resamples=39, seed=1, n_jobs=n_jobs) for n_jobs in (1, 2))
    assert first.pvalues == second.pvalues
    assert np.array_equal(first.directions, second.directions)


@pytest.mark.usefixtures("quick")
def test_units_do_not_matter():
    """Powers of two change not a single bit of the search, and directions by the units alone."""
    pooled = draw(2, np.random.default_rng(4), 60, 60, 4)
    units = 2.0 ** np.array([-200, 0, 13, 4])
    here, there = (count_directions(rows, 60, n_resamples=39, seed=1) for rows in (pooled, pooled * units))
    assert here.pvalues == there.pvalues
    along, other = pooled @ here.directions, pooled * units @ there.directions
    for j in range(here.n_directions):
        assert abs(np.corrcoef(along[:, j], other[:, j])[0, 1]) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.usefixtures("quick")
def test_directions_are_never_more_than_the_rows_vary_in():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((40, 2))
    plane = np.concatenate([x, 3.0 * rng.standard_normal((40, 2)) + 1.0])
    pooled = np.column_stack([plane, plane.sum(axis=1), np.full(80, 3.0)])
    found = count_directions(pooled, 40, n_resamples=39, seed=0)
    assert found.n_directions == 2
    assert len(found.pvalues) == 2
    assert not np.any(found.directions[3])
    assert found.message == "2 directions differ at level 0.05: all in which the pooled rows vary."


@pytest.mark.usefixtures("quick")
@given(st.sampled_from(strategies.KINDS), strategies.SEEDS, st.integers(2, 8), st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_any_rows_at_all(kind, seed, n, d):
    """Also few, repeated and collinear rows: as many p-values as steps, all but the last at most the level."""
    pooled = np.concatenate(strategies.draw_pair(np.random.default_rng(seed), n, 6, d, kind))
    found = count_directions(pooled, n, alpha=0.2, n_resamples=19, seed=seed)
    rank = np.linalg.matrix_rank(pooled - pooled.mean(axis=0), tol=1e-10)
    assert found.n_directions <= min(rank, len(found.pvalues))
    assert all(pvalue <= 0.2 for pvalue in found.pvalues[: found.n_directions])
    assert all(pvalue > 0.2 for pvalue in found.pvalues[found.n_directions :])
    assert found.directions.shape == (d, found.n_directions)
    assert np.linalg.norm(found.directions, axis=0) == pytest.approx(1.0, abs=1e-12)


def test_one_feature():
    """By enumeration of 70 splits: on the line there is one direction, and the distance is known."""
    points = np.array([0.0, 1.0, 2.5, 2.75, 4.0, 6.0, 6.5, 9.0])
    values = []
    for labels in AllSplits(4, 4).rows(0, 70):
        x, y = points[labels], points[~labels]
        values.append([oracles.line_wasserstein(x, y), oracles.line_wasserstein(x - x.mean(), y - y.mean())])
    found = count_directions(points[:, None], 4, alpha=0.1, seed=0)
    assert found.pvalues == (combine_columns(np.array(values), [1.0, 1.0]).pvalue,)
    assert found.pvalues == (2 / 70,) or found.pvalues == (4 / 70,)  # extreme, and so is its mirror image
    assert found.directions.tolist() == [[1.0]]


def test_rows_that_do_not_vary():
    found = count_directions(np.ones((6, 2)), 3, seed=0)
    assert (found.n_directions, found.pvalues, found.directions.shape) == (0, (), (2, 0))


@pytest.mark.usefixtures("quick")
def test_a_design_decides_on_the_relabellings():
    """Eight pairs, all shifted alike, and less than rows differ between pairs.

    Of 256 swaps the observed one and its mirror image are the farthest apart; another two may be so at their means.
    """
    x = np.random.default_rng(0).standard_normal((8, 1))
    pooled = np.concatenate([x, x + 0.5])
    assert count_directions(pooled, 8, seed=0, design=Paired()).pvalues[0] <= 4 / 256
    assert count_directions(pooled, 8, seed=0).pvalues[0] > 0.1


@pytest.mark.usefixtures("quick")
def test_where_the_count_ends():
    pooled = draw(3, np.random.default_rng(1), 80, 80, 5)
    found = count_directions(pooled, 80, n_resamples=39, seed=0, maximum=1)
    assert found.message == "1 direction differs at level 0.05; the count was to stop there."
    found = count_directions(pooled, 80, n_resamples=39, alpha=0.01, seed=0)
    assert found.n_directions == 0
    assert found.message == (
        "0 directions differ at level 0.01: no p-value of what is left can be as small as that, the smallest being "
        "0.025."
    )
    assert (found.smallest_pvalue, found.exact) == (1 / 40, False)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"alpha": 1.0}, "alpha must lie strictly between 0 and 1, got 1.0"),
        ({"n_resamples": 0}, "n_resamples must be at least 1, got 0"),
        ({"maximum": 0}, "maximum must be at least 1, got 0"),
        ({"n_jobs": 0}, "n_jobs must be a number of workers, or -1 for all cores, got 0"),
    ],
)
def test_arguments_that_cannot_be_used(setting, message):
    with pytest.raises(ValueError, match=message):
        count_directions(np.eye(6), 3, seed=0, **setting)
