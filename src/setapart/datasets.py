"""Data with known answers: a real table that ships here, and the distributions of the paper's figures."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import check_choice, check_integer
from setapart._types import FloatArray
from setapart.data.rng import resolve_seed
from setapart.data.table import Table, TextSource

Rng = int | np.random.SeedSequence | np.random.Generator | None

SPECIES = ("Adelie", "Chinstrap", "Gentoo")

# Figure 2: the normal law whose central 95 % is the interval it is truncated to.
_TRUNCATED_SPREAD = 1 / 1.96


def penguins(species: str | Sequence[str] | None = None) -> Table:
    """
    Return the Palmer penguins: 344 penguins of three species, with body measurements.

    Parameters
    ----------
    species : str or sequence of str, optional
        Which species to keep: ``"Adelie"`` (152), ``"Chinstrap"`` (68), ``"Gentoo"`` (124). All by default.

    Returns
    -------
    Table
        Columns species, island, bill_length_mm, bill_depth_mm, flipper_length_mm, body_mass_g, sex and year.
        Measurements that were not taken are missing values.

    Raises
    ------
    ValueError
        If there is no such species.

    References
    ----------
    Horst AM, Hill AP, Gorman KB (2020). palmerpenguins: Palmer Archipelago (Antarctica) penguin data. CC0.
    Collected by K. Gorman and the Palmer Station LTER.

    Examples
    --------
    >>> from setapart.datasets import penguins
    >>> penguins("Gentoo").select(["species", "bill_length_mm"]).take([0, 1])
    Table: 2 rows, 2 columns
    species  bill_length_mm
    Gentoo             46.1
    Gentoo               50
    """
    # Python's own reader, as setapart.read needs a package that may not be there.
    text = (resources.files("setapart") / "tables" / "penguins.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    columns = {name: _column(cells) for name, cells in zip(header, zip(*rows, strict=True), strict=True)}
    table = Table(columns, text=TextSource(np.arange(2, len(rows) + 2)))
    if species is None:
        return table
    names = [species] if isinstance(species, str) else list(species)
    for name in names:
        check_choice("species", name, SPECIES)
    return table.take(np.isin(table["species"].astype(str), names))


def _column(cells: tuple[str, ...]) -> NDArray[Any]:
    try:
        return np.array([float("nan" if cell == "NA" else cell) for cell in cells])
    except ValueError:
        return np.array([None if cell == "NA" else cell for cell in cells], dtype=object)


def mean_shift(n: int, m: int, d: int, shift: float = 1.0, rng: Rng = 0) -> tuple[FloatArray, FloatArray]:
    """
    Draw from N(0, I) and N(shift e₁, I): the mean shift of the paper's Figure 1.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    d : int
        The number of features.
    shift : float
        How far the mean moves along the first feature. The projected Wasserstein distance is ``abs(shift)``.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x : ndarray of shape (n, d)
        The first sample.
    y : ndarray of shape (m, d)
        The second sample.
    """
    x, y = _normal_pair(n, m, d, rng)
    y[:, 0] += shift
    return x, y


def covariance_shift(
    n: int, m: int, d: int, n_scaled: int = 2, factor: float = 4.0, rng: Rng = 0
) -> tuple[FloatArray, FloatArray]:
    """
    Draw from N(0, I) and N(0, diag(4, 4, 1, …, 1)): the covariance shift of the paper's Figure 1.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    d : int
        The number of features.
    n_scaled : int
        How many of the first features change.
    factor : float
        Their variance in the second sample.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x : ndarray of shape (n, d)
        The first sample.
    y : ndarray of shape (m, d)
        The second sample.
    """
    if factor < 0:
        raise ValueError(f"factor must not be negative, got {factor}")
    x, y = _normal_pair(n, m, d, rng)
    y[:, : check_integer("n_scaled", n_scaled, 0, d)] *= np.sqrt(factor)
    return x, y


def uniform_pair(n: int, m: int, d: int = 30, rng: Rng = 0) -> tuple[FloatArray, FloatArray]:
    """
    Draw both samples from the uniform law on [-1, 1]^d: the paper's Figure 2 under the null.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    d : int
        The number of features.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x : ndarray of shape (n, d)
        The first sample.
    y : ndarray of shape (m, d)
        The second sample.
    """
    _check_shape(n, m, d)
    generator = _generator(rng)
    return generator.uniform(-1, 1, (n, d)), generator.uniform(-1, 1, (m, d))


def truncated_normal_pair(n: int, m: int, d: int = 30, rng: Rng = 0) -> tuple[FloatArray, FloatArray]:
    """
    Draw from the uniform law on [-1, 1]^d and a truncated normal: the paper's Figure 2 under the alternative.

    The features of the second sample are independent N(0, 1.96⁻²) truncated to [-1, 1], drawn by the inverse
    of their distribution function.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    d : int
        The number of features.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x : ndarray of shape (n, d)
        The first sample, uniform.
    y : ndarray of shape (m, d)
        The second sample, truncated normal.
    """
    from scipy.special import ndtr, ndtri

    _check_shape(n, m, d)
    generator = _generator(rng)
    x = generator.uniform(-1, 1, (n, d))
    tail = ndtr(-1 / _TRUNCATED_SPREAD)
    y = _TRUNCATED_SPREAD * ndtri(generator.uniform(tail, 1 - tail, (m, d)))
    return x, np.clip(y, -1, 1)


def correlated_pair(n: int = 100, m: int = 100, rng: Rng = 0) -> tuple[FloatArray, FloatArray]:
    """
    Draw from two centred normal laws in the plane, of correlations -0.9 and 0.8: the paper's Figure 3.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x : ndarray of shape (n, 2)
        The first sample.
    y : ndarray of shape (m, 2)
        The second sample.
    """
    x, y = _normal_pair(n, m, 2, rng)
    return _correlate(x, -0.9), _correlate(y, 0.8)


def heavy_tailed_pair(n: int, m: int, d: int, rng: Rng = 0) -> tuple[FloatArray, FloatArray]:
    """
    Draw from N(0, I) and from independent features with t₃ tails: means and variances are equal.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    d : int
        The number of features.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x : ndarray of shape (n, d)
        The first sample, normal.
    y : ndarray of shape (m, d)
        The second sample, Student's t with three degrees of freedom, over √3.
    """
    _check_shape(n, m, d)
    generator = _generator(rng)
    return generator.standard_normal((n, d)), generator.standard_t(3, (m, d)) / np.sqrt(3.0)


def two_point_pair(n: int, m: int, d: int, rng: Rng = 0) -> tuple[FloatArray, FloatArray]:
    """
    Draw from N(0, I) and from the same with its first feature replaced by ±1: means and covariances are equal.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    d : int
        The number of features.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x : ndarray of shape (n, d)
        The first sample.
    y : ndarray of shape (m, d)
        The second sample. The projected Wasserstein distance is 0.53537732, for every number of directions.
    """
    _check_shape(n, m, d)
    generator = _generator(rng)
    x, y = generator.standard_normal((n, d)), generator.standard_normal((m, d))
    y[:, 0] = np.where(y[:, 0] < 0.0, -1.0, 1.0)
    return x, y


CRABS = ("frontal_lobe", "rear_width", "length", "width", "depth")


def crabs_like(n: int, m: int, rng: Rng = 0) -> tuple[Table, Table]:
    """
    Draw measurements in which size varies most and a proportion differs, as between crabs of two sexes.

    The logarithm of each measurement is a constant, plus the size of the animal, N(0, 0.3²), plus N(0, 0.03²) of its
    own. In the second sample the rear is wider by the factor exp(0.12), and nothing else differs.

    Parameters
    ----------
    n, m : int
        The sizes of the two samples.
    rng : int, SeedSequence, Generator or None
        The source of randomness.

    Returns
    -------
    x, y : Table
        Columns frontal_lobe, rear_width, length, width and depth, in mm. Of the logarithms, the projected Wasserstein
        distance is 0.12; with the mean logarithm of each row taken away it is 0.12 √0.8 = 0.10733126, along the
        direction (-1, 4, -1, -1, -1) / √20.

    References
    ----------
    Campbell and Mahon, "A multivariate study of variation in two species of rock crab of the genus Leptograpsus",
    Australian Journal of Zoology 22 (1974): the real crabs, which have these five measurements.
    """
    noise, other = _normal_pair(n, m, 6, rng)
    typical = np.log([15.6, 12.7, 32.1, 36.4, 14.0])
    logs = [typical + 0.3 * side[:, :1] + 0.03 * side[:, 1:] for side in (noise, other)]
    logs[1][:, 1] += 0.12
    x, y = (Table(dict(zip(CRABS, np.exp(side).T, strict=True))) for side in logs)
    return x, y


@dataclass(frozen=True)
class Alternative:
    """
    A pair of distributions that differ, known by a name.

    Attributes
    ----------
    draw : callable (n, m, d, rng) → (x, y)
        The two samples.
    features : int or None
        The number of features where none is given; None if one must be.
    fixed : bool
        Whether no other number of features will do.
    """

    draw: Callable[[int, int, int, Rng], tuple[FloatArray, FloatArray]]
    features: int | None = None
    fixed: bool = False


ALTERNATIVES = {
    "mean_shift": Alternative(lambda n, m, d, rng: mean_shift(n, m, d, rng=rng)),
    "covariance_shift": Alternative(lambda n, m, d, rng: covariance_shift(n, m, d, rng=rng)),
    "truncated_normal": Alternative(truncated_normal_pair, features=30),
    "correlated": Alternative(lambda n, m, _, rng: correlated_pair(n, m, rng), features=2, fixed=True),
    "heavy_tails": Alternative(heavy_tailed_pair),
    "two_points": Alternative(two_point_pair),
}


def _correlate(z: FloatArray, correlation: float) -> FloatArray:
    second = correlation * z[:, 0] + np.sqrt(1 - correlation**2) * z[:, 1]
    return np.column_stack([z[:, 0], second])


def _normal_pair(n: int, m: int, d: int, rng: Rng) -> tuple[FloatArray, FloatArray]:
    _check_shape(n, m, d)
    generator = _generator(rng)
    return generator.standard_normal((n, d)), generator.standard_normal((m, d))


def _check_shape(n: int, m: int, d: int) -> None:
    for name, value in (("n", n), ("m", m), ("d", d)):
        check_integer(name, value, 1)


def _generator(rng: Rng) -> np.random.Generator:
    return np.random.default_rng(resolve_seed(rng))
