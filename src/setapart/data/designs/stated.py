"""Designs as a caller states them: what may change sample under the hypothesis, and what belongs together."""

from dataclasses import dataclass
from typing import Any

from setapart._checks import nearest
from setapart.data.arrays import short_repr

__all__ = ["Clusters", "Stated", "Strata", "check_design"]

_ACCEPTED = "design must be None, 'paired', Strata(...) or Clusters(...)"


@dataclass(frozen=True, eq=False, repr=False)
class Strata:
    """
    Rows that are exchangeable within strata only, such as sites, batches or age classes.

    Every relabelling keeps the number of rows that each sample has in each stratum. A stratum with rows of one
    sample only stays as it is.

    Parameters
    ----------
    labels : str or array_like of shape (N,) or pair of array_like, shapes (n,) and (m,)
        The stratum of each row: the name of a column, which is then no feature; or one value a row, those of
        ``x`` before those of ``y``, or in the order of the one table where ``groups`` splits it; or the
        values for ``x`` and the values for ``y``. Those of a series with an index go with the rows of frames by name.
        At least two strata.

    Notes
    -----
    The labels are checked when a test uses them: they must be plain values such as text or numbers, and at
    least one stratum must hold rows of both samples.

    Examples
    --------
    >>> import setapart as sa
    >>> x, y = [[1.0], [2.0], [11.0], [12.0]], [[3.0], [13.0]]
    >>> res = sa.two_sample_test(x, y, design=sa.Strata(["a", "a", "b", "b", "a", "b"]), k=1)
    >>> res.exact, res.n_resamples + 1  # C(3, 2) splits within "a", times C(3, 2) within "b"
    (True, 9)
    """

    labels: Any

    def __repr__(self) -> str:
        return f"Strata({short_repr(self.labels)})"


@dataclass(frozen=True, eq=False, repr=False)
class Clusters:
    """
    Rows that came in clusters, such as patients of one clinic, where whole clusters belong to one sample.

    Every relabelling moves whole clusters and keeps the number of clusters in each sample; where clusters
    differ in size, the numbers of rows change.

    Parameters
    ----------
    labels : str or array_like of shape (N,) or pair of array_like, shapes (n,) and (m,)
        The cluster of each row: the name of a column, which is then no feature; or one value a row, those of
        ``x`` before those of ``y``, or in the order of the one table where ``groups`` splits it; or the
        values for ``x`` and the values for ``y``. Those of a series with an index go with the rows of frames by name.
        No cluster may have rows in both samples.

    Notes
    -----
    The labels are checked when a test uses them: they must be plain values such as text or numbers.

    Examples
    --------
    >>> import setapart as sa
    >>> x, y = [[1.0], [2.0], [3.0]], [[5.0], [6.0], [7.0], [8.0]]
    >>> res = sa.two_sample_test(x, y, design=sa.Clusters(["a", "a", "b", "c", "c", "c", "d"]), k=1)
    >>> res.exact, res.n_resamples + 1  # C(4, 2) splits of the clusters
    (True, 6)
    """

    labels: Any

    def __repr__(self) -> str:
        return f"Clusters({short_repr(self.labels)})"


Stated = Strata | Clusters | str | None
"""A design as stated; the only string is "paired"."""


def check_design(design: object) -> Stated:
    """
    Check that a design is of a kind that is known.

    Parameters
    ----------
    design : object
        What was passed.

    Returns
    -------
    Strata, Clusters, "paired" or None
        The same.

    Raises
    ------
    ValueError
        If it is another string.
    TypeError
        If it is of another type, the class Strata or Clusters included.
    """
    if design is None or isinstance(design, Strata | Clusters):
        return design
    if isinstance(design, str):
        if design == "paired":
            return "paired"
        raise ValueError(f"{_ACCEPTED}, got {design!r}{_hint(design)}")
    if isinstance(design, type) and issubclass(design, Strata | Clusters):
        raise TypeError(f"{_ACCEPTED}, got the class {design.__name__}; give it the labels of the rows")
    raise TypeError(f"{_ACCEPTED}, got {short_repr(design)}")


def _hint(design: str) -> str:
    close = nearest(design, ["paired", "Strata", "Clusters"])
    for kind in ("Strata", "Clusters"):
        if repr(kind) in close:
            return f"; write {kind}(labels) with the labels of the rows"
    return close
