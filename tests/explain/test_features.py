"""The tests of single features that an explanation brings along."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import setapart as sa
from setapart.explain import explain as module


@pytest.fixture(scope="module")
def pair():
    x, y = np.random.default_rng(0).standard_normal((2, 40, 4))
    y[:, 2] += 2.0
    return pd.DataFrame(x, columns=list("abcd")), pd.DataFrame(y, columns=list("abcd"), index=range(100, 140))


def test_every_feature_is_tested_by_itself(pair):
    """By the very relabellings of the test, as "marginal ranks" would."""
    why = sa.two_sample_test(*pair, k=1, n_resamples=99).explain(n_refits=20)
    alone = sa.two_sample_test(*pair, statistic="marginal ranks", n_resamples=99)
    pd.testing.assert_frame_equal(why.feature_tests(), alone.feature_tests())
    assert why.to_dict()["feature_tests"]["feature"][0] == "c"
    assert why.feature_tests()["adjusted_pvalue"][0] == 0.01
    others = why.feature_tests()["adjusted_pvalue"][1:]
    assert (others > 0.05).all()


def test_the_tests_of_a_result_are_its_own(pair):
    result = sa.two_sample_test(*pair, statistic="ks", n_resamples=99)
    assert result.explain(n_refits=20).by_feature is result.by_feature


def test_after_early_stopping_every_relabelling_is_drawn(pair):
    x, _ = pair
    method = sa.Permutation(stopping="besag-clifford")
    stopped = sa.two_sample_test(x, x.iloc[::-1], statistic="marginal ranks", n_resamples=99, method=method)
    assert stopped.by_feature is None
    assert stopped.n_resamples < 99
    assert stopped.explain(n_refits=20).feature_tests()["pvalue"].tolist() == [1.0] * 4


def test_under_a_design_features_are_tested_by_its_relabellings(pair):
    asked = {"n_resamples": 99, "design": "paired"}
    alone = sa.two_sample_test(*pair, statistic="marginal ranks", **asked)
    told = sa.two_sample_test(*pair, statistic="pw:1", **asked).explain(n_refits=20)
    pd.testing.assert_frame_equal(told.feature_tests(), alone.feature_tests())


def test_where_features_are_not_tested_there_is_no_table(pair, monkeypatch):
    x, y = pair
    one = sa.two_sample_test(x[["c"]], y[["c"]], k=1, n_resamples=19).explain(n_refits=20)
    rows = sp.random_array((24, 80), density=0.1, rng=np.random.default_rng(0)).tocsr()
    sparse = sa.two_sample_test(rows[:12], rows[12:], k=1, n_resamples=19).explain(n_refits=20)
    for told in (one, sparse):
        assert told.by_feature is None
        assert not any("Single features" in note for note in told.notes)
        with pytest.raises(AttributeError, match="one feature only, sparse rows, or too long a test"):
            told.feature_tests()
    assert sparse.rate_table.n_rows == 0
    monkeypatch.setattr(module, "_TESTING", 0.0)
    long = sa.two_sample_test(x, y, k=1, n_resamples=19).explain(n_refits=20)
    assert long.by_feature is None
    assert long.to_dict()["feature_tests"] is None
    note = "Single features are not tested, as that takes long; statistic='marginal ranks' tests each."
    assert note in long.notes
