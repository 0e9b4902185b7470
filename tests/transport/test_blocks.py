"""Many rows are solved in blocks of near sinks; here few are, too, against the solver that prices whole rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import oracles
import setapart as sa
import strategies
from setapart.transport import basis, block_simplex, trees
from setapart.transport.blocks import BLOCK, GROUP
from setapart.transport.coarse import gather, share_out
from setapart.transport.exact import transport
from setapart.transport.nearness import sort_by_nearness
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import TransportError, Trees

ALONE = np.array([0])


@pytest.fixture(autouse=True)
def small_problems_too(monkeypatch):
    """All is solved in blocks, whatever its size, and what is not tiny by way of a coarser problem."""
    monkeypatch.setattr(block_simplex, "pays", lambda *_: True)
    monkeypatch.setattr(block_simplex, "_COARSE", 16)


def by_whole_rows(monkeypatch, *arguments, **options):
    with monkeypatch.context() as patch:
        patch.setattr(block_simplex, "pays", lambda *_: False)
        return transport(*arguments, **options)


@pytest.mark.parametrize("kind", strategies.KINDS)
@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("k", [2, 3, 4, 6])
def test_both_ways_of_pricing_give_the_same_value_with_proof(monkeypatch, k, squared, kind):
    rng = np.random.default_rng(k)
    for n, m in ((1, 1), (1, 90), (70, 3), (130, 130), (90, 200), (250, 75)):
        x, y = strategies.draw_pair(rng, n, m, k, kind)
        solved = transport(x, y, squared=squared)
        size = oracles.costs(x, y, squared=squared).max()
        wanted = by_whole_rows(monkeypatch, x, y, squared=squared).value
        assert solved.value == pytest.approx(wanted, rel=1e-9, abs=1e-14 * size)
        oracles.check_transport(solved, x, y, squared=squared)


@given(strategies.pairs(max_rows=7), st.data())
@settings(max_examples=50)
def test_weights_against_highs(pair, data):
    x, y = pair
    x_weights = data.draw(strategies.weights(len(x)))
    y_weights = data.draw(strategies.weights(len(y)))
    solved = sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights)
    wanted = oracles.linear_program(x, y, x_weights=x_weights, y_weights=y_weights)
    assert solved.value == pytest.approx(wanted, rel=1e-9, abs=1e-14 * oracles.costs(x, y).max())
    oracles.check_transport(solved, x, y, x_weights, y_weights)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_thousands_of_rows_of_any_number_and_weight(k):
    """Several groups of blocks on either side; the proof is dense, in float64."""
    rng = np.random.default_rng(k)
    x, y = rng.standard_normal((1_500, k)), 0.3 + rng.standard_normal((GROUP * BLOCK + 77, k)) ** 3
    oracles.check_transport(sa.wasserstein(y, x), y, x)
    x_weights, y_weights = rng.exponential(size=len(x)) ** 3, rng.integers(0, 5, len(y))
    oracles.check_transport(sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights), x, y, x_weights, y_weights)


def test_two_thousand_rows_against_assignment():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2_000, 3)), rng.standard_normal((2_000, 3))
    solved = sa.wasserstein(x, y)
    assert solved.value == pytest.approx(oracles.assignment(x, y), rel=1e-9)
    oracles.check_transport(solved, x, y)


def test_pixels_of_a_grid_with_weights(monkeypatch):
    """Nearly all distances are tied, and many pixels are empty on one side."""
    rng = np.random.default_rng(1)
    grid = np.stack(np.meshgrid(np.arange(24.0), np.arange(24.0)), axis=-1).reshape(-1, 2)
    x_weights, y_weights = rng.integers(0, 4, len(grid)), rng.integers(0, 9, len(grid))
    solved = transport(grid, grid, x_weights=x_weights, y_weights=y_weights)
    wanted = by_whole_rows(monkeypatch, grid, grid, x_weights=x_weights, y_weights=y_weights).value
    assert solved.value == pytest.approx(wanted, rel=1e-12)
    oracles.check_transport(solved, grid, grid, x_weights, y_weights)


def test_more_groups_than_stand_in_a_row():
    """Beyond 65,536 sinks; from one source all distances count."""
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((1, 2)), rng.standard_normal((GROUP * GROUP * BLOCK + 99, 2))
    wanted = np.linalg.norm(x - y, axis=1).mean()
    assert sa.wasserstein(x, y).value == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("k", [2, 3])
def test_all_rows_equal(k):
    assert sa.wasserstein(np.full((150, k), 0.1), np.full((70, k), 0.1)).value == 0.0


@pytest.mark.parametrize("k", [2, 3, 4])
def test_what_does_not_change_the_distance(k):
    rng = np.random.default_rng(k)
    x, y = rng.standard_normal((150, k)), rng.standard_normal((200, k))
    value = sa.wasserstein(x, y).value
    turn, _ = np.linalg.qr(rng.standard_normal((k, k)))
    for same in (
        sa.wasserstein(y, x).value,
        sa.wasserstein(rng.permutation(x), rng.permutation(y)).value,
        sa.wasserstein(x @ turn, y @ turn).value,
        sa.wasserstein(1e-200 * x, 1e-200 * y).value * 1e200,
        sa.wasserstein(1e200 * x, 1e200 * y).value * 1e-200,
        sa.wasserstein(np.repeat(x, 2, axis=0), np.repeat(y, 3, axis=0)).value,
    ):
        assert same == pytest.approx(value, rel=1e-12)
    # Adding 1e6 itself rounds each coordinate by up to 6e-11.
    assert sa.wasserstein(x + 1e6, y + 1e6).value == pytest.approx(value, abs=2e-10)


@pytest.mark.parametrize(("draw", "seed"), strategies.HARD)
def test_hardly_any_mass_goes_far(monkeypatch, draw, seed):
    rng = np.random.default_rng(seed)
    x, y = draw(rng)
    x_weights, y_weights = rng.exponential(size=len(x)) ** 6, rng.exponential(size=len(y)) ** 6
    solved = sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights)
    wanted = by_whole_rows(monkeypatch, x, y, x_weights=x_weights, y_weights=y_weights).value
    assert solved.value == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("far", [1e3, 1e8, 1e13])
def test_rows_far_away_do_not_blur_the_others(far):
    """Bounds and potentials near the far row are differences of large numbers."""
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((2, 200, 2))
    value = oracles.assignment(x, y)
    x, y = np.concatenate([x, [[far, 0.0]]]), np.concatenate([y, [[far, 0.0]]])
    assert sa.wasserstein(x, y).value == pytest.approx(value * 200 / 201, rel=1e-9)
    x[-1] = -far  # and now it is moved
    assert sa.wasserstein(x, y).value == pytest.approx(oracles.assignment(x, y), rel=1e-9)


@pytest.mark.parametrize("squared", [False, True])
def test_warm_equals_cold_over_many_steps(squared):
    rng = np.random.default_rng(4)
    labels = rng.permutation(np.arange(330) < 130)[None]
    points = rng.standard_normal((1, 3, 330))
    warm = Trees(*label_supplies(labels))
    for step in range(12):
        points += rng.standard_normal(points.shape) * (0.05, 1.0)[step % 4 == 3]
        warm.solve(points, ALONE, squared=squared)
        cold = Trees(*label_supplies(labels))
        cold.solve(points, ALONE, squared=squared)
        assert warm.value[0] == pytest.approx(cold.value[0], rel=1e-12)
        plan = warm.plan(0)
        cost = oracles.costs(points[0][:, labels[0]].T, points[0][:, ~labels[0]].T, squared=squared)
        assert plan.mass @ cost[plan.rows, plan.columns] == pytest.approx(warm.value[0], rel=1e-12)
    slope = np.empty_like(points)
    warm.gradient(points, ALONE, slope)
    cost = oracles.costs(points[0][:, labels[0]].T, points[0][:, ~labels[0]].T)
    wanted = plan.mass @ cost[plan.rows, plan.columns]
    assert np.sum(slope * points) == pytest.approx(wanted, rel=1e-12)  # lengths are homogeneous, whatever the plan


def test_a_basis_goes_from_one_way_of_pricing_to_the_other(monkeypatch):
    rng = np.random.default_rng(5)
    labels, values = rng.permutation(np.arange(300) < 140)[None], []
    bases, points = Trees(*label_supplies(labels)), rng.standard_normal((1, 2, 300))
    for in_blocks in (False, True, True, False, True):
        points += 0.1 * rng.standard_normal(points.shape)
        monkeypatch.setattr(block_simplex, "pays", lambda *_, pays=in_blocks: pays)
        bases.solve(points, ALONE)
        values.append(oracles.linear_program(points[0][:, labels[0]].T, points[0][:, ~labels[0]].T))
        assert bases.value[0] == pytest.approx(values[-1], rel=1e-9)


def interrupted(monkeypatch, points, supplies, budget):
    """Bases after one call of the solver, with so much work allowed."""
    bases = Trees(*supplies)

    def stop():
        raise KeyboardInterrupt

    calls = iter([lambda: None, stop])
    with monkeypatch.context() as patch:
        patch.setattr(basis, "BUDGET", budget)
        patch.setattr(trees, "checkpoint", lambda: next(calls)())
        with pytest.raises(KeyboardInterrupt):
            bases.solve(points, ALONE)
    return bases


@pytest.mark.parametrize("kind", strategies.KINDS)
@pytest.mark.parametrize(("n", "m"), [(1, 5), (9, 1), (64, 64), (100, 150), (97, 211)])
def test_the_first_basis_is_a_strongly_feasible_tree(monkeypatch, n, m, kind):
    """What stands after one pivot at most: a preorder with depths, all supplies, and empty arcs that point up."""
    x, y = strategies.draw_pair(np.random.default_rng(n), n, m, 2, kind)
    points = np.concatenate([x, y]).T[None].copy()
    bases = interrupted(monkeypatch, points, label_supplies((np.arange(n + m) < n)[None]), -1)
    parent, depth, thread, back = bases.tree[0].astype(int)
    flow, root, seen = bases.flow[0], n + m, [n + m]
    for _ in range(n + m):
        v = thread[seen[-1]]
        assert back[v] == seen[-1]
        assert parent[v] in seen
        assert depth[v] == depth[parent[v]] + 1
        seen.append(v)
    assert sorted(seen) == list(range(n + m + 1))
    assert thread[seen[-1]] == root
    balance = np.zeros(n + m + 1, int)
    for v in range(n + m):
        assert parent[v] == root or (v < n) != (parent[v] < n)
        assert flow[v] > 0 or (flow[v] == 0 and v < n)
        balance[[v, parent[v]]] += flow[v]
    assert np.array_equal(balance[:-1], np.abs(bases.supply[0]))
    assert balance[root] == 0


@pytest.mark.parametrize("budget", [1, 20_000])
def test_a_spent_budget_changes_nothing(monkeypatch, budget):
    points = np.random.default_rng(6).standard_normal((1, 3, 210))
    supplies = label_supplies((np.arange(210) < 90)[None])
    whole, pieces = Trees(*supplies), Trees(*supplies)
    whole.solve(points, ALONE)
    monkeypatch.setattr(basis, "BUDGET", budget)
    pieces.solve(points, ALONE)
    assert pieces.value[0] == pytest.approx(whole.value[0], rel=1e-13)
    assert np.array_equal(pieces.plan(0).toarray(), whole.plan(0).toarray())


@pytest.mark.parametrize("size", [np.nan, np.inf, 1e200])
def test_lengths_that_are_no_numbers_prove_nothing(size):
    points = np.random.default_rng(7).standard_normal((1, 2, 200))
    points[0, 0, 4] = size
    bases = Trees(*label_supplies((np.arange(200) < 100)[None]))
    with pytest.raises(TransportError, match="please report the data"):
        bases.solve(points, ALONE)


def test_a_flow_that_does_not_balance_is_refused():
    points = np.random.default_rng(8).standard_normal((1, 2, 200))
    bases = Trees(*label_supplies((np.arange(200) < 100)[None]))
    bases.solve(points, ALONE)
    bases.flow[0, int(np.argmax(bases.flow[0, :200] > 0))] += 1
    with pytest.raises(TransportError, match="gap inf in supply units after 0 pivots"):
        bases.solve(points, ALONE)
    assert bases.status[0] == basis.STALLED


@pytest.mark.parametrize("n", [1, 7, 8, 9, 100, 128, 129])
@pytest.mark.parametrize("kind", strategies.KINDS[:3])
def test_cells_of_the_order_are_cut_across_their_widest_side(n, kind):
    points = np.ascontiguousarray(strategies.draw_cloud(np.random.default_rng(n), n, 3, kind).T)
    order = np.arange(n)
    sort_by_nearness(points, order, 8)
    assert sorted(order.tolist()) == list(range(n))
    half = 8
    while half < n:
        for start in range(0, n - half, 2 * half):
            first, second = points[:, order[start : start + half]], points[:, order[start + half : start + 2 * half]]
            both = np.concatenate([first, second], axis=1)
            widest = int(np.argmax(np.ptp(both, axis=1)))
            assert first[widest].max() <= second[widest].min()
        half *= 2


@pytest.mark.parametrize("kind", strategies.KINDS)
def test_shares_of_coarse_arcs_are_a_forest_that_delivers_all(kind):
    """Of 300 rows, and of weights with large differences."""
    rng = np.random.default_rng(9)
    points = np.concatenate(strategies.draw_pair(rng, 120, 180, 3, kind)).T.copy()
    weights = rng.integers(1, 2, 120) + rng.integers(0, 40, 120) ** 3
    sinks = np.diff(
        np.sort(rng.choice(np.arange(1, weights.sum()), 179, replace=False)), prepend=0, append=weights.sum()
    )
    supply = np.concatenate([weights, -sinks])
    centres, supplies, run = gather(points, supply, 120)
    assert len(supplies) == 30 + 45
    np.testing.assert_allclose(centres[:, 0], points[:, :4].mean(axis=1), rtol=1e-14, atol=1e-15)
    arcs = block_simplex._solve_coarse(centres, supplies, 30, False)
    matches = share_out(arcs, centres, run, points, supply, 120)
    assert np.all(matches[:, 2] > 0)
    delivered = np.zeros(300, int)
    np.add.at(delivered, matches[:, :2], matches[:, 2:])
    assert np.array_equal(delivered, np.abs(supply))
    graph = sparse.coo_array((np.ones(len(matches)), tuple(matches[:, :2].T)), shape=(300, 300))
    n_components, _ = sparse.csgraph.connected_components(graph, directed=False)
    assert len(matches) == 300 - n_components
    moved = np.zeros((75, 75), int)
    np.add.at(moved, tuple(run[matches[:, :2]].T), matches[:, 2])
    assert {(i, j, moved[i, j]) for i, j in np.argwhere(moved)} == set(map(tuple, arcs.tolist()))
