import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_ind

import setapart as sa
from setapart.api.planning import calibrate

SHORT = sa.ProjectedWasserstein(1, n_steps=4, starts=sa.Starts(True, 1, 0))


def test_a_calibration_counts_what_the_pipeline_rejects():
    x = np.random.default_rng(0).normal(size=(61, 1))
    result = calibrate(x, n_trials=300, alpha=0.1, pipeline=lambda a, b: ttest_ind(a, b))
    assert result.sizes == (30, 30)
    assert result.n_rows == 61
    assert result.pvalues.shape == (300,)
    assert result.rejections == np.sum(result.pvalues <= 0.1)
    assert result.level == result.rejections / 300
    assert result.low <= 0.1 <= result.high
    assert (result.label, result.test) == ("x", "a function")


def test_a_pipeline_that_looks_before_it_tests_is_found_out():
    def best_of_many(x, y):
        return min(ttest_ind(x, y).pvalue)

    x = np.random.default_rng(1).normal(size=(80, 10))
    result = calibrate(x, n_trials=200, pipeline=best_of_many)
    assert result.low > 0.2  # 1 - 0.95¹⁰ = 0.40
    assert result.excess_pvalue < 1e-6
    assert "more than alpha allows" in result.verdict


def test_the_built_in_test_keeps_its_level_whatever_the_workers():
    x = np.random.default_rng(2).normal(size=(24, 2))
    one, two = (
        calibrate(x, n=10, n_trials=100, n_resamples=19, statistic=SHORT, rng=3, n_jobs=jobs) for jobs in (1, 2)
    )
    assert one.pvalues.tolist() == two.pvalues.tolist()
    assert one.sizes == (10, 10)
    # Binomial(100, 1/20) is at most 14 with probability 0.9999.
    assert one.rejections <= 14
    assert np.all(np.isin(np.round(one.pvalues * 20, 9), np.arange(1, 21)))
    assert one.settings["n_resamples"] == 19


def test_a_group_of_a_frame_is_calibrated():
    frame = pd.DataFrame({"arm": [0] * 10 + [1] * 30, "size": [*range(9), np.nan, *range(30)]})
    result = calibrate(frame, groups="arm", level="0", nan_policy="omit", n_trials=3, pipeline=lambda x, y: 1)
    assert (result.label, result.n_rows, result.n_omitted, result.sizes) == ("0", 9, 1, (4, 4))
    assert isinstance(result.table(), pd.DataFrame)
    assert result.verdict.startswith("0 of 3 splits were rejected at alpha = 0.05")


def test_levels_that_no_pvalue_can_reach_are_left_out():
    x = np.random.default_rng(2).normal(size=(24, 2))
    result = calibrate(x, n_trials=3, n_resamples=19, statistic=SHORT)
    assert result.smallest_pvalue == 1 / 20
    assert result.plain_table()["alpha"].tolist() == [0.05, 0.1, 0.2, 0.5]
    several = sa.SplitProjectedWasserstein(1, n_steps=4, starts=sa.Starts(True, 0, 0), n_splits=3)
    assert calibrate(x, alpha=0.1, n_trials=1, n_resamples=19, statistic=several).levels_out_of_reach == (0.01, 0.05)
    assert calibrate(x, n_trials=1, statistic="energy", n_resamples=99).levels_out_of_reach == ()
    assert calibrate(x, n_trials=1, pipeline=lambda a, b: 0.5).levels_out_of_reach == ()


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"x": [1, 2, 3]}, ValueError, "the sample has 3 rows; two parts of at least 2 need 4"),
        ({"n": 11}, ValueError, "n must be between 2 and 10, got 11"),
        ({"n": 2.0}, TypeError, "n must be an integer, got 2.0"),
        ({"n_trials": 0}, ValueError, "n_trials must be at least 1, got 0"),
        ({"alpha": 0}, ValueError, "alpha must lie strictly between 0 and 1"),
        ({"alpha": 0.001}, ValueError, "n_resamples=99 cannot reach alpha=0.001: the smallest p-value is 1/100"),
        ({"n": 2}, ValueError, "n=2 and m=2 cannot reach alpha=0.05"),
        ({"groups": "arm"}, ValueError, "groups and level go together"),
        ({"pipeline": lambda x, y: None}, TypeError, "pipeline must return a p-value"),
    ],
)
def test_what_cannot_be_calibrated_is_one_clear_line(change, error, message):
    arguments = {"x": np.arange(20.0)} | change
    with pytest.raises(error) as caught:
        calibrate(arguments.pop("x"), **arguments)
    assert message in str(caught.value)
