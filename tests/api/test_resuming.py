"""`sa.Permutation(checkpoint=…)`: real kills, all that makes another run, and the results of the uninterrupted one."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import setapart as sa
from setapart.statistics.family import PreparedFamily

RNG = np.random.default_rng(8)
X, Y = RNG.standard_normal((14, 3)), RNG.standard_normal((12, 3)) + [0.0, 0.4, 0.0]
STRATA = [np.tile([0, 1], 7), np.tile([0, 1], 6)]

SLOW = """
import sys, time
import numpy as np
import setapart as sa

class Slow:
    name, scale, seconds = "slow", 1.0, 0.1
    pause = 0.0

    def prepare(self, pooled, *, rng):
        self.column = pooled[:, 1]
        return self

    def evaluate(self, labels, *, stop_at=None):
        time.sleep(self.pause)
        return np.abs(np.cumsum(labels * self.column, axis=1)[:, -1])

    def describe(self, labels):
        return None

if __name__ == "__main__":
    Slow.pause = 0.1
    x, y = np.load(sys.argv[1]).values()
    sa.two_sample_test(x, y, statistic=Slow(), method=sa.Permutation(checkpoint=sys.argv[2]))
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.ckpt"


def test_a_run_that_was_killed_goes_on(tmp_path, path):
    np.savez(tmp_path / "samples.npz", x=X, y=Y)
    script, slow = tmp_path / "slow.py", {"__name__": "slow"}
    script.write_text(SLOW)
    exec(compile(SLOW, str(script), "exec"), slow)
    killed = subprocess.Popen([sys.executable, script, tmp_path / "samples.npz", path])
    method = sa.Permutation(checkpoint=path)
    deadline = time.monotonic() + 60
    while (path.stat().st_size if path.exists() else 0) < 900 and time.monotonic() < deadline:
        time.sleep(0.05)
    with pytest.raises(BlockingIOError, match="is being written by another run"):
        sa.two_sample_test(X, Y, statistic=slow["Slow"](), method=method)
    os.kill(killed.pid, signal.SIGKILL)
    assert killed.wait() == -signal.SIGKILL
    size = path.stat().st_size
    assert 900 <= size < 4000  # in the middle: all values are 8,000 bytes

    resumed, whole = (sa.two_sample_test(X, Y, statistic=slow["Slow"](), method=m, n_jobs=2) for m in (method, None))
    assert np.array_equal(resumed.null_distribution, whole.null_distribution)
    assert resumed.to_dict() | {"wall_time": 0} == whole.to_dict() | {"wall_time": 0}


@pytest.mark.parametrize("statistic", ["auto", "energy", "marginal"])
@pytest.mark.parametrize("stopping", [None, "betting"])
def test_the_result_is_that_of_an_uninterrupted_run(path, statistic, stopping):
    """The first run ends after fewer relabellings; to go on from there is to go on after an interruption."""

    def run(n_resamples, **options):
        method = sa.Permutation(stopping=stopping, checkpoint=options.pop("checkpoint", None))
        return sa.two_sample_test(X, Y, statistic=statistic, n_resamples=n_resamples, method=method, **options)

    whole = run(119)
    run(30, checkpoint=path)
    for n_jobs in (2, 1):  # the second reads the whole result
        resumed = run(119, checkpoint=str(path), n_jobs=n_jobs)
        assert np.array_equal(resumed.null_distribution, whole.null_distribution)
        assert resumed.to_dict() | {"wall_time": 0} == whole.to_dict() | {"wall_time": 0}
        assert resumed.call.python == whole.call.python  # which says nothing of the file


def changed(rows):
    rows = rows.copy()
    rows[3, 1] = np.nextafter(rows[3, 1], 9.0)
    return rows


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"y": changed(Y)}, "with other data"),
        ({"x": np.r_[X, Y[:1]], "y": Y[1:]}, "whose samples have 14 and 12 rows of 3 features, not 15 and 11 rows"),
        ({"x": Y, "y": X}, "whose samples have 14 and 12 rows of 3 features, not 12 and 14 rows"),
        ({"scale": "std"}, "with other data, or data in other units"),
        ({"rng": 1}, "whose seed is 0, not 1"),
        ({"statistic": "mmd"}, "whose statistic is pw:1, not mmd"),
        ({"statistic": "pw:2"}, "whose statistic is pw:1, not pw:2"),
        ({"statistic": sa.ProjectedWasserstein(1, n_steps=7)}, "with other settings of the statistic"),
        ({"statistic": ["pw:1", "energy"]}, "whose statistic is pw:1, not pw:1, energy"),
        ({"design": sa.Strata(STRATA)}, "whose design is plain, not strata"),
        ({"stopping": "betting"}, "whose values are complete, not bounds"),
        ({"n_resamples": 10**8}, "whose relabellings are random, not all there are"),
    ],
)
def test_another_run_is_refused(path, arguments, words):
    def run(*, x=X, y=Y, stopping=None, **others):
        method = sa.Permutation(checkpoint=path, stopping=stopping)
        sa.two_sample_test(x, y, method=method, **{"statistic": "pw:1", "n_resamples": 9, **others})

    run()
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"^checkpoint=.* is of another run, {words}.*; delete the file to begin anew"):
        run(**arguments)
    assert path.read_bytes() == before


def test_other_strata_are_another_run(path):
    def run(*strata):
        design, method = sa.Strata(strata), sa.Permutation(checkpoint=path)
        sa.two_sample_test(X, Y, statistic="energy", n_resamples=19, design=design, method=method)

    run(*STRATA)
    with pytest.raises(ValueError, match="is of another run, with other strata or clusters"):
        run(STRATA[0], STRATA[1][::-1])


def test_counts_of_features_know_of_no_fewer_relabellings(path):
    def run(n_resamples):
        return sa.two_sample_test(
            X, Y, statistic="marginal", n_resamples=n_resamples, method=sa.Permutation(checkpoint=path)
        )

    run(29)
    with pytest.raises(ValueError, match="counts 30 relabellings, and knows nothing of fewer; take n_resamples=29"):
        run(19)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda method: sa.two_sample_test(X, Y, statistic="pw_split", method=method), "leave method out"),
        (lambda method: sa.compare_groups(X, groups=np.arange(14) % 3, method=method), "every comparison is one"),
        (lambda method: sa.power((X, Y), method=method), "every trial is one"),
        (lambda method: sa.goodness_of_fit(X, fit="normal", method=method), "the bootstrap fits the model anew"),
        (lambda _: sa.Permutation(checkpoint=3), "checkpoint must name a file or be None, got 3"),
    ],
)
def test_where_a_checkpoint_has_no_place(path, ask, words):
    with pytest.raises((ValueError, TypeError), match=words):
        ask(sa.Permutation(checkpoint=path))
    assert not path.exists()


def told(comparison):
    """What a comparison says, but for what its tests took."""
    seconds = {"wall_time": 0, "seconds": 0}
    plain = comparison.to_dict()
    return {**plain, **seconds, "tests": [{**test, **seconds} for test in plain["tests"]]}


def test_a_comparison_goes_on(path, caplog):
    """With more tests and more relabellings."""
    names = ["ks", "mmd", "auto"]
    sa.compare(X, Y, statistics=names[:2], n_resamples=30, checkpoint=path)
    whole = sa.compare(X, Y, statistics=names, n_resamples=59)
    with caplog.at_level("INFO", "setapart"):
        resumed = sa.compare(X, Y, statistics=names, n_resamples=59, checkpoint=path)
    assert caplog.messages == [f"checkpoint={str(path)!r} has 62 values already"]
    assert told(resumed) == told(whole)


def test_a_file_of_a_comparison_is_none_of_a_test(path):
    sa.compare(X, Y, statistics=["ks"], n_resamples=9, checkpoint=path)
    method = sa.Permutation(checkpoint=path)
    with pytest.raises(ValueError, match="is of another run, whose content is a comparison of tests, not one test"):
        sa.two_sample_test(X, Y, statistic="ks", n_resamples=9, method=method)
    with pytest.raises(ValueError, match="is of another run, with other data"):
        sa.compare(X, changed(Y), statistics=["ks"], n_resamples=9, checkpoint=path)


def test_no_test_is_left_out_for_what_its_file_holds(path, monkeypatch):
    """As one is that cannot be used, where all there are were asked for."""
    monkeypatch.setattr("setapart.api.requested_tests.names", lambda: ["ks", "energy"])
    sa.compare(X, Y, n_resamples=9, checkpoint=path)
    evaluate = PreparedFamily.evaluate
    monkeypatch.setattr(PreparedFamily, "evaluate", lambda *given, **options: 2.0 * evaluate(*given, **options))
    with pytest.raises(ValueError, match="holds another value of relabelling"):
        sa.compare(X, Y, n_resamples=9, checkpoint=path)
