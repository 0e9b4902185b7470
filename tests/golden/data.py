"""The data of the golden runs: small, and of few digits, so that they are the same bits on every machine."""

import csv
from pathlib import Path

import numpy as np


def normal(n, d, seed):
    """Rows of independent standard normal features, to four digits."""
    return np.round(np.random.default_rng(seed).normal(size=(n, d)), 4)


def pair(n=30, m=26, d=4, seed=0):
    """Two samples: the second feature of the second one is moved, and its third is wider."""
    x, y = normal(n, d, seed), normal(m, d, seed + 1000)
    y[:, 1] = np.round(y[:, 1] + 1.0, 4)
    y[:, 2 % d] = np.round(2.0 * y[:, 2 % d], 4)
    return x, y


def same(n=20, m=18, d=3):
    """Two samples of one distribution."""
    return normal(n, d, 3), normal(m, d, 4)


def series(n=60):
    """Rows in the order of time, whose first feature moves after two thirds of them."""
    rows = normal(n, 3, 11)
    rows[2 * n // 3 :, 0] = np.round(rows[2 * n // 3 :, 0] + 2.0, 4)
    return rows


def gaps(rows):
    """The same rows, with a few values missing."""
    rows = rows.copy()
    rows[[2, 7, 11], [0, 1, 0]] = np.nan
    return rows


def frames():
    """Two pandas frames with names of rows, a column of text and one of strata."""
    import pandas as pd

    found = []
    for start, rows in zip((0, 4), pair(d=3), strict=True):
        names = [f"p{number:02}" for number in range(start, start + len(rows))]
        frame = pd.DataFrame(rows, columns=["age", "dose", "weight"], index=pd.Index(names, name="patient"))
        frame["colour"] = [("red", "blue", "green")[(i * i + start) % 3] for i in range(len(rows))]
        frame["site"] = ["north" if i % 2 else "south" for i in range(len(rows))]
        found.append(frame)
    return found


def trial():
    """One table with the arms of a trial in a column: three of them, 18 rows each, of which the last one differs."""
    import pandas as pd

    rows = np.concatenate([normal(18, 3, 21), normal(18, 3, 22), np.round(normal(18, 3, 23) + [0.0, 1.5, 0.0], 4)])
    frame = pd.DataFrame(rows, columns=["u", "v", "w"])
    frame["arm"] = np.repeat(["placebo", "low", "high"], 18)
    frame["site"] = [f"site {i % 3}" for i in range(54)]
    return frame


def write_files(folder: Path):
    """The files of the commands: two samples, a trial, a series, and one with gaps."""
    for name, frame in zip(("before", "after"), frames(), strict=True):
        columns = {"patient": list(frame.index)} | {name: list(frame[name]) for name in frame.columns}
        _write(folder / f"{name}.csv", columns)
        rows = gaps(frame[["age", "dose", "weight"]].to_numpy())
        _write(folder / f"{name}_gaps.csv", dict(zip(("age", "dose", "weight"), rows.T, strict=True)))
    table = trial()
    _write(folder / "trial.csv", {name: list(table[name]) for name in table.columns})
    rows = series()
    _write(folder / "series.csv", {"year": range(1960, 1960 + len(rows)), "a": rows[:, 0], "b": rows[:, 1]})


def _write(path, columns):
    cells = [["" if value != value else value for value in row] for row in zip(*columns.values(), strict=True)]
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([list(columns), *cells])
