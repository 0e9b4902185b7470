import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.present.names import inert, plain, shortened, told_apart, width


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("bill_length_mm", "bill_length_mm"),
        ("größe in µm", "größe in µm"),
        ("red\x1b[31m", "red\\x1b[31m"),
        ("two\nlines\r\t", "two\\x0alines\\x0d\\x09"),
        ("c1 \x9b2J", "c1 \\x9b2J"),
        ("delete\x7f", "delete\\x7f"),
        ("a\u202egnp.exe", "a\\u202egnp.exe"),
        ("line\u2028end", "line\\u2028end"),
        ("file\udcff", "file\\udcff"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(name, shown):
    assert plain(name) == shown
    plain(name).encode("utf-8")


@pytest.mark.parametrize(
    ("name", "limit", "shown"),
    [
        ("short", 5, "short"),
        ("abcdefghij", 9, "abcd…ghij"),
        ("abcdefghij", 8, "abcd…hij"),
        ("日本語日本語", 7, "日…語"),
        ("日本語日本語", 9, "日本…本語"),
    ],
)
def test_long_names_lose_their_middle(name, limit, shown):
    assert shortened(name, limit) == shown
    assert width(shown) <= limit


def test_long_names_are_shortened_around_what_differs():
    rows = [f"a very long group name, number {i} of the lot, (treated)" for i in (2, 30, 31)]
    assert len({shortened(name, 20) for name in rows}) == 1
    shown = ["…mber 2 of…(treated)", "…mber 30 o…(treated)", "…mber 31 o…(treated)", "short"]
    assert told_apart([*rows, "short"], 20) == shown


def test_names_that_differ_in_two_places_are_numbered():
    names = ["a" * 50 + one + "b" * 50 + two + "c" * 50 for one in "12" for two in "34"]
    shown = told_apart([*names, names[0]], 20)
    assert shown[:4] == ["…aaaaa1b…cccccccc #1", "…aaaaa1b…cccccccc #2", "…aaaaa2b…cccccccc #3", "…aaaaa2b…cccccccc #4"]
    assert shown[4] == shown[0]
    assert told_apart(["a\n", r"a\x0a"], 20) == [r"a\x0a #1", r"a\x0a #2"]


@given(
    st.lists(st.lists(st.sampled_from(["a" * 15, "b", "c\n", "日"]), max_size=5).map("".join), max_size=12),
    st.integers(12, 24),
)
def test_no_two_names_look_alike(names, limit):
    shown = told_apart(names, limit)
    assert len(set(shown)) == len(set(names))
    assert all(width(name) <= limit for name in shown)
    short = [inert(name, limit) for name in names]
    if len(set(short)) == len(set(names)):
        assert shown == short


def test_width_counts_columns_of_a_terminal():
    assert [width(text) for text in ("abc", "日本", "e\u0301")] == [3, 4, 1]
