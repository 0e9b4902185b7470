"""A test of data against a model in words, and as a figure."""

from typing import TYPE_CHECKING

from setapart._checks import counted
from setapart.present.account import Account, ending
from setapart.present.differences import difference_lines
from setapart.present.names import inert, told_apart
from setapart.present.samples import projected
from setapart.present.sheet import sheet
from setapart.present.style import figure_text
from setapart.present.wording import left_out, number, percent, pvalue_note
from setapart.results import GoodnessOfFit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["fit_account", "fit_figure"]

_NAME = 40
_ROWS = 5


def fit_account(found: GoodnessOfFit) -> Account:
    """The p-value, what differs, and the furthest rows of either side."""
    n, m = found.sizes
    if found.result is None:
        note = f"parametric bootstrap: {counted(found.n_resamples, 'sample')} of the model, fitted anew to each"
    else:
        note = pvalue_note(found.result)
    verdict = (
        f"x against the model {_safe(found.model)}: p = {number(found.pvalue)} ({note}). Statistic: "
        f"{_safe(found.statistic_name)}. Compared: {counted(n, 'row')} of x and {m:,} generated."
        f"{left_out(found.n_omitted)}"
    )
    feature = _safe(found.projection.top_feature)
    lines = "; ".join(difference_lines(found.projection, found.projection.k))
    what = f"How the model differs from x: {lines}. The feature with the largest share is {feature}."
    return Account(
        "Goodness of fit",
        (verdict, what, "The rows that are furthest from where the other side would have them:"),
        (*_furthest(found, 0, "row of x"), *_furthest(found, 1, "generated row")),
        ending(found, found.notes),
    )


def _furthest(found: GoodnessOfFit, side: int, heading: str) -> tuple[list[str], list[str], list[str]]:
    columns = found.furthest(side, min(_ROWS, *found.sizes))
    return (
        [heading, *told_apart(map(str, columns["row"]), _NAME)],
        ["move", *map(number, columns["move"])],
        ["share", *map(percent, columns["share"])],
    )


def fit_figure(found: GoodnessOfFit) -> "Figure":
    """Data and generated rows along the directions, outside pyplot.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    figure, ax = sheet(f"x against {figure_text(found.model, _NAME)}: p = {number(found.pvalue)}")
    projected(ax, found.projection, ("x", "model"))
    return figure


def _safe(name: str) -> str:
    return inert(name, _NAME)
