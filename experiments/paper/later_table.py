"""The authors' later table: N(0, I) against N(0, diag(4, 4, 4, 1, …)), n = m = 100, over d.

Run: python experiments/paper/later_table.py [--quick]; it goes on where it was interrupted.
"""

from pathlib import Path

import setapart as sa
from borrowed import Setting, decimal, markdown, method_seed, rejections, share, spread
from part import Part, main
from values import load

RELABELLINGS = {"auto": 199, "paper": 99}  # Algorithm 1 takes long, and 99 have the same level
SETTINGS = {
    str(d): Setting("spread3", "covariance diag(4, 4, 4, 1, …)", 100, d, spread(3))
    for d in (4, 8, 16, 32, 64, 128, 256)
}
# Power of the split tests with PW and with its kernel variant, by d: Wang, Gao and Xie (2022).
PUBLISHED = {"64": (0.857, 0.930), "128": (0.518, 0.691), "256": (0.165, 0.102)}


TESTS = {"auto": "auto", "paper": sa.ProjectedWasserstein(3, method="paper")}


def pvalue(d: str, test: str, number: int) -> float:
    """The p-value of a trial; data and seed are those of the power study."""
    setting = SETTINGS[d]
    x, y = setting.sample(number, 0)
    seed = method_seed(setting.name, number, 0)
    return sa.two_sample_test(x, y, statistic=TESTS[test], n_resamples=RELABELLINGS[test], rng=seed, n_jobs=1).pvalue


def table(folder: Path) -> str:
    """Our power beside the published ones."""
    known = load(folder / "later_table.csv")
    rows = [
        [
            d,
            *(share(rejections(known[name]) if (name := f"{d} {test}") in known else None) for test in TESTS),
            *(map(decimal, PUBLISHED[d]) if d in PUBLISHED else "––"),
        ]
        for d in SETTINGS
        if f"{d} auto" in known
    ]
    head = ["d", "auto", "PW₃ by Algorithm 1, all rows", "PW, published", "kernel PW, published"]
    return markdown(head, rows) if rows else ""


PART = Part(
    name="later_table",
    measure=pvalue,
    cells={f"{d} auto": (d, "auto") for d in SETTINGS} | {f"{d} paper": (d, "paper") for d in PUBLISHED},
    trials=100,
    quick=("4 auto", "8 auto"),
    table=table,
)

if __name__ == "__main__":
    main([PART], __doc__)
