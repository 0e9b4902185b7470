"""S6, and every statistic against what a user would otherwise use. Run: python benchmarks/rivals.py [--quick]."""

import argparse
import csv
import importlib.util
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import stats

import loops
import peers
import setapart as sa
from loops import Peer, over
from setapart.inference.relabellings import relabellings
from table import Row, show, timed

RESULTS = Path(__file__).parent / "results" / "rivals.csv"


@dataclass(frozen=True)
class Size:
    n: int
    d: int
    n_resamples: int


@dataclass(frozen=True)
class Rival:
    """A statistic by its name here, and the same or nearly the same by another package.

    `own` marks a peer with draws, a search or a form of its own: there p-values may differ. Elsewhere they must not.
    """

    statistic: str
    package: str
    run: Peer
    own: bool = False
    size: Size = Size(100, 10, 99)


S6 = Size(1000, 50, 199)


def hyppo(test: str, **settings: object) -> Peer:
    """A test of hyppo, with its own relabellings."""

    def run(pooled: np.ndarray, labels: np.ndarray) -> float:
        import hyppo.ksample

        of_labels = test == "FriedmanRafsky"  # which takes all rows, and a column that says whose they are
        samples = (pooled, labels[0][:, None].astype(int)) if of_labels else (pooled[labels[0]], pooled[~labels[0]])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it finds fewer than 1,000 relabellings few
            return float(getattr(hyppo.ksample, test)().test(*samples, reps=len(labels) - 1, **settings)[1])

    return run


RIVALS = [
    Rival("energy", "hyppo", hyppo("Energy", auto=False), own=True, size=S6),
    Rival("energy", "SciPy", over(loops.contrast, loops.distances), size=S6),
    Rival("mmd", "hyppo", hyppo("MMD", auto=False), own=True, size=S6),
    Rival("mmd", "SciPy", over(loops.contrast, loops.kernel), size=S6),
    Rival("mmd aggregate", "SciPy", over(loops.largest, loops.kernels)),
    Rival("linear_time_mmd", "NumPy", over(loops.linear_time), own=True),
    Rival("hotelling", "NumPy", over(loops.hotelling)),
    Rival("mean_embedding", "SciPy", over(loops.apart(loops.hotelling), loops.locations), own=True),
    Rival("diproperm", "NumPy", over(lambda x, y: np.linalg.norm(x.mean(axis=0) - y.mean(axis=0)))),
    Rival("c2st", "scikit-learn", over(loops.auc), own=True),
    Rival("f_divergence", "scikit-learn", over(loops.jensen_shannon), own=True),
    Rival("knn", "scikit-learn", over(loops.alike, loops.neighbours)),
    Rival("friedman_rafsky", "hyppo", hyppo("FriedmanRafsky"), own=True),
    Rival("friedman_rafsky", "SciPy", over(loops.alike, loops.trees(1))),
    Rival("edge_count", "SciPy", over(loops.edge_count, loops.trees(5)), own=True),
    Rival("ball", "SciPy", over(loops.ball, loops.order)),
    # Here functions are rounded to 1/4,096.
    Rival("dictionary", "NumPy", over(loops.largest_change, loops.dictionary), own=True),
    Rival("geometry", "SciPy", over(loops.largest_change, loops.geometry), own=True),
    Rival("ica", "scikit-learn", over(loops.largest_change, loops.components), own=True),
    Rival("correlation", "SciPy", over(loops.change_of_correlation)),
    Rival("whitened", "SciPy", over(loops.largest_form, loops.whitened), own=True),
    Rival("mmd fuse", "SciPy", over(loops.fused, loops.fused_kernels)),
    Rival("rules", "NumPy", over(loops.largest_share, loops.boxes), own=True),
    Rival("covariance", "NumPy", over(loops.change_of_variance)),
    Rival("marginal", "SciPy", over(loops.apart(loops.in_features(stats.wasserstein_distance)), loops.standardised)),
    Rival("ks", "SciPy", over(loops.in_features(loops.smirnov))),
    Rival("tv", "NumPy", over(loops.total_variation, loops.bins)),
    Rival("wasserstein", "POT", over(lambda x, y: peers.emd(x, y)[0])),
    Rival("sinkhorn", "POT", over(loops.sinkhorn_divergence, loops.sinkhorn), own=True),
    Rival("sliced", "POT", over(loops.sliced), own=True),
    Rival("max_sliced", "NumPy", over(loops.projected(1)), own=True),
    Rival("pw:1", "NumPy", over(loops.projected(1)), own=True),
    Rival("pw:3", "POT", over(loops.projected(3)), own=True),
    Rival("kpw:1", "NumPy", over(loops.apart(loops.projected(1)), loops.kernel_components), own=True),
    Rival("prw:2", "POT", over(loops.projection_robust), own=True),
    Rival("srw:2", "POT", over(loops.subspace_robust), own=True),
    Rival("pw_split:1", "SciPy", loops.split, own=True),
]


def compare(rival: Rival, size: Size, repeats: int) -> Row:
    """Both tests of the same samples, with as many relabellings: the same ones, but for `own`."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, size.n, size.d))
    y[:, 0] += 3.0 / np.sqrt(size.n)
    labels = relabellings(size.n, size.n, n_resamples=size.n_resamples, seed=0).rows(0, size.n_resamples + 1)
    pooled = np.concatenate([x, y])

    def ours() -> float:
        return sa.two_sample_test(x, y, statistic=rival.statistic, n_resamples=size.n_resamples, n_jobs=1).pvalue

    ours(), rival.run(pooled, labels[:3])  # both may compile
    seconds, pvalue = timed(ours, repeats)
    peer_seconds, peer_pvalue = timed(lambda: rival.run(pooled, labels), 1)
    work = f"{rival.statistic}, n = m = {size.n}, d = {size.d}, B = {size.n_resamples}"
    note = f"peer {rival.package}" + (", with draws, a search or a form of its own" if rival.own else "")
    return Row(work, seconds, peer_seconds, pvalue, peer_pvalue, note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    quick = parser.parse_args().quick
    with_hyppo = not quick and importlib.util.find_spec("hyppo")  # which compiles for minutes
    found = [rival for rival in RIVALS if rival.package != "hyppo" or with_hyppo]
    rows = [compare(rival, Size(10, 3, 9) if quick else rival.size, 1 if quick else 5) for rival in found]
    show("Statistics beside those of other packages, one core; values are p-values", rows)
    if not with_hyppo:
        print("without hyppo")
    if not quick:
        with RESULTS.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(["work", "peer", "seconds", "peer_seconds", "ratio", "pvalue", "peer_pvalue"])
            table.writerows(
                [row.work, rival.package, f"{row.ours:.6f}", f"{row.peer:.6f}", f"{row.peer / row.ours:.1f}"]
                + [f"{row.our_value:.4f}", f"{row.peer_value:.4f}"]
                for rival, row in zip(found, rows, strict=True)
            )


if __name__ == "__main__":
    main()
