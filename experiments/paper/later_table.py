"""The authors' later table: N(0, I) against N(0, diag(4, 4, 4, 1, …)), n = m = 100, over d.

Run: python experiments/paper/later_table.py [--quick]; it goes on where it was interrupted.
"""

from pathlib import Path

import setapart as sa
from borrowed import Setting, decimal, markdown, method_seed, rejections, share, spread
from part import Part, main
from values import load

RELABELLINGS = 199
SETTINGS = {
    str(d): Setting("spread3", "covariance diag(4, 4, 4, 1, …)", 100, d, spread(3))
    for d in (4, 8, 16, 32, 64, 128, 256)
}
# Power of the split tests with PW and with its kernel variant, by d: Wang, Gao and Xie (2022).
PUBLISHED = {"64": (0.857, 0.930), "128": (0.518, 0.691), "256": (0.165, 0.102)}


def pvalue(d: str, number: int) -> float:
    """The p-value of the default test in a trial; data and seed are those of the power study."""
    setting = SETTINGS[d]
    x, y = setting.sample(number, 0)
    seed = method_seed(setting.name, number, 0)
    return sa.two_sample_test(x, y, n_resamples=RELABELLINGS, rng=seed, n_jobs=1).pvalue


def table(folder: Path) -> str:
    """Our power beside the published ones."""
    known = load(folder / "later_table.csv")
    rows = [
        [d, share(rejections(known[d])), *(map(decimal, PUBLISHED[d]) if d in PUBLISHED else "––")]
        for d in SETTINGS
        if d in known
    ]
    return markdown(["d", "auto", "PW, published", "kernel PW, published"], rows) if rows else ""


PART = Part(
    name="later_table",
    measure=pvalue,
    cells={d: (d,) for d in SETTINGS},
    trials=100,
    quick=("4", "8"),
    table=table,
)

if __name__ == "__main__":
    main([PART], __doc__)
