"""Power curves and calibrations in words: a sentence or two, and a small table."""

from dataclasses import dataclass

from setapart._checks import counted
from setapart.data.table import Table
from setapart.present.layout import aligned, filled, origin
from setapart.present.names import plain, shortened
from setapart.present.wording import number
from setapart.results import Calibration, PowerCurve

__all__ = ["Account", "account_text", "calibration_account", "calibration_summary", "power_account", "power_summary"]

_NAME = 64  # letters of what samples and tests are called


@dataclass(frozen=True)
class Account:
    """What there is to tell; names from the data are inert in a terminal, but not escaped.

    Attributes
    ----------
    title : str
        What kind of account it is, for where that does not go without saying.
    before, after : tuple of str
        Paragraphs around the table.
    columns : tuple of lists of str
        Each with its heading first.
    """

    title: str
    before: tuple[str, ...]
    columns: tuple[list[str], ...]
    after: tuple[str, ...]


def power_summary(curve: PowerCurve) -> str:
    """`power_account` for a terminal, in lines of at most 88 characters."""
    return account_text(power_account(curve))


def calibration_summary(result: Calibration) -> str:
    """`calibration_account` for a terminal, in lines of at most 88 characters."""
    return account_text(calibration_account(result))


def power_account(curve: PowerCurve) -> Account:
    """The table of the sizes, and the size that the target takes."""
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
    notes = (f"Note: {plain(note)}." for note in curve.notes)
    return Account("Power", (heading,), columns, (curve.n_for().message, *notes, origin(curve)))


def calibration_account(result: Calibration) -> Account:
    """The verdict, and the table of levels."""
    n, m = result.sizes
    heading = (
        f"{_safe(result.label)}: {counted(result.n_rows, 'row')}, split at random into {n:,} and {m:,}. "
        f"Test: {_safe(result.test)}."
    )
    if result.n_omitted:
        heading += f" Left out because of missing values: {counted(result.n_omitted, 'row')}."
    if result.n_unlabelled:
        heading += f" Left out because their group is missing: {counted(result.n_unlabelled, 'row')}."
    table = result.plain_table()
    columns = (
        ["alpha", *(number(alpha) for alpha in table["alpha"])],
        _counts("rejected", table, "rejections"),
        _shares("level", table, "level"),
        _intervals(result.confidence, table),
    )
    uniform = (
        f"The share of p-values up to t exceeds t by at most {number(result.excess)} (one-sided Kolmogorov-Smirnov "
        f"test: p = {number(result.excess_pvalue)}, small if p-values are too small)."
    )
    return Account("Calibration", (heading, result.verdict), columns, (*_out_of_reach(result), uniform, origin(result)))


def account_text(account: Account) -> str:
    """An account for a terminal."""
    parts = [*map(filled, account.before), "\n".join(aligned(*account.columns)), *map(filled, account.after)]
    return "\n\n".join(parts)


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
    return shortened(plain(text), _NAME)
