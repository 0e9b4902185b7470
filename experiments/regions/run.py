"""ROC AUC of the local score for drifting rows, beside a random forest and a nearest-neighbour classifier.

Run: python experiments/regions/run.py [--draws N]. Writes results/auc.csv, and prints the table. About 10 minutes on
two cores. With --tune: the ways to weigh neighbours that were compared on the digits 0 to 4; writes results/tuning.csv.
"""

import argparse
import csv
from collections.abc import Callable
from pathlib import Path

import joblib
import numpy as np
from drifts import KINDS, draw
from scipy.spatial.distance import cdist
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

import setapart as sa
from setapart.explain.regions import find_regions

RESULTS = Path(__file__).parent / "results"
N = 250  # rows of each sample
TUNING, REPORTED = range(5), range(5, 10)  # digits
Scores = dict[str, np.ndarray]


def local_score(x: np.ndarray, y: np.ndarray) -> Scores:
    """The score of the library for each row of the second sample."""
    result = sa.two_sample_test(x, y, statistic="marginal t", rng=0)
    table = find_regions(result, result.problem, result.projection).row_table
    second = np.flatnonzero(table["sample"] == "y")
    order = np.argsort(table["row"][second].astype(int))
    return {"local score": table["score"][second[order]]}


def classifiers(x: np.ndarray, y: np.ndarray) -> Scores:
    """The out-of-fold probability of the second sample for each of its rows, with several settings of each."""
    rows, labels = np.concatenate([x, y]), np.arange(len(x) + len(y)) >= len(x)
    models = {
        f"forest, leaves of {leaf}": RandomForestClassifier(200, min_samples_leaf=leaf, random_state=0)
        for leaf in (1, 5)
    } | {
        f"neighbours, {k} {weights}": KNeighborsClassifier(k, weights=weights)
        for k in (5, 15, 40, 80)
        for weights in ("uniform", "distance")
    }
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    return {
        name: cross_val_predict(model, rows, labels, cv=folds, method="predict_proba")[len(x) :, 1]
        for name, model in models.items()
    }


def weightings(x: np.ndarray, y: np.ndarray) -> Scores:
    """Other scores from neighbours, standardised in closed form."""
    rows = np.concatenate([x, y])
    labels = (np.arange(len(rows)) >= len(x)) - len(y) / len(rows)
    order = np.argsort(cdist(rows, rows) - np.eye(len(rows)), axis=1, kind="stable")

    def weights(k: int, decay: float) -> np.ndarray:
        matrix, ranks = np.zeros((len(rows), len(rows))), np.arange(1.0, k + 2) ** -decay
        np.put_along_axis(matrix, order[:, : k + 1], np.broadcast_to(ranks, (len(rows), k + 1)), axis=1)
        return matrix / ranks.sum()

    def standardised(matrix: np.ndarray) -> np.ndarray:
        centred = matrix - matrix.mean(axis=1, keepdims=True)
        return (matrix @ labels / np.linalg.norm(centred, axis=1))[len(x) :]

    def farthest(*scores: np.ndarray) -> np.ndarray:
        table = np.array(scores)
        return table[np.abs(table).argmax(axis=0), np.arange(table.shape[1])]

    flat = {k: weights(k, 0.0) for k in (5, 15, 40)}
    both = {(k, decay): weights(k, decay) for k in (20, 80) for decay in (0.5, 0.75, 1.0)}
    both = {key: (matrix + matrix.T) / 2.0 for key, matrix in both.items()}
    walk = {k: (matrix + matrix.T) / (matrix + matrix.T).sum(axis=1, keepdims=True) for k, matrix in flat.items()}
    return {
        **{f"{k} neighbours": standardised(matrix) for k, matrix in flat.items()},
        "the largest of 5, 15, 40": farthest(*map(standardised, flat.values())),
        "the mean of 5, 15, 40": np.mean(list(map(standardised, flat.values())), axis=0),
        **{f"two steps by {k}": standardised(matrix @ matrix) for k, matrix in walk.items()},
        **{f"both ways, rank^-{decay}, {k}": standardised(matrix) for (k, decay), matrix in both.items()},
        "both ways, rank^-0.75, the larger of 20 and 80": farthest(
            standardised(both[20, 0.75]), standardised(both[80, 0.75])
        ),
    }


def areas(kind: str, digit: int, seed: int, digits: range, *methods: Callable[..., Scores]) -> dict[str, float]:
    """The ROC AUC of each score in one draw."""
    x, y, drifts = draw(kind, digit, N, seed, digits)
    scores = {name: score for method in methods for name, score in method(x, y).items()}
    return {name: float(roc_auc_score(drifts, score)) for name, score in scores.items()}


def main() -> None:
    """Compare, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1, help="for each kind and digit")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tune", action="store_true")
    options = parser.parse_args()
    digits, methods = (TUNING, (weightings,)) if options.tune else (REPORTED, (local_score, classifiers))
    cells = [(kind, digit, seed) for kind in KINDS for digit in digits for seed in range(options.draws)]
    drawn = joblib.Parallel(options.jobs)(joblib.delayed(areas)(*cell, digits, *methods) for cell in cells)
    of_kind = {kind: [area for cell, area in zip(cells, drawn, strict=True) if cell[0] == kind] for kind in KINDS}
    table = [[name, *(np.mean([area[name] for area in of_kind[kind]]) for kind in KINDS)] for name in drawn[0]]
    lines = [[name, *(f"{area:.3f}" for area in row), f"{np.mean(row):.3f}"] for name, *row in table]
    heading = ["score", *KINDS, "mean"]
    with (RESULTS / ("tuning.csv" if options.tune else "auc.csv")).open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([heading, *lines])
    print("\n".join(f"| {' | '.join(line)} |" for line in [heading, ["---", *["---:"] * (len(KINDS) + 1)], *lines]))


if __name__ == "__main__":
    main()
