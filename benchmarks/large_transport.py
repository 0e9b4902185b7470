"""S2b and S10: exact transport with many rows, in R² and R³ and on a grid. Run: python benchmarks/large_transport.py.

Seconds are those of the processor: a busy machine changes them little. Memory is the peak above what stood before.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import peers
import setapart as sa
from table import machine
from watch.pivots import counted_pivots

ROWS = (1_000, 3_000, 10_000, 30_000, 100_000)
PEER = 10_000  # rows that the peer's cost matrix leaves room for


@dataclass(frozen=True)
class Problem:
    name: str
    x: np.ndarray
    y: np.ndarray
    x_weights: np.ndarray | None = None
    y_weights: np.ndarray | None = None


def normal(k: int, n: int) -> Problem:
    rng = np.random.default_rng(0)
    return Problem(f"R{'²³'[k - 2]}, n = m = {n:,}", rng.standard_normal((n, k)), rng.standard_normal((n, k)))


def grid(side: int) -> Problem:
    """Two random fields on one grid, exponentials of noise of spectrum 1/f, as weights of its pixels."""
    line = np.arange(float(side))
    pixels = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    frequency = np.hypot(*np.meshgrid(np.fft.fftfreq(side), np.fft.fftfreq(side)))
    frequency[0, 0] = 1.0
    weights = []
    for seed in range(2):
        noise = np.fft.fft2(np.random.default_rng(seed).standard_normal((side, side)))
        field = np.fft.ifft2(noise / frequency).real
        image = np.exp(field / field.std())
        weights.append(np.rint(1_000.0 * image / image.max()).astype(int).ravel())
    return Problem(f"grid of {side} × {side} pixels with weights", pixels, pixels, *weights)


def clocked(function: Callable[[], float]) -> dict[str, float]:
    """Value, processor seconds and peak memory (MB) of a call (Linux)."""
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before, start = status("VmRSS"), time.process_time()
    value = function()
    return {"value": value, "seconds": time.process_time() - start, "memory": (status("VmHWM") - before) / 1024}


def status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


def ours(problem: Problem) -> dict[str, float]:
    def solve(some: slice) -> float:
        x_weights, y_weights = (None if w is None else w[some] for w in (problem.x_weights, problem.y_weights))
        x, y = problem.x[some], problem.y[some]
        return sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights).value

    solve(slice(0, 2_000))  # the kernels, compiled or from the cache
    with counted_pivots() as pivots:
        measured = clocked(lambda: solve(slice(None)))
    return measured | {"pivots": pivots[-1]}


def row(problem: Problem, measured: dict[str, float], peer: dict[str, float] | None) -> str:
    line = f"{problem.name:<42}{measured['seconds']:>9.2f} s{measured['memory']:>8.1f} MB{measured['pivots']:>12,.0f}"
    line += f"{measured['value']:>16.9f}"
    if peer is None:
        return line
    return line + f"{peer['seconds']:>10.2f} s{peer['memory']:>9.0f} MB{peer['value']:>16.9f}"


def problem(name: str, size: int) -> Problem:
    return grid(size) if name == "grid" else normal(int(name), size)


def alone(name: str, size: int, who: str) -> dict[str, float]:
    """Solve in a process of its own, so that memory is that of this problem."""
    command = [sys.executable, __file__, "--solve", name, str(size), who]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    measured: dict[str, float] = json.loads(answer)
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--solve", nargs=3, metavar=("PROBLEM", "SIZE", "WHO"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.solve:
        name, size, who = chosen.solve
        posed = problem(name, int(size))
        peers.emd(posed.x[:50], posed.y[:50])
        measured = ours(posed) if who == "ours" else clocked(lambda: peers.emd(posed.x, posed.y)[0])
        print(json.dumps(measured))
        return
    print(f"Exact transport with many rows, processor seconds, peer POT  ({machine()})")
    print(
        f"{'work':<42}{'setapart':>11}{'memory':>11}{'pivots':>12}{'value':>16}"
        f"{'peer':>12}{'memory':>12}{'peer value':>16}"
    )
    for k in ("2",) if chosen.quick else ("2", "3"):
        sizes, seconds = ROWS[:1] if chosen.quick else ROWS, []
        for n in sizes:
            measured = alone(k, n, "ours")
            seconds.append(measured["seconds"])
            print(row(problem(k, n), measured, alone(k, n, "peer") if n <= PEER else None), flush=True)
        if len(sizes) > 1:
            slope = np.polyfit(np.log(sizes[-3:]), np.log(seconds[-3:]), 1)[0]
            print(f"  seconds grow like n^{slope:.2f} from {sizes[-3:][0]:,} rows")
    side = 32 if chosen.quick else 128
    print(row(grid(side), alone("grid", side, "ours"), None))


if __name__ == "__main__":
    main()
