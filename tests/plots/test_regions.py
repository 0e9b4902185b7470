"""The map of the rows: scores by colour, samples by marks, regions by edges, odd rows by rings."""

import numpy as np
import pytest
from matplotlib.text import Text

from hand_made import regions_of
from setapart.plots import region_figure


def test_each_row_has_its_place_colour_and_mark():
    regions = regions_of()
    figure = region_figure(regions)
    before, after, rings = figure.axes[0].collections
    table = regions.row_table
    assert sorted(before.get_array().tolist()) == sorted(table["score"][table["sample"] == "before"].tolist())
    assert sorted(after.get_array().tolist()) == sorted(table["score"][table["sample"] == "after"].tolist())
    assert before.norm.vmax == -before.norm.vmin == 4.0
    assert not np.array_equal(before.get_paths()[0].vertices, after.get_paths()[0].vertices)
    assert rings.get_offsets().tolist() == regions.places[table["odd"]].tolist()
    edged = [edge[3] > 0.0 for edge in after.get_edgecolors()]
    assert edged == [False, True, True, True, True, True]  # the smallest score first


@pytest.mark.parametrize("scale", [1.0, 1e200, 1e-200])
def test_names_are_inert_and_numbers_of_any_size_are_drawn(scale):
    regions = regions_of(("_$\\frac{1}$", "<b>&\x1b[31m"), places=scale * regions_of().places)
    figure = region_figure(regions)
    figure.draw_without_rendering()
    shown = "\n".join(text.get_text() for text in figure.findobj(Text))
    assert r"_\$\frac{1}\$" in shown
    assert "\x1b" not in shown


def test_texts_do_not_collide(collisions_of):
    assert (
        collisions_of(region_figure(regions_of(("W" * 40, "M" * 40), axes=("direction 1 (mass)", "across it")))) == []
    )
