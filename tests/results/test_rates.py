"""Rates side by side: as many digits as tell them apart, and 100 % only of all rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart._words import rate_percents


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        ((0.32, 0.65), ("32 %", "65 %")),
        ((0.003, 0.0124), ("0.3 %", "1.2 %")),
        ((0.9955, 1.0), ("99.55 %", "100 %")),
        ((0.0, 0.00043), ("0 %", "0.043 %")),
        ((0.996, 0.9999), ("99.6 %", "99.99 %")),
        ((0.9, 0.999), ("90 %", "99.9 %")),
        ((0.501, 0.502), ("50.1 %", "50.2 %")),
        ((0.95, 0.9501), ("95 %", "95.01 %")),
        ((0.5, 0.5), ("50 %", "50 %")),
        ((0.0, 1.0), ("0 %", "100 %")),
    ],
)
def test_rates_are_told_apart(rates, told):
    assert rate_percents(*rates) == told


@given(st.integers(1, 10**6), st.data())
def test_different_rates_look_different_and_only_all_rows_are_all(n, data):
    counts = [data.draw(st.integers(0, n)) for _ in range(2)]
    told = rate_percents(*(count / n for count in counts))
    assert (told[0] == told[1]) == (counts[0] == counts[1])
    for count, shown in zip(counts, told, strict=True):
        assert (shown == "0 %", shown == "100 %") == (count == 0, count == n)
        assert float(shown[:-2]) == pytest.approx(100.0 * count / n, rel=0.051)  # two digits of what is less
