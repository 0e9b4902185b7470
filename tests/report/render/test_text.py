import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans import calibration_of, curve_of
from setapart._words import width
from setapart.report.document import origin
from setapart.report.render.text import _LINE, aligned, filled

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
    assert max(map(len, lines[:-1])) <= _LINE
    assert lines[-1] == "x" * 99


@pytest.mark.parametrize("result", [curve_of([1, 2, 3, 4]), calibration_of([0.5])])
def test_the_origin_is_the_seed_the_time_and_the_version(result):
    assert origin(result) == "Seed 7, 0.2 s, setapart 1.2.3."
