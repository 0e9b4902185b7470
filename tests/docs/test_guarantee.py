"""The page on the guaranteed threshold: its numbers are right."""

import numpy as np
import pytest

from setapart import theory


def test_how_large_it_is():
    """Uniform on [-1, 1]¹⁰, n = m = 200, k = 1."""
    radius = np.sqrt(10.0)
    for form in ("corrected", "chained"):
        paper = theory.threshold(200, 200, 1, 0.05, radius=radius, second_moment=10 / 3, form=form)
        assert (round(paper.value, 2), round(paper.trivial_maximum, 2)) == (6.35, 6.32)
    x, y = np.random.default_rng(0).uniform(-1.0, 1.0, (2, 200, 10))
    found = theory.relabelling_threshold(x, y, statistic="pw:1", rng=0)
    # A mean of 20, and a single draw.
    assert found.mean == pytest.approx(0.52, abs=0.02)
    assert found.value == pytest.approx(0.20, abs=0.03)
