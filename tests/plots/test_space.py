import json
import re
import sys

import numpy as np
import pytest

from setapart.plots import interactive_3d


def test_points_are_the_first_three_directions(result_of):
    result = result_of(k=4, d=5)
    figure = interactive_3d(result.projection, result.labels)
    for trace, rows in zip(figure.data, (result.projection.x_projected, result.projection.y_projected), strict=True):
        np.testing.assert_array_equal(np.column_stack([trace.x, trace.y, trace.z]), rows[:, :3])
    assert [trace.name for trace in figure.data] == ["before", "after"]
    assert len({trace.marker.symbol for trace in figure.data}) == 2
    assert figure.layout.scene.xaxis.title.text == "direction 1 (feature_1; 68 %)"


def test_many_points_are_thinned_and_huge_ones_lose_their_power_of_ten(result_of):
    rows = 1e300 * np.random.default_rng(0).random((30_000, 3))
    figure = interactive_3d(result_of(k=3, x_projected=rows).projection, ("a", "b"))
    assert len(figure.data[0].x) == 20_000
    assert figure.layout.scene.yaxis.title.text == "direction 2 (feature_2; 23 %) (×10^299)"
    assert np.max(figure.data[0].x) < 10.0


def test_names_are_inert_in_html(result_of):
    names = ("</script><script>alert(1)</script>", "$\\href{javascript:alert(1)}{x}$<b>")
    figure = interactive_3d(result_of(k=3).projection, names)
    first, second = (trace.name for trace in figure.data)
    assert first == "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
    assert not set("<>$") & set(first + second)
    page = figure.to_html(include_plotlyjs=False)
    assert "alert(1)</script>" not in page
    assert len(re.findall("</script>", page)) == page.count("<script")
    assert json.loads(figure.to_json())["data"][1]["name"] == second
    features = interactive_3d(result_of(k=3, feature_names=("<b>$", "b", "c")).projection, ("x", "y"))
    assert features.layout.scene.xaxis.title.text == "direction 1 (&lt;b&gt;&#36;; 69 %)"


def test_two_directions_are_too_few(result_of):
    with pytest.raises(ValueError, match="interactive_3d needs three directions: test with k=3, got k=2"):
        interactive_3d(result_of(k=2).projection, ("a", "b"))


def test_without_plotly_the_remedy_is_named(result_of, monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly.graph_objects", None)
    with pytest.raises(ImportError, match=r"^interactive plots need plotly: pip install 'setapart\[interactive\]'$"):
        interactive_3d(result_of(k=3).projection, ("a", "b"))
