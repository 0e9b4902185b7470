import sys
import time

import numpy as np
import pytest

from setapart.inference import workers
from setapart.inference.progress import progress_bar
from setapart.inference.trials import checked_pvalue, run_trials


def trial(key, for_data, for_test):
    return np.random.default_rng(for_data).random() + np.random.default_rng(for_test).random() + sum(key)


def test_a_trial_depends_on_its_key_and_the_seed_alone():
    keys = [(n, t) for n in (3, 5) for t in range(10)]
    alone = run_trials(trial, keys, seed=1)
    assert run_trials(trial, keys, seed=1, n_jobs=2).tolist() == alone.tolist()
    assert run_trials(trial, keys[7:], seed=1).tolist() == alone[7:].tolist()
    assert len(set(alone)) == len(alone)
    assert not np.isin(run_trials(trial, keys, seed=2), alone).any()


def test_data_and_test_have_streams_of_their_own():
    def difference(_, for_data, for_test):
        return np.random.default_rng(for_data).random() - np.random.default_rng(for_test).random()

    assert run_trials(difference, [(0,)], seed=0)[0] != 0.0


def test_an_error_in_a_trial_arrives():
    def fails(key, *_):
        if key == (5,):
            raise ValueError("the sixth trial fails")
        return 0.0

    with pytest.raises(ValueError, match="the sixth trial fails"):
        run_trials(fails, [(t,) for t in range(9)], seed=0, n_jobs=2)


def test_the_bar_counts_trials(capsys):
    run_trials(lambda *_: 0.5, [(t,) for t in range(4)], seed=0, progress=True)
    assert "0/4" in capsys.readouterr().err
    run_trials(lambda *_: 0.5, [(t,) for t in range(4)], seed=0)
    assert capsys.readouterr().err == ""
    with progress_bar(3, False, "trial") as bar:
        bar.update(3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_the_trials(monkeypatch, jobs):
    ran = []

    class Bar:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def update(self, _):
            if len(ran) >= 5:
                raise KeyboardInterrupt

    def slow(key, *_):
        ran.append(key)
        time.sleep(0.01)
        return 0.5

    monkeypatch.setattr(workers, "progress_bar", lambda *_, **__: Bar())
    with pytest.raises(KeyboardInterrupt):
        run_trials(slow, [(t,) for t in range(500)], seed=0, n_jobs=jobs)
    time.sleep(0.1)
    assert len(ran) < 50  # those under way, and what joblib had handed out before


@pytest.mark.parametrize(
    "found", [0.25, np.float64(0.25), np.array(0.25), np.array([0.25]), type("R", (), {"pvalue": np.array([0.25])})()]
)
def test_a_pvalue_comes_as_a_number_or_in_a_result(found):
    value = checked_pvalue(found)
    assert value == 0.25
    assert type(value) is float
    assert [checked_pvalue(0), checked_pvalue(1)] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("found", "error"),
    [("0.2", TypeError), (None, TypeError), (True, TypeError), (np.array([0.1, 0.2]), TypeError), (0.1j, TypeError)]
    + [(value, ValueError) for value in (-0.1, 1.1, np.nan, np.inf)],
)
def test_anything_else_is_no_pvalue(found, error):
    with pytest.raises(error, match="pipeline must return a p-value"):
        checked_pvalue(found)


def test_without_tqdm_a_bar_has_a_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with pytest.raises(ImportError, match=r"progress=True needs tqdm: pip install 'setapart\[cli\]'"):
        run_trials(lambda *_: 0.5, [(0,)], seed=0, progress=True)
