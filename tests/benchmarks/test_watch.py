"""What asv times at every change: it finds all of it, and counts of work are those that were stored."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
# Pivots of the network simplex: the same on every machine, but for rounding. A worse rule for pivots shows here.
PIVOTS = {(2, 500): 6_606, (3, 500): 6_861}


@pytest.fixture(scope="module")
def watch():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        from watch import kernels, whole_tests
    finally:
        sys.path.remove(str(BENCHMARKS))
    return kernels, whole_tests


def test_asv_finds_the_benchmarks(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "asv", "check", "--python=same"],
        cwd=BENCHMARKS,
        env={"HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "No problems found" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(("size", "pivots"), PIVOTS.items())
def test_pivots_are_those_that_were_stored(watch, size, pivots):
    transport = watch[0].Transport()
    transport.setup(*size)
    assert transport.track_pivots(*size) == pytest.approx(pivots, rel=0.2)


def test_every_statistic_that_is_watched_runs(watch):
    kernels, whole = watch
    for statistic in kernels.Relabelled.params:
        relabelled = kernels.Relabelled()
        relabelled.setup(statistic)
        assert relabelled.track_mean(statistic) > 0.0
    for statistic in whole.Whole.params[0]:
        test = whole.Whole()
        test.setup(statistic, "100 × 60")
        test.peakmem_test(statistic, "100 × 60")
