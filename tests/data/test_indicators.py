"""Gaps that are filled, and the features that say where they were."""

import numpy as np
import pandas as pd
import pytest

from setapart.data.categories import HEIGHT
from setapart.data.designs import Clusters, Strata
from setapart.data.indicators import Indicator
from setapart.data.opened import opened
from setapart.data.samples import one_sample, two_samples
from setapart.data.series import one_series
from setapart.data.table import Table

nan = np.nan
X = Table({"income": [1.0, nan, 7.0], "age": [30.0, 31.0, 32.0]})
Y = Table({"income": [3.0, nan, nan, 2.0], "age": [40.0, 41.0, 42.0, 43.0]})


def samples(x, y, **options):
    return two_samples(x, y, nan_policy="indicator", **options)


def test_a_gap_is_filled_by_the_pooled_median_and_said_in_a_feature():
    """The present incomes are 1, 2, 3 and 7; of the middle two the lower one, 2, so that counts stay counts."""
    found = samples(X, Y)
    assert found.feature_names == ("income", "income is missing", "age")
    assert found.x.tolist() == [[1, 0, 30], [2, 1, 31], [7, 0, 32]]
    assert found.y.tolist() == [[3, 0, 40], [2, 1, 41], [2, 1, 42], [2, 0, 43]]
    assert found.indicators == (Indicator("income is missing", "income", 2.0),)
    assert (found.n_omitted, [gaps.missing for gaps in found.gaps]) == ((0, 0), [{"income": 1}, {"income": 2}])


def test_labels_have_no_part():
    rng = np.random.default_rng(0)
    rows = np.where(rng.random((20, 3)) < 0.3, nan, rng.normal(size=(20, 3)))
    order = rng.permutation(20)
    first = samples(rows[:8], rows[8:])
    second = samples(rows[order][:8], rows[order][8:])
    assert second.pooled.tolist() == first.pooled[order].tolist()


def test_nothing_is_added_where_nothing_is_missing():
    whole = [[1.0, 2.0], [3.0, 4.0]]
    found = samples(whole, whole)
    assert (found.x.tolist(), found.indicators, found.gaps, found.feature_names) == (whole, (), None, ("x1", "x2"))


def test_a_row_without_a_label_has_a_level_of_its_own():
    x = pd.DataFrame({"city": ["Rome", None, "Bern"], "age": [1.0, 2.0, nan]})
    y = pd.DataFrame({"city": ["Bern", "Rome", "Bern"], "age": [1.0, 2.0, 3.0]})
    first, second, _, _ = opened(x, y, categorical="onehot")
    found = samples(first, second)
    assert found.feature_names == ("city=Bern", "city=Rome", "city=missing", "age", "age is missing")
    assert found.columns == ("city", "city", "city", "age", "age is missing")
    assert found.x.tolist() == [[0, HEIGHT, 0, 1, 0], [0, 0, HEIGHT, 2, 0], [HEIGHT, 0, 0, 2, 1]]
    assert found.indicators == (Indicator("city=missing", "city", None), Indicator("age is missing", "age", 2.0))
    assert [gaps.missing for gaps in found.gaps] == [{"city": 1, "age": 1}, {}]


def test_a_column_that_one_sample_lacks_is_known_from_the_other():
    found = samples(Table({"a": [1.0, 2.0], "b": [nan, nan]}), Table({"a": [1.0, 2.0], "b": [5.0, 6.0]}))
    assert found.x.tolist() == [[1, 5, 1], [2, 5, 1]]
    with pytest.raises(ValueError, match=r"^sample 'x' has no value in column 'b'; sample 'y' has no value in column "):
        samples(Table({"a": [1.0, 2.0], "b": [nan, nan]}), Table({"a": [1.0], "b": [nan]}))


def test_designs_keep_all_rows_that_have_a_label():
    x, y = [[nan], [2.0], [3.0]], [[4.0], [nan], [6.0]]
    assert samples(x, y, design="paired").n_omitted == (0, 0)
    strata = samples(x, y, design=Strata(["u", "v", None, "u", "v", "u"]))
    assert (strata.n_omitted, strata.design.codes.tolist()) == ((1, 0), [0, 1, 0, 1, 0])
    assert strata.gaps_design.codes.tolist() == [0, 1, 0, 1, 0]
    assert strata.x.tolist() == [[4, 1], [2, 0]]  # the median of 2, 4 and 6: the row without a label has no part
    clusters = samples(x, y, design=Clusters(["u", "u", "v", "w", "w", "z"]))
    assert (clusters.n_omitted, clusters.design.codes.tolist()) == ((0, 0), [0, 0, 1, 2, 2, 3])


def test_rows_without_a_group_are_left_out():
    found = two_samples([[nan], [2.0], [3.0], [4.0]], groups=["a", "a", None, "b"], nan_policy="indicator")
    assert (found.n_unlabelled, found.pooled.tolist()) == (1, [[2, 1], [2, 0], [4, 0]])


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (Table({"a": [1.0, nan], "a is missing": [0.0, 1.0]}), "columns and indicators of missing values are both"),
        (Table({"a": [1.0, nan], "b": [0.0, np.inf]}), "sample 'x' has 1 infinite value, at row index 1, column 'b'"),
        (Table({"a": [1e301, nan], "b": [0.0, 1.0]}), "sample 'x' has 1 oversized value, at row index 0, column 'a'"),
    ],
)
def test_what_cannot_be_told_apart_or_compared_is_refused(x, message):
    with pytest.raises(ValueError, match=rf"^{message}"):
        samples(x, Table({name: [0.0, 1.0] for name in x.columns}))


def test_sparse_rows_and_one_sample_have_no_indicators():
    from scipy.sparse import csr_array

    first, second, _, _ = opened(csr_array(np.eye(3)), csr_array(np.eye(3)))
    with pytest.raises(ValueError, match=r"^nan_policy='indicator' is not for sparse rows"):
        samples(first, second)
    for read in (one_sample, one_series):
        with pytest.raises(ValueError, match=r"^nan_policy must be one of .*, got 'indicator', which compares"):
            read([[1.0], [nan]], nan_policy="indicator")
