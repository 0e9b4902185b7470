"""Digits of which a part drifts: what the rows of the second sample that are of another kind look like."""

from collections.abc import Sequence

import numpy as np
from sklearn.datasets import load_digits

DRIFTING = 0.2  # of the second sample
KINDS = {
    "more": "one digit is seen more often",
    "new": "a digit that the first sample does not have",
    "noise": "normal noise of standard deviation 3 on each pixel (0 to 16)",
    "shift": "moved to the right by one pixel of eight",
    "fade": "paler by 40 %",
    "block": "nine pixels in the middle are white",
    "blur": "blurred along the lines",
}
Drawn = tuple[np.ndarray, np.ndarray, np.ndarray]


def draw(kind: str, digit: int, n: int, seed: int, digits: Sequence[int]) -> Drawn:
    """Two samples (n, 64), and which rows of the second (n,) drift; of `digits` where the kind is no single digit."""
    images, labels = load_digits(return_X_y=True)
    rng, n_drifting = np.random.default_rng([seed, digit]), int(DRIFTING * n)
    drifts = np.arange(n) >= n - n_drifting
    if kind in ("more", "new"):
        rows = rng.permutation(len(images))
        drifting = rows[labels[rows] == digit][:n_drifting]
        rest = rng.permutation(np.setdiff1d(rows, drifting))
        rest = rest[labels[rest] != digit] if kind == "new" else rest
        return images[rest[:n]], images[np.concatenate([rest[n : 2 * n - n_drifting], drifting])], drifts
    rows = rng.permutation(np.flatnonzero(np.isin(labels, digits)))
    x, y = images[rows[:n]], images[rows[n : 2 * n]].copy()
    y[drifts] = _changed(kind, y[drifts].reshape(-1, 8, 8), rng).reshape(-1, 64)
    return x, y, drifts


def _changed(kind: str, pictures: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    match kind:
        case "noise":
            return np.clip(pictures + rng.normal(0.0, 3.0, pictures.shape), 0.0, 16.0)
        case "shift":
            return np.roll(pictures, 1, axis=2)
        case "fade":
            return 0.6 * pictures
        case "block":
            hidden = pictures.copy()
            hidden[:, 2:5, 2:5] = 0.0
            return hidden
        case "blur":
            wide = np.pad(pictures, ((0, 0), (0, 0), (1, 1)))
            return (wide[:, :, :-2] + 2.0 * wide[:, :, 1:-1] + wide[:, :, 2:]) / 4.0
    raise ValueError(kind)
