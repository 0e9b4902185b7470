"""What holds for every figure: names are inert, samples differ without colour, a million rows make a small file."""

import io
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import setapart as sa
from setapart.plots import feature_panels


@pytest.fixture(scope="module")
def badly_named():
    """A result whose labels and features are called what would be a formula, a tag or an order elsewhere."""
    labels, names = ("_$\\frac{1}$", "<b>&\n\x1b[31m"), ("$^_{", "<script>alert(1)</script>", "__")
    x = np.random.default_rng(0).normal(size=(30, 3))
    table = sa.Table(
        {name: np.r_[x[:, j], x[:, j] + 1.0] for j, name in enumerate(names)} | {"arm": np.repeat(labels, 30)}
    )
    return sa.two_sample_test(table, groups="arm", levels=labels, statistic="pw", k=2, n_resamples=9)


@pytest.mark.parametrize(
    "kind", ["overview", "projected", "quantiles", "pairs", "displacements", "plane", "features", "dependence", "null"]
)
def test_names_from_data_are_inert(badly_named, kind):
    figure = badly_named.plot(kind)
    shown = "\n".join(text.get_text() for text in figure.findobj(Text))
    assert r"_\$\frac{1}\$" in shown
    assert r"<b>&\x0a\x1b[31m" in shown
    assert "$" not in shown.replace(r"\$", "")
    if kind == "plane":
        assert sum(name in shown for name in (r"\$^_{", "<script>alert(1)</script>", "__")) == 2
    if kind in ("overview", "features"):
        assert all(name in shown for name in (r"\$^_{", "<script>alert(1)</script>", "__"))
    file = io.BytesIO()
    figure.savefig(file, format="svg")
    page = ET.fromstring(file.getvalue())
    assert not any("script" in str(element.tag) for element in page.iter())


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("kind", ["projected", "pairs", "displacements"])
def test_samples_differ_without_colour(moved, kind, k):
    legend = next(ax.get_legend() for ax in moved(k).plot(kind).axes if ax.get_legend())
    first, second = ((line.get_marker(), line.get_linestyle()) for line in legend.get_lines()[:2])
    assert first != second


def test_a_million_rows_make_a_small_file(moved):
    n = 500_000
    x, y = np.random.default_rng(0).normal(size=(2, n, 2))
    file = io.BytesIO()
    moved(2, n, x_projected=x, y_projected=y + 0.5).plot("projected").savefig(file, format="svg")
    assert file.tell() < 600_000


def test_marks_of_many_rows_make_a_small_file(result_of):
    x, y = np.random.default_rng(0).normal(size=(2, 5_000, 9))
    figure, file = Figure(layout="constrained"), io.BytesIO()
    feature_panels(figure, x, y, result_of(d=9).projection, ("x", "y"))
    figure.savefig(file, format="svg")
    assert file.tell() < 600_000


def test_figures_are_filled_within_others(result_of):
    projection = result_of(k=3, d=4).projection
    x = np.random.default_rng(0).normal(size=(20, 4))
    whole = Figure(figsize=(12.0, 4.0), layout="constrained")
    left, middle, right = whole.subfigures(1, 3)
    sa.plots.samples_with_margins(left, projection, ("x", "y"))
    sa.plots.pairs(middle, projection, ("x", "y"))
    feature_panels(right, x, x, projection, ("x", "y"))
    whole.draw_without_rendering()
    assert [len(part.axes) for part in (left, middle, right)] == [1, 9, 4]
    assert len(whole.axes) == 14
