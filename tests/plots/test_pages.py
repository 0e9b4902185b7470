import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver

import setapart as sa
from setapart.data.scaling import pooled_scaling
from setapart.plots import explanation_figure, loadings, null_distribution, overview, projected
from setapart.plots.densities import line_density
from setapart.results.problem import Problem


@pytest.fixture
def ax():
    return Figure().subplots()


def curves(ax):
    """The lines that are not rugs or markers of the legend, by colour."""
    return {line.get_color(): line for line in ax.lines if len(line.get_xdata()) > 1 and line.get_marker() == "None"}


def drawn(figure):
    figure.draw_without_rendering()
    return figure


def test_every_function_returns_the_axes_it_was_given(result_of, ax):
    result = result_of()
    assert projected(ax, result.projection, result.labels) is ax
    assert loadings(Figure().subplots(), result.projection).get_figure() is not ax.get_figure()
    for draw in (lambda a: loadings(a, result.projection), lambda a: null_distribution(a, result)):
        other = Figure().subplots()
        assert draw(other) is other


def test_bars_are_the_loadings_largest_share_on_top(result_of, ax):
    projection = result_of(d=4).projection
    loadings(ax, projection, top=3)
    assert [bar.get_width() for bars in ax.containers for bar in bars] == [0.8, 0.6, 0.0, -0.6, 0.8, 0.0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["feature_1", "feature_2", "feature_3"]
    assert ax.get_xlabel() == "loading (3 of 4 features, by share)"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["direction 1 (75 %)", "direction 2 (25 %)"]
    low, high = ax.get_ylim()
    assert low > high


def test_density_curves_end_at_the_rows(result_of, ax):
    result = result_of(k=1)
    projected(ax, result.projection, result.labels, unit="cm")
    for color, rows in (("#0072B2", result.projection.x_projected), ("#D55E00", result.projection.y_projected)):
        grid, density = curves(ax)[color].get_data()
        assert (grid[0], density[0], grid[-1], density[-1]) == (rows.min(), 0.0, rows.max(), 0.0)
        assert 0.85 < np.trapezoid(density, grid) < 1.0  # what the kernels of the outermost rows have beyond is cut
    assert ax.get_xlabel() == "direction 1 (feature_1), in cm"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["before", "after"]


def test_a_far_row_is_marked_at_the_edge_and_widens_no_density(result_of, ax):
    rows = np.r_[np.linspace(0.0, 1.0, 29), -9999.0][:, None]
    result = result_of(k=1, n=30, m=30, x_projected=rows, y_projected=rows[::-1] + 0.5)
    projected(ax, result.projection, result.labels)
    grid, density = curves(ax)["#0072B2"].get_data()
    np.testing.assert_allclose(density[1:-1], line_density(rows[:-1, 0], grid[1:-1]))
    assert -0.1 < ax.get_xlim()[0] < 0.0
    assert [text.get_text() for text in ax.texts] == ["min −9999", "min −9998"]


def test_a_sample_without_spread_is_a_needle_at_its_value(result_of, ax):
    result = result_of(k=1, n=1, x_projected=np.array([[2.5]]))
    projected(ax, result.projection, result.labels)
    needle, curve = curves(ax)["#0072B2"], curves(ax)["#D55E00"]
    assert list(needle.get_xdata()) == [2.5, 2.5]
    assert max(needle.get_ydata()) == max(curve.get_ydata())


def test_points_are_the_projected_rows(result_of, ax):
    result = result_of(k=3)
    projected(ax, result.projection, result.labels)
    first, second = ax.collections[:2]
    np.testing.assert_array_equal(first.get_offsets(), result.projection.x_projected[:, :2])
    np.testing.assert_array_equal(second.get_offsets(), result.projection.y_projected[:, :2])
    assert not first.get_rasterized()
    assert len(ax.collections) == 4  # contours of both samples


def test_contours_of_a_shifted_sample_lie_around_it(result_of, ax):
    result = result_of(y_projected=np.random.default_rng(5).normal(size=(30, 2)) + 50.0)
    projected(ax, result.projection, result.labels)
    lines = [np.vstack([path.vertices for path in contour.get_paths()]) for contour in ax.collections[2:]]
    assert np.abs(lines[0]).max() < 10.0
    assert np.abs(lines[1] - 50.0).max() < 10.0


def test_many_points_become_pixels(result_of, ax):
    rng = np.random.default_rng(0)
    result = result_of(x_projected=rng.normal(size=(30_000, 2)))
    projected(ax, result.projection, result.labels)
    assert [points.get_rasterized() for points in ax.collections[:2]] == [True, False]


def test_the_line_stands_at_the_observed_value(result_of, ax):
    result = result_of()
    null_distribution(ax, result)
    line = curves(ax)["#D55E00"]
    assert list(line.get_xdata()) == [1.25, 1.25]
    assert sum(bar.get_height() for bar in ax.containers[0]) == 99
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["observed 1.25, p = 0.01"]
    assert ax.get_xlabel() == "projected Wasserstein distance along 2 directions\nin the units of the data"
    assert ax.get_ylabel() == "relabellings"


def test_of_several_statistics_the_leading_one_is_drawn_unadjusted(combination_of, ax):
    null_distribution(ax, combination_of())
    assert list(curves(ax)["#D55E00"].get_xdata()) == [0.75, 0.75]
    edges = [bar.get_x() for bar in ax.containers[0]]
    assert min(edges) == pytest.approx(0.375)  # half the observed value, the least of its null distribution
    assert ax.get_title("left") == "the leading one of 4 statistics, unadjusted"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["observed 0.75, unadjusted p = 0.01"]
    assert ax.get_xlabel() == (
        "projected Wasserstein distance along\n2 directions, group means removed\nin the units of the data"
    )


def test_the_known_part_of_a_censored_component_is_counted_by_its_own_p_value(ax, combination_of):
    values = np.concatenate([np.linspace(0.2, 0.7, 97), [0.75, 0.75]])
    parts = tuple(
        replace(part, unadjusted_pvalue=0.03, null_distribution=values) for part in combination_of().components
    )
    null_distribution(ax, combination_of(components=parts, censored=True))
    assert [sum(bar.get_height() for bar in bars) for bars in ax.containers] == [97, 2]


def test_a_statistic_without_a_unit_is_labelled_alone(combination_of, ax):
    null_distribution(ax, combination_of("mmd"))
    assert ax.get_xlabel() == "squared maximum mean discrepancy"


@pytest.mark.parametrize(("k", "lines"), [(1, 1), (2, 2), (4, 2)])
def test_the_overview_says_what_differs_along_the_directions_it_draws(result_of, k, lines):
    rows = np.repeat([[-1.0], [1.0]], 10, axis=0) + np.zeros(k)  # pooled SD √(40 / 38), 1.026
    figure = drawn(overview(result_of(k=k, d=4, x_projected=rows, y_projected=rows + 2.0)))
    told = [f"direction {j + 1}: 100 % location (1.9 SD higher)" for j in range(lines)]
    assert figure.axes[0].get_title("left") == "\n".join(told)


def test_the_heading_of_a_combination_says_so(combination_of):
    assert (
        drawn(overview(combination_of())).get_suptitle()
        == "before (40 rows) against after (30 rows): combined p = 0.02"
    )


def test_of_a_censored_result_only_the_known_part_is_complete(result_of, ax):
    values = np.concatenate([np.linspace(0.2, 1.2, 79), np.full(20, 1.25)])
    null_distribution(ax, result_of(null_distribution=values, pvalue=0.21, censored=True))
    known, rest = ax.containers
    assert sum(bar.get_height() for bar in known) == 79
    assert max(bar.get_x() + bar.get_width() for bar in known) == pytest.approx(1.2)
    assert [(bar.get_x(), bar.get_height(), bar.get_hatch()) for bar in rest] == [(1.25, 20.0, "////")]
    assert ax.get_legend().get_texts()[1].get_text() == "at least the observed value"


def test_a_censored_result_may_have_nothing_below_the_observed_value(result_of, ax):
    null_distribution(ax, result_of(null_distribution=np.full(99, 1.25), pvalue=1.0, censored=True))
    assert [bar.get_height() for bar in ax.containers[1]] == [99]


def test_values_of_a_small_exact_set_are_drawn_one_by_one(result_of, ax):
    values = np.array([1.0, 2.0, 2.5, 3.0])
    null_distribution(ax, result_of(null_distribution=values, exact=True, n_resamples=3, statistic=3.0, pvalue=0.25))
    rug = next(line for line in ax.lines if line.get_marker() == "|")
    assert list(rug.get_xdata()) == [1.0, 2.0, 2.5, 3.0]
    assert ax.get_ylabel() == "splits"


@pytest.mark.parametrize(
    ("k", "labels"),
    [
        (1, ("a", "b")),
        (2, ("two names that", "fill one whole row")),
        *((k, ("the first of two quite long labels", "_and the $other$ one")) for k in (1, 2, 4)),
    ],
)
def test_legends_stay_clear_of_what_is_drawn(result_of, k, labels):
    figure = drawn(overview(result_of(k=k, d=12, labels=labels)))
    for ax in figure.axes:
        legend = ax.get_legend()
        if legend is None:
            continue
        box = legend.get_window_extent()
        assert box.x1 <= ax.get_window_extent().x1
        assert not any(bar.get_window_extent().overlaps(box) for bars in ax.containers for bar in bars)
        for line in ax.lines:
            x, y = ax.transData.transform(np.column_stack(line.get_data())).T if len(line.get_xdata()) else ([], [])
            assert not any(box.contains(*point) for point in zip(x, y, strict=True))
        for points in ax.collections[:2] if k > 1 else []:
            assert not any(box.contains(*point) for point in ax.transData.transform(points.get_offsets()))


def test_names_from_data_show_as_written(result_of):
    names = ("$\\frac{1}$", "_under_\x1b[31m", "w" * 90)
    figure = drawn(overview(result_of(feature_names=names, labels=("_$a$", "b\n$\\bad$"))))
    samples, bars = figure.axes[0], figure.axes[1]
    assert [label.get_text() for label in bars.get_yticklabels()] == [
        r"\$\frac{1}\$",
        "_under_\\x1b[31m",
        "w" * 13 + "…" + "w" * 12,
    ]
    assert [text.get_text() for text in samples.get_legend().get_texts()] == [r"_\$a\$", r"b\x0a\$\bad\$"]
    assert figure.get_suptitle() == r"_\$a\$ (40 rows) against b\x0a\$\bad\$ (30 rows): p = 0.01"


@pytest.mark.parametrize(
    ("rows", "k", "scale"),
    [
        ("constant", 1, 1e-310),
        ("constant", 1, 1e200),
        ("constant", 2, 1.0),
        ("one", 1, 1.0),
        ("one", 2, 1e-310),
        ("one", 2, 1e200),
    ],
)
def test_degenerate_samples_are_drawn(result_of, k, rows, scale):
    x = np.full((20 if rows == "constant" else 1, k), 2.0 * scale)
    y = np.full((30, k), 2.0 * scale) if rows == "constant" else scale * np.arange(5.0 * k).reshape(5, k)
    result = result_of(k=k, x_projected=x, y_projected=y, statistic=0.0, null_distribution=np.zeros(99), pvalue=1.0)
    figure = drawn(overview(result))
    low, high = figure.axes[0].get_xlim()
    shown = 1.0 if "×" in figure.axes[0].get_xlabel() else scale
    assert low < 2.0 * shown < high
    assert sum(bar.get_height() for bar in figure.axes[2].containers[0]) == 99


@pytest.mark.parametrize(("scale", "power"), [(1e-310, "-310"), (1e200, "200")])
@pytest.mark.parametrize("k", [1, 2])
def test_units_of_any_size_are_drawn_alike(result_of, k, scale, power):
    """A figure in units that can be drawn, but for the power of ten in the labels."""
    rng = np.random.default_rng(0)
    x, y = 1.0 + rng.random((20, k)), 3.0 + rng.random((30, k))
    null, observed = np.linspace(0.2, 0.9, 99), 1.25
    plain, scaled = (
        overview(
            result_of(k=k, x_projected=x * u, y_projected=y * u, statistic=observed * u, null_distribution=null * u)
        )
        for u in (1.0, scale)
    )
    # Before the layout, which leaves less room beside a longer label.
    for ours, theirs in zip(scaled.axes, plain.axes, strict=True):
        # A float of 1e-310 has 44 binary digits.
        np.testing.assert_allclose([*ours.get_xlim(), *ours.get_ylim()], [*theirs.get_xlim(), *theirs.get_ylim()], 1e-9)
    words = f" (×$10^{{{power}}}$)"
    assert [ax.get_xlabel().replace("\n", " ") for ax in scaled.axes] == [
        ax.get_xlabel().replace("\n", " ") + (words if ax is not plain.axes[1] else "") for ax in plain.axes
    ]
    assert scaled.axes[0].get_ylabel() == ("density" if k == 1 else f"direction 2{words}")
    assert scaled.axes[2].get_legend().get_texts()[0].get_text() == f"observed {observed * scale:.3g}, p = 0.01"
    drawn(scaled)


def test_a_result_without_directions_shows_its_null_distribution_alone(result_of):
    figure = drawn(result_of(projection=None, statistic_name="energy").plot())
    assert [ax.get_xlabel() for ax in figure.axes] == ["energy distance\nin the units of the data"]


def test_without_matplotlib_the_remedy_is_named(result_of, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"^plots need matplotlib: pip install 'setapart\[plot\]'$"):
        overview(result_of())


def test_drawing_needs_no_pyplot_and_presenting_no_matplotlib():
    script = (
        "import sys, setapart as sa\n"
        "result = sa.two_sample_test([1, 2, 3], [4, 5, 6])\n"
        "result.summary(), result._repr_html_()\n"
        "assert 'matplotlib' not in sys.modules\n"
        "result.plot()\n"
        "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_every_kind_draws_what_its_name_says(moved, k):
    result = moved(k)
    heading = "before (30 rows) against after (30 rows): p = 0.01"
    labels = {kind: [ax.get_xlabel() for ax in result.plot(kind).axes] for kind in ("quantiles", "null", "projected")}
    assert labels["quantiles"] == [
        f"quantile along direction {j + 1}{'' if k == 2 else f' (feature_{j + 1})'}" for j in range(k)
    ]
    assert labels["null"][0].startswith("projected Wasserstein distance")
    assert labels["projected"] == [f"direction 1{'' if k == 2 else ' (feature_1)'}, in the units of the data"]
    assert len(result.plot("pairs").axes) == k**2
    assert any(isinstance(artist, Quiver) for artist in result.plot("displacements").axes[0].collections)
    pictures = [ax.get_title("left") for ax in result.plot("image", shape=(1, 3)).axes if ax.images]
    assert len(pictures) == k
    assert {figure.get_suptitle() for figure in (result.plot("pairs"), result.plot("null"), result.plot())} == {heading}


def test_without_evidence_a_picture_of_directions_says_what_it_shows(moved, explained):
    chance = "p = 0.051\nno evidence of a difference: where these rows happen to differ most"
    result = moved(5, pvalue=0.051)
    for figure in (result.plot(), result.plot("displacements"), explained(pvalue=0.051).plot()):
        assert figure.get_suptitle().endswith(chance)
    parted = chance.replace("\n", "; 4 of 5 directions\n")
    assert result.plot("quantiles").get_suptitle().endswith(parted)
    for figure in (result.plot("null"), moved(2, pvalue=0.05).plot()):
        assert "\n" not in figure.get_suptitle()


def test_a_hostile_feature_that_is_a_direction_is_drawn_as_text(moved):
    result = moved(1, feature_names=("$\\frac$", "b", "c"))
    assert result.plot("projected").axes[0].get_xlabel() == r"direction 1 (\$\frac\$), in the units of the data"
    result.plot().draw_without_rendering()


def marks(ax):
    """The rows that are marked below the curves of both samples: one path each, three points a mark."""
    return [line.get_xdata()[::3] for line in ax.lines if np.isnan(line.get_ydata()).any()]


@pytest.mark.parametrize("scale", [None, "std", "robust"])
def test_features_are_drawn_in_the_units_of_the_data(scale):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(20, 3)) * 10.0, rng.normal(size=(25, 3)) * 10.0 + [0.0, 40.0, 0.0]
    result = sa.two_sample_test(x, y, statistic="pw", k=1, scale=scale, n_resamples=99)
    panel = next(ax for ax in result.plot("features").axes if ax.get_title("left").startswith("x2: median"))
    first, second = marks(panel)
    np.testing.assert_allclose(np.sort(first), np.sort(x[:, 1]))
    np.testing.assert_allclose(np.sort(second), np.sort(y[:, 1]))


def test_features_of_sparse_rows_come_from_their_components(result_of):
    basis = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 2)))[0]
    parts = np.random.default_rng(1).normal(size=(70, 2))
    problem = Problem(
        pooled=parts, n=40, scaling=pooled_scaling(parts, None), feature_names=tuple("abcde"), basis=basis
    )
    result = result_of(d=5, problem=problem)
    chosen = np.argsort(-result.projection.feature_shares, kind="stable")
    for j, ax in zip(chosen, result.plot("features").axes, strict=False):
        np.testing.assert_allclose(np.sort(np.concatenate(marks(ax))), np.sort((parts @ basis.T)[:, j]))


@pytest.mark.parametrize(
    ("kind", "shape", "message"),
    [
        ("pair", None, "kind must be one of 'overview', .*, got 'pair'; did you mean 'pairs'"),
        ("image", None, "kind='image' needs it, and no other kind takes it"),
        ("pairs", (1, 3), "kind='image' needs it, and no other kind takes it"),
        ("features", None, "this result does not have its data; run the test again to draw the features"),
    ],
)
def test_what_cannot_be_drawn_is_said(result_of, kind, shape, message):
    with pytest.raises(ValueError, match=message):
        result_of().plot(kind, shape=shape)


def test_without_directions_there_are_two_kinds(result_of):
    result = result_of(projection=None, statistic_name="energy")
    assert result.plot("null").axes[0].get_xlabel() == "energy distance\nin the units of the data"
    message = "kind must be 'overview' or 'null' here: the statistic 'energy' has no directions"
    with pytest.raises(ValueError, match=message):
        result.plot("pairs")


def test_it_is_said_how_many_directions_are_not_drawn(moved):
    result = moved(6)
    for kind, shape in (("quantiles", None), ("image", (2, 3))):
        assert result.plot(kind, shape=shape).get_suptitle().endswith(": p = 0.01; 4 of 6 directions")
        assert "directions" not in moved(4).plot(kind, shape=shape and (2, 2)).get_suptitle()
    assert [ax.get_xlabel() for ax in result.plot().axes][1] == "loading (4 of 6 directions)"


def test_features_far_from_zero_are_drawn():
    """Warnings are errors in the tests."""
    x, y = np.random.default_rng(0).normal(size=(2, 40, 3))
    result = sa.two_sample_test(x + 1e15, y + 1e15 + [2, 0, 0], statistic="pw:1", n_resamples=19)
    result.plot("features").draw_without_rendering()


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
