import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart._words import distinct_names, inert, plain, shortened, width


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
        ("a\u200b\u2060\ufeff", "a\\u200b\\u2060\\ufeff"),
        ("soft\u00adhyphen \u061c", "soft\\xadhyphen \\u061c"),
        ("tag \U000e0061", "tag \\U000e0061"),
        ("no\u00a0break", "no\\xa0break"),
        ("filler \u3164\u2800", "filler \\u3164\\u2800"),
        ("a\u200db\ufe0f", "a\\u200db\\ufe0f"),
        ("👩🏽\u200d🔬 and ❤\ufe0f", "👩🏽\u200d🔬 and ❤\ufe0f"),
        ("e\u0301", "e\u0301"),
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


@pytest.mark.parametrize(
    ("name", "shown"),
    [("", "''"), (" ", r"\x20"), ("dose ", r"dose\x20"), ("  a", r"\x20\x20a"), ("a  b c", r"a \x20b c")],
)
def test_blanks_that_are_not_seen_are_written_out(name, shown):
    assert inert(name, 20) == shown


def test_names_that_differ_in_what_is_not_seen_look_different():
    names = ["a", "a\u200b", "a ", "a\u00a0", " a", ""]
    assert distinct_names(names, 20) == ["a", r"a\u200b", r"a\x20", r"a\xa0", r"\x20a", "''"]


def test_the_longest_names_take_no_time():
    name = "a" * 1_000_000  # hours, were the time to grow with the square
    assert shortened(name, 9) == "aaaa…aaaa"
    assert len(set(distinct_names([name + str(i) + name for i in range(3)], 20))) == 3


def test_long_names_are_shortened_around_what_differs():
    rows = [f"a very long group name, number {i} of the lot, (treated)" for i in (2, 30, 31)]
    assert len({shortened(name, 20) for name in rows}) == 1
    shown = ["…mber 2 of…(treated)", "…mber 30 o…(treated)", "…mber 31 o…(treated)", "short"]
    assert distinct_names([*rows, "short"], 20) == shown


def test_names_that_differ_in_two_places_are_numbered():
    names = ["a" * 50 + one + "b" * 50 + two + "c" * 50 for one in "12" for two in "34"]
    shown = distinct_names([*names, names[0]], 20)
    assert shown[:4] == ["…aaaaa1b…cccccccc #1", "…aaaaa1b…cccccccc #2", "…aaaaa2b…cccccccc #3", "…aaaaa2b…cccccccc #4"]
    assert shown[4] == shown[0]
    assert distinct_names(["a\n", r"a\x0a"], 20) == [r"a\x0a #1", r"a\x0a #2"]


@given(
    st.lists(st.lists(st.sampled_from(["a" * 15, "b", "c\n", "日"]), max_size=5).map("".join), max_size=12),
    st.integers(12, 24),
)
def test_no_two_names_look_alike(names, limit):
    shown = distinct_names(names, limit)
    assert len(set(shown)) == len(set(names))
    assert all(width(name) <= limit for name in shown)
    short = [inert(name, limit) for name in names]
    if len(set(short)) == len(set(names)):
        assert shown == short


def test_width_counts_columns_of_a_terminal():
    assert [width(text) for text in ("abc", "日本", "e\u0301")] == [3, 4, 1]
