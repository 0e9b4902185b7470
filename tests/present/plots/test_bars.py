from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from setapart.present.plots import loadings


def ends(collection):
    return np.array([segment[:, 0] for segment in collection.get_segments()])


def test_intervals_of_an_explanation_lie_over_their_bars(explained):
    ax = Figure().subplots()
    loadings(ax, explained(k=2, d=4))
    assert [bar.get_width() for bars in ax.containers for bar in bars] == [0.8, 0.6, 0.0, 0.0, -0.6, 0.8, 0.0, 0.0]
    lines = [ax.collections[0], ax.collections[3]]  # each is followed by its two ticks
    for bars, line in zip(ax.containers, lines, strict=True):
        widths = np.array([bar.get_width() for bar in bars])
        np.testing.assert_allclose(ends(line), np.column_stack([widths - 0.1, widths + 0.2]))
        heights = [segment[0, 1] for segment in line.get_segments()]
        np.testing.assert_allclose(heights, [bar.get_y() + bar.get_height() / 2 for bar in bars])


def test_correlated_features_bear_the_number_of_their_group(explained):
    ax = Figure().subplots()
    loadings(ax, explained(d=3), top=2)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["feature_1 [1]", "feature_2 [1]"]
    assert ax.get_xlabel() == "loading (2 of 3 features, by share)"


@pytest.mark.parametrize(("size", "named"), [((6.4, 4.8), 30), ((4.0, 2.0), 8)])
def test_names_of_many_features_stay_apart(result_of, collisions_of, size, named):
    names = tuple(f"a rather long name, number {j}" for j in range(30))
    figure = Figure(figsize=size, layout="constrained")
    projection = result_of(k=5, d=30, feature_names=names).projection
    directions = np.linalg.qr(np.random.default_rng(0).normal(size=(30, 5)))[0]
    ax = loadings(figure.subplots(), replace(projection, directions=directions), top=30)
    assert collisions_of(figure) == []
    assert len(ax.get_yticklabels()) == named
    assert min(label.get_fontsize() for label in ax.get_yticklabels()) >= 4.0
    assert len(ax.containers) == 4  # directions


def test_top_is_checked(result_of):
    with pytest.raises(ValueError, match="top must be at least 1, got 0"):
        loadings(Figure().subplots(), result_of().projection, top=0)
