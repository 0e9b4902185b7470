"""The tests of single features that a test brings along, and its explanation has too."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import setapart as sa
from setapart.api import features as module


@pytest.fixture(scope="module")
def pair():
    x, y = np.random.default_rng(0).standard_normal((2, 40, 4))
    y[:, 2] += 2.0
    return pd.DataFrame(x, columns=list("abcd")), pd.DataFrame(y, columns=list("abcd"), index=range(100, 140))


def test_an_explanation_has_the_tests_of_the_result(pair):
    result = sa.two_sample_test(*pair, k=1, n_resamples=99)
    why = result.explain(n_refits=20)
    pd.testing.assert_frame_equal(why.feature_tests(), result.feature_tests())
    assert why.to_dict()["feature_tests"] == result.to_dict()["feature_tests"]
    assert why.feature_tests()["feature"][0] == "c"
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
    assert stopped.n_resamples < 99
    assert stopped.by_feature.pvalues.pvalue.tolist() == [1.0] * 4
    assert stopped.explain(n_refits=20).by_feature is stopped.by_feature


def test_under_a_design_features_are_tested_by_its_relabellings():
    """Pairs that all move the same way by less than they differ from one another: only swaps within pairs see that."""
    people = 10.0 * np.random.default_rng(0).standard_normal((12, 2))
    moved = people + [1.0, 0.0]
    paired = sa.two_sample_test(people, moved, statistic="pw:1", n_resamples=99, design="paired").feature_tests()
    plain = sa.two_sample_test(people, moved, statistic="pw:1", n_resamples=99).feature_tests()
    assert dict(zip(paired["feature"], paired["adjusted_pvalue"], strict=True)) == {"x1": 0.01, "x2": 1.0}
    assert (plain["adjusted_pvalue"] > 0.5).all()


def test_of_one_feature_the_test_is_that_of_the_result(pair):
    x, y = pair
    result = sa.two_sample_test(x[["c"]], y[["c"]], k=1, n_resamples=19)
    tests = result.feature_tests()
    assert tests["adjusted_pvalue"].tolist() == tests["pvalue"].tolist() == [result.pvalue]
    assert result.by_pair is None


def test_sparse_features_are_tested_as_they_are():
    rows = sp.random_array((24, 80), density=0.1, rng=np.random.default_rng(0)).tocsr()
    result = sa.two_sample_test(rows[:12], rows[12:], k=1, n_resamples=19)
    assert set(result.by_feature.kinds) <= {"mostly zero", "two values", "constant"}
    dense = sa.two_sample_test(rows[:12].toarray(), rows[12:].toarray(), k=1, n_resamples=19)
    for name in ("statistic", "pvalue", "adjusted"):
        ours, theirs = (getattr(told.by_feature.pvalues, name) for told in (result, dense))
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)
    assert result.explain(n_refits=20).rate_table.n_rows == 0


def test_what_would_take_long_beside_a_closed_form_is_left_out_and_told(pair, monkeypatch):
    monkeypatch.setattr(module, "_QUICK", 0.0)
    closed = sa.two_sample_test(*pair, statistic="energy", method=sa.Asymptotic(), n_resamples=19)
    assert closed.by_feature.pvalues is None
    assert closed.feature_tests()["adjusted_pvalue"].isna().all()
    assert closed.feature_tests()["feature"][0] == "c"  # the largest difference in standard deviations
    assert "Single features are not tested, as that would take long" in closed.summary()
    assert closed.by_pair is None
    with pytest.raises(AttributeError, match="this result has no tests of pairs"):
        closed.pair_tests()
    assert sa.two_sample_test(*pair, k=1, n_resamples=19).by_feature.pvalues is not None
