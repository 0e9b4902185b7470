"""Power curves and calibrations in words: a sentence or two, and a small table."""

from setapart._checks import counted
from setapart.data.table import Table
from setapart.present.account import Account
from setapart.present.cautions import reworded
from setapart.present.names import inert
from setapart.present.pvalues import p_words
from setapart.present.report.document import Picture
from setapart.present.wording import left_out, number
from setapart.results import Calibration, PowerCurve

__all__ = ["calibration_account", "power_account"]

_NAME = 64  # letters of what samples and tests are called


def power_account(curve: PowerCurve) -> Account:
    """The size that the target takes, and the table of the sizes."""
    heading = (
        f"Power at alpha = {number(curve.alpha)} against {_safe(curve.alternative)}. Test: {_safe(curve.test)}; "
        f"{counted(curve.n_trials, 'trial')} of each size."
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
    return Account(
        "Power",
        (curve.n_for().message, heading),
        columns,
        (),
        notes=tuple(note if note.endswith(".") else reworded(note, note + ".") for note in curve.notes),
        run=curve,
        pictures=(Picture("The power at each number of rows", f"{shares}; the target is {curve.target}.", curve.plot),),
    )


def calibration_account(result: Calibration) -> Account:
    """The verdict, and the table of levels."""
    n, m = result.sizes
    heading = (
        f"{_safe(result.label)}: {counted(result.n_rows, 'row')}, split at random into {n:,} and {m:,}. "
        f"Test: {_safe(result.test)}.{left_out(result.n_omitted, result.n_unlabelled)}"
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
    return Account(
        "Calibration",
        (result.verdict, heading),
        columns,
        (*_out_of_reach(result), uniform),
        notes=result.notes,
        run=result,
        pictures=(Picture("The share of p-values up to each t", seen, result.plot),),
    )


def _out_of_reach(result: Calibration) -> list[str]:
    """A sentence on the levels that the table leaves out, if there are any."""
    if not result.levels_out_of_reach:
        return []
    levels = " and ".join(f"alpha = {number(level)}" for level in result.levels_out_of_reach)
    return [f"Out of reach: {levels}; no p-value of this test is below {number(result.smallest_pvalue)}."]


def _counts(heading: str, table: Table, name: str) -> list[str]:
    return [heading, *(f"{int(count):,}" for count in table[name])]


def _shares(heading: str, table: Table, name: str) -> list[str]:
    return [heading, *(f"{share:.3f}" for share in table[name])]


def _intervals(confidence: float, table: Table) -> list[str]:
    bounds = zip(table["low"], table["high"], strict=True)
    return [f"{confidence:.0%} interval", *(f"{low:.3f} to {high:.3f}" for low, high in bounds)]


def _safe(text: str) -> str:
    return inert(text, _NAME)
