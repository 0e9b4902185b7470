"""Refits: what each is a function of, and that designs and halves are kept."""

import numpy as np
import pytest

from problems import problem_of
from setapart._designs import Clustered, Paired
from setapart.explain.refits import Search, halves, refits
from setapart.inference.units import units_of
from setapart.statistics.projected import ProjectedWasserstein


def search_of(n=12, m=15, d=4, k=1, seed=3):
    pooled = np.random.default_rng(0).standard_normal((n + m, d))
    pooled[n:, 1] += 2.0
    return Search(ProjectedWasserstein(k), problem_of(pooled, n), seed)


def test_a_refit_is_a_function_of_the_seed_and_its_number():
    search = search_of()
    units = units_of(12, 27, None)
    found = refits(search, units, 6)
    for n_refits, n_jobs in ((3, None), (6, 2)):
        again = refits(search, units, n_refits, n_jobs=n_jobs)
        assert all(np.array_equal(one, other) for one, other in zip(again, found, strict=False))
    assert not np.array_equal(found[0], found[1])
    other = refits(search_of(seed=4), units, 1)
    assert not np.array_equal(other[0], found[0])


def test_on_all_rows_the_search_is_that_of_the_test():
    search = search_of()
    start = np.random.default_rng(np.random.SeedSequence(3, spawn_key=(1,)))
    found = search.statistic.prepare(search.problem.pooled, rng=start).describe(search.problem.observed)
    assert np.array_equal(search.directions(np.arange(27)), found.directions)


@pytest.mark.parametrize("k", [1, 2])
def test_halves_learn_on_one_side_and_hold_out_the_other(k):
    search = search_of(k=k)
    units = units_of(12, 27, None)
    for one, other in halves(search, units, 2):
        assert np.intersect1d(one.held_out, other.held_out).size == 0
        assert np.union1d(one.held_out, other.held_out).tolist() == list(range(27))
        assert np.array_equal(one.directions, search.directions(other.held_out))
        assert np.array_equal(other.directions, search.directions(one.held_out))


@pytest.mark.parametrize("design", [Paired(), Clustered(np.repeat(np.arange(8), 3))])
def test_halves_keep_pairs_and_clusters_whole(design):
    n, size = 12, 24
    search = search_of(n, n)
    units = units_of(n, size, design)
    ((one, other),) = halves(search, units, 1)
    assert not set(units.of_row[one.held_out]) & set(units.of_row[other.held_out])


def test_samples_of_three_rows_are_not_divided():
    search = search_of(3, 15)
    assert halves(search, units_of(3, 18, None), 5) == []
