import pytest

from setapart.present.names import plain, shortened, width


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


def test_width_counts_columns_of_a_terminal():
    assert [width(text) for text in ("abc", "日本", "e\u0301")] == [3, 4, 1]
