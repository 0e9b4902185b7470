"""The public functions end to end: results that agree with themselves, in the caller's units and library."""

import inspect
import json
import platform

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import oracles
import setapart as sa
from setapart.datasets import penguins


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(0)
    return rng.standard_normal((20, 4)), rng.standard_normal((25, 4)) + [0.0, 0.0, 3.0, 0.0]


@pytest.fixture(scope="module")
def res(pair):
    return sa.two_sample_test(*pair, statistic="pw", k=2, n_resamples=39, rng=5)


@pytest.fixture(scope="module")
def by_default(pair):
    return sa.two_sample_test(*pair, n_resamples=99, rng=5)


def test_a_result_agrees_with_itself(pair, res):
    x, y = pair
    assert res.pvalue == (1 + np.sum(res.null_distribution >= res.statistic)) / 40
    assert (res.n_resamples, res.exact, res.censored, res.seed) == (39, False, False, 5)
    assert res.null_distribution.shape == (39,)
    assert (res.sizes, res.n_omitted, res.labels) == ((20, 25), (0, 0), ("x", "y"))
    assert res.feature_names == ("x1", "x2", "x3", "x4")
    assert res.directions.shape == (4, 2)
    a = res.directions
    assert res.statistic == pytest.approx(oracles.linear_program(x @ a, y @ a), rel=1e-9)
    assert res.projection.value == res.statistic
    assert abs(a[2, 0]) > 0.9
    assert res.wall_time > 0.0
    assert res.versions["python"] == platform.python_version()
    assert res.versions["setapart"] == sa.__version__


def test_a_combined_result_agrees_with_itself(pair, by_default):
    res = by_default
    assert res.statistic_name == "auto"
    assert [c.name for c in res.components] == [
        "marginal ranks",
        "marginal mean",
        "energy",
        "pw:1",
        "pw:1 centred",
        "covariance",
        "ica",
        "dictionary",
        "geometry",
        "whitened",
    ]
    for c in res.components:
        assert c.unadjusted_pvalue == (1 + np.sum(c.null_distribution >= c.statistic)) / 100
    assert res.pvalue == (1 + np.sum(res.null_distribution >= res.statistic)) / 100
    assert res.leading.unadjusted_pvalue == min(c.unadjusted_pvalue for c in res.components)
    assert sum(c.leading for c in res.components) == 1
    # A shift in one feature of four: what leaves out the means is blind to it, what does not cannot miss it.
    seen = {c.name for c in res.components if c.unadjusted_pvalue == 0.01}
    assert seen == {"marginal ranks", "marginal mean", "energy", "pw:1", "whitened"}
    assert all(c.unadjusted_pvalue > 0.1 for c in res.components if c.name not in seen)
    assert [c.weight for c in res.components] == pytest.approx([0.75] * 4 + [1 / 3] * 3 + [1.0] * 3)
    assert res.pvalue == 0.01
    assert (res.smallest_pvalue, res.design, res.stopping) == (0.01, "plain", None)
    # Five tie. Two of them have no directions, and one feature says what the best direction says.
    assert (res.leading.name, res.projection_of) == ("marginal ranks", "marginal ranks")


def test_a_single_statistic_has_no_components(res):
    assert res.components == ()
    leading = res.leading
    assert (leading.statistic, leading.unadjusted_pvalue, leading.leading) == (res.statistic, res.pvalue, True)
    assert str(leading).startswith(f"Component({leading.name!r}, statistic=")
    assert leading.name.split(":")[0] == res.statistic_name
    assert res.projection_of is None
    assert res.smallest_pvalue == 1 / 40


def test_reject_compares_with_the_level_that_is_given(res):
    assert res.pvalue == 1 / 40
    assert res.reject(alpha=0.05)
    assert res.reject(alpha=0.025)
    with pytest.warns(UserWarning, match=r"the smallest p-value this test can give is 0.025, above alpha = 0.01"):
        assert not res.reject(alpha=0.01)
    with pytest.raises(ValueError, match="alpha must lie strictly between 0 and 1"):
        res.reject(alpha=5)


def test_results_have_no_truth_value(pair, res):
    for result in (res, res.projection, sa.wasserstein(*pair)):
        with pytest.raises(TypeError, match="a result has no truth value"):
            bool(result)


def test_results_are_frozen(res):
    with pytest.raises(AttributeError):
        res.pvalue = 0.0


def test_json_round_trips(res):
    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    read = json.loads(res.to_json(), parse_constant=refuse)
    assert read == {"schema": 1, **json.loads(json.dumps(res.to_dict()))}
    assert read["pvalue"] == res.pvalue
    assert read["statistic"] == res.statistic
    assert read["projection"]["directions"] == res.directions.tolist()
    assert read["null_quantiles"]["0.5"] == np.median(res.null_distribution)
    assert read["samples"] == [{"label": "x", "rows": 20, "omitted": 0}, {"label": "y", "rows": 25, "omitted": 0}]
    assert read["seed"] == 5
    assert read["settings"]["statistic"]["k"] == 2
    assert read["components"] == []
    assert read["pvalue_interval"] == list(res.pvalue_interval)
    assert "\n" not in res.to_json(indent=None)


def test_json_tells_the_components(by_default):
    read = json.loads(by_default.to_json())
    assert [c["name"] for c in read["components"]] == [c.name for c in by_default.components]
    assert [c["unadjusted_pvalue"] for c in read["components"]] == [c.unadjusted_pvalue for c in by_default.components]
    assert [c["leading"] for c in read["components"]] == [c.leading for c in by_default.components]
    assert read["projection_of"] == by_default.projection_of
    settings = read["settings"]["statistic"]
    projected, marginal = "ProjectedWasserstein", "Marginal"
    others = ["CovarianceDifference", "IndependentComponents", "Dictionary", "Geometry", "Whitened"]
    assert [s["type"] for s in settings] == [marginal, marginal, "Energy", projected, projected, *others]
    assert [s.get("k") for s in settings] == [None, None, None, 1, 1, *(None,) * 5]
    assert [s.get("centred") for s in settings] == [False, False, None, False, True, *(None,) * 5]


def test_numpy_integers_are_as_good_as_any(pair):
    plain = sa.two_sample_test(*pair, k=2, n_resamples=9, rng=3)
    numpy = sa.two_sample_test(*pair, k=np.int64(2), n_resamples=np.int64(9), rng=np.int64(3))
    first, second = (json.loads(result.to_json()) for result in (plain, numpy))
    del first["wall_time"], second["wall_time"]
    assert first == second
    settings = sa.ProjectedWasserstein(k=np.int64(1), n_steps=np.int32(5), method="paper", step=np.float32(1))
    assert json.loads(sa.two_sample_test(*pair, statistic=settings, n_resamples=9).to_json())["pvalue"] <= 1.0


def test_a_censored_null_distribution_has_no_quantiles():
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((10, 3)), rng.standard_normal((10, 3))
    cut = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=49, method=sa.Permutation(shortcut=True))
    assert cut.censored
    assert cut.to_dict()["null_quantiles"] is None
    assert cut.pvalue == sa.two_sample_test(x, y, statistic="pw:1", n_resamples=49).pvalue


FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table, "table": sa.Table}


@pytest.mark.parametrize("library", FRAMES)
def test_features_come_back_in_the_callers_library(pair, library):
    build = FRAMES[library]
    x, y = (build({name: z[:, j] for j, name in enumerate("abcd")}) for z in pair)
    res = sa.two_sample_test(x, y, k=1, n_resamples=9)
    table = res.features(top=2)
    assert type(table) is type(x)
    columns = table.to_pydict() if library == "pyarrow" else {name: list(table[name]) for name in table.columns}
    assert list(columns) == ["feature", "share", "direction_1"]
    assert columns["feature"][0] == "c"
    assert columns["share"][0] == pytest.approx(columns["direction_1"][0] ** 2)
    assert columns["share"][0] > columns["share"][1] > 0.0
    assert len(columns["share"]) == 2


def test_shares_sum_to_one(res):
    table = res.features()
    assert sum(table["share"]) == pytest.approx(1.0, rel=1e-12)
    assert sorted(table["feature"]) == ["x1", "x2", "x3", "x4"]
    assert table["share"].tolist() == sorted(table["share"], reverse=True)
    with pytest.raises(ValueError, match="top must be at least 1, got 0"):
        res.features(top=0)


def test_weights_are_the_parts_of_the_squared_transport(res):
    found = res.projection
    moments = np.zeros(2)
    for i, j, mass in zip(found.plan.rows, found.plan.columns, found.plan.mass, strict=True):
        moments += mass * (found.x_projected[i] - found.y_projected[j]) ** 2
    np.testing.assert_allclose(found.weights, moments / moments.sum(), rtol=1e-13)  # rounding of the sums
    assert found.weights[0] > 0.5
    assert res.to_dict()["projection"]["weights"] == found.weights.tolist()
    table = found.feature_table()
    by_hand = table["direction_1"] ** 2 * found.weights[0] + table["direction_2"] ** 2 * found.weights[1]
    np.testing.assert_allclose(table["share"], by_hand, rtol=1e-13)


def test_weights_of_centred_samples_leave_the_means_out(pair):
    x, y = pair
    found = sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(2, centred=True))
    u, v = (z - z.mean(axis=0) for z in (found.x_projected, found.y_projected))
    assert found.value == pytest.approx(oracles.linear_program(u, v), rel=1e-9)
    moves = (u[found.plan.rows] - v[found.plan.columns]) ** 2
    moments = found.plan.mass @ moves
    np.testing.assert_allclose(found.weights, moments / moments.sum(), rtol=1e-12)  # rounding of the means
    np.testing.assert_allclose(found.x_projected, x @ found.directions, atol=1e-13)


def test_weights_of_samples_that_do_not_differ_are_equal(pair):
    found = sa.projected_wasserstein(pair[0], pair[0], k=4)
    assert found.weights.tolist() == [0.25] * 4


@pytest.mark.parametrize("unit", [2.0**-600, 2.0**600])
def test_weights_do_not_depend_on_the_unit(pair, unit):
    x, y = pair
    weights = sa.projected_wasserstein(x * unit, y * unit, k=2).weights
    assert np.array_equal(weights, sa.projected_wasserstein(x, y, k=2).weights)


def test_the_feature_that_differs_most_comes_first():
    """Of the species' differences in units of spread, that in bill length is several times any other."""
    measurements = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]
    table = penguins(["Adelie", "Chinstrap"]).select(["species", *measurements])
    options = {"groups": "species", "k": 3, "nan_policy": "omit"}
    shares = sa.projected_wasserstein(table, scale="std", **options).feature_table()
    assert shares["feature"][:2].tolist() == ["bill_length_mm", "flipper_length_mm"]
    assert shares["share"][0] > 0.7
    (note,) = sa.two_sample_test(table, statistic="max_sliced", n_resamples=19, **(options | {"k": 1})).notes
    assert note.startswith("The spread of 'body_mass_g' is 370 times that of 'bill_depth_mm', ")


def test_notes_on_units_see_no_labels_and_no_scaled_features(pair):
    x, y = (z * [1.0, 1.0, 50.0, 1.0] for z in pair)
    res = sa.two_sample_test(x, y, k=1, n_resamples=19)
    assert res.to_dict()["notes"] == list(res.notes)
    assert len(res.notes) == 1
    assert sa.two_sample_test(y, x, k=1, n_resamples=19).notes == res.notes
    assert sa.two_sample_test(x, y, k=1, n_resamples=19, scale="std").notes == ()
    assert sa.two_sample_test(*pair, k=1, n_resamples=19).notes == ()


def test_a_note_says_when_small_levels_are_out_of_reach(pair):
    res = sa.two_sample_test(*pair, k=1, n_resamples=9)
    wanted = "The smallest p-value that this test can give is 0.1, so it cannot reject at 0.05: use more relabellings."
    assert res.notes == (wanted,)
    assert res.smallest_pvalue == 0.1
    few = sa.two_sample_test([[1.0], [2.0]], [[5.0], [7.0]], statistic="pw")
    assert few.smallest_pvalue == 2 / 6
    assert few.notes == (wanted.replace("0.1", "0.333").replace("more relabellings", "more rows"),)


def test_results_are_one_line_each(pair):
    result = sa.wasserstein([[0.0], [1.0]], [[0.5], [1.5], [2.5]])
    assert repr(result) == "WassersteinResult(value=1, shape=(2, 3))"
    assert repr(result.plan) == "Plan(shape=(2, 3), n_pairs=4)"
    found = sa.projected_wasserstein(*pair, k=4)
    assert repr(found) == f"Projection(value={found.value:.6g}, k=4, n_features=4, status='exact', n_steps=1)"


def test_columns_are_matched_by_name(pair):
    x, y = (pd.DataFrame(z, columns=list("abcd")) for z in pair)
    first = sa.two_sample_test(x, y, k=1, n_resamples=19)
    second = sa.two_sample_test(x, y[["d", "b", "a", "c"]], k=1, n_resamples=19)
    assert first.statistic == second.statistic
    assert first.feature_names == second.feature_names == ("a", "b", "c", "d")


def test_groups_are_the_same_test(pair):
    x, y = pair
    whole = sa.two_sample_test(x, y, k=1, n_resamples=19)
    rows = np.concatenate([x, y])
    arm = np.repeat(["drug", "placebo"], [20, 25])
    by_array = sa.two_sample_test(rows, groups=arm, k=1, n_resamples=19)
    frame = pd.DataFrame(rows, columns=list("abcd")).assign(arm=arm)
    by_column = sa.two_sample_test(frame, groups="arm", levels=("drug", "placebo"), k=1, n_resamples=19)
    for res in (by_array, by_column):
        assert res.labels == ("drug", "placebo")
        assert np.array_equal(res.null_distribution, whole.null_distribution)
        assert res.statistic == whole.statistic


def test_omitted_rows_are_counted_and_take_no_part(pair):
    x, y = (z.copy() for z in pair)
    whole = sa.two_sample_test(x[1:], y[:-2], k=1, n_resamples=19)
    x[0, 3] = y[-1, 0] = y[-2, 1] = np.nan
    res = sa.two_sample_test(x, y, k=1, n_resamples=19, nan_policy="omit")
    assert res.n_omitted == (1, 2)
    assert res.sizes == (19, 23)
    assert np.array_equal(res.null_distribution, whole.null_distribution)


@pytest.mark.parametrize("scale", ["std", "robust", "rank"])
@pytest.mark.parametrize("k", [1, 2])
def test_scaling_frees_the_test_from_units(pair, scale, k):
    """Units that are powers of two round nothing, so that not a bit may change."""
    x, y = pair
    units = np.array([1.0, 2.0**10, 2.0**-7, 2.0**3])
    first = sa.two_sample_test(x, y, k=k, scale=scale, n_resamples=19)
    second = sa.two_sample_test(x * units, y * units, k=k, scale=scale, n_resamples=19)
    assert np.array_equal(first.null_distribution, second.null_distribution)
    assert np.array_equal(first.directions, second.directions)
    back = 1.0 if scale == "rank" else units[:, None]
    assert np.array_equal(first.projection.coefficients, second.projection.coefficients * back)


@pytest.mark.parametrize("scale", [None, "std", "robust"])
def test_coefficients_apply_to_rows_in_original_units(pair, scale):
    x, y = (z * [1.0, 100.0, 0.01, 3.0] + 5.0 for z in pair)
    found = sa.projected_wasserstein(x, y, k=2, scale=scale)
    projected = np.concatenate([found.x_projected, found.y_projected])
    offsets = np.concatenate([x, y]) @ found.coefficients - projected
    assert np.ptp(offsets, axis=0).max() < 1e-12 * np.abs(x).max()
    if scale is None:
        assert np.array_equal(found.coefficients, found.directions)


def test_standard_scaling_is_scaling_by_the_pooled_deviation(pair):
    x, y = pair
    pooled = np.concatenate([x, y])
    centre, spread = pooled.mean(axis=0), pooled.std(axis=0)
    by_hand = sa.two_sample_test((x - centre) / spread, (y - centre) / spread, k=1, n_resamples=19)
    res = sa.two_sample_test(x, y, k=1, n_resamples=19, scale="std")
    assert res.statistic == pytest.approx(by_hand.statistic, rel=1e-3)  # rounding may end it elsewhere near a kink
    assert res.settings["scale"] == "std"


def test_constant_columns_have_loadings_of_exactly_zero(pair):
    x, y = (np.insert(z, [1, 4], 0.1, axis=1) for z in pair)
    for scale in (None, "std", "robust", "rank"):
        for k in (1, 2):
            found = sa.two_sample_test(x, y, k=k, n_resamples=9, scale=scale)
            assert np.all(found.directions[[1, 5]] == 0.0)
            assert np.all(found.projection.coefficients[[1, 5]] == 0.0)


def test_labels_name_the_samples(pair):
    res = sa.two_sample_test(*pair, k=1, n_resamples=9, labels=("before", "after"))
    assert res.labels == ("before", "after")
    assert [sample["label"] for sample in res.to_dict()["samples"]] == ["before", "after"]


def test_a_projection_tells_its_story(pair):
    x, y = pair
    found = sa.projected_wasserstein(x, y)
    assert found.k == 2
    assert found.upper_bound is None
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["value"] == found.value
    assert told["directions"] == found.directions.tolist()
    assert sa.projected_wasserstein(x[:, 0], y[:, 0]).k == 1
    own = sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(3, n_steps=10))
    assert own.k == 3


def test_wasserstein_takes_one_feature_as_a_column(pair):
    x, y = pair[0][:, 0], pair[1][:, 0]
    assert sa.wasserstein(x, y).value == sa.wasserstein(x[:, None], y[:, None]).value


@pytest.mark.parametrize("features", [1, 2])
def test_a_plan_as_a_matrix(features):
    """On a line mass keeps its order: of the half at 0 a third goes to 1 and a sixth to 2, the rest follows."""
    x, y = [[0.0] * features, [10.0] * features], [[1.0] * features, [2.0] * features, [11.0] * features]
    plan = sa.wasserstein(x, y).plan
    wanted = np.array([[1 / 3, 1 / 6, 0.0], [0.0, 1 / 6, 1 / 3]])
    for matrix in (plan.toarray(), plan.tosparse().toarray()):
        np.testing.assert_allclose(matrix, wanted, rtol=1e-15)
    assert plan.tosparse().nnz == 4
    assert (plan.rows.tolist(), plan.columns.tolist()) == ([0, 0, 1, 1], [0, 1, 1, 2])


def test_all_but_the_data_are_keywords():
    for function, positional in ((sa.two_sample_test, 2), (sa.projected_wasserstein, 3), (sa.wasserstein, 2)):
        kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
        assert kinds[:positional] == [inspect.Parameter.POSITIONAL_OR_KEYWORD] * positional
        assert set(kinds[positional:]) == {inspect.Parameter.KEYWORD_ONLY}
