import numpy as np
import pytest
from matplotlib.figure import Figure

from setapart.present.plots import feature_panels


def rugs(ax):
    """The values of both samples, as the marks below the curves show them."""
    return [line.get_xdata() for line in ax.lines if line.get_marker() == "|"]


def test_panels_come_by_share_and_hold_their_feature(result_of):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(20, 5)), rng.normal(size=(30, 5))
    result = result_of(d=5)  # shares 0.75·0.64 + 0.25·0.36, 0.75·0.36 + 0.25·0.64, 0, 0, 0
    figure = Figure()
    assert feature_panels(figure, x, y, result.projection, result.labels, top=4) is figure
    titles = [ax.get_title("left") for ax in figure.axes]
    assert titles == ["feature_1\n57 %", "feature_2\n43 %", "feature_3\n0 %", "feature_4\n0 %"]
    for j, ax in enumerate(figure.axes[:4]):
        np.testing.assert_array_equal(rugs(ax)[0], x[:, j])
        np.testing.assert_array_equal(rugs(ax)[1], y[:, j])
    assert [ax.get_legend() is None for ax in figure.axes] == [False, True, True, True]
    other = feature_panels(Figure(), x, y, result.projection, result.labels)
    assert [ax.axison for ax in other.axes] == [True] * 5 + [False]


@pytest.mark.parametrize("rows", [np.full((1, 3), 2.0), np.full((9, 3), -1e300), np.array([[1e-310, 0.0, 1e300]] * 2)])
def test_constant_tiny_and_huge_features_are_drawn(result_of, rows):
    result = result_of()
    figure = Figure()
    feature_panels(figure, rows, rows[:1], result.projection, result.labels)
    figure.draw_without_rendering()
    for ax in figure.axes:
        low, high = ax.get_xlim()
        assert all(low < value < high for values in rugs(ax) for value in values)


@pytest.mark.parametrize("top", [1, 2, 9])
def test_texts_stay_apart(collisions_of, result_of, top):
    names = tuple("W" * 30 + str(j) for j in range(9))
    x = np.random.default_rng(0).normal(size=(40, 9)) * 1e4
    result = result_of(d=9, feature_names=names, labels=("M" * 30, "$W$" * 10))
    figure = Figure(figsize=(9.0, 7.5), layout="constrained")
    feature_panels(figure, x, x + 1e4, result.projection, result.labels, top=top)
    assert collisions_of(figure) == []


def test_samples_without_these_features_are_refused(result_of):
    with pytest.raises(ValueError, match=r"y must have a column for each of 3 features, got shape \(4, 2\)"):
        feature_panels(Figure(), np.ones((4, 3)), np.ones((4, 2)), result_of().projection, ("a", "b"))
