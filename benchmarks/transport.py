"""S1, S2 and S3: exact transport in R³ against POT. Run: python benchmarks/transport.py [--quick].

Seconds are those of the processor: a busy machine changes them little.
"""

import argparse
import resource
import subprocess
import sys
import time

import numpy as np

import peers
import setapart as sa
from setapart.projection.cloud import Cloud
from setapart.projection.rules import Geometric, PaperAlgorithm, StepRule
from setapart.projection.starts import StartingFrames, Starts
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import Trees
from table import Row, show, timed

PEAK = """
import sys, pathlib, numpy as np, setapart as sa
def status(field):
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))
n = int(sys.argv[1])
rng = np.random.default_rng(0)
x, y = rng.standard_normal((n, 3)), rng.standard_normal((n, 3)) + 0.2
sa.wasserstein(x[:50], y[:50])
sa.wasserstein(x[:2000], y[:2000])
pathlib.Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far (Linux)
before = status("VmRSS")
sa.wasserstein(x, y)
print(status("VmHWM") - before)
"""


def samples(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, d)), rng.standard_normal((n, d)) + 0.2


def from_scratch(name: str, n: int, repeats: int) -> Row:
    x, y = samples(n, 3)
    ours, solved = timed(lambda: sa.wasserstein(x, y), repeats, time.process_time)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peer, (value, _) = timed(lambda: peers.emd(x, y), repeats, time.process_time)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    peak = subprocess.run([sys.executable, "-c", PEAK, str(n)], capture_output=True, text=True, check=True).stdout
    note = f"memory above the data: {int(peak) / 1024:.1f} MB, peer {grown:.0f} MB"
    return Row(f"{name} exact W1 in R3, n = m = {n}", ours, peer, solved.value, value, note)


def along_an_ascent(name: str, rule: StepRule, n: int, d: int = 30, k: int = 3) -> Row:
    """The same frames for both: ours keeps its basis from step to step, the peer starts afresh."""
    x, y = samples(n, d)
    y[:, :2] *= 2.0
    pooled = np.concatenate([x, y])
    cloud = Cloud(pooled / np.linalg.norm(pooled - pooled.mean(axis=0), axis=1).mean())
    labels = (np.arange(2 * n) < n)[None]
    _, frames = StartingFrames(cloud, k, Starts(True, 0, 0), np.random.default_rng(0))(labels)[0]
    trees, memory, one = Trees(*label_supplies(labels)), np.zeros_like(frames), np.arange(1)
    ours = peer = best = peer_best = 0.0
    for t in range(rule.n_steps):
        points = cloud.project(frames)
        start = time.process_time()
        trees.solve(points, one)
        ours += time.process_time() - start
        start = time.process_time()
        value, _ = peers.emd(points[0, :, :n].T, points[0, :, n:].T)
        peer += time.process_time() - start
        best, peer_best = max(best, trees.value[0]), max(peer_best, value)
        weights = np.empty_like(points)
        trees.gradient(points, one, weights)
        frames, memory, _ = rule.step(t, frames, cloud.pull_back(weights), memory)
    work = f"S3 a solve of {rule.n_steps} steps, {name}, n = m = {n}"
    return Row(work, ours / rule.n_steps, peer / rule.n_steps, best, peer_best, f"k = {k}, d = {d}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    quick = parser.parse_args().quick
    for n in (20, 2_000):  # compile what solves few rows, and many
        sa.wasserstein(*samples(n, 3))
    small, large, repeats = (100, 300, 1) if quick else (1000, 10_000, 7)
    steps = 5 if quick else 30
    rows = [
        from_scratch("S1", small, repeats),
        along_an_ascent("Algorithm 1", PaperAlgorithm(steps), small),
        along_an_ascent("geometric rule", Geometric(steps), small),
        from_scratch("S2", large, 1),
    ]
    show("Exact transport against POT, processor seconds", rows)


if __name__ == "__main__":
    main()
