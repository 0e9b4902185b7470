"""What leads where no direction does: the function of the rows that tells the samples apart, in words and numbers."""

import math
from dataclasses import dataclass
from typing import Any

from setapart._types import FloatArray
from setapart.data.table import Table
from setapart.results.base import attributes, finite_or_null, plain_columns
from setapart.results.rules import Condition, rule_words

__all__ = ["DIRECTED", "Imitation", "LinearFit", "Plane", "Witness"]

DIRECTED = 0.5  # of the variance of a witness: a direction, or a rule, that explains so much of it stands for it


@dataclass(frozen=True)
class Imitation:
    """The rule of one feature or two that comes nearest to a witness.

    Attributes
    ----------
    features : tuple of str
    conditions : tuple of Condition
        One or two, which hold both.
    leading : int
        The sample that is more frequent inside: 0 for the first, 1 for the second.
    inside : tuple of int
        Rows of the first and of the second sample inside.
    explained : float
        The share of the variance of the witness that being inside explains, R².
    held_out : float
        The same of rules that were found in half of the rows, in the other half; NaN where that was not asked.
    """

    features: tuple[str, ...]
    conditions: tuple[Condition, ...]
    leading: int
    inside: tuple[int, int]
    explained: float
    held_out: float = math.nan


@dataclass(frozen=True, eq=False)
class LinearFit:
    """How well a direction shows a witness.

    Attributes
    ----------
    explained : float
        The share of the variance of the witness that a ridge regression predicts, each row left out; zero at least.
    features : tuple of str
        The features with the largest loadings, the largest first.
    loadings : (f,) float array
        For standardised features; of all features, their squares add up to 1.
    """

    explained: float
    features: tuple[str, ...]
    loadings: FloatArray


@dataclass(frozen=True, eq=False)
class Plane:
    """The pooled rows in two features, in the unit of the caller.

    Attributes
    ----------
    features : tuple of str
    points : (N, 2) float array
    """

    features: tuple[str, str]
    points: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Witness:
    """The function of the rows whose means differ most, by the leading component.

    Attributes
    ----------
    component : str
        The statistic, as it is asked for: "whitened", "geometry".
    template : str
        What the function is about, with {} where the names of `features` stand; see `name`.
    features : tuple of str
    sign : int
        Where what is named is larger: 1 in the first sample, -1 in the second, 0 where that means nothing.
    spread : bool
        Whether of the number of a row the spread differs, and not the location.
    quartiles : (2, 3) float array or None
        Lower quartile, median and upper quartile of that number in the samples; None if there is no such number.
    numbers : (N,) float array or None
        That number of each of the pooled rows.
    values : (N,) float array
        Of the pooled rows, those of the first sample first; larger in the first sample on average.
    sizes : tuple of int
        Rows of each sample.
    auc : float
        The chance that the witness orders a row of either sample as it should; too large, as it was chosen in these
        rows.
    held_out_auc : float
        The same for functions that were chosen in half of the rows, in the other half; NaN where that was not asked.
    imitation : Imitation or None
        The simple rule that comes nearest; None where it was not looked for, or there is none.
    plane : Plane or None
        The two features that imitate it best, where any do.
    linear : LinearFit or None
        Whether a direction shows it; None where that was not asked.
    row_table : Table or None
        sample, row and value: the rows that are most typical of either sample, the most typical first.
    backend : str or None
        The caller's data-frame library.
    """

    component: str
    template: str
    features: tuple[str, ...] = ()
    sign: int = 0
    spread: bool = False
    quartiles: FloatArray | None = None
    numbers: FloatArray | None = None
    values: FloatArray
    sizes: tuple[int, int]
    auc: float
    held_out_auc: float = math.nan
    imitation: Imitation | None = None
    linear: LinearFit | None = None
    plane: Plane | None = None
    row_table: Table | None = None
    backend: str | None = None

    @property
    def name(self) -> str:
        """What the function is about: "correlation of income and rent", "distance from neighbour 5"."""
        return self.template.format(*self.features)

    @property
    def samples(self) -> tuple[FloatArray, FloatArray]:
        """Its values in the first sample (n,) and in the second (m,)."""
        n = self.sizes[0]
        return self.values[:n], self.values[n:]

    @property
    def is_along_a_direction(self) -> bool:
        """Whether a direction shows it, and better than a rule."""
        rule = 0.0 if self.imitation is None else self.imitation.explained
        return self.linear is not None and self.linear.explained >= max(DIRECTED, rule)

    @property
    def is_a_rule(self) -> bool:
        """Whether a simple rule stands for it, better than a direction."""
        return self.imitation is not None and self.imitation.explained >= DIRECTED and not self.is_along_a_direction

    def table(self) -> Any:
        """See `Explanation.witness`."""
        return None if self.row_table is None else self.row_table.native(self.backend)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings and lists, without the values of all rows."""
        rule = self.imitation
        return {
            **attributes(self, "component", "name", "sign", "spread", "quartiles", "auc"),
            "held_out_auc": finite_or_null(self.held_out_auc),
            "imitation": None
            if rule is None
            else {
                "rule": rule_words(rule),
                **attributes(rule, "leading", "inside", "explained"),
                "held_out": finite_or_null(rule.held_out),
            },
            "linear": None if self.linear is None else attributes(self.linear, "explained", "features", "loadings"),
            "rows": None if self.row_table is None else plain_columns(self.row_table),
        }
