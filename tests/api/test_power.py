import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

import setapart as sa
from setapart.api.planning import power
from setapart.datasets import ALTERNATIVES, mean_shift
from strategies import SEEDS

SHORT = sa.ProjectedWasserstein(1, n_steps=4, starts=sa.Starts(True, 1, 0))


def z_test(x, y):
    """Two-sided, of variances one."""
    return 2 * norm.sf(abs(x.mean() - y.mean()) / np.sqrt(1 / len(x) + 1 / len(y)))


def shifted(n, m, rng):
    return rng.normal(size=n), rng.normal(0.5, size=m)


def test_the_size_for_a_z_test_is_that_of_its_formula():
    curve = power(shifted, n=(20, 40, 60, 80, 120), n_trials=1000, pipeline=z_test, confidence=0.999)
    size = curve.n_for(0.8)
    # 2 (1.960 + 0.842)² / 0.5² = 62.8; the other tail adds less than 1e-5.
    assert size.low <= 63 <= size.high
    assert abs(size.n - 63) <= 4  # 1000 trials: ±0.025 of the power, whose slope here is about 0.006 a row
    truth = [norm.sf(norm.isf(0.025) - 0.5 * np.sqrt(n / 2)) for n in curve.n]
    assert np.all((curve.low <= truth) & (truth <= curve.high))
    assert (curve.alternative, curve.test, curve.settings) == ("shifted", "z_test", {"pipeline": "z_test"})


def test_the_built_in_test_is_the_one_that_runs():
    options = {"statistic": SHORT, "n_resamples": 19, "scale": "std"}
    curve = power("mean_shift", d=2, n=12, ratio=0.5, n_trials=8, rng=5, **options)
    rejected = 0
    for trial in range(8):
        for_data, for_test = (np.random.SeedSequence(5, spawn_key=(12, trial, part)) for part in (0, 1))
        x, y = mean_shift(12, 6, 2, rng=np.random.default_rng(for_data))
        rejected += sa.two_sample_test(x, y, rng=for_test, **options).pvalue <= 0.05
    assert curve.rejections.tolist() == [rejected]
    assert (curve.n.tolist(), curve.m.tolist()) == ([12], [6])
    assert curve.alternative == "mean_shift (2 features)"
    assert curve.test == "pw, 19 relabellings"
    assert (curve.settings["statistic"]["k"], curve.settings["scale"], curve.seed) == (1, "std", 5)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_answer_does_not_depend_on_workers_nor_on_the_other_sizes(jobs):
    options = {"d": 2, "n_trials": 6, "n_resamples": 19, "statistic": SHORT}
    both = power("mean_shift", n=[20, 10, 20], n_jobs=jobs, **options)
    assert both.n.tolist() == [10, 20]
    assert both.rejections.tolist() == [int(power("mean_shift", n=n, **options).rejections[0]) for n in (10, 20)]


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_every_named_alternative_can_be_drawn(name):
    shapes = []

    def pipeline(x, y):
        shapes.append((x.shape, y.shape))
        return 1.0

    d = 4 if ALTERNATIVES[name].features is None else None
    power(name, d=d, n=[5], ratio=2, n_trials=2, pipeline=pipeline)
    features = d or ALTERNATIVES[name].features
    assert shapes == [((5, features), (10, features))] * 2


@given(SEEDS, st.integers(10, 15), st.integers(10, 15))
def test_pilot_rows_are_drawn_from_their_own_sample(seed, rows_x, rows_y):
    rng = np.random.default_rng(seed)
    pilot_x, pilot_y = rng.normal(size=(rows_x, 2)), rng.normal(size=(rows_y, 2)) + 100.0
    drawn = []

    def pipeline(x, y):
        drawn.append((x, y))
        return 1.0

    power((pilot_x, pilot_y), n=[20], ratio=1.5, n_trials=2, pipeline=pipeline, rng=seed)
    for x, y in drawn:
        assert (x.shape, y.shape) == ((20, 2), (30, 2))
        assert {tuple(row) for row in x} <= {tuple(row) for row in pilot_x}
        assert {tuple(row) for row in y} <= {tuple(row) for row in pilot_y}


def test_pilot_data_overstate_the_power_and_the_result_says_so():
    rng = np.random.default_rng(3)
    equal = rng.normal(size=20), rng.normal(size=20)
    curve = power(equal, n=[20, 2000], n_trials=100, pipeline=z_test)
    assert curve.low[-1] > 0.5  # of a difference that is not there
    assert "overstated" in curve.notes[0]
    assert "20 and 20 rows" in curve.notes[0]
    assert "exceed those of the pilot" in curve.notes[1]
    assert len(power(equal, n=[20], n_trials=1, pipeline=z_test).notes) == 1


def test_pilot_data_come_as_frames_and_groups():
    frame = pd.DataFrame({"arm": ["p"] * 12 + ["q"] * 15 + ["r"], "size": np.arange(28.0)})
    curve = power(frame, groups="arm", levels=("q", "p"), n=[10], n_trials=3, pipeline=lambda x, y: float(x.min() < 12))
    assert curve.alternative == "pilot data, q against p"
    assert curve.rejections.tolist() == [3]  # all rows of q lie above those of p
    assert isinstance(curve.table(), pd.DataFrame)


def test_pilot_data_with_ties_run_through_the_whole_test():
    rng = np.random.default_rng(0)
    pilot = rng.integers(0, 3, (10, 2)), rng.integers(0, 3, (12, 2))
    curve = power(pilot, n=[8], n_trials=5, n_resamples=19, statistic=SHORT)
    assert 0 <= curve.rejections[0] <= 5


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"alternative": "mean_shif"}, ValueError, "alternative must be one of"),
        ({"d": None}, ValueError, "the alternative 'mean_shift' needs d, the number of features"),
        ({"d": 0}, ValueError, "d must be at least 1, got 0"),
        ({"alternative": "correlated", "d": 3}, ValueError, "the alternative 'correlated' has d=2 features, got d=3"),
        ({"alternative": 3, "d": None}, TypeError, "alternative must be a name, a function (n, m, rng), a pair of"),
        ({"alternative": shifted}, ValueError, "d belongs to a named alternative"),
        ({"labels": ("a", "b")}, ValueError, "levels and labels belong to pilot data; leave them out"),
        ({"alternative": lambda *_: 3, "d": None}, TypeError, "alternative must return a pair of samples (x, y), got"),
        (
            {"alternative": lambda *_: ([1], [2, 3]), "d": None},
            ValueError,
            "alternative must return samples of n=25 and m=25 rows; got 1 and 2",
        ),
        (
            {"alternative": (range(10), range(9)), "d": None},
            ValueError,
            "pilot sample 'y' has 9 rows; at least 10 are needed",
        ),
        ({"n": []}, ValueError, "n must hold at least one sample size"),
        ({"n": "25"}, TypeError, "n must be an integer or a sequence of integers, got '25'"),
        ({"n": [25, 2.5]}, TypeError, "n must be an integer, got 2.5"),
        ({"n": 1}, ValueError, "n must be at least 2, got 1"),
        ({"ratio": 0}, ValueError, "ratio must be positive and finite, got 0.0"),
        ({"ratio": 0.05}, ValueError, "ratio=0.05 leaves 1 row for the second sample of n=25"),
        ({"n_trials": 0}, ValueError, "n_trials must be at least 1, got 0"),
        ({"alpha": 1}, ValueError, "alpha must lie strictly between 0 and 1, got 1.0"),
        ({"target": 0}, ValueError, "target must lie strictly between 0 and 1"),
        ({"confidence": 95}, ValueError, "confidence must lie strictly between 0 and 1"),
        ({"n_resamples": 18}, ValueError, "n_resamples=18 cannot reach alpha=0.05"),
        ({"n": 2}, ValueError, "n=2 and m=2 cannot reach alpha=0.05"),
        ({"n": 6, "statistic": "pw_split"}, ValueError, "n=6 and m=6 cannot reach alpha=0.05"),
        ({"nan_policy": "zz"}, ValueError, "nan_policy must be one of 'raise', 'omit', 'indicator', got 'zz'"),
        ({"alternative": shifted, "d": None, "nan_policy": "zz"}, ValueError, "nan_policy must be one of"),
        ({"pipeline": z_test, "n_resamples": 0}, ValueError, "n_resamples must be at least 1, got 0"),
        ({"k": 9}, ValueError, "k must be between 1 and 3, got 9"),
        ({"statistic": "pww"}, ValueError, "statistic must be one of"),
        ({"method": "paper"}, TypeError, "method must be None or a Permutation"),
        ({"n_jobs": 0}, ValueError, "n_jobs must be a number of workers"),
        ({"rng": -1}, ValueError, "rng must be a non-negative integer"),
        ({"pipeline": 3}, TypeError, "pipeline must be a function of two samples, got 3"),
        ({"pipeline": z_test, "k": 1}, ValueError, "pipeline is the whole test: leave out statistic, k, sparsity"),
        ({"pipeline": lambda x, y: 2}, ValueError, "pipeline must return a p-value between 0 and 1, got 2.0"),
    ],
)
def test_what_cannot_be_planned_is_one_clear_line(change, error, message):
    arguments = {"alternative": "mean_shift", "d": 3} | change
    with pytest.raises(error) as caught:
        power(arguments.pop("alternative"), **arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
