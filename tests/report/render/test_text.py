import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans import calibration_of, curve_of
from setapart._words import width
from setapart.report.document import Document, Grid, origin
from setapart.report.render.text import WIDTH, aligned, filled, render_text

CELLS = st.text(st.sampled_from("ab1.%漢"), max_size=9)


def test_names_stand_to_the_left_and_columns_to_the_right():
    assert aligned(["n", "25"], ["power", "0.9"]) == [" n  power", "25    0.9"]
    assert aligned(["n", "25"], names=["", "漢字"]) == ["       n", "漢字  25"]


@given(st.data(), st.integers(1, 4), st.integers(1, 5))
def test_all_columns_end_below_one_another(data, columns, rows):
    table = [data.draw(st.lists(CELLS, min_size=rows, max_size=rows)) for _ in range(columns)]
    names, *others = table
    whole = sum(max(map(width, column)) for column in table) + 2 * (columns - 1)
    shown, labelled = aligned(*table), aligned(*others, names=names)
    assert {width(line) for line, last in zip(shown, table[-1], strict=True) if last} <= {whole}
    for lines in (shown, labelled):
        assert len(lines) == rows
        assert all(line == line.rstrip() and width(line) <= whole for line in lines)


def test_columns_have_one_length():
    with pytest.raises(ValueError, match="zip"):
        aligned(["n", "1"], ["power"])


def test_paragraphs_are_filled_with_sentences():
    text = filled("One sentence of words.", "Another-one " * 12 + "x" * 99)
    lines = text.splitlines()
    assert " ".join(lines).split() == ["One", "sentence", "of", "words."] + ["Another-one"] * 12 + ["x" * 99]
    assert max(map(len, lines[:-1])) <= WIDTH
    assert lines[-1] == "x" * 99


@pytest.mark.parametrize("result", [curve_of([1, 2, 3, 4]), calibration_of([0.5])])
def test_the_origin_is_the_seed_the_time_and_the_version(result):
    assert origin(result) == "Seed 7, 0.2 s, setapart 1.2.3."


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("length", [5, 60])
def test_tables_fit_the_terminal_and_numbers_stay_whole(columns, length):
    names = [f"{j}{'n' * (length - 2)}{j}" for j in range(4)]
    values = [f"{12345678 + j}" for j in range(4)]
    grid = Grid(
        "t",
        (["what", *(f"{name}, median" for name in names)], ["before", *values], ["after", *values], ["p", *"1234"]),
        marks=("", "", "moved", ""),
        more="3 more",
        hint="ask()",
    )
    lines = render_text(Document("t", "v", ("v.",), (grid,)), columns=columns).splitlines()
    assert max(map(len, lines)) <= columns
    assert all(" ".join(lines).count(value) == 2 for value in values)
    assert "… and 3 more: ask()" in lines
    rows = [line for line in lines if ", median" in line]
    assert [(row[0], row.partition(",")[0][-1]) for row in rows] == [(f"{j}", f"{j}") for j in range(4)]


def test_a_table_of_many_columns_stands_in_parts_with_the_names():
    grid = Grid("t", (["feature", "x1", "x2"], *([f"direction {j}", "0.1234", "0.5"] for j in range(9))))
    text = render_text(Document("t", "v", ("v.",), (grid,)))
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("feature ") == text.count("x1 ") == 2
    assert all(text.count(f"direction {j}") == 1 for j in range(9))
