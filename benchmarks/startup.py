"""S9: import and first call, in fresh processes. Run: python benchmarks/startup.py [--quick]."""

import argparse
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time

FIRST_TEST = """
import numpy as np, setapart as sa
rng = np.random.default_rng(0)
sa.two_sample_test(rng.standard_normal((30, 5)), rng.standard_normal((30, 5)), k=2, n_resamples=99, rng=0)
"""


def seconds(code: str, cache: str) -> float:
    """Wall-clock time of a process that runs the code, less that of an empty one; below a millisecond it is noise."""
    return max(0.001, _run(code, cache) - _run("pass", cache))


def _run(code: str, cache: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "NUMBA_CACHE_DIR": cache})
    return time.perf_counter() - start


def line(work: str, ours: float, peer: float | None = None) -> str:
    """One row of the table; a dash where there is no peer."""
    compared = ("–", "–") if peer is None else (f"{peer:.3f} s", f"{peer / ours:.1f}×")
    return f"{work:<40}{f'{ours:.3f} s':>11}{compared[0]:>11}{compared[1]:>9}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one repeat")
    repeats = 1 if parser.parse_args().quick else 5
    has_peer = importlib.util.find_spec("dcor") is not None
    with tempfile.TemporaryDirectory() as cache:

        def median(code: str) -> float:
            return statistics.median(seconds(code, cache) for _ in range(repeats))

        # The kernel cache is empty only once; dcor compiles at import, setapart at its first test.
        peer_first = seconds("import dcor", cache) if has_peer else None
        peer = median("import dcor") if has_peer else None
        print(f"{'work':<40}{'setapart':>11}{'dcor':>11}{'ratio':>9}")
        print(line("S9 import, cold kernel cache", seconds("import setapart", cache), peer_first))
        print(line("   import, warm kernel cache", median("import setapart"), peer))
        print(line("   with all that a test needs, warm", median("from setapart import two_sample_test"), peer))
        print(line("   first test, cold kernel cache", seconds(FIRST_TEST, cache)))
        print(line("   first test, warm kernel cache", median(FIRST_TEST)))
    if not has_peer:
        print("no peer: dcor is not installed")


if __name__ == "__main__":
    main()
