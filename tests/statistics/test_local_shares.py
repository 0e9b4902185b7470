"""Weights of near rows against their definition, and that neither labels nor the order of the rows have a say."""

import numpy as np
import pytest

from setapart._designs import Clustered, Paired, Stratified
from setapart.inference.relabellings import chance_of_first, relabellings
from setapart.statistics.local_shares import LocalShares, Neighbourhood

DISTINCT = np.random.default_rng(0).normal(size=(130, 3))
COUNTS = np.random.default_rng(1).poisson(1.0, size=(130, 2)).astype(float)


def weights_by_definition(pooled, neighbours):
    """Row by row, neighbours in order of distance, then of values; equal rows share what they have together."""
    size = len(pooled)
    one_way = np.zeros((size, size))
    equal = np.all(pooled[:, None] == pooled[None], axis=2)
    for i in range(size):
        apart = np.linalg.norm(pooled - pooled[i], axis=1)
        order = sorted(range(size), key=lambda j: (apart[j], *pooled[j]))
        ranked = np.zeros(size)
        ranked[order] = [1.0 / (r + 1) ** 0.75 if r <= neighbours else 0.0 for r in range(size)]
        one_way[i] = [ranked[equal[j]].mean() for j in range(size)]
        one_way[i] /= one_way[i].sum()
    return one_way + one_way.T


@pytest.mark.parametrize("pooled", [DISTINCT, COUNTS], ids=["distinct", "many equal"])
def test_weights_are_those_of_the_definition(pooled):
    places = Neighbourhood.of(pooled)
    for neighbours in (20, 80):
        expected = weights_by_definition(pooled, neighbours)
        computed = places.weights(neighbours).toarray()[places.group]
        np.testing.assert_allclose(computed, expected, atol=1e-12)


@pytest.mark.parametrize("pooled", [DISTINCT, COUNTS, 1e-200 * DISTINCT, 1e200 * DISTINCT])
def test_the_order_of_the_rows_has_no_say(pooled):
    order = np.random.default_rng(2).permutation(len(pooled))
    chance, labels = np.full(len(pooled), 0.5), np.arange(len(pooled)) < 50
    everyone = np.arange(len(pooled))
    values = []
    for rows in (everyone, order):
        places = Neighbourhood.of(pooled[rows])
        values.append(LocalShares.of(places, chance, everyone).excess(labels[rows][None])[:, places.group, 0])
    np.testing.assert_allclose(values[1], values[0][:, order], atol=1e-14)


def test_of_equal_distances_the_place_with_the_smaller_values_comes_first():
    lattice = np.stack(np.meshgrid(np.arange(10.0), np.arange(10.0)), axis=-1).reshape(-1, 2)
    places = Neighbourhood.of(lattice)
    values = np.unique(lattice, axis=0)
    for i in (0, 44, 99):
        apart = np.linalg.norm(values - values[i], axis=1)
        order = np.lexsort((np.arange(100), apart))
        assert places.nearest[i].tolist() == order[:81].tolist()


@pytest.mark.parametrize(
    ("design", "n"),
    [
        (None, 3),
        (Paired(), 4),
        (Stratified(np.array([0, 0, 1, 1, 0, 1, 1, 1])), 4),
        (Clustered(np.array([0, 0, 1, 2, 2, 2, 3, 4])), 3),
    ],
)
def test_the_chance_of_a_row_is_its_share_of_all_relabellings(design, n):
    family = relabellings(n, 8 - n, n_resamples=999, seed=0, design=design)
    assert family.exact
    np.testing.assert_allclose(family.rows(0, family.count).mean(axis=0), chance_of_first(n, 8, design), atol=1e-12)


def test_gaps_are_distances_from_the_tenth_nearest_row():
    places = Neighbourhood.of(DISTINCT)
    apart = np.linalg.norm(DISTINCT[:, None] - DISTINCT[None], axis=2)
    expected = np.sort(apart, axis=1)[:, 10]
    ratio = places.gaps[places.group] / expected
    np.testing.assert_allclose(ratio, ratio[0])


def test_parts_are_joined_by_steps_to_near_places():
    line = np.concatenate([np.arange(20.0), 100.0 + np.arange(20.0)])[:, None]
    places = Neighbourhood.of(line)
    part = places.touching(np.array([0, 1, 2, 20, 21, 39]))
    assert part[0] == part[1] == part[2]
    assert part[3] == part[4]
    assert len(set(part.tolist())) == 3  # 39 is too far from 21
