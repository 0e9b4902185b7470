from datetime import date

import numpy as np
import pandas as pd
import pytest

from setapart.data.masks import refuse_mask
from setapart.data.samples import two_samples
from setapart.data.table import Table
from setapart.data.weights import check_weights

MASKED = np.ma.masked_array([1.0, 2.0], mask=[False, True])


class Wrapped:
    """What xarray and others do: an array behind ``__array__``."""

    def __init__(self, inner):
        self.inner = inner

    def __array__(self, dtype=None, copy=None):
        return self.inner


class Broken:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("it lives on a device")


DISGUISES = {
    "plain": lambda masked: masked,
    "without a gap": lambda masked: np.ma.masked_array(masked.data),
    "list of masked arrays": lambda masked: [np.array([0.0, 1.0]), masked],
    "tuple of masked arrays": lambda masked: (masked, masked),
    "list of lists of masked arrays": lambda masked: [[masked], [masked]],
    "masked cell": lambda masked: [1.0, np.ma.masked],
    "masked cell of a row": lambda masked: [[1.0, 2.0], [1.0, np.ma.masked]],
    "object": Wrapped,
    "list of objects": lambda masked: [Wrapped(np.zeros(2)), Wrapped(masked)],
}


@pytest.fixture(params=DISGUISES)
def disguised(request):
    return DISGUISES[request.param](MASKED)


def test_samples(disguised):
    for pair, name in [((disguised, [[1.0, 2.0]]), "x"), (([[1.0, 2.0]], disguised), "y")]:
        message = rf"^{name} (is|holds) a masked .*; use \.filled\(numpy\.nan\), or drop the masked rows$"
        with pytest.raises(ValueError, match=message):
            two_samples(*pair)


def test_weights(disguised):
    with pytest.raises(ValueError, match=r"^w (is|holds) a masked .*; fill its gaps first"):
        check_weights(disguised, 2, "w")


def test_groups(disguised):
    message = r"^groups (is|holds) a masked .*; use None for a row without one, or drop the masked rows$"
    with pytest.raises(ValueError, match=message):
        two_samples([1.0, 2.0], groups=disguised)


@pytest.mark.parametrize("groups", [np.ma.array(["a", "b"], mask=[0, 1]), np.array(["a", np.ma.masked], dtype=object)])
def test_groups_of_text(groups):
    with pytest.raises(ValueError, match=r"^groups (is|holds) a masked "):
        two_samples([1.0, 2.0], groups=groups)


def test_columns_of_a_table(disguised):
    with pytest.raises(ValueError, match=r"^column 'a' (is|holds) a masked .*; use \.filled\(numpy\.nan\)"):
        Table({"a": disguised})


def test_object_arrays():
    with pytest.raises(ValueError, match=r"^x must hold numbers: row index 1, column index 0 holds masked"):
        two_samples(np.array([1.0, np.ma.masked], dtype=object), [1])


@pytest.mark.parametrize(
    "plain",
    [
        1.0,
        [],
        [[]],
        [1.0, None, "a", 2],
        [np.zeros(2), pd.Series([1, 2])],
        [date(2020, 1, 1), Broken()],
        Wrapped(np.zeros(2)),
        [Wrapped(np.zeros(2))],
        np.zeros(2),
    ],
)
def test_what_has_no_mask_passes(plain):
    assert refuse_mask(plain, "x", "fill it") is None


def test_objects_without_a_mask_are_data():
    assert two_samples([Wrapped(np.ones(2))], Wrapped(np.zeros((1, 2)))).x.tolist() == [[1, 1]]
