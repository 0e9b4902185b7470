"""Nothing is returned without a proof of optimality; what runs out of budget goes on where it stopped."""

import re

import numpy as np
import pytest

import oracles
import setapart as sa
from setapart.transport import basis, simplex
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import TransportError, Trees

N, M, K = 9, 12, 2
SHARE = N * M // 3  # the supplies of one sample together: nm / gcd(n, m)
ALONE = np.array([0])


@pytest.fixture
def points():
    return np.random.default_rng(0).standard_normal((1, K, N + M))


@pytest.fixture
def solved(points):
    """Bases that are optimal for the points; the first N rows are the sources, in order."""
    bases = Trees(*label_supplies(np.arange(N + M)[None] < N))
    bases.solve(points, ALONE)
    return bases


def refuse(bases, points):
    """Solve again; the gap and the number of pivots that the error states."""
    with pytest.raises(TransportError, match="please report the data") as caught:
        bases.solve(points, ALONE)
    stated = re.fullmatch(
        r"optimal transport stopped without a proof of optimality \(gap (\S+) in supply units after (\d+) pivots\); "
        "please report the data",
        str(caught.value),
    )
    return float(stated[1]), int(stated[2])


def loaded_arc(bases):
    """A node whose tree arc carries flow."""
    return int(np.argmax(bases.flow[0, : N + M] > 0))


def test_a_flow_that_does_not_balance_is_refused(points, solved):
    """One unit too many on one arc delivers more than was asked for."""
    solved.flow[0, loaded_arc(solved)] += 1
    assert refuse(solved, points) == (np.inf, 0)


def test_flow_on_an_artificial_arc_is_refused(points, solved):
    """What still hangs on the root carries nothing when a solve ends; a unit there went nowhere."""
    child = int(np.flatnonzero(solved.tree[0, basis.PARENT, : N + M] == N + M)[0])
    assert solved.flow[0, child] == 0
    solved.flow[0, child] = 1
    assert refuse(solved, points) == (np.inf, 0)


@pytest.mark.parametrize("size", [np.nan, np.inf, 1e200])
def test_lengths_that_are_no_numbers_prove_nothing(points, solved, size):
    """Callers hand over finite points of moderate size; the solver does not rely on it. 1e200 squared overflows."""
    points[0, 0, 4] = size
    gap, _ = refuse(solved, points)
    assert not np.isfinite(gap)


def test_a_solve_that_does_not_end_is_given_up(monkeypatch, points, solved):
    """The limit is 10,000 pivots and 1,000 more a row; here the count starts there."""
    limit = 10_000 + 1_000 * (N + M)
    real = simplex.solve_batch

    def tired(*arguments):
        solved.progress[0, basis.PIVOTS] = limit
        real(*arguments)

    monkeypatch.setattr(simplex, "solve_batch", tired)
    solved.solve(points, ALONE)  # optimal as it is: no pivot, no complaint
    assert refuse(solved, np.ascontiguousarray(points[:, :, ::-1])) == (np.inf, limit + 1)


def test_one_refusal_in_a_batch_is_the_one_that_is_told():
    """Problem 1 of three has a unit of flow too many."""
    moved = np.random.default_rng(1).standard_normal((3, K, N + M))
    bases = Trees(*label_supplies(np.tile(np.arange(N + M) < N, (3, 1))))
    bases.solve(moved, np.arange(3))
    child = int(np.argmax(bases.flow[1, : N + M] > 0))
    bases.flow[1, child] += 1
    with pytest.raises(TransportError, match=re.escape("(gap inf in supply units after 0 pivots)")):
        bases.solve(moved, np.arange(3))
    assert bases.status.tolist() == [basis.OPTIMAL, basis.STALLED, basis.OPTIMAL]


@pytest.mark.parametrize(
    "attempt",
    [
        lambda x, y: sa.wasserstein(x, y),
        lambda x, y: sa.projected_wasserstein(x, y, k=2),
        lambda x, y: sa.two_sample_test(x, y, k=2, n_resamples=9, n_jobs=2),
    ],
    ids=["wasserstein", "projected", "test"],
)
def test_a_refusal_reaches_the_caller(monkeypatch, attempt):
    def give_up(active, *others):
        status = others[9]
        status[active] = basis.STALLED

    monkeypatch.setattr(simplex, "solve_batch", give_up)
    x, y = np.random.default_rng(3).standard_normal((2, 4, 3))
    with pytest.raises(TransportError, match="please report the data"):
        attempt(x, y)


def check(bases, points, potential):
    x, y = np.ascontiguousarray(points[0, :, :N]), np.ascontiguousarray(points[0, :, N:])
    return basis.check_flow(bases.tree[0], bases.flow[0], bases.supply[0], N, x, y, False, potential, bases.residue[0])


def test_potentials_that_are_off_open_a_gap(points, solved):
    """A rise of one potential changes the dual value by the rise times the supply of its row."""
    cost, error = check(solved, points, solved.potential[0])
    assert cost == pytest.approx(SHARE * oracles.linear_program(points[0, :, :N].T, points[0, :, N:].T), rel=1e-9)
    assert error < 1e-20 * cost  # potentials are sums of two floats
    for v, supply in ((3, M // 3), (N + 2, N // 3)):
        off = solved.potential[0].copy()
        off[v] += 0.25
        assert check(solved, points, off)[1] == pytest.approx(0.25 * supply, abs=1e-12 * cost)


@pytest.mark.parametrize("budget", [1, 500, 20_000])
def test_a_spent_budget_changes_nothing(monkeypatch, budget):
    """Each call prices a little and says MORE; the next goes on from there."""
    rng = np.random.default_rng(2)
    moved = rng.standard_normal((3, K, N + M))
    supplies = label_supplies(np.array([rng.permutation(np.arange(N + M) < N) for _ in range(3)]))
    whole, pieces = Trees(*supplies), Trees(*supplies)
    whole.solve(moved, np.arange(3))

    real, seen = simplex.solve_batch, []

    def counted(*arguments):
        real(*arguments)
        seen.append(int(np.sum(pieces.status == basis.MORE)))

    monkeypatch.setattr(basis, "BUDGET", budget)
    monkeypatch.setattr(simplex, "solve_batch", counted)
    pieces.solve(moved, np.arange(3))
    assert len(seen) > 2
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 0
    # Potentials are set anew in each call, so that their rounding may differ.
    np.testing.assert_allclose(pieces.value, whole.value, rtol=1e-13)
    for b in range(3):
        assert np.array_equal(pieces.plan(b).toarray(), whole.plan(b).toarray())
