import numpy as np
import pytest
from matplotlib.figure import Figure

from setapart.plots import pairs


def test_each_panel_holds_its_two_directions(result_of):
    result = result_of(k=3)
    figure = Figure()
    assert pairs(figure, result.projection, result.labels, unit="cm") is figure
    panels = np.reshape(figure.axes, (3, 3))
    for i in range(3):
        for j in range(i):
            points = panels[i, j].collections[0].get_offsets()
            np.testing.assert_array_equal(points, result.projection.x_projected[:, [j, i]])
            assert panels[i, j].get_xlim() == panels[j, j].get_xlim()
            assert panels[i, j].get_ylim() == panels[i, i].get_xlim()
            assert not panels[j, i].axison
    assert [ax.get_xlabel() for ax in panels[2]] == ["direction 1", "direction 2", "direction 3"]
    assert [ax.get_ylabel() for ax in panels[:, 0]] == ["density", "direction 2", "direction 3"]
    assert figure.get_supxlabel() == "in cm"
    assert [text.get_text() for text in panels[0, 2].get_legend().get_texts()] == ["before", "after"]


@pytest.mark.parametrize(("k", "panels"), [(1, 1), (2, 4), (6, 25)])
def test_at_most_five_directions_are_drawn(result_of, k, panels):
    result = result_of(k=k, d=8)
    figure = Figure()
    pairs(figure, result.projection, result.labels)
    assert len(figure.axes) == panels


@pytest.mark.parametrize("k", [2, 5])
def test_texts_stay_apart(result_of, collisions_of, k):
    rng = np.random.default_rng(0)
    x, y = 1e4 + 50.0 * rng.normal(size=(2, 30, k))  # ticks of five digits
    result = result_of(k=k, d=8, labels=("w" * 40, "m" * 40), n=30, m=30, x_projected=x, y_projected=y, settings={})
    assert collisions_of(result.plot("pairs")) == []
