"""The figure of what leads: the witness in both samples, and the rows in the features that imitate it."""

import numpy as np
import pytest
from matplotlib.text import Text

import setapart as sa
from setapart.plots import witness_panels
from setapart.plots.style import blank_figure
from setapart.results.witness import Plane, Witness


def witness(**changes):
    fields = {
        "component": "whitened",
        "template": "distances between {} and others",
        "features": ("$x_1$",),
        "values": np.r_[np.linspace(0.0, 2.0, 40), np.linspace(-1.0, 0.5, 30)],
        "sizes": (40, 30),
        "auc": 0.9,
    }
    return Witness(**(fields | changes))


def panels(leads):
    return witness_panels(blank_figure(), leads, ("A", "B")).axes


def test_the_densities_are_those_of_the_witness_or_of_its_number():
    (ax,) = panels(witness())
    assert ax.get_xlabel().replace("\n", " ") == r"witness: distances between \$x_1\$ and others"
    curves = [line.get_xdata() for line in ax.lines[:2]]
    assert [(curve.min(), curve.max()) for curve in curves] == [(0.0, 2.0), (-1.0, 0.5)]
    (ax,) = panels(witness(template="distance from the median, how far from its middle", numbers=np.arange(70.0)))
    assert ax.get_xlabel() == "distance from the median"
    assert (ax.lines[0].get_xdata().max(), ax.lines[1].get_xdata().min()) == (39.0, 40.0)


def test_the_rows_are_coloured_by_the_sample_they_are_typical_of():
    points = np.random.default_rng(0).normal(size=(70, 2)) * [1.0, 1e200]
    _, ax = panels(witness(plane=Plane(("age", "dose"), points)))
    first, second = ax.collections[:2]
    assert (len(first.get_offsets()), len(second.get_offsets())) == (40, 30)
    assert sorted(first.get_offsets()[:, 0]) == sorted(points[:40, 0])
    assert ax.get_ylabel() == "dose (×$10^{200}$)"
    colours = first.to_rgba(first.get_array()[np.argsort(first.get_array())])
    assert colours[-1][2] > colours[-1][0]  # blue where the first sample is over-represented
    assert second.to_rgba(second.get_array().min())[0] > second.to_rgba(second.get_array().min())[2]


def test_a_result_draws_it_where_nothing_else_differs():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 80, 20))
    y /= np.linalg.norm(y, axis=1, keepdims=True) / np.sqrt(20)
    res = sa.two_sample_test(x, y, statistic="geometry", n_resamples=99, rng=0)
    shown = " ".join(text.get_text() for text in res.plot().findobj(Text))
    assert "distance from the median" in shown
    assert "p = 0.01" in shown
    with pytest.raises(ValueError, match="kind must be another than 'witness' here"):
        sa.two_sample_test(x, y, statistic="pw:1", n_resamples=19, rng=0).plot("witness")
