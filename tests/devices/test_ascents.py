"""The search along the line on a device, where it could go another way than on the processor."""

import numpy as np
import pytest
import torch

import setapart as sa
from setapart.devices.device import chosen_device
from setapart.devices.moving import moved_family
from setapart.devices.starts import Groups
from setapart.projection.starts import Starts
from setapart.statistics.family import SharedDistances
from setapart.transport.supplies import label_supplies


def families(statistic, pooled, device="cpu float64"):
    family = SharedDistances(pooled).prepare([statistic], rng=np.random.default_rng(2))
    return family, moved_family(family, [statistic], chosen_device(device), pooled.shape)


def labellings(size, count, first, seed=1):
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(size) < first for _ in range(count)])


@pytest.mark.parametrize("shape", [(12, 1), (9, 20), (10, 3)])
@pytest.mark.parametrize(
    "statistic", [sa.ProjectedWasserstein(1), sa.ProjectedWasserstein(1, centred=True), sa.CovarianceDifference()]
)
def test_few_features_and_few_rows(shape, statistic):
    pooled = np.random.default_rng(0).standard_normal(shape)
    here, there = families(statistic, pooled)
    labels = labellings(len(pooled), 5, 4)
    np.testing.assert_allclose(there.evaluate(labels), here.evaluate(labels), rtol=1e-9)


@pytest.mark.parametrize("starts", [Starts(True, 0, 0), Starts(False, 4, 0), Starts(False, 0, 2)])
def test_each_kind_of_start(starts):
    pooled = np.random.default_rng(0).standard_normal((25, 3)) * [1.0, 2.0, 3.0]
    here, there = families(sa.ProjectedWasserstein(1, starts=starts, n_steps=5), pooled)
    labels = labellings(25, 5, 10)
    np.testing.assert_allclose(there.evaluate(labels), here.evaluate(labels), rtol=1e-9)


def test_equal_rows_are_one_value_and_so_are_equal_means():
    """Nothing varies; and where the means are equal, the start from their difference has nowhere to point."""
    nothing = np.zeros((6, 2))
    here, there = families(sa.ProjectedWasserstein(1), nothing)
    assert there.evaluate(labellings(6, 3, 3)).tolist() == [[0.0]] * 3
    square = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    here, there = families(sa.ProjectedWasserstein(1, starts=Starts(True, 0, 0)), square)
    labels = np.array([[True, True, False, False]])
    np.testing.assert_allclose(there.evaluate(labels), here.evaluate(labels), rtol=1e-9)


def test_supplies_beyond_the_whole_numbers_of_float32():
    """With n = 4,999 and m = 5,003 rows the sums go up to 25 million; single precision has no more than 16."""
    size, first = 10_002, 4_999
    pooled = np.random.default_rng(0).standard_normal((size, 2))
    here, there = families(sa.ProjectedWasserstein(1, n_steps=4, starts=Starts(True, 0, 1)), pooled, "cpu")
    labels = labellings(size, 2, first)
    np.testing.assert_allclose(there.evaluate(labels), here.evaluate(labels), rtol=1e-4)


def test_the_two_samples_of_a_labelling():
    labels = np.array([[True, False, True, False, False, True], [False, True, True, True, True, False]])
    groups = Groups.of(torch.as_tensor(labels))
    supply, total = label_supplies(labels)
    assert np.array_equal(groups.supply(torch.float64).numpy(), supply)
    assert np.array_equal(groups.total.numpy(), total)
    assert groups.total_bound == total.max()
    points = torch.as_tensor([[1.0, 2.0, 6.0, 4.0, 0.0, 2.0], [5.0, 1.0, 2.0, 3.0, 6.0, 7.0]], dtype=torch.float64)
    assert groups.centred(points).tolist() == [[-2.0, 0.0, 3.0, 2.0, -2.0, -1.0], [-1.0, -2.0, -1.0, 0.0, 3.0, 1.0]]
    assert torch.allclose(groups.weights().sum(1), torch.zeros(2, dtype=torch.float64))


@pytest.mark.parametrize("centred", [False, True])
def test_labellings_that_only_swap_equal_rows_tie(centred):
    """In float32 up to rounding, wherever they stand in a batch; so does the mirror image of a labelling."""
    rng = np.random.default_rng(3)
    pooled = rng.integers(0, 3, (24, 2)).astype(float)
    _, there = families(sa.ProjectedWasserstein(1, centred=centred), pooled, "cpu")
    labels = labellings(24, 6, 12)
    swapped = labels.copy()
    for row in swapped:
        for value in np.unique(pooled, axis=0):
            equal = np.flatnonzero((pooled == value).all(axis=1))
            row[equal] = rng.permutation(row[equal])
    assert not np.array_equal(labels, swapped)
    values = there.evaluate(labels)
    np.testing.assert_allclose(there.evaluate(swapped[::-1])[::-1], values, rtol=4 * 2.0**-23)
    assert np.array_equal(there.evaluate(~labels), values)
