import numpy as np
import pytest
from matplotlib.figure import Figure

from setapart.plots import loading_image


def test_pixels_are_the_loadings_row_by_row(result_of):
    result = result_of(d=6)
    ax = Figure().subplots()
    assert loading_image(ax, result.projection, (2, 3), direction=1) is ax
    [image] = ax.images
    np.testing.assert_allclose(image.get_array(), [[-0.6, 0.8, 0.0], [0.0, 0.0, 0.0]])
    assert image.get_clim() == (-0.8, 0.8)  # zero is the middle
    assert ax.get_title("left") == "direction 2 (25 %)"


def test_shades_grow_lighter_from_negative_to_positive(result_of):
    ax = loading_image(Figure().subplots(), result_of().projection, (3, 1))
    red, green, blue = ax.images[0].get_cmap()(np.linspace(0.0, 1.0, 101))[:, :3].T
    grey = 0.299 * red + 0.587 * green + 0.114 * blue
    assert np.all(np.diff(grey) > 0.0)
    assert grey[0] < 0.25 < 0.45 < grey[50] < 0.6 < 0.9 < grey[-1]


@pytest.mark.parametrize(
    ("shape", "error", "message"),
    [
        ((2, 2), ValueError, "shape must have as many pixels as there are features, 3, got 2 × 2"),
        ((0, 3), ValueError, "shape must be at least 1, got 0"),
        (3, TypeError, "shape must be a pair of integers, rows and columns, got 3"),
        ((1, 1, 3), TypeError, r"shape must be a pair of integers, rows and columns, got \(1, 1, 3\)"),
        ((1.0, 3), TypeError, "shape must be an integer, got 1.0"),
    ],
)
def test_the_shape_is_checked(result_of, shape, error, message):
    with pytest.raises(error, match=message):
        loading_image(Figure().subplots(), result_of().projection, shape)
