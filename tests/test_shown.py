"""What a notebook shows of the smaller results: escaped tables that nest."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from outlines import outline
from setapart._shown import Shown, html_table
from setapart.results import ComparedTest

HOSTILE = "<script>alert(1)</script>"


def cells(html):
    """The text of a table or two, cell by cell; tags must nest."""
    return outline(html).text


@pytest.fixture(scope="module")
def split():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 20, 3))
    return sa.two_sample_test(x, y + [0.0, 0.0, 2.0], statistic="pw_split", n_resamples=19)


def test_an_attribute_a_row(split):
    effect = split.effect
    assert cells(effect._repr_html_()) == [
        "Effect",
        *("distance", f"{effect.distance:.6g}", "low", f"{effect.low:.6g}", "high", f"{effect.high:.6g}"),
        *("distance_sd", f"{effect.distance_sd:.6g}", "low_sd", f"{effect.low_sd:.6g}"),
        *("high_sd", f"{effect.high_sd:.6g}", "without_difference", f"{effect.without_difference:.6g}"),
    ]


def test_a_distance_and_its_directions():
    x = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    assert cells(sa.wasserstein(x, x + [3.0, 4.0])._repr_html_())[:3] == ["WassersteinResult", "value", "5"]
    found = sa.projected_wasserstein(x, x + [3.0, 4.0], k=1)
    told = cells(found._repr_html_())
    assert told[:7] == ["Projection", "value", "5", "directions", "1", "search", found.message]
    assert told[7:] == [
        "Table: 2 rows, 3 columns",
        "feature",
        "share",
        "direction_1",
        "x2",
        "0.64",
        "0.8",
        "x1",
        "0.36",
        "0.6",
    ]


def test_a_table_is_cut_like_its_text():
    table = sa.Table({f"c{j}": np.arange(30) for j in range(20)})
    told = cells(table._repr_html_())
    assert told[0] == "Table: 30 rows, 20 columns"
    assert told[1:13] == [f"c{j}" for j in range(12)]
    assert told[13:] == [str(i) for i in range(10) for _ in range(12)] + ["…"] * 12
    assert cells(sa.Table({"a": np.array([1.5, np.nan]), "b": ["u", None]})._repr_html_()) == [
        *("Table: 2 rows, 2 columns", "a", "b", "1.5", "u", "nan"),
    ]


@dataclass(frozen=True)
class Bundle(Shown):
    name: str
    parts: tuple
    rows: np.ndarray


def test_what_comes_from_data_stays_text():
    parsed = outline(Bundle(HOSTILE, (HOSTILE, 0.125, None), np.zeros((2, 3)))._repr_html_())
    assert parsed.tags == {"table", "caption", "tbody", "tr", "th", "td"}
    assert parsed.text == [
        "Bundle",
        "name",
        HOSTILE,
        "parts",
        f"{HOSTILE}, 0.125, None",
        "rows",
        "array of shape (2, 3)",
    ]
    parsed = outline(sa.Table({HOSTILE: [HOSTILE]})._repr_html_())
    assert parsed.text == ["Table: 1 row, 1 column", HOSTILE, HOSTILE]


def test_what_would_reorder_or_hide_text_is_written_out():
    assert cells(html_table({"a\u202eb": ["\x1b[31m", "x" * 500]}, caption="c", upright=True))[1:3] == [
        r"a\u202eb",
        r"\x1b[31m",
    ]
    assert len(cells(html_table({"a": ["x" * 500]}, caption="c"))[2]) == 401


@given(st.text(st.characters(codec=None)), st.text())
def test_any_text_nests(name, value):
    assert outline(html_table({name: [value]}, caption=name)).tags <= {
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    }


def test_every_result_shows_itself(split):
    kinds = (sa.Projection, sa.WassersteinResult, sa.Deflation, sa.Effect, sa.Change, sa.SampleSize, sa.Component)
    assert all(hasattr(kind, "_repr_html_") for kind in (*kinds, ComparedTest, sa.Table, sa.TwoSampleResult))
    assert cells(split.count_directions(alpha=0.2)._repr_html_())[:3] == ["Deflation", "n_directions", "1"]
