"""What the first screen names of the hidden truths of `pairs.py`: exactly them, a part of them, or more.

Run: python experiments/first_screen/truths.py [--seeds N]. Writes results/truths.csv. Ten minutes on two cores.
"""

import argparse
import csv
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from pairs import PAIRS

import setapart as sa

TRUTHS: dict[str, set[str]] = {
    "tail": {"revenue"},
    "scale": {"sodium"},
    "skewed_location": {"crp"},
    "two_categories": {"device=desktop", "device=tablet"},
    "new_level": {"device=tv"},
    "lost_correlation": {"glucose & weight"},
    "by_size": {"potassium & weight"},
    "censored": {"lead"},
    "missing": {"minutes is missing"},
    "small_drifts": {f"sensor_{j + 1:02d}" for j in range(12)},
    "odd_rows": {"outlying glucose", "outlying potassium"},
    "nothing": set(),
    "nothing_few": set(),
    "large": {"visits"},
    "tiny": {"potassium"},
}


def named(x: pd.DataFrame, y: pd.DataFrame, seed: int) -> set[str]:
    """All that the first screen calls different."""
    result = sa.two_sample_test(
        x,
        y,
        n_resamples=199,
        categorical="onehot" if "device" in x else None,
        nan_policy="omit",
        read_as={"lead": "censored"} if "lead" in x else None,
        rng=seed,
    )
    features, pairs, missing = result.by_feature, result.by_pair, result.missing
    names = {features.feature_names[j] for j in features.differing(result.pvalue)}
    if pairs is not None:
        names |= {" & ".join(sorted(pairs.pairs[p])) for p in pairs.differing(result.pvalue)}
    if missing is not None:
        names |= {f"{c} is missing" for c, p in zip(missing.columns, missing.adjusted, strict=True) if p <= 0.05}
    notes = " ".join(note for note in result.notes if note.startswith("Outlying"))
    return names | {f"outlying {column}" for column in x.columns if f"'{column}'" in notes}


def outcome(name: str, seed: int) -> tuple[bool, bool, bool]:
    """Whether exactly the truth is named, all of it, and more than it."""
    x, y = PAIRS[name](np.random.default_rng(seed))
    found, truth = named(x, y, seed), TRUTHS[name]
    return found == truth, truth <= found, bool(found - truth)


def main() -> None:
    """All pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    seeds = parser.parse_args().seeds
    rows = []
    for name in PAIRS:
        counts = np.sum(joblib.Parallel(2)(joblib.delayed(outcome)(name, seed) for seed in range(seeds)), axis=0)
        rows.append([name, seeds, *map(int, counts)])
        print(*rows[-1], sep=", ", flush=True)
    with (Path(__file__).parent / "results" / "truths.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["pair", "seeds", "exactly", "all", "more"], *rows])


if __name__ == "__main__":
    main()
