import numpy as np
import pytest


@pytest.fixture
def data():
    """Rows (N, 5) of two classes that differ in the location of the second feature and the spread of the fourth."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(70, 5))
    y = np.repeat([0, 1], [40, 30])
    rows[y == 1] = rows[y == 1] * [1.0, 1.0, 1.0, 3.0, 1.0] + [0.0, 4.0, 0.0, 0.0, 0.0]
    order = rng.permutation(70)
    return rows[order], y[order]
