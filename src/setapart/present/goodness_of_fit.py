"""A test of data against a model in words, and as a figure."""

from typing import TYPE_CHECKING

from setapart._checks import counted
from setapart.present.differences import difference_lines
from setapart.present.layout import origin
from setapart.present.names import plain, shortened
from setapart.present.planning import Account, account_text
from setapart.present.samples import projected
from setapart.present.sheet import sheet
from setapart.present.style import figure_text
from setapart.present.wording import number, percent, pvalue_note
from setapart.results.goodness_of_fit import GoodnessOfFit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["fit_account", "fit_figure", "fit_summary"]

_NAME = 40
_ROWS = 5


def fit_summary(found: GoodnessOfFit) -> str:
    """`fit_account` for a terminal."""
    return account_text(fit_account(found))


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
    )
    if found.n_omitted:
        verdict += f" Left out because of missing values: {counted(found.n_omitted, 'row')}."
    feature = _safe(found.projection.feature_table(1)["feature"][0])
    lines = "; ".join(difference_lines(found.projection, found.projection.k))
    what = f"How the model differs from x: {lines}. The feature with the largest share is {feature}."
    return Account(
        "Goodness of fit",
        (
            verdict,
            what,
            "The rows that are furthest from where the other side would have them:",
        ),
        (*_furthest(found, 0, "row of x"), *_furthest(found, 1, "generated row")),
        (*(f"Note: {plain(note)}" for note in found.notes), origin(found)),
    )


def _furthest(found: GoodnessOfFit, side: int, heading: str) -> tuple[list[str], list[str], list[str]]:
    columns = found.furthest(side, min(_ROWS, *found.sizes))
    return (
        [heading, *(_safe(str(row)) for row in columns["row"])],
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
    return shortened(plain(name), _NAME)
