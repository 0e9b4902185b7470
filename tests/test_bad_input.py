"""Bad input through the public functions: one clear error each, or the stated behaviour."""

import warnings

import numpy as np
import pytest

import setapart as sa
from setapart.inference import permutation_test

RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((12, 3)), RNG.standard_normal((9, 3))


def with_value(z, row, column, value):
    z = z.copy()
    z[row, column] = value
    return z


FUNCTIONS = {
    "two_sample_test": lambda x, y, **options: sa.two_sample_test(x, y, n_resamples=9, **options),
    "compare": lambda x, y, **options: sa.compare(x, y, statistics="ks", n_resamples=9, **options),
    "projected_wasserstein": lambda x, y, **options: sa.projected_wasserstein(x, y, **options),
    "wasserstein": sa.wasserstein,
}
DATA = {
    "empty x": (X[:0], Y, r"x is empty: shape \(0, 3\)"),
    "empty y": (X, Y[:0], r"y is empty: shape \(0, 3\)"),
    "no features": (X[:, :0], Y[:, :0], "x has no features"),
    "another number of features": (X, Y[:, :2], r"\(12, 3\).*\(9, 2\)"),
    "three dimensions": (X[None], Y, r"x must have one or two dimensions, got 3: shape \(1, 12, 3\)"),
    "a ragged list": ([[1.0, 2.0, 3.0], [4.0]], Y, "x is ragged: row index 0 has 3 values, row index 1 has 1 value"),
    "text": (X, np.full((9, 3), "a"), "y must hold numbers, got text"),
    "dates": (np.full((9, 3), "2020-01-01", "M8[D]"), Y, "x must hold numbers, got dates"),
    "complex": (X + 1j, Y, "x must hold numbers, got complex numbers"),
    "masked": (np.ma.masked_less(X, 0.0), Y, "x is a masked array"),
    "an object": (X, np.array([[1.0, 2.0, {}]], object), r"y must hold numbers: row index 0, column index 2"),
    "NaN in x": (with_value(X, 0, 0, np.nan), Y, "sample 'x' has 1 missing value, at row index 0, column 'x1'"),
    "NaN in the last row of y": (
        X,
        with_value(Y, 8, 0, np.nan),
        "sample 'y' has 1 missing value, at row index 8, column 'x1'",
    ),
    "NaN in the last column of y": (
        X,
        with_value(Y, 0, 2, np.nan),
        "sample 'y' has 1 missing value, at row index 0, column 'x3'",
    ),
    "infinity": (X, with_value(Y, 3, 1, -np.inf), "sample 'y' has 1 infinite value, at row index 3, column 'x2'"),
}


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("case", DATA)
def test_data_that_cannot_be_used(function, case):
    x, y, message = DATA[case]
    with pytest.raises(ValueError, match=message):
        FUNCTIONS[function](x, y)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"k": 0}, ValueError, "k must be between 1 and 3, got 0"),
        ({"k": 4}, ValueError, "k must be between 1 and 3, got 4"),
        ({"k": 1.0}, TypeError, "k must be an integer, got 1.0"),
        ({"k": True}, TypeError, "k must be an integer, got True"),
        ({"scale": "sdt"}, ValueError, "scale must be one of .*; did you mean 'std'"),
        ({"nan_policy": "drop"}, ValueError, "nan_policy must be one of 'raise', 'omit', 'indicator', got 'drop'"),
        ({"rng": "now"}, TypeError, "rng must be None"),
    ],
)
@pytest.mark.parametrize("function", [sa.two_sample_test, sa.projected_wasserstein])
def test_options_that_cannot_be_used(function, options, error, message):
    with pytest.raises(error, match=message):
        function(X, Y, **options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_resamples": 0}, ValueError, "n_resamples must be at least 1, got 0"),
        ({"n_resamples": 9.5}, TypeError, "n_resamples must be an integer, got 9.5"),
        ({"statistic": "max_slice"}, ValueError, "statistic must be one of .*; did you mean 'max_sliced'"),
        ({"statistic": "wp"}, ValueError, "statistic must be one of .*got 'wp'; did you mean 'pw'"),
        ({"statistic": 3}, TypeError, "statistic must be a name or an object"),
        ({"statistic": sa.ProjectedWasserstein(4)}, ValueError, "k must be at most the number of features, 3; got 4"),
        ({"statistic": sa.ProjectedWasserstein(2), "k": 2}, ValueError, "give either k or a statistic object"),
        ({"statistic": "max_sliced", "k": 2}, ValueError, "max_sliced uses one direction"),
        (
            {"method": "permutation"},
            TypeError,
            "method must be None or a Permutation, .* or an Asymptotic; got str",
        ),
        ({"labels": ("a",)}, ValueError, "labels must be two different strings"),
        ({"groups": np.zeros(12)}, ValueError, "pass either a second sample y or groups, not both"),
        ({"levels": ("a", "b")}, ValueError, "levels chooses among groups"),
    ],
)
def test_options_of_the_test_that_cannot_be_used(options, error, message):
    with pytest.raises(error, match=message):
        sa.two_sample_test(X, Y, **options)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (["a"] * 12, r"groups must hold two distinct values, got 1: 'a' \(12 rows\)"),
        (["a", "b", "c"] * 4, r"got 3: .*choose two with levels=\(first, second\)"),
        (["a", "b"], "groups has 2 values for the 12 rows of x"),
        ("arm", "groups='arm' names a column, but x has no column names"),
    ],
)
def test_groups_that_make_no_two_samples(groups, message):
    with pytest.raises(ValueError, match=message):
        sa.two_sample_test(X, groups=groups)


def test_one_sample_alone():
    with pytest.raises(ValueError, match="one sample is not enough"):
        sa.two_sample_test(X)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0] * 11, r"x_weights must hold one weight for each of the 12 rows, got shape \(11,\)"),
        ([-1.0] + [1.0] * 11, "x_weights must be finite and not negative: row index 0 is -1.0"),
        ([0] * 12, "x_weights must not all be zero"),
        ([np.nan] * 12, "x_weights must be finite"),
        (["1"] * 12, "x_weights must be numbers"),
    ],
)
def test_weights_that_cannot_be_used(weights, message):
    with pytest.raises(ValueError, match=message):
        sa.wasserstein(X, Y, x_weights=weights)


SMALL = RNG.integers(0, 2, (12, 3))
LAYOUTS = {
    **{
        dtype: (lambda z, dtype=dtype: z.astype(dtype))
        for dtype in ("i8", "i2", "u1", "?", "f2", "f4", ">f8", ">i4", "g")
    },
    "read-only": lambda z: frozen(z.astype(float)),
    "Fortran": lambda z: np.asfortranarray(z.astype(float)),
    "negative strides": lambda z: z.astype(float)[::-1, ::-1].copy()[::-1, ::-1],
    "every other": lambda z: np.repeat(np.repeat(z.astype(float), 2, axis=0), 2, axis=1)[::2, ::2],
    "list": lambda z: z.tolist(),
}


def frozen(z):
    z.flags.writeable = False
    return z


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_type_and_layout_gives_the_float64_answer(layout):
    x, y = SMALL[:7], SMALL[5:]
    wanted = sa.two_sample_test(x.astype(float), y.astype(float), k=2, n_resamples=19)
    given = [LAYOUTS[layout](z) for z in (x, y)]
    before = [np.array(z, copy=True) for z in given]
    res = sa.two_sample_test(*given, k=2, n_resamples=19)
    assert res.statistic == wanted.statistic
    assert np.array_equal(res.null_distribution, wanted.null_distribution)
    assert sa.wasserstein(*given).value == sa.wasserstein(x.astype(float), y.astype(float)).value
    for z, old in zip(given, before, strict=True):
        assert np.array_equal(z, old)


def test_memory_mapped_arrays(tmp_path):
    np.save(tmp_path / "x.npy", X)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    assert (
        sa.two_sample_test(mapped, Y, k=1, n_resamples=9).statistic
        == sa.two_sample_test(X, Y, k=1, n_resamples=9).statistic
    )


def test_more_features_than_rows():
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((5, 80)), rng.standard_normal((6, 80)) + 1.0
    res = sa.two_sample_test(x, y, statistic="pw", n_resamples=39)
    np.testing.assert_allclose(res.directions.T @ res.directions, np.eye(3), atol=1e-12)
    assert res.pvalue == 1 / 40
    together = sa.two_sample_test(x, y, n_resamples=39)
    assert together.pvalue == 1 / 40
    assert together.leading.unadjusted_pvalue == 1 / 40
    assert np.linalg.norm(together.directions) == pytest.approx(1.0, rel=1e-12)


class StartedError(Exception):
    pass


def test_a_test_that_would_run_for_hours_warns_before_it_starts(monkeypatch):
    def start(*_, **__):
        raise StartedError

    monkeypatch.setattr(permutation_test, "evaluate", start)
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((8000, 3)), rng.standard_normal((8000, 3))
    message = r"likely take about \d+\.\d hours, 50% of it for .pw:2., 50% for .pw:2 centred.; fewer rows.*n_jobs"
    with pytest.warns(UserWarning, match=message) as caught, pytest.raises(StartedError):
        sa.two_sample_test(x, y, k=2)  # raw and centred
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(StartedError):
            sa.two_sample_test(x, y, k=1, n_resamples=99)
