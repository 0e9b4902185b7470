from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver

from setapart.present.plots import displacements
from setapart.transport.plan import Plan


def arrows(ax):
    """Where the arrows begin and end."""
    [quiver] = [artist for artist in ax.collections if isinstance(artist, Quiver)]
    starts = quiver.get_offsets()
    return starts, starts + np.column_stack([quiver.U, quiver.V])


def test_arrows_lead_from_row_to_row(moved):
    result = moved(3)
    ax = displacements(Figure().subplots(), result.projection, result.labels, unit="cm")
    starts, ends = arrows(ax)
    np.testing.assert_allclose(starts, result.projection.x_projected[:, :2])
    np.testing.assert_allclose(ends, result.projection.y_projected[:, :2])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["before", "after", "30 moves"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("direction 1 (feature_1), in cm", "direction 2 (feature_2)")
    low, high = ax.get_xlim()
    assert low < min(starts[:, 0].min(), ends[:, 0].min())
    assert max(starts[:, 0].max(), ends[:, 0].max()) < high


def test_along_one_direction_they_lead_from_above_to_below(moved):
    result = moved(1)
    starts, ends = arrows(displacements(Figure().subplots(), result.projection, result.labels))
    np.testing.assert_allclose(starts, np.column_stack([result.projection.x_projected, np.ones(30)]))
    np.testing.assert_allclose(ends, np.column_stack([result.projection.y_projected, np.zeros(30)]), atol=1e-15)


def test_of_many_pairs_some_are_drawn_by_their_mass(result_of):
    n = 400
    result = result_of(n=n, m=n, x_projected=np.column_stack([np.arange(n), np.zeros(n)]))
    heavy = np.where(np.arange(n) < 100, 9.0, 1.0)  # a quarter of the pairs has 0.75 of the mass
    plan = Plan(np.arange(n), np.arange(n), heavy / heavy.sum(), (n, n))
    projection = replace(result.projection, plan=plan)
    ax = displacements(Figure().subplots(), projection, result.labels, arrows=40)
    starts, _ = arrows(ax)
    rows = starts[:, 0].astype(int)
    assert len(set(rows)) == 40
    # Without replacement a little less than 0.75 of them; 0.6 is two standard deviations below.
    assert np.mean(rows < 100) > 0.6
    assert ax.get_legend().get_texts()[2].get_text() == "40 of 400 moves"
    again, _ = arrows(displacements(Figure().subplots(), projection, result.labels, arrows=40))
    np.testing.assert_array_equal(again, starts)


@pytest.mark.parametrize("scale", [1e-310, 1.0, 1e300])
@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", [1, 2])
def test_few_equal_rows_are_drawn(moved, k, n, scale):
    rows = np.full((n, k), 2.0 * scale)
    result = moved(k, n, x_projected=rows, y_projected=rows)
    figure = Figure()
    ax = displacements(figure.subplots(), result.projection, result.labels)
    figure.draw_without_rendering()
    shown = 1.0 if "×" in ax.get_xlabel() else scale
    low, high = ax.get_xlim()
    assert low < 2.0 * shown < high
    starts, ends = arrows(ax)
    np.testing.assert_allclose(starts[:, 0], ends[:, 0])


def test_the_number_of_arrows_is_checked(moved):
    with pytest.raises(ValueError, match="arrows must be at least 1, got 0"):
        displacements(Figure().subplots(), moved(1).projection, ("a", "b"), arrows=0)
