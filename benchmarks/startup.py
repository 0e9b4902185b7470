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
    """Wall-clock time of a process that runs the code, less that of an empty one."""
    return _run(code, cache) - _run("pass", cache)


def _run(code: str, cache: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "NUMBA_CACHE_DIR": cache})
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one repeat, no peer")
    quick = parser.parse_args().quick
    repeats = 1 if quick else 5
    with tempfile.TemporaryDirectory() as cache:
        imported = statistics.median(seconds("import setapart", cache) for _ in range(repeats))
        everything = statistics.median(seconds("import setapart.api", cache) for _ in range(repeats))
        cold = seconds(FIRST_TEST, cache)
        warm = statistics.median(seconds(FIRST_TEST, cache) for _ in range(repeats))
        print(f"S9 import setapart                       {imported:8.3f} s")
        print(f"   with all that a test needs            {everything:8.3f} s")
        print(f"   first test, cold kernel cache         {cold:8.2f} s")
        print(f"   first test, warm kernel cache         {warm:8.2f} s")
        if not quick and importlib.util.find_spec("dcor"):
            print(f"   peer: import dcor                     {seconds('import dcor', cache):8.2f} s")


if __name__ == "__main__":
    main()
