"""Documents of power curves and of calibrations."""

from typing import TYPE_CHECKING

from setapart._checks import counted
from setapart._words import inert, number, p_words, percent
from setapart.report.comparisons import table_document
from setapart.report.document import Document, Grid, Picture, Request, document_of
from setapart.report.words import left_out
from setapart.results.calibration import Calibration
from setapart.results.notes import reworded
from setapart.results.power import PowerCurve

if TYPE_CHECKING:
    from setapart.data.table import Table

__all__ = ["calibration_document", "power_document"]

_NAME = 64  # letters of what samples and tests are called


@document_of.register
def power_document(curve: PowerCurve, request: Request) -> Document:
    """The size that the target takes, and the table of the sizes."""
    heading = (
        f"Power at alpha = {number(curve.alpha)} against {inert(curve.alternative, _NAME)}. Test: "
        f"{inert(curve.test, _NAME)}; {counted(curve.n_trials, 'trial')} of each size."
    )
    table = curve.plain_table()
    columns = (
        _counts("n", table, "n"),
        _counts("m", table, "m"),
        _counts("rejected", table, "rejections"),
        _shares("power", table, "power"),
        _intervals(curve.confidence, table),
    )
    shares = ", ".join(f"{power:.2f} at n = {n:,}" for n, power in zip(curve.n, curve.power, strict=True))
    seen = f"{shares}; the target is {curve.target}."
    return table_document(
        curve,
        request,
        Grid("Power", columns, named=False),
        lead=(curve.n_for().message, heading),
        notes=(note if note.endswith(".") else reworded(note, note + ".") for note in curve.notes),
        picture=Picture("The power at each number of rows", seen, curve.plot),
    )


@document_of.register
def calibration_document(result: Calibration, request: Request) -> Document:
    """The verdict, and the table of levels."""
    n, m = result.sizes
    heading = (
        f"{inert(result.label, _NAME)}: {counted(result.n_rows, 'row')}, split at random into {n:,} and {m:,}. "
        f"Test: {inert(result.test, _NAME)}.{left_out(result.n_omitted, result.n_unlabelled)}"
    )
    table = result.plain_table()
    columns = (
        ["alpha", *(number(alpha) for alpha in table["alpha"])],
        _counts("rejected", table, "rejections"),
        _shares("level", table, "level"),
        _intervals(result.confidence, table),
    )
    uniform = (
        f"The share of p-values up to t exceeds t by at most {number(result.excess)} (one-sided Kolmogorov-Smirnov "
        f"test: {p_words(result.excess_pvalue)}, small if p-values are too small)."
    )
    seen = (
        f"Below the diagonal where the test is cautious. At t = {number(result.alpha)} the share is "
        f"{result.level:.3f}, with an interval from {result.low:.3f} to {result.high:.3f}."
    )
    return table_document(
        result,
        request,
        Grid("Calibration", columns, named=False),
        lead=(result.verdict, heading),
        after=(*_out_of_reach(result), uniform),
        notes=result.notes,
        picture=Picture("The share of p-values up to each t", seen, result.plot),
    )


def _out_of_reach(result: Calibration) -> list[str]:
    """A sentence on the levels that the table leaves out, if there are any."""
    if not result.levels_out_of_reach:
        return []
    levels = " and ".join(f"alpha = {number(level)}" for level in result.levels_out_of_reach)
    return [f"Out of reach: {levels}; no p-value of this test is below {number(result.smallest_pvalue)}."]


def _counts(heading: str, table: "Table", name: str) -> list[str]:
    return [heading, *(f"{int(count):,}" for count in table[name])]


def _shares(heading: str, table: "Table", name: str) -> list[str]:
    return [heading, *(f"{share:.3f}" for share in table[name])]


def _intervals(confidence: float, table: "Table") -> list[str]:
    bounds = zip(table["low"], table["high"], strict=True)
    return [f"{percent(confidence)} interval", *(f"{low:.3f} to {high:.3f}" for low, high in bounds)]
