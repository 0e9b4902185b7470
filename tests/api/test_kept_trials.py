"""Power studies and calibrations with a checkpoint: what is over is not run again, and another study is refused."""

import numpy as np
import pytest
from scipy.stats import ttest_ind

import setapart as sa

RNG = np.random.default_rng(4)
X, Y = RNG.normal(size=(40, 2)), RNG.normal(size=(30, 2)) + 0.5


class Trials:
    """A pipeline that counts its calls, and fails at one of them."""

    def __init__(self, fails=0):
        self.calls, self.fails = 0, fails

    def __call__(self, x, y):
        self.calls += 1
        if self.calls == self.fails:
            raise RuntimeError("the power is cut")
        return float(ttest_ind(x[:, 0], y[:, 0]).pvalue)


def power(**options):
    return sa.power((X, Y), n=[10, 15], n_trials=12, **options).rejections.tolist()


def calibrate(**options):
    return sa.calibrate(X, n_trials=24, **options).pvalues.tolist()


@pytest.mark.parametrize("study", [power, calibrate])
def test_a_study_that_was_cut_goes_on(study, tmp_path):
    path, cut, resumed, again = tmp_path / "run.ckpt", Trials(fails=18), Trials(), Trials()
    with pytest.raises(RuntimeError, match="the power is cut"):
        study(pipeline=cut, checkpoint=path)
    whole = study(pipeline=Trials())
    assert study(pipeline=resumed, checkpoint=path) == whole
    assert resumed.calls == 2 + 24 - 17  # the first and the last that are known are run once more
    assert study(pipeline=again, checkpoint=path) == whole
    assert again.calls == 2


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_the_test_of_the_settings_goes_on_too(n_jobs, tmp_path):
    options = {"statistic": "energy", "n_resamples": 19, "n_jobs": n_jobs}
    first = power(**options, checkpoint=tmp_path / "run.ckpt")
    assert power(**options, checkpoint=str(tmp_path / "run.ckpt")) == first == power(**options)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"n": [10, 20]}, "whose sizes are 10 and 10, 15 and 15, not 10 and 10, 20 and 20"),
        ({"n_trials": 13}, "whose trials of each size are 12, not 13"),
        ({"rng": 1}, "whose seed is 0, not 1"),
        ({"alternative": (X, np.nextafter(Y, 9.0))}, "with other data"),
        ({"alternative": "mean_shift", "d": 2}, "with other data"),
        ({"scale": "std"}, "with other settings"),
        ({"statistic": "mmd"}, "with other settings"),
        ({"method": sa.Permutation(stopping="besag-clifford")}, "with other settings"),
    ],
)
def test_another_study_is_refused(changes, words, tmp_path):
    path = tmp_path / "run.ckpt"
    options = {"alternative": (X, Y), "n": [10, 15], "n_trials": 12, "n_resamples": 19, "statistic": "energy"}
    sa.power(**options, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"^checkpoint=.* is of another run, {words}"):
        sa.power(**options | changes, checkpoint=path)
    assert path.read_bytes() == before


def test_other_work_is_refused(tmp_path):
    path = tmp_path / "run.ckpt"
    calibrate(statistic="energy", n_resamples=19, checkpoint=path)
    with pytest.raises(ValueError, match="whose content is a calibration, not a power study"):
        power(statistic="energy", n_resamples=19, checkpoint=path)
    with pytest.raises(ValueError, match="whose content is a calibration, not one test"):
        sa.two_sample_test(X, Y, statistic="energy", n_resamples=19, method=sa.Permutation(checkpoint=path))
    with pytest.raises(TypeError, match="checkpoint must name a file or be None"):
        power(statistic="energy", n_resamples=19, checkpoint=7)
