"""Orders of a series: whole blocks change places, each order as likely as the others, the same for the same seed."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.inference.blocks import BlockOrders


@given(st.integers(1, 30), st.integers(1, 9), st.integers(1, 50))
def test_whole_blocks_change_places_and_what_is_left_over_stays(size, block, number):
    block = min(block, size)
    order = BlockOrders(size, block, 50, 3).order(number)
    moved = size // block * block
    blocks = order[:moved].reshape(-1, block)
    assert np.array_equal(blocks - blocks[:, :1], np.broadcast_to(np.arange(block), blocks.shape))
    assert sorted(blocks[:, 0]) == list(range(0, moved, block))
    assert order[moved:].tolist() == list(range(moved, size))


def test_each_order_is_as_likely_as_the_others():
    orders = BlockOrders(7, 2, 3_000, 1)
    seen = Counter(tuple(orders.order(b)) for b in range(1, 3_001))
    assert len(seen) == orders.distinct == 6
    assert all(abs(count - 500) < 4.5 * np.sqrt(3_000 * 5 / 36) for count in seen.values())


@pytest.mark.parametrize(("other", "same"), [((7, ()), True), ((8, ()), False), ((7, (0, 9)), False)])
def test_orders_follow_from_seed_and_key(other, same):
    first, second = BlockOrders(9, 1, 5, 7), BlockOrders(9, 1, 5, other[0], other[1])
    assert all(np.array_equal(first.order(b), second.order(b)) for b in range(1, 6)) is same
    assert first.order(0).tolist() == second.order(0).tolist() == list(range(9))
