"""Numbers with marks: the number that each spells, worked out by hand."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setapart.data.cells import as_number
from setapart.data.marked_numbers import MarkedNumber, decimal_mark, marked_number, marked_texts


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("$1,234.50", 1234.5, "$"),
        ("-$2", -2.0, "$"),
        ("$-2", -2.0, "$"),
        ("−$2", -2.0, "$"),
        ("($3.50)", -3.5, "$"),
        ("(3.50)", -3.5, ""),
        ("US$ 7", 7.0, "US$"),
        ("USD 5", 5.0, "USD"),
        ("5 EUR", 5.0, "EUR"),
        ("1 234 kr", 1234.0, "kr"),
        ("12 %", 12.0, "%"),
        ("12percent", 12.0, "%"),
        ("3 kg", 3.0, "kg"),
        ("1e3 m", 1000.0, "m"),
        ("20 °C", 20.0, "°C"),
        ("3 μg", 3.0, "µg"),
        ("4 m²", 4.0, "m²"),
        ("1'000'000", 1e6, ""),
        ("1_000", 1000.0, ""),
        (".5 mg/L", 0.5, "mg/L"),
    ],
)
def test_a_number_and_its_unit(text, value, unit):
    assert marked_number(text) == MarkedNumber(value, unit)


@pytest.mark.parametrize(
    ("text", "value", "side"),
    [("<0.1", 0.1, -1), ("< 0.1 mg/L", 0.1, -1), ("≤3", 3.0, -1), (">500", 500.0, 1), (">= 1,000", 1000.0, 1)],
)
def test_a_limit_of_detection(text, value, side):
    number = marked_number(text)
    assert (number.value, number.side, number.kind) == (value, side, "censored")


@pytest.mark.parametrize(
    "text",
    [
        "12:30",
        "2024-01-31",
        "01.02.2020",
        "p7",
        "v1.2",
        "1st",
        "0x10",
        "1,2,3",
        "12,34.5",
        "0,123",
        "$0,500",
        "(3",
        "--2",
        "-(2)",
        "<<1",
    ]
    + ["$5 %", "abc 5", "3 kg 5", "", "%", "kg", "1 2", "USD"],
)
def test_what_is_none(text):
    assert marked_number(text) is None


@given(st.floats(-1e9, 1e9).map(lambda value: round(value, 2)))
def test_what_python_writes_with_thousands_is_read_back(value):
    assert marked_number(f"{value:,.2f} €") == MarkedNumber(value, "€")
    swapped = f"{value:,.2f}".translate(str.maketrans(",.", ".,"))
    assert marked_number(f"€{swapped}", ",") == MarkedNumber(value, "€")


@pytest.mark.parametrize(
    ("texts", "stated", "mark"),
    [
        (["1.234,50 €", "3 €"], ".", ","),
        (["$1,234.50"], ",", "."),
        (["1,5"], ".", ","),
        (["1,234", "5,678"], ".", "."),  # thousands, as long as nothing else shows
        (["1,234", "5,678"], ",", ","),
        (["1,234", "0,5"], ".", ","),
        (["0,123"], ".", ","),
        (["1,234,567"], ".", "."),
        (["1.234.567"], ".", ","),
        (["1,5", "1.5"], ".", "."),  # a contradiction: the stated mark, by which one of them is refused
        (["red", "12"], ",", ","),
        (["<0,1"], ".", ","),
    ],
)
def test_the_mark_of_decimals(texts, stated, mark):
    assert decimal_mark(texts, stated) == mark


ANYTHING = st.text("0012359.,'_ %$€<≤>()+-−eExkgm²\u0663\u00a0\0", max_size=9)
AMOUNTS = st.builds(
    lambda mark, value, form: form.replace("#", mark.join(f"{value:,.2f}".split("."))),
    st.sampled_from(".,"),
    st.floats(-1e9, 1e9),
    st.sampled_from(["$#", "# kg", "<#", "(#)", "#%", "-#", "#", "#e3", "# m2"]),
)


def one_by_one(text, decimal):
    number = as_number(text, decimal)
    return marked_number(text, decimal) if number is None else MarkedNumber(number)


@given(st.lists(ANYTHING | AMOUNTS | st.sampled_from(["nan", "-inf", "0", "-0", "007", "1,000", "0,000", "1_0"])))
@example(["+.5109642e0325"])  # beyond all numbers
@pytest.mark.parametrize("decimal", [".", ","])
def test_texts_read_together_are_read_as_one_by_one(decimal, texts):
    texts = [text.strip() for text in texts]
    assert repr(marked_texts(texts, decimal)) == repr([one_by_one(text, decimal) for text in texts])
    shown = {decimal_mark([text], "none") for text in texts} - {"none"}
    assert decimal_mark(texts, decimal) == (shown.pop() if len(shown) == 1 else decimal)
