"""The table of pairs: its numbers, the coverage of its intervals, and which pairs it calls different."""

import numpy as np
import pytest
from scipy import stats

import setapart as sa
from setapart.api import features as api_features
from setapart.explain.pair_table import pair_table
from setapart.inference.feature_tests import FeaturePValues
from setapart.statistics.pair_correlations import PARTS, PairCorrelations


def table_of(x, y, *, part="correlation", independent=True):
    correlations = PairCorrelations.of(np.vstack([x, y]))
    nothing = np.ones(len(correlations.pairs))
    names = tuple("abcdef"[: x.shape[1]])
    pvalues, leading = FeaturePValues(nothing, nothing, nothing), np.full(nothing.size, PARTS.index(part))
    return pair_table(correlations, len(x), names, pvalues, leading, independent=independent, backend=None)


def test_each_pair_has_its_correlation_in_both_samples():
    x, y = np.random.default_rng(0).normal(size=(2, 30, 3))
    table = table_of(x, y[:20])
    assert table.pairs == (("a", "b"), ("a", "c"), ("b", "c"))
    for values, part in ((table.first, x), (table.second, y[:20])):
        np.testing.assert_allclose(values, stats.spearmanr(part)[0][np.triu_indices(3, 1)], atol=1e-12)
    np.testing.assert_array_equal(table.difference, table.second - table.first)
    assert np.all((table.low < table.difference) & (table.difference < table.high))
    assert np.isnan(table_of(x, y, independent=False).low).all()


def test_a_pair_is_told_by_its_correlation_where_that_changes_nearly_as_much():
    """From .95 to .8: the distances go together less as well, here by even more."""
    rng = np.random.default_rng(15)
    x, y = (rng.multivariate_normal([0.0, 0.0], [[1.0, r], [r, 1.0]], size=50) for r in (0.95, 0.8))
    correlations = PairCorrelations.of(np.vstack([x, y])).correlations(np.arange(100) < 50)[:, :, 0]
    changes = np.abs(np.diff(np.arctanh(correlations), axis=0)[0])
    assert changes[0] < changes[3]
    assert (
        sa.two_sample_test(x, y, statistic="energy", n_resamples=199).pair_tests()["correlated"][0] == "feature, other"
    )


@pytest.mark.parametrize(
    ("part", "correlated"),
    [
        ("correlation", "feature, other"),
        ("first distance", "|feature − median|, other"),
        ("second distance", "feature, |other − median|"),
        ("both distances", "|feature − median|, |other − median|"),
    ],
)
def test_what_is_correlated_is_told(part, correlated):
    x, y = np.random.default_rng(0).normal(size=(2, 40, 2))
    if part != "correlation":
        near = {"first distance": y[:, 0], "second distance": y[:, 1], "both distances": y[:, 0]}[part]
        y = {
            "first distance": np.column_stack([near, np.abs(near) + 0.1 * y[:, 1]]),
            "second distance": np.column_stack([np.abs(near) + 0.1 * y[:, 0], near]),
            "both distances": np.column_stack([near, np.sign(y[:, 1]) * near + 0.1 * y[:, 1]]),
        }[part]
    table = table_of(x, y, part=part)
    assert table.table()["correlated"][0] == correlated
    assert (table.second[0] > 0.7) == (part != "correlation")


@pytest.mark.parametrize(("first", "second"), [(0.0, 0.0), (0.7, 0.2), (0.9, 0.9)])
def test_intervals_cover_the_difference(first, second):
    """95 % of 400 has a standard error of 1.1 %; with normal features Spearman's ρ is 6/π arcsin(r/2)."""
    rng, covered = np.random.default_rng(0), 0
    truth = np.diff(6.0 / np.pi * np.arcsin(np.array([first, second]) / 2.0))[0]
    for _ in range(400):
        samples = [
            rng.multivariate_normal([0.0, 0.0], [[1.0, r], [r, 1.0]], size=size)
            for r, size in ((first, 60), (second, 90))
        ]
        table = table_of(*samples)
        covered += int(table.low[0] <= truth <= table.high[0])
    assert 0.92 <= covered / 400 <= 0.985


@pytest.mark.parametrize("part", PARTS[2:])
def test_intervals_of_distances_cover_the_difference(part):
    """Of 300; the truth is the mean over large samples, known to 0.004."""
    rng, covered = np.random.default_rng(0), 0

    def rows(size):
        x = rng.normal(size=(size, 2))
        sign = np.where(rng.random(size) < 0.5, 1.0, -1.0)
        x[:, 1] += 1.2 * (np.abs(x[:, 0]) if part == "first distance" else sign * x[:, 0])
        return x

    truth = np.mean([table_of(rng.normal(size=(10, 2)), rows(3000), part=part).second[0] for _ in range(30)])
    for _ in range(300):
        table = table_of(rng.normal(size=(60, 2)), rows(90), part=part)
        covered += int(table.low[0] <= truth <= table.high[0])
    assert 0.91 <= covered / 300 <= 0.99


@pytest.mark.parametrize("n", [3, 4])
def test_samples_of_very_few_rows_have_no_correlations(n):
    x, y = np.random.default_rng(0).normal(size=(2, 40, 2))
    result = sa.two_sample_test(x[:n], y, statistic="energy", n_resamples=19)
    assert (result.by_pair is None) == (n < 4)


def test_a_pair_that_goes_together_differently_is_found_and_no_other():
    x, y = np.random.default_rng(2).normal(size=(2, 150, 4))
    y[:, 2] = 0.9 * y[:, 0] + np.sqrt(1.0 - 0.81) * y[:, 2]
    result = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=199)
    told = result.pair_tests()
    assert (told["feature"][0], told["other"][0]) == ("x1", "x3")
    assert told["adjusted_pvalue"][0] == 0.005
    assert told["adjusted_pvalue"][1:].min() > 0.05
    assert told["low"][0] > 0.6
    assert result.to_dict()["pair_tests"]["other"][0] == "x3"
    assert result.pair_tests(2).n_rows == 2


def test_levels_of_a_category_and_constant_features_make_no_pairs():
    x, y = np.random.default_rng(0).normal(size=(2, 40, 3))
    x[:, 1] = y[:, 1] = 7.0
    result = sa.two_sample_test(x, y, statistic="energy", n_resamples=19)
    assert result.by_pair.pairs == (("x1", "x3"),)
    assert sa.two_sample_test(x[:, :2], y[:, :2], statistic="energy", n_resamples=19).by_pair is None


def test_dependence_without_correlation_is_found_and_told():
    x, y = np.random.default_rng(0).normal(size=(2, 150, 4))
    y[:, 3] = np.abs(y[:, 1]) + 0.5 * y[:, 3]
    result = sa.two_sample_test(x, y, statistic="dictionary", n_resamples=199)
    table = result.pair_tests(2)
    assert (table["feature"][0], table["other"][0], table["correlated"][0]) == ("x2", "x4", "|feature − median|, other")
    assert table["adjusted_pvalue"][0] == 0.005
    assert table["adjusted_pvalue"][1] > 0.05
    assert 0.3 < table["low"][0] < table["difference"][0]
    text = result.summary()
    assert "|x2 − median|, x4: correlation" in text
    headline = text.replace("\n", " ").split("  ")[0]
    assert (
        "x2 and x4 go together differently: in y more than in x, x4 is high where x2 is far from its median."
        in headline
    )


def test_a_change_of_single_features_changes_no_pair():
    """Shift, scale and tails of correlated features; their tests say so."""
    x, y = np.random.default_rng(0).normal(size=(2, 150, 3)) @ (np.eye(3) + 0.8)
    y = np.exp(y + [1.0, 0.0, -1.0]) * [1.0, 3.0, 1.0]
    result = sa.two_sample_test(x, y, statistic="marginal ranks", n_resamples=199)
    assert result.feature_tests()["adjusted_pvalue"].max() == 0.005
    assert result.pair_tests()["adjusted_pvalue"].min() > 0.05


def test_where_all_parts_take_long_correlations_are_tested(monkeypatch):
    x, y = np.random.default_rng(0).normal(size=(2, 150, 4))
    y[:, 3] = np.abs(y[:, 1]) + 0.5 * y[:, 3]
    monkeypatch.setattr(api_features, "_QUICK", 0.0)
    table = sa.two_sample_test(x, y, statistic="energy", n_resamples=99).pair_tests()
    assert set(table["correlated"]) == {"feature, other"}
    monkeypatch.setattr(api_features, "_PLAIN", 0.0)
    assert sa.two_sample_test(x, y, statistic="energy", n_resamples=99).by_pair is None
