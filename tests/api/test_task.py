"""What a result keeps of the samples that were compared."""

import gc
import tracemalloc

import numpy as np
import pytest

import setapart as sa


@pytest.mark.parametrize("scale", [None, "std", "rank"])
def test_a_result_holds_the_rows_once(scale):
    x, y = np.random.default_rng(0).standard_normal((2, 4_000, 50))
    asked = {"statistic": "hotelling", "method": sa.Asymptotic(), "scale": scale}
    sa.two_sample_test(x[:200], y[:200], **asked)  # loads the code
    gc.collect()
    tracemalloc.start()
    try:
        res = sa.two_sample_test(x, y, **asked)
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    rows = res.problem.pooled.nbytes
    assert rows == x.nbytes + y.nbytes
    assert rows < held < 1.3 * rows  # a direction, a plan and row numbers take some 20 bytes a row, of 400
