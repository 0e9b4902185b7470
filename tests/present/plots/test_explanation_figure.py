import numpy as np
import pytest
from matplotlib.quiver import Quiver

import setapart as sa
from setapart.present.plots import explanation_figure


def test_along_one_direction_the_quantiles_are_shown(explained):
    figure = explanation_figure(explained(k=1))
    assert [ax.get_xlabel() for ax in figure.axes] == [
        "direction 1 (feature_1), in pooled standard deviations",
        "loading",
        "quantile along direction 1 (feature_1)",
        "directions",
    ]
    assert figure.get_suptitle() == "before (40 rows) against after (30 rows): p = 0.01"


def test_along_two_directions_the_moves_are_shown(explained):
    figure = explanation_figure(explained(k=2))
    assert any(isinstance(artist, Quiver) for artist in figure.axes[2].collections)
    assert figure.axes[2].get_xlabel() == "direction 1, in pooled standard deviations"


@pytest.mark.parametrize("k", [1, 5])
def test_texts_stay_apart(explained, collisions_of, k):
    names = tuple(f"{j} of thirty quite long names" for j in range(30))
    figure = explanation_figure(explained(k=k, d=30, feature_names=names, labels=("W" * 40, "M" * 40)))
    assert collisions_of(figure) == []


def test_a_real_explanation_is_drawn_with_its_own_intervals():
    x, y = np.random.default_rng(0).normal(size=(2, 40, 3))
    y[:, 1] += 2.0
    explanation = sa.two_sample_test(x, y, statistic="pw", k=1, n_resamples=19).explain(n_refits=20)
    figure = explanation.plot()
    figure.draw_without_rendering()
    bars = figure.axes[1]
    table = explanation.loading_table
    np.testing.assert_allclose([bar.get_width() for bar in bars.containers[0]], table["loading"])
    ends = np.array([segment[:, 0] for segment in bars.collections[0].get_segments()])
    np.testing.assert_allclose(ends, np.column_stack([table["low"], table["high"]]))
    assert figure.axes[3].lines[0].get_ydata().tolist() == explanation.share_table["share"].tolist()


@pytest.mark.parametrize(("pvalue", "intervals"), [(0.05, True), (0.06, False)])
def test_without_evidence_there_are_no_intervals(explained, pvalue, intervals):
    figure = explanation_figure(explained(k=1, pvalue=pvalue))
    assert bool(figure.axes[1].collections) == intervals
