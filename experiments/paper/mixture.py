"""The authors' mixture: two normal clumps, with other covariances and a small shift, n = m = 200, over d.

Run: python experiments/paper/mixture.py [--quick]; it goes on where it was interrupted.
"""

from pathlib import Path

import numpy as np

import setapart as sa
from borrowed import Setting, decimal, markdown, method_seed, rejections, share
from part import Part, main
from values import load

TESTS = {"kpw": "kpw", "pw:1": "pw:1", "geometry": "geometry"}
# Power of their split tests, kernel PW and PW with k = 3: 1,000 decisions each, of ten projections that were learned,
# in github.com/WalterBabyRudin/KPW_Test, sync_Gaussian_Mixture/*_decision_hist_GaussMixture_Dimension.npy.
PUBLISHED = {
    20: (0.873, 0.886),
    40: (0.768, 0.387),
    60: (0.722, 0.211),
    80: (0.744, 0.120),
    100: (0.647, 0.081),
    120: (0.662, 0.058),
    140: (0.548, 0.039),
    160: (0.579, 0.030),
}
SHOWN = (20, 60, 160)


def mixture(rng: np.random.Generator, n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """½ N(0, I) + ½ N(1, I), and ½ N(0, Σ₁) + ½ N(1 + 0.8 / √d, Σ₂), which differ from I in the first two features."""
    x = rng.standard_normal((n, d)) + (rng.random(n) < 0.5)[:, None]
    y, far = rng.standard_normal((n, d)), rng.random(n) < 0.5
    for chosen, covariance in ((~far, [[4.0, -0.9], [-0.9, 4.0]]), (far, [[1.0, 0.9], [0.9, 1.0]])):
        y[chosen, :2] = y[chosen, :2] @ np.linalg.cholesky(covariance).T
    y[far] += 1.0 + 0.8 / np.sqrt(d)
    return x, y


def pvalue(d: int, test: str, number: int) -> float:
    """The p-value of a trial with 99 relabellings."""
    setting = Setting("mixture", "a mixture", 200, d, mixture)
    x, y = setting.sample(number, 0)
    seed = method_seed(setting.name, number, 0)
    return sa.two_sample_test(x, y, statistic=TESTS[test], n_resamples=99, rng=seed, n_jobs=1).pvalue


def table(folder: Path) -> str:
    """Our power beside the published ones."""
    known = load(folder / "mixture.csv")
    rows = [
        [
            str(d),
            *(share(rejections(known[name]) if (name := f"{d} {test}") in known else None) for test in TESTS),
            *map(decimal, published),
        ]
        for d, published in PUBLISHED.items()
    ]
    head = ["d", *(f"`{test}`, all rows" for test in TESTS), "kernel PW, published", "PW, published"]
    return markdown(head, rows) if known else ""


PART = Part(
    name="mixture",
    measure=pvalue,
    cells={f"{d} {test}": (d, test) for d in SHOWN for test in TESTS},
    trials=100,
    quick=("20 kpw", "20 geometry"),
    table=table,
)

if __name__ == "__main__":
    main([PART], __doc__)
