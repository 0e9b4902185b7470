"""Fifteen pairs of CSV files with a hidden truth each, for people and for `truths.py`.

Run: python experiments/first_screen/pairs.py FOLDER
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

Pair = tuple[pd.DataFrame, pd.DataFrame]


def shop(rng: np.random.Generator, n: int) -> pd.DataFrame:
    """Visitors of a shop."""
    return pd.DataFrame(
        {
            "revenue": np.round(np.exp(rng.normal(3.0, 1.0, n)), 2),
            "visits": rng.poisson(3.0, n),
            "minutes": np.round(rng.gamma(2.0, 4.0, n), 1),
            "age": rng.integers(18, 80, n),
            "returning": rng.random(n) < 0.4,
            "device": rng.choice(["phone", "desktop", "tablet"], n, p=[0.55, 0.35, 0.1]),
        }
    )


def blood(rng: np.random.Generator, n: int) -> pd.DataFrame:
    """Patients of a laboratory."""
    return pd.DataFrame(
        {
            "crp": np.round(np.exp(rng.normal(1.0, 0.9, n)), 2),
            "glucose": np.round(rng.normal(95.0, 12.0, n), 1),
            "weight": np.round(rng.normal(74.0, 13.0, n), 1),
            "sodium": np.round(rng.normal(140.0, 2.5, n), 1),
            "potassium": np.round(rng.normal(4.2, 0.4, n), 2),
        }
    )


def tail(rng: np.random.Generator) -> Pair:
    """The highest twentieth of revenue has doubled."""
    x, y = shop(rng, 1400), shop(rng, 1500)
    top = y["revenue"] > y["revenue"].quantile(0.95)
    y.loc[top, "revenue"] *= 2
    return x, y


def scale(rng: np.random.Generator) -> Pair:
    """Sodium varies by half as much again, with the same median."""
    x, y = blood(rng, 300), blood(rng, 300)
    y["sodium"] = np.round(140.0 + 1.5 * (y["sodium"] - 140.0), 1)
    return x, y


def skewed_location(rng: np.random.Generator) -> Pair:
    """CRP is twice as high."""
    x, y = blood(rng, 150), blood(rng, 130)
    y["crp"] = np.round(2.0 * y["crp"], 2)
    return x, y


def two_categories(rng: np.random.Generator) -> Pair:
    """Fewer desktops and more tablets."""
    x, y = shop(rng, 900), shop(rng, 950)
    y["device"] = rng.choice(["phone", "desktop", "tablet"], len(y), p=[0.55, 0.25, 0.2])
    return x, y


def new_level(rng: np.random.Generator) -> Pair:
    """A device that was not there before, 3 % of the rows."""
    x, y = shop(rng, 1000), shop(rng, 1000)
    y.loc[rng.random(len(y)) < 0.03, "device"] = "tv"
    return x, y


def lost_correlation(rng: np.random.Generator) -> Pair:
    """Glucose and weight go together in the first sample only."""
    x, y = blood(rng, 200), blood(rng, 200)
    x["weight"] = np.round(74.0 + 13.0 * (0.85 * (x["glucose"] - 95.0) / 12.0 + 0.53 * rng.normal(size=len(x))), 1)
    return x, y


def by_size(rng: np.random.Generator) -> Pair:
    """Potassium is high in the second sample where weight is far from its middle, on either side; no correlation."""
    x, y = blood(rng, 200), blood(rng, 200)
    away = np.abs(y["weight"] - 74.0) / 13.0 - 0.8
    y["potassium"] = np.round(4.2 + 0.4 * (away + 0.8 * rng.normal(size=len(y))), 2)
    return x, y


def censored(rng: np.random.Generator) -> Pair:
    """Lead is higher; most values of the first sample are below the detection limit."""
    x, y = blood(rng, 160), blood(rng, 160)
    for frame, middle in ((x, 0.09), (y, 0.2)):
        lead = np.exp(rng.normal(np.log(middle), 0.7, len(frame)))
        frame["lead"] = [f"{value:.2f}" if value >= 0.1 else "<0.1" for value in lead]
    return x, y


def missing(rng: np.random.Generator) -> Pair:
    """Minutes are missing in three of ten rows of the second sample."""
    x, y = shop(rng, 600), shop(rng, 600)
    y.loc[rng.random(len(y)) < 0.3, "minutes"] = np.nan
    return x, y


def small_drifts(rng: np.random.Generator) -> Pair:
    """Twelve of thirty sensors drift by a fifth of a standard deviation."""
    x, y = (pd.DataFrame(np.round(rng.normal(20.0, 2.0, (800, 30)), 3)) for _ in range(2))
    y.loc[:, :11] += 0.4
    for frame in (x, y):
        frame.columns = [f"sensor_{j + 1:02d}" for j in range(30)]
    return x, y


def odd_rows(rng: np.random.Generator) -> Pair:
    """Five rows of the second sample are far from all others; too few to be sure of by relabelling."""
    x, y = blood(rng, 200), blood(rng, 200)
    y.loc[:4, ["glucose", "potassium"]] = [[420.0, 9.5], [435.0, 9.1], [410.0, 9.9], [450.0, 9.3], [428.0, 9.7]]
    return x, y


def nothing(rng: np.random.Generator) -> Pair:
    """Nothing differs."""
    return shop(rng, 500), shop(rng, 450)


def nothing_few(rng: np.random.Generator) -> Pair:
    """Nothing differs, and there are few rows."""
    return blood(rng, 25), blood(rng, 22)


def large(rng: np.random.Generator) -> Pair:
    """Visits rise by 4 %: certain and small, in 20,000 rows each."""
    x, y = shop(rng, 20_000), shop(rng, 20_000)
    y["visits"] = rng.poisson(3.12, len(y))
    return x, y


def tiny(rng: np.random.Generator) -> Pair:
    """Potassium is higher by two standard deviations, in nine rows each."""
    x, y = blood(rng, 9), blood(rng, 9)
    y["potassium"] = np.round(y["potassium"] + 1.0, 2)
    return x, y


PAIRS: dict[str, Callable[[np.random.Generator], Pair]] = {
    function.__name__: function
    for function in (
        *(tail, scale, skewed_location, two_categories, new_level, lost_correlation, by_size, censored),
        *(missing, small_drifts, odd_rows, nothing, nothing_few, large, tiny),
    )
}


def main() -> None:
    """Write the files."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, make in enumerate(PAIRS.values(), start=1):
        for name, frame in zip("ab", make(np.random.default_rng(number)), strict=True):
            frame.to_csv(folder / f"{number:02d}_{name}.csv", index=False)


if __name__ == "__main__":
    main()
