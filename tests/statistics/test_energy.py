"""The energy distance against its definition, its invariants and exact p-values."""

import itertools
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris

import oracles
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import AllSplits
from setapart.projection.stiefel import random_point
from setapart.statistics.energy import Energy
from strategies import SEEDS, pairs

EXPONENTS = st.sampled_from([1.0, 0.3, 0.5, 1.5, 1.9])


def prepare(x, y, exponent=1.0):
    prepared = Energy(exponent).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared, (np.arange(len(x) + len(y)) < len(x))[None]


def value(x, y, exponent=1.0):
    prepared, labels = prepare(x, y, exponent)
    return float(prepared.evaluate(labels)[0])


def definition(x, y, exponent=1.0):
    across, first, second = (oracles.costs(a, b) ** exponent for a, b in [(x, y), (x, x), (y, y)])
    return 2.0 * across.mean() - first.mean() - second.mean()


@given(pairs(), EXPONENTS)
def test_the_definition(pair, exponent):
    x, y = pair
    prepared, labels = prepare(x, y, exponent)
    # Rounding, of the definition above all, is a few eps of the largest term.
    largest = (oracles.costs(*[np.concatenate([x, y])] * 2) ** exponent).max()
    found = prepared.evaluate(labels)[0]
    assert found == pytest.approx(definition(x, y, exponent), rel=1e-12, abs=5e-14 * largest)
    assert found >= 0.0
    assert prepared.scale == pytest.approx((oracles.costs(*[np.concatenate([x, y])] * 2) ** exponent).mean(), rel=1e-12)


@pytest.mark.parametrize(("n", "m", "exponent"), [(150, 90, 1.0), (60, 200, 1.5)])
def test_the_definition_for_more_rows_than_a_panel_holds(n, m, exponent):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((n, 7)), rng.standard_normal((m, 7)) + 0.2
    assert value(x, y, exponent) == pytest.approx(definition(x, y, exponent), rel=1e-11)


@given(SEEDS)
def test_on_the_line_it_is_twice_the_area_between_the_squared_distribution_functions(seed):
    """2 ∫ (F - G)² (Székely and Rizzo, 2013)."""
    rng = np.random.default_rng(seed)
    x, y = rng.integers(-9, 9, 7).astype(float), rng.standard_normal(5)
    grid = np.unique(np.concatenate([x, y]))
    gap = [(np.mean(x <= t) - np.mean(y <= t)) ** 2 for t in grid[:-1]]
    wanted = 2.0 * float(np.sum(gap * np.diff(grid)))
    assert value(x[:, None], y[:, None]) == pytest.approx(wanted, rel=1e-12)


@given(st.integers(0, 10**6), EXPONENTS)
def test_one_row_each(seed, exponent):
    x, y = np.random.default_rng(seed).standard_normal((2, 1, 3))
    assert value(x, y, exponent) == pytest.approx(2.0 * np.linalg.norm(x - y) ** exponent, rel=1e-14)


@given(pairs(), EXPONENTS, SEEDS)
def test_relations(pair, exponent, seed):
    x, y = pair
    rotation = random_point(np.random.default_rng(seed), (x.shape[1], x.shape[1]))
    prepared, labels = prepare(x, y, exponent)
    wanted = prepared.evaluate(labels)[0]
    # Rounding moves a row by 1e-16 of its size, here 1e2 at most; the p-th power of the error is all that is left of
    # the distance of two equal rows.
    rough = 1e-9 + 20.0 * (1e-13 ** min(exponent, 1.0))
    assert value(y, x, exponent) == pytest.approx(wanted, rel=1e-12, abs=1e-13 * prepared.scale)
    assert value(x @ rotation, y @ rotation, exponent) == pytest.approx(wanted, abs=rough)
    assert value(x + 77.7, y + 77.7, exponent) == pytest.approx(wanted, abs=rough)
    assert value(4.0 * x, 4.0 * y, exponent) == pytest.approx(4.0**exponent * wanted, rel=1e-14)
    assert value(-3e5 * x, -3e5 * y, exponent) == pytest.approx(3e5**exponent * wanted, abs=rough * 3e5**exponent)
    padded = (np.pad(rows, ((0, 0), (0, 2))) for rows in (x, y))
    assert value(*padded, exponent) == pytest.approx(wanted, rel=1e-12, abs=1e-13 * prepared.scale)
    twice = (np.repeat(rows, 2, axis=0) for rows in (x, y))
    assert value(*twice, exponent) == pytest.approx(wanted, rel=1e-12, abs=1e-13 * prepared.scale)


@pytest.mark.parametrize("unit", [1e-300, 1e-150, 1e150, 1e300])
def test_units_of_any_size(unit):
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-1, 1, (8, 3)), rng.uniform(-1, 1, (6, 3))
    wanted = value(x, y)
    prepared, labels = prepare(unit * x, unit * y)
    assert prepared.evaluate(labels)[0] / unit == pytest.approx(wanted, rel=1e-12)
    assert prepared.scale / unit == pytest.approx(prepare(x, y)[0].scale, rel=1e-12)
    assert value(x + 1e12, y + 1e12) == pytest.approx(wanted, rel=1e-3)


@pytest.mark.parametrize("exponent", [1.0, 0.5])
@pytest.mark.parametrize("power", [-1060, 990])
def test_units_at_the_ends_of_the_range(power, exponent):
    """Whole numbers times a power of two, which a float holds also where it has but few digits left."""
    x, y = np.random.default_rng(0).integers(-9, 10, (2, 7, 3)).astype(float)
    unit = np.ldexp(1.0, power)
    wanted = value(x, y, exponent) * unit**exponent
    assert value(unit * x, unit * y, exponent) == pytest.approx(wanted, rel=1e-14, abs=5e-324)  # the last digit


@pytest.mark.parametrize("height", [0.0, 0.1, -1e12])
def test_all_rows_equal(height):
    assert value(np.full((3, 2), height), np.full((4, 2), height)) == 0.0
    assert value(np.full((3, 2), height), np.full((4, 2), height), 0.5) == 0.0


def test_it_grows_with_a_shift():
    x, y = np.random.default_rng(0).standard_normal((2, 30, 4))
    values = [value(x, y + shift) for shift in (0.0, 0.5, 1.0, 2.0, 4.0)]
    assert values == sorted(values)


@pytest.mark.parametrize(("first", "second", "published"), [(0, 1, 123.55381), (0, 2, 195.30396), (1, 2, 38.85415)])
def test_iris_as_the_energy_package_of_r_has_it(first, second, published):
    """Pairs of species; that package multiplies by nm / (n + m), here 25."""
    rows, species = load_iris(return_X_y=True)
    found = value(rows[species == first], rows[species == second])
    assert 25.0 * found == pytest.approx(published, abs=5e-6)


def test_numbers_and_their_squares_as_published():
    x = np.arange(100.0)[:, None]
    assert value(x, x**2) == pytest.approx(3146.5236, rel=1e-14)


@pytest.mark.parametrize(("exponent", "published"), [(1.0, 20.578059415636), (1.5, 99.7863955)])
def test_four_rows_and_three_as_dcor_has_them(exponent, published):
    """The example of `dcor.energy_distance`, cut off after seven digits for the second."""
    x = np.arange(1.0, 17.0).reshape(4, 4)
    y = np.array([[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]])
    assert value(x, y, exponent) == pytest.approx(published, abs=1e-12 if exponent == 1.0 else 1e-7)


def test_exact_pvalue_by_enumeration_in_rational_arithmetic():
    """Values with ties among the rows, as whole numbers on the line: 56 splits."""
    x, y = [2, 2, 7], [0, 1, 1, 4, 9]
    pooled = [*x, *y]
    values = []
    for chosen in itertools.combinations(range(8), 3):
        weights = [Fraction(1, 3) if i in chosen else Fraction(-1, 5) for i in range(8)]
        values.append(-sum(weights[i] * weights[j] * abs(pooled[i] - pooled[j]) for i in range(8) for j in range(8)))
    wanted = sum(v >= values[0] for v in values)

    prepared, _ = prepare(np.array(x, float)[:, None], np.array(y, float)[:, None])
    splits = AllSplits(3, 5)
    found = prepared.evaluate(splits.rows(0, splits.count))
    np.testing.assert_allclose(found, [float(v) for v in values], rtol=1e-14, atol=1e-15)
    # The same numbers in tenths, which no float holds: ties must survive.
    tenths = prepare(np.array(x)[:, None] * 0.1 + 3.0, np.array(y)[:, None] * 0.1 + 3.0)[0]
    for each in (prepared, tenths):
        values = each.evaluate(splits.rows(0, splits.count))
        assert permutation_pvalue(values, scale=each.scale) == wanted / 56


def test_the_level_is_met_by_every_labelling_of_the_same_rows():
    """Exactly valid: over all observed splits, p ≤ α has at most the share α."""
    pooled = np.random.default_rng(5).integers(0, 4, (7, 2)).astype(float)
    splits = AllSplits(3, 4)
    prepared = Energy().prepare(pooled, rng=np.random.default_rng(0))
    values = prepared.evaluate(splits.rows(0, splits.count))
    pvalues = [permutation_pvalue(np.roll(values, -b), scale=prepared.scale) for b in range(splits.count)]
    for alpha in np.unique(pvalues):
        assert np.mean(np.array(pvalues) <= alpha) <= alpha + 1e-12


def test_settings():
    assert Energy() == Energy(exponent=1)
    assert Energy().name == "energy"
    assert pickle.loads(pickle.dumps(Energy(0.5))) == Energy(0.5)
    prepared, labels = prepare(*np.random.default_rng(0).standard_normal((2, 4, 2)), 0.5)
    assert pickle.loads(pickle.dumps(prepared)).evaluate(labels) == prepared.evaluate(labels)


@pytest.mark.parametrize(
    ("exponent", "error", "message"),
    [
        (2, ValueError, "exponent must lie strictly between 0 and 2, got 2.0"),
        (0.0, ValueError, "exponent must be positive and finite, got 0.0"),
        (-1.0, ValueError, "exponent must be positive and finite, got -1.0"),
        (float("nan"), ValueError, "exponent must be positive and finite, got nan"),
        ("1", TypeError, "exponent must be a positive number, got '1'"),
        (True, TypeError, "exponent must be a positive number, got True"),
    ],
)
def test_exponents_that_cannot_be_used(exponent, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        Energy(exponent)


@pytest.mark.parametrize("unit", [1e-250, 1e250])
def test_powers_beyond_the_range_of_floats_are_refused(unit):
    x, y = unit * np.random.default_rng(0).standard_normal((2, 4, 2))
    with pytest.raises(ValueError, match=r"exponent=1\.5 are beyond the range of a 64-bit float"):
        value(x, y, 1.5)
    assert value(x, y, 0.5) > 0.0
