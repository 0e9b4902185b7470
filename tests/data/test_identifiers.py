"""Row numbers and identifiers among the features: found by order, range or name, and only then."""

import numpy as np
import pytest

from setapart.data.identifiers import identifiers
from setapart.datasets import penguins

SHUFFLED = np.random.default_rng(0).permutation


def found(x, y=None, name="x1"):
    parts = [np.asarray(part, dtype=float)[:, None] for part in (x, y) if part is not None]
    return [one.sign for one in identifiers(parts, [name])]


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (np.arange(1000, 1040), np.arange(1040, 1080)),
        (np.arange(40), np.arange(40)),
        (np.arange(40, 0, -1), np.arange(30, 0, -1)),
        (np.arange(0, 80, 2), np.arange(1, 81, 2)),
        (np.cumsum(SHUFFLED(40) + 1), np.cumsum(SHUFFLED(30) + 1)),
        (np.arange(12), None),
        (range(5), range(5)),
    ],
)
def test_sorted_whole_numbers_are_found(x, y):
    assert found(x, y) == ["sorted"]


def test_ranges_that_do_not_overlap_are_found():
    x, y = SHUFFLED(np.arange(1000, 1040)), SHUFFLED(np.arange(1040, 1080))
    assert found(x, y) == found(y, x) == ["apart"]
    assert found(x, y - 1) == []
    assert found(x[:8], y[:8]) == []  # of eight and eight, by chance once in 6,435


@pytest.mark.parametrize(
    "name",
    ["id", "ID", "patient_id", "PatientID", "patientId", "user.ids", "id_number", "UUID", "Unnamed: 0", "rownum"],
)
def test_names_for_identifiers_are_found_even_with_ties(name):
    assert found(SHUFFLED(40) // 2, SHUFFLED(40) // 2, name) == ["name"]
    assert found(SHUFFLED(40) + 0.5, SHUFFLED(40), name) == []
    assert found(np.ones(40), np.ones(40), name) == []


@pytest.mark.parametrize("name", ["index", "Row", "record no.", "row number", "patient", "sample_no"])
def test_names_that_may_be_measurements_are_found_where_no_number_comes_twice(name):
    assert found(SHUFFLED(40), SHUFFLED(40), name) == ["name"]
    assert found(SHUFFLED(40) // 2, SHUFFLED(40), name) == []


@pytest.mark.parametrize(
    "name", ["humid", "acid", "lipids", "body mass index", "number_of_rooms", "width", "row_width", "grid_step", "x3"]
)
def test_names_of_measurements_are_not_found(name):
    assert found(SHUFFLED(40), SHUFFLED(40), name) == []


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (np.repeat(np.arange(1990, 2010), 2), np.repeat(np.arange(1990, 2010), 2)),  # years, two rows each
        (np.sort(SHUFFLED(80)[:40] // 2), SHUFFLED(40)),  # ages in order, with ties
        (np.arange(40) + 0.5, np.arange(40)),
        (np.arange(40), SHUFFLED(40)),
        (np.arange(4), np.arange(5)),  # too few
        (np.random.default_rng(1).integers(0, 10**6, 40), np.random.default_rng(2).integers(0, 10**6, 40)),
        (2.0**53 + 2.0 * np.arange(40), np.arange(40)),
    ],
)
def test_other_numbers_are_not_found(x, y):
    assert found(x, y) == []


def test_real_tables_have_none():
    table = penguins().select(["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "year"])
    rows = np.column_stack([table[name] for name in table.columns])
    rows = rows[~np.isnan(rows).any(axis=1)]
    assert identifiers([rows[:150], rows[150:]], table.columns) == ()
