"""Small multiples of what differs: which features, what each panel shows, and letters that stay apart."""

from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest

from setapart.plots.by_feature import feature_figure, finding
from setapart.plots.measured import for_page

N, M = 200, 300


def table_of(d, **changes):
    """The record of d numbers, none of which differs; they are in the order of their adjusted p-values."""
    fields = {
        "feature_names": tuple(f"x{j}" for j in range(d)),
        "kinds": ("number",) * d,
        "units": ("",) * d,
        "means": np.zeros((2, d)),
        "shares": np.zeros((2, d)),
        "changes": ("median",) * d,
        "first": np.zeros(d),
        "second": np.ones(d),
        "adjusted": np.ones(d),
    } | changes
    fields["adjusted"] = np.asarray(fields["adjusted"])
    order = np.argsort(fields["adjusted"], kind="stable")

    def differing(pvalue, alpha):
        return order[(fields["adjusted"][order] <= alpha) & (pvalue <= alpha)]

    return SimpleNamespace(**fields, order=order, differing=differing)


def samples(*columns):
    """Both samples, by a function of the number of rows and the sample for each feature."""
    rng = np.random.default_rng(0)
    return tuple(np.column_stack([column(rng, rows, i) for column in columns]) for i, rows in enumerate((N, M)))


def number(rng, rows, i):
    return rng.normal(size=rows) + i


def titles(figure):
    return [ax.get_title("left") for ax in figure.axes[1:]]


@pytest.mark.parametrize(
    ("kind", "change", "ends", "unit", "words"),
    [
        ("number", "95th percentile", (112.3, 215.4), "$", "95th percentile 112 → 215 $"),
        ("number", "median", (2.034, 2.031), "", "median 2.034 → 2.031"),
        ("number", "mean", (-3.0, 0.0), "°C", "mean −3 → 0 °C"),
        ("two values", "share", (0.0, 0.0094), "", "0 % → 0.94 %"),
        ("mostly zero", "share", (0.12, 0.17), "$", "share not zero 12 % → 17 %"),
    ],
)
def test_a_finding_says_what_moved_in_the_units_of_the_feature(kind, change, ends, unit, words):
    first, second = (np.array([end]) for end in ends)
    table = table_of(1, kinds=(kind,), changes=(change,), first=first, second=second, units=(unit,))
    assert finding(table, 0) == words


def test_of_features_that_differ_the_first_are_drawn():
    x, y = samples(*[number] * 4)
    table = table_of(4, adjusted=[0.2, 0.03, 0.01, 0.02])
    figure = feature_figure(table, x, y, ("before", "after"), pvalue=0.01, top=2)
    shown = [title.replace("\n", " ") for title in titles(figure)]
    assert shown == ["x2: median 0 → 1 (adjusted p = 0.01)", "x3: median 0 → 1 (adjusted p = 0.02)"]
    heading = "3 of 4 features differ (p = 0.01); the first 2 are drawn"
    assert " ".join(figure.get_suptitle().split()) == heading


@pytest.mark.parametrize(
    ("pvalue", "heading"),
    [
        (0.3, "No evidence of a difference (p = 0.3)"),
        (0.01, "The samples differ (p = 0.01), no single one of 3 features"),
    ],
)
def test_where_no_feature_differs_the_first_are_drawn_and_it_is_said(pvalue, heading):
    x, y = samples(*[number] * 3)
    table = table_of(3, adjusted=[0.3, 0.1, 0.2])
    figure = feature_figure(table, x, y, ("a", "b"), pvalue=pvalue)
    assert [title.split(":")[0] for title in titles(figure)] == ["x1", "x2", "x0"]
    assert " ".join(figure.get_suptitle().split()).startswith(heading)


def curves(ax):
    """Values and shares of both steps."""
    return [line.get_xydata() for line in ax.lines if line.get_drawstyle() == "steps-post"]


def marks(ax):
    """The values of both samples that have a mark below the curves; the gaps between marks are not numbers."""
    return [line.get_xdata()[::3] for line in ax.lines if np.isnan(line.get_xdata()).any()]


def test_a_curve_is_the_share_of_rows_up_to_each_value_and_the_arrow_joins_the_quantiles():
    x, y = samples(number)
    [_, ax] = feature_figure(table_of(1, changes=("95th percentile",)), x, y, ("a", "b"), pvalue=0.5).axes
    for curve, rows in zip(curves(ax), (x, y), strict=True):
        for value, share in curve[1:]:
            assert share == pytest.approx(np.mean(rows <= value))
    [arrow] = [text for text in ax.texts if not text.get_text()]
    ends = [float(np.quantile(rows, 0.95, method="inverted_cdf")) for rows in (x, y)]
    assert (*arrow.xyann, *arrow.xy) == (ends[0], 0.95, ends[1], 0.95)


def test_the_axis_ends_at_the_rows_and_the_outermost_are_marked():
    x, y = samples(lambda rng, rows, i: np.r_[rng.normal(size=20 * rows), [8.0] * (3 * i)])
    [_, ax] = feature_figure(table_of(1), x, y, ("a", "b"), pvalue=0.5).axes
    pooled = np.concatenate([x, y])
    low, high = ax.get_xlim()
    reach = 0.021 * np.ptp(pooled)
    assert pooled.min() - reach < low < pooled.min()
    assert 8.0 < high < 8.0 + reach
    for shown, rows in zip(marks(ax), (x, y), strict=True):
        assert len(shown) < 200
        assert set(np.sort(rows.ravel())[[*range(10), *range(-10, 0)]]) <= set(shown)
    assert np.sum(marks(ax)[1] == 8.0) == 3


@pytest.mark.parametrize("kind", ["number", "mostly zero"])
def test_far_rows_leave_the_axis_to_the_others_and_stand_at_its_edge_with_their_value(collisions_of, kind):
    x, y = samples(lambda rng, rows, i: np.r_[10.0 + rng.random(rows - 3), [9999.0, 5000.0, 9.0] if i else [11.0] * 3])
    with for_page():
        figure = feature_figure(table_of(1, kinds=(kind,)), x, y, ("a", "b"), pvalue=0.5)
    ax = figure.axes[1]
    assert 8.9 < ax.get_xlim()[0] < 9.0 < 11.0 < ax.get_xlim()[1] < 11.1
    assert [text.get_text() for text in ax.texts if "rows" in text.get_text()] == ["2 rows to 9999"]
    assert collisions_of(figure) == []


def test_where_what_moved_is_far_the_axis_holds_it():
    x, y = samples(lambda rng, rows, i: np.r_[rng.random(rows - 4), [[2.0] * 4, [300.0, 300.0, 400.0, 500.0]][i]])
    [_, ax] = feature_figure(table_of(1, changes=("99th percentile",)), x, y, ("a", "b"), pvalue=0.5).axes
    assert 300.0 < ax.get_xlim()[1] < 400.0
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["2 rows to 500"]


@pytest.mark.parametrize(
    ("rows", "scale"),
    [
        (lambda rng, rows: np.exp(rng.normal(size=rows)), "log"),
        (lambda rng, rows: rng.exponential(size=rows) + 1e-3, "log"),
        (lambda rng, rows: 10.0 + rng.normal(size=rows), "linear"),
        (lambda rng, rows: np.exp(rng.normal(size=rows)) - 0.1, "linear"),
    ],
)
def test_positive_skewed_numbers_have_a_logarithmic_axis(rows, scale):
    x, y = samples(lambda rng, n, i: rows(rng, n))
    [_, ax, change] = feature_figure(table_of(1), x, y, ("a", "b"), pvalue=0.5, shifts=True).axes
    assert ax.get_xscale() == change.get_xscale() == scale


def test_the_change_of_quantiles_is_drawn_over_those_of_the_first_sample():
    x, y = samples(number)
    [_, _, ax] = feature_figure(table_of(1, units=("mg",)), x, y, ("before", "after"), pvalue=0.5, shifts=True).axes
    quantiles = [np.sort(rows.ravel())[len(rows) // 100 * np.arange(1, 100) - 1] for rows in (x, y)]
    curve, deciles = (line.get_xydata() for line in ax.lines[1:])
    np.testing.assert_allclose(curve, np.column_stack([quantiles[0], quantiles[1] - quantiles[0]]))
    np.testing.assert_array_equal(deciles, curve[9::10])
    assert (ax.get_title("left"), ax.get_xlabel()) == ("after less before", "quantile of before, mg")


def test_bars_of_shares_have_their_number_and_no_rows_are_0_percent():
    x, y = samples(lambda rng, rows, i: np.arange(rows) < 3 * i)
    table = table_of(1, kinds=("category",), changes=("share",), shares=np.array([[0.0], [0.01]]))
    [_, ax] = feature_figure(table, x, y, ("a", "b"), pvalue=0.5).axes
    assert [bar.get_width() for bar in ax.patches] == [0.0, 0.01]
    assert [text.get_text() for text in ax.texts] == ["0 %", "1 %"]
    assert [line.get_xdata()[0] for line in ax.lines[:2]] == [0.0, 0.01]  # the marks at the ends of the bars
    assert len({bar.get_hatch() for bar in ax.patches}) == 2


@pytest.mark.parametrize(("largest", "names"), [(2, ["0", "1", "2"]), (29, ["0…2", "3…5", "6…8"])])
def test_counts_are_bars_of_shares(largest, names):
    x, y = samples(lambda rng, rows, i: np.r_[0, largest, rng.integers(0, largest + 1, size=rows - 2)])
    [_, ax] = feature_figure(table_of(1, kinds=("count",)), x, y, ("a", "b"), pvalue=0.5).axes
    heights = np.array([bar.get_height() for bar in ax.patches]).reshape(2, -1)
    step = 1 if largest == 2 else 3
    for height, rows in zip(heights, (x, y), strict=True):
        expected = [np.mean((rows >= low) & (rows < low + step)) for low in range(0, largest + 1, step)]
        np.testing.assert_allclose(height, expected)
    ticks = [label.get_text() for label in ax.get_xticklabels()]
    assert set(ticks) & set(names)


def test_of_what_is_mostly_zero_the_share_above_each_value_is_drawn():
    x, y = samples(lambda rng, rows, i: (np.arange(rows) < 30 + 30 * i) * np.exp(rng.normal(size=rows)))
    table = table_of(1, kinds=("mostly zero",), changes=("share",))
    [_, ax] = feature_figure(table, x, y, ("a", "b"), pvalue=0.5).axes
    for curve, rows, share in zip(curves(ax), (x, y), (0.15, 0.2), strict=True):
        assert curve[0, 1] == pytest.approx(share)
        for value, above in curve[1:]:
            assert above == pytest.approx(np.mean(rows > value))
    assert ax.texts[0].get_text() == "not zero: 15 % → 20 %"


KINDS = {
    "number": number,
    "count": lambda rng, rows, i: rng.poisson(3.0, size=rows),
    "two values": lambda rng, rows, i: rng.integers(0, 2, size=rows),
    "mostly zero": lambda rng, rows, i: rng.integers(0, 1_000_000, size=rows) * (rng.random(rows) < 0.1),
    "constant": lambda rng, rows, i: np.ones(rows),
}


@pytest.mark.parametrize(
    ("drawn_for", "columns", "shifts"),
    [(nullcontext, 3, False), (nullcontext, 2, True), (for_page, 2, False), (for_page, 1, False)],
)
def test_letters_stay_apart_whatever_the_names(collisions_of, columns, shifts, drawn_for):
    kinds = ("number", "number", *KINDS)
    x, y = samples(KINDS[kinds[0]], lambda rng, rows, i: 1e4 * np.exp(3.0 * rng.normal(size=rows)), *KINDS.values())
    table = table_of(
        len(kinds),
        kinds=kinds,
        feature_names=("a", *("W" * 30 + str(j) for j in range(len(kinds) - 1))),
        units=("$", "W" * 20, *("",) * (len(kinds) - 2)),
        shares=np.where([kind == "two values" for kind in kinds], [[0.00001], [0.12345]], np.nan),
        changes=("interquartile range",) * len(kinds),
        first=np.full(len(kinds), -123456.7),
    )
    with drawn_for():
        figure = feature_figure(table, x, y, ("M" * 40, "$W$" * 12), pvalue=0.5, columns=columns, shifts=shifts)
        assert collisions_of(figure) == []
    width = figure.bbox.width
    for text in [ax._left_title for ax in figure.axes]:  # Matplotlib has no other way to its artist
        assert text.get_window_extent().x1 <= width


@pytest.mark.parametrize("rows", [np.full((2, 1), 3.0), np.array([[-1e300], [1e300]]), np.zeros((1, 1))])
@pytest.mark.parametrize("kind", KINDS)
def test_few_and_huge_rows_are_drawn(rows, kind):
    table = table_of(1, kinds=(kind,), shares=np.zeros((2, 1)))
    feature_figure(table, rows, rows[:1], ("a", "b"), pvalue=0.5, shifts=True).draw_without_rendering()


def test_features_that_were_not_tested_have_no_p():
    x, y = samples(number)
    figure = feature_figure(table_of(1, adjusted=[np.nan]), x, y, ("a", "b"), pvalue=0.5)
    assert titles(figure) == ["x0: median 0 → 1"]


def test_samples_without_these_features_are_refused():
    with pytest.raises(ValueError, match=r"y must have a column for each of 3 features, got shape \(4, 2\)"):
        feature_figure(table_of(3), np.ones((4, 3)), np.ones((4, 2)), ("a", "b"), pvalue=0.5)
