"""Notes on the data: one for each kind, short, and inert whatever columns are called."""

import pytest

from setapart.data.fill_values import FillValue
from setapart.data.identifiers import Identifier
from setapart.data.screening import LeftOut, Omission, Overlap, Screening
from setapart.results.notes import Caution, DataNote, without_data_notes
from setapart.results.screening import screening_notes

LABELS = ("before", "after")


def only(**found):
    (note,) = screening_notes(Screening(**found), LABELS)
    assert isinstance(note, Caution)
    return note


def test_nothing_doubtful_has_no_note():
    assert screening_notes(Screening(), LABELS) == ()


def test_columns_with_one_fill_value_stand_together():
    found = (FillValue("a", -9999.0, (12, 3)), FillValue("b", -9999.0, (0, 1)), FillValue("c", 1e20, (1, 0)))
    assert only(fill_values=found) == (
        "Likely fill values, written where a value is missing: -9999 in 'a' (12 rows of before, 3 of after) and 'b' (1 "
        "row of after); 1e+20 in 'c' (1 row of before). Read as a number, it dominates all distances: replace -9999 "
        "and 1e+20 by NaN and use nan_policy='omit'."
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(-9999.0, "-9999"), (9999.9, "9999.9"), (2147483647.0, "2147483647"), (9.969209968386869e36, "9.96921e+36")],
)
def test_a_fill_value_is_written_as_files_have_it(value, text):
    assert f"missing: {text} in 'a' (" in only(fill_values=(FillValue("a", value, (2, 2)),))


def test_of_many_columns_the_first_are_named():
    found = tuple(Identifier(f"id{j}", "name") for j in range(8))
    told = only(identifiers=found)
    assert told.startswith("'id0' (by its name), ")
    assert "'id4' (by its name) and 3 more look like " in told
    assert told.endswith(
        "leave them out, or call the rows by one of them with .set_index (pandas) or .indexed_by (a Table)."
    )


def test_names_are_inert():
    told = only(omissions=(Omission("red\x1b[31m", (1, 0), (3, 1), (4, 400)),))
    assert "'red\\x1b[31m' is missing in 75 % of after (3 of 4 rows) and 0 % of before (1 of 400)." in told


def test_rows_left_out_name_the_column_that_costs_most():
    assert only(left_out=LeftOut((0, 1), (80, 3), (200, 150), "a", (16, 0))) == (
        "Rows were left out unevenly: 40 % of before (80 of 200 rows) and 2 % of after (3 of 150); 'a' costs most of "
        "them, 16 rows of before and 0 of after. If these rows are unlike the rest, that alone can create or hide a "
        "difference: keep them with nan_policy='indicator', or leave the column out."
    )


def test_sparse_rows_cannot_be_kept():
    note = only(omissions=(Omission("a", (1, 0), (3, 1), (4, 400)),), fillable=False)
    assert note.endswith(" that alone can create or hide a difference: leave the column out.")


def test_rows_that_are_shared_in_part_are_counted():
    told = only(overlap=Overlap((0, 1), 1_200, 2_000))
    assert told.startswith("1,200 of the 2,000 rows of before are also in after, number for number: ")


def test_other_notes_are_told_from_those_on_data():
    assert without_data_notes(("mind", DataNote("data"), Caution("care"))) == ("mind", "care")
