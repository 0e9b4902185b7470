"""The authors' mixture: two normal clumps, with other covariances and a small shift, n = m = 200, over d.

Run: python experiments/paper/mixture.py [--quick]; it goes on where it was interrupted.
"""

import csv
from pathlib import Path

import setapart as sa
from borrowed import PUBLISHED, VALUES, decimal, markdown, method_seed, rejections, share
from part import Part, main
from values import load

SETTINGS = {str(setting.d): name for name, setting in PUBLISHED.items() if name.startswith("P13-")}
TESTS = ("kpw", "pw:1")
THEIRS = ("KPW", "PW")  # both along three functions or directions, on split samples


def pvalue(name: str, test: str, number: int) -> float:
    """The p-value of a trial with 99 relabellings; data and seed are those of the study of published settings."""
    x, y = PUBLISHED[name].sample(number, 0)
    seed = method_seed(name, number, 0)
    return sa.two_sample_test(x, y, statistic=test, n_resamples=99, rng=seed, n_jobs=1).pvalue


def published() -> dict[tuple[str, str], float]:
    """The powers that the authors report, by setting and test."""
    with VALUES.open(encoding="utf-8", newline="") as file:
        return {(row["setting"], row["method"]): float(row["value"]) for row in csv.DictReader(file)}


def table(folder: Path) -> str:
    """Our power beside the published ones."""
    known, reported = load(folder / "mixture.csv"), published()
    rows = [
        [
            d,
            *(share(rejections(known[cell]) if (cell := f"{d} {test}") in known else None) for test in TESTS),
            *(decimal(reported[name, test]) for test in THEIRS),
        ]
        for d, name in SETTINGS.items()
        if f"{d} kpw" in known
    ]
    head = ["d", *(f"`{test}`, all rows" for test in TESTS), "kernel PW, published", "PW, published"]
    return markdown(head, rows) if rows else ""


PART = Part(
    name="mixture",
    measure=pvalue,
    cells={f"{d} {test}": (name, test) for d, name in SETTINGS.items() for test in TESTS},
    trials=100,
    quick=("20 kpw", "20 pw:1"),
    table=table,
)

if __name__ == "__main__":
    main([PART], __doc__)
