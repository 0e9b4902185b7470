import numpy as np
import pytest
from scipy.stats import gaussian_kde

from setapart.plots.densities import has_density, line_density, plane_density, subsample


def test_the_density_is_scipys_in_any_unit():
    values, grid = np.random.default_rng(1).normal(size=50), np.linspace(-4, 4, 33)
    expected = gaussian_kde(values)(grid)
    np.testing.assert_allclose(line_density(values, grid), expected, rtol=1e-10)  # rounding of the change of unit
    scale = 2.0**480
    np.testing.assert_allclose(line_density(values * scale, grid * scale) * scale, expected, rtol=1e-10)


@pytest.mark.parametrize("values", [[3.0], [2.0, 2.0, 2.0], [1e6, 1e6 + 1e-10]])
def test_values_that_do_not_vary_have_no_density(values):
    assert line_density(np.array(values), np.linspace(0, 4, 5)) is None


def test_contours_hold_the_masses_asked_for():
    points = np.random.default_rng(3).normal(size=(500, 2)) * [1e3, 1.0]
    grid = np.linspace(-4e3, 4e3, 60), np.linspace(-4, 4, 60)
    density, levels = plane_density(points, grid, (0.5, 0.9))
    heights = gaussian_kde(points.T)(points.T)
    unit = density.max() / gaussian_kde(points.T)(np.stack([g.ravel() for g in np.meshgrid(*grid)])).max()
    held = [np.mean(heights * unit >= level) for level in levels]
    np.testing.assert_allclose(held, [0.9, 0.5], atol=1 / 500)  # a level falls between two points


@pytest.mark.parametrize("points", [np.ones((5, 2)), np.outer(np.arange(6.0), [1.0, 2.0]), np.array([[0.0, 1.0]])])
def test_points_on_a_line_have_no_contours(points):
    assert plane_density(points, (np.linspace(0, 1, 4), np.linspace(0, 1, 4)), (0.5,)) is None


def test_a_subsample_keeps_the_same_rows_every_time():
    points = np.arange(1_000.0)
    chosen = subsample(points, 100)
    assert len(np.unique(chosen)) == 100
    np.testing.assert_array_equal(chosen, subsample(points, 100))
    assert subsample(points, 1_000) is points


def planes(n):
    """Points of the plane by what they are, with whether they have a density."""
    rng = np.random.default_rng(0)
    normal = rng.normal(size=(n, 2))
    spots = np.array([[1.0, -0.4], [-0.8, 1.6], [-1.6, -1.5]])[np.arange(n) % 3]
    return {
        "normal": (normal, True),
        "correlated": (normal @ [[1.0, 0.999], [0.0, 0.04]], True),
        "of another size": (1e-200 * normal + 1e-198, True),
        "with heavy tails": (rng.standard_t(2, size=(n, 2)), True),
        "in two humps": (normal + 8.0 * (np.arange(n) % 2)[:, None] * [1.0, 0.0], True),
        "spots": (spots, False),
        "short lines": (spots + 0.25 * normal[:, :1] * [1.0, -0.2], False),
        "two long lines": (np.column_stack([np.arange(n) % 2, normal[:, 0]]), False),
        "one line": (normal[:, :1] * [1.0, 2.0], False),
        "one place": (np.ones((n, 2)), False),
    }


@pytest.mark.parametrize("n", [60, 300, 3000])
@pytest.mark.parametrize("kind", planes(3))
def test_a_density_is_what_fills_the_plane(kind, n):
    points, filled = planes(n)[kind]
    assert has_density(points) == filled


@pytest.mark.parametrize("points", [[[0.0, 0.0], [1.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]]])
def test_two_points_have_no_density(points):
    assert not has_density(np.array(points))
