"""What goes with the rows of a frame goes by their names: shuffled, it gives the same answer everywhere."""

import numpy as np
import pandas as pd
import pytest

import setapart as sa

RNG = np.random.default_rng(0)
SIZE = 24
NAMES = [f"p{row}" for row in RNG.permutation(SIZE)]
ARMS = np.array(["a", "b"] * (SIZE // 2))
ROWS = pd.DataFrame(RNG.normal(size=(SIZE, 2)) + 2.0 * (ARMS == "b")[:, None], columns=["u", "v"])
SHUFFLE = RNG.permutation(SIZE)
SITES = np.repeat(["n", "s"], SIZE // 2)
CLUSTERS = np.array([f"{arm}{row // 4}" for row, arm in enumerate(ARMS)])

SETTINGS = {"statistic": "energy", "n_resamples": 99}
ANSWERS = {
    "two_sample_test": lambda x, given: sa.two_sample_test(x, groups=given(ARMS), **SETTINGS).null_distribution,
    "strata": lambda x, given: (
        sa.two_sample_test(x, groups=given(ARMS), design=sa.Strata(given(SITES)), **SETTINGS).null_distribution
    ),
    "clusters": lambda x, given: (
        sa.two_sample_test(x, groups=given(ARMS), design=sa.Clusters(given(CLUSTERS)), **SETTINGS).null_distribution
    ),
    "strata of two": lambda x, given: (
        sa.two_sample_test(x[:12], x[12:], design=sa.Strata(given(ARMS)), **SETTINGS).null_distribution
    ),
    "compare": lambda x, given: (
        sa.compare(x, groups=given(ARMS), statistics=["energy"], n_resamples=99).overall.null_distribution
    ),
    "compare_groups": lambda x, given: (
        sa.compare_groups(x, groups=given(ARMS), design=sa.Strata(given(SITES)), **SETTINGS)
        .results[0]
        .null_distribution
    ),
    "calibrate": lambda x, given: (
        sa.calibrate(x, groups=given(ARMS), level="a", statistic="energy", n_trials=4, n_resamples=19).pvalues
    ),
    "power": lambda x, given: (
        sa.power(x, groups=given(ARMS), n=6, statistic="energy", n_trials=4, n_resamples=19).rejections
    ),
    "projected_wasserstein": lambda x, given: sa.projected_wasserstein(x, groups=given(ARMS), k=1).value,
    "wasserstein": lambda x, given: sa.wasserstein(x, x + 1.0, x_weights=given(np.arange(SIZE))).value,
    "change_points": lambda x, given: (
        sa.change_points(x, times=given(np.arange(SIZE)), n_resamples=19, statistic="energy").row_times
    ),
    "estimator": lambda x, given: (
        sa.WassersteinProjector(n_components=1, random_state=0).fit(x, given(ARMS)).components_
    ),
}


@pytest.mark.parametrize("index", [NAMES, None])
@pytest.mark.parametrize("answer", ANSWERS)
def test_a_shuffled_series_gives_the_same(answer, index):
    x = ROWS if index is None else ROWS.set_axis(index)

    def shuffled(values):
        return pd.Series(values, index=x.index).iloc[SHUFFLE]

    expected = ANSWERS[answer](x, lambda values: values)
    np.testing.assert_array_equal(ANSWERS[answer](x, shuffled), expected)
    np.testing.assert_array_equal(ANSWERS[answer](x, lambda values: shuffled(values).to_frame()), expected)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_index_that_does_not_fit_is_refused(answer):
    x = ROWS.set_axis(NAMES)
    with pytest.raises(ValueError, match=r"has an index that does not fit the rows of .*p\d+.*; give it the index of"):
        ANSWERS[answer](x, lambda values: pd.Series(values, index=[f"{name}x" for name in NAMES]))


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_default_index_over_other_names_goes_by_position(answer):
    x = ROWS.set_axis(NAMES)
    np.testing.assert_array_equal(ANSWERS[answer](x, pd.Series), ANSWERS[answer](x, lambda values: values))


def test_arrays_have_no_names():
    shuffled = pd.Series(ARMS, index=SHUFFLE)
    found = sa.two_sample_test(ROWS.to_numpy(), groups=shuffled, **SETTINGS)
    assert found.pvalue == sa.two_sample_test(ROWS, groups=ARMS, **SETTINGS).pvalue


def test_labels_of_two_frames_put_together_are_in_their_order():
    x, y = ROWS[:12], ROWS[12:].reset_index(drop=True)
    labels = pd.concat([pd.Series(ARMS[:12]), pd.Series(ARMS[12:])])  # the index is 0 … 11 twice
    found = sa.two_sample_test(x, y, design=sa.Strata(labels), **SETTINGS)
    assert found.pvalue == sa.two_sample_test(x, y, design=sa.Strata(ARMS), **SETTINGS).pvalue
    pair = (pd.Series(ARMS[:12]).sample(frac=1, random_state=0), pd.Series(ARMS[12:]))
    assert found.pvalue == sa.two_sample_test(x, y, design=sa.Strata(pair), **SETTINGS).pvalue


@pytest.mark.parametrize("function", ["two_sample_test", "compare", "compare_groups"])
def test_pairs_by_name_and_what_the_result_says(function):
    person = 5.0 * np.random.default_rng(1).normal(size=(SIZE, 2))
    x = pd.DataFrame(person, columns=["u", "v"], index=NAMES)
    y = (x + 0.5 + 0.1 * ROWS.to_numpy()).iloc[SHUFFLE]
    if function == "compare_groups":
        both = pd.concat([x.assign(arm="x"), y.assign(arm="y")])
        found = sa.compare_groups(both, groups="arm", design="paired", **SETTINGS)
        (one,) = found.results
        assert found.to_dict()["comparisons"][0]["paired_by"] == "row name"
        assert one.problem.row_labels == (NAMES, NAMES)
    else:
        chosen = {"statistics": ["energy"]} if function == "compare" else {"statistic": "energy"}
        found = one = getattr(sa, function)(x, y, design="paired", n_resamples=99, **chosen)
        assert found.to_dict()["paired_by"] == found.paired_by == "row name"
    assert one.pvalue == 0.01
    assert "Pairs: by row name." in " ".join(found.summary(details=True).split())
    assert "by row name" in found._repr_html_()
    arrays = [frame.to_numpy() for frame in (x, y)]
    blind = sa.two_sample_test(*arrays, design="paired", **SETTINGS)
    assert blind.pvalue > 0.5
    assert "Pairs: by position." in " ".join(blind.summary(details=True).split())


def test_an_explanation_and_a_plan_tell_the_rows_of_the_caller():
    x = ROWS.set_axis(NAMES).iloc[:12]
    y = ROWS.set_axis(NAMES).iloc[12:] + 1.0
    y.iloc[3, 0], x.iloc[[0, 5], 1] = np.nan, np.nan
    y.iloc[7, 0] += 50.0
    found = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=19, nan_policy="omit")
    rows = found.explain(n_refits=20).rows()
    assert rows["row"][rows["sample"] == "y"].iloc[0] == y.index[7]
    first, second = found.projection.rows
    assert first.tolist() == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11]
    assert second.tolist() == [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11]
    along = y.to_numpy() @ found.projection.coefficients[:, 0]
    assert along[second[found.projection.plan.columns]].max() == along[7]
    grouped = sa.projected_wasserstein(pd.concat([x, y]), groups=["x"] * 12 + ["y"] * 12, k=1, nan_policy="omit")
    assert grouped.rows[1].tolist() == (second + 12).tolist()
    assert sa.projected_wasserstein(x, y, k=1, nan_policy="omit").rows[1].tolist() == second.tolist()
    split = sa.two_sample_test(x, y, statistic="pw_split", n_resamples=19, nan_policy="omit").projection
    assert set(split.rows[1]) < set(second.tolist())
    np.testing.assert_allclose(y.to_numpy()[split.rows[1]] @ split.coefficients, split.y_projected, rtol=1e-12)
