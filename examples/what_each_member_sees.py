"""
What each member of the default sees
====================================

Eight kinds of difference, each with one picture, and what every member of the default test says of it. In the pictures
are the two features that differ, of five; or, for shells and bands of correlations, what no two features show.
"""

import matplotlib.pyplot as plt
import numpy as np

import setapart as sa

N, D = 150, 5


def rotation(rng, d):
    """An orthogonal matrix."""
    return np.linalg.qr(rng.standard_normal((d, d)))[0]


def mean(rng, x, y):
    """One mean moves by half a standard deviation."""
    y[:, 0] += 0.5
    return x, y


def spread(rng, x, y):
    """The spread along a slanted direction grows by half."""
    direction = np.array([0.8, 0.6, 0.0, 0.0, 0.0])
    return x, y + 0.5 * np.outer(y @ direction, direction)


def shape(rng, x, y):
    """One feature is now ±1, of the same mean and variance."""
    y[:, 0] = rng.choice([-1.0, 1.0], N) * 0.95 + 0.31 * y[:, 0]
    return x, y


def correlation(rng, x, y):
    """Two features are correlated by 0.6."""
    y[:, 1] = 0.6 * y[:, 0] + 0.8 * y[:, 1]
    return x, y


def size(rng, x, y):
    """The second feature follows the size of the first: no correlation changes."""
    y[:, 1] = 0.7 * (np.abs(y[:, 0]) - 0.8) / 0.6 + 0.71 * y[:, 1]
    return x, y


def clumps(rng, x, y):
    """Two clumps in a random direction; no feature shows them."""
    y[:, 0] = rng.choice([-0.97, 0.97], N) + 0.24 * y[:, 0]
    turn = rotation(rng, D)
    return x @ turn, y @ turn


def shell(rng, x, y):
    """Rows on a sphere against rows on one 7 % larger, in 30 features."""
    x, y = (z / np.linalg.norm(z, axis=1, keepdims=True) for z in rng.standard_normal((2, N, 30)))
    return x * 5.0, y * 5.35


def band(rng, x, y):
    """Neighbouring features of 60 are correlated, by 0.5 or by 0.6."""
    samples = rng.standard_normal((2, N, 60))
    for z, r in zip(samples, (0.5, 0.6), strict=True):
        for j in range(1, 60):
            z[:, j] = r * z[:, j - 1] + np.sqrt(1 - r * r) * z[:, j]
    return samples


KINDS = (mean, spread, shape, correlation, size, clumps, shell, band)
results = {}
for kind in KINDS:
    rng = np.random.default_rng(1)
    results[kind] = kind(rng, *rng.standard_normal((2, N, D)))
tests = {kind: sa.two_sample_test(*samples, n_resamples=199, rng=0) for kind, samples in results.items()}
members = [component.name for component in tests[mean].components]

print(f"{'':16}", *(f"{kind.__name__:>11}" for kind in KINDS))
print(f"{'auto':16}", *(f"{test.pvalue:11.3f}" for test in tests.values()))
for place, member in enumerate(members):
    alone = (test.components[place].unadjusted_pvalue for test in tests.values())
    print(f"{member:16}", *(f"{pvalue:11.3f}" for pvalue in alone))

# %%
# Each member is blind to something, and the default to none of these. A member's own p-value is told here to show what
# it sees; the p-value of the test is the first line.

figure, axes = plt.subplots(2, 4, figsize=(11, 6), layout="constrained")
for ax, (kind, (x, y)) in zip(axes.ravel(), results.items(), strict=True):
    ax.plot(*x[:, :2].T, "o", ms=3, alpha=0.6)
    ax.plot(*y[:, :2].T, "o", ms=3, alpha=0.6)
    seen = [
        member for member, part in zip(members, tests[kind].components, strict=True) if part.unadjusted_pvalue <= 0.01
    ]
    ax.set_title(f"{kind.__name__}: {', '.join(seen) or 'none'}".replace(", ", ",\n", 1), fontsize=8)
    ax.set(xticks=[], yticks=[], aspect="equal")
