"""Power curves and calibrations as text for a terminal: a sentence or two, and a small table."""

import textwrap

from setapart._checks import counted
from setapart.data.table import Table
from setapart.present.names import plain, shortened
from setapart.present.wording import number
from setapart.results import Calibration, PowerCurve

__all__ = ["calibration_summary", "power_summary", "verdict"]

_LINE = 88
_NAME = 64  # letters of what samples and tests are called


def power_summary(curve: PowerCurve) -> str:
    """The table of the sizes, and the size that the target takes.

    Parameters
    ----------
    curve : PowerCurve

    Returns
    -------
    str
        Lines of at most 88 characters; names from the data are inert.
    """
    heading = (
        f"Power at alpha = {number(curve.alpha)} against {_safe(curve.alternative)}. Test: {_safe(curve.test)}; "
        f"{counted(curve.n_trials, 'trial')} of each size."
    )
    table = curve.plain_table()
    columns = [
        _counts("n", table, "n"),
        _counts("m", table, "m"),
        _counts("rejected", table, "rejections"),
        _shares("power", table, "power"),
        _intervals(curve.confidence, table),
    ]
    parts = [_filled(heading), _aligned(columns), _filled(curve.n_for().message)]
    parts += [_filled(f"Note: {plain(note)}.") for note in curve.notes]
    return "\n\n".join([*parts, _origin(curve)])


def calibration_summary(result: Calibration) -> str:
    """The verdict, and the table of levels.

    Parameters
    ----------
    result : Calibration

    Returns
    -------
    str
        Lines of at most 88 characters; names from the data are inert.
    """
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
    columns = [
        ["alpha", *(number(alpha) for alpha in table["alpha"])],
        _counts("rejected", table, "rejections"),
        _shares("level", table, "level"),
        _intervals(result.confidence, table),
    ]
    uniform = (
        f"The share of p-values up to t exceeds t by at most {number(result.excess)} (one-sided Kolmogorov-Smirnov "
        f"test: p = {number(result.excess_pvalue)}, small if p-values are too small)."
    )
    return "\n\n".join(
        [_filled(heading), _filled(verdict(result)), _aligned(columns), _filled(uniform), _origin(result)]
    )


def verdict(result: Calibration) -> str:
    """What the rejections say about the level, in one sentence."""
    splits = counted(result.n_trials, "split")
    share = (
        f"{result.rejections:,} of {splits} were rejected at alpha = {number(result.alpha)}: "
        f"a level of {result.level:.3f} ({result.confidence:.0%} interval {result.low:.3f} to {result.high:.3f})"
    )
    if result.low > result.alpha:
        return f"{share}, more than alpha allows: the test finds differences where there are none."
    if result.high < result.alpha:
        return f"{share}, less than alpha: the test is safe, and gives away power."
    return f"{share}, in line with alpha."


def _counts(heading: str, table: Table, name: str) -> list[str]:
    return [heading, *(f"{int(count):,}" for count in table[name])]


def _shares(heading: str, table: Table, name: str) -> list[str]:
    return [heading, *(f"{share:.3f}" for share in table[name])]


def _intervals(confidence: float, table: Table) -> list[str]:
    bounds = zip(table["low"], table["high"], strict=True)
    return [f"{confidence:.0%} interval", *(f"{low:.3f} to {high:.3f}" for low, high in bounds)]


def _aligned(columns: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in columns]
    rows = zip(*columns, strict=True)
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _origin(result: PowerCurve | Calibration) -> str:
    return f"Seed {result.seed}, {result.wall_time:.1f} s, setapart {result.versions.get('setapart', '?')}."


def _safe(text: str) -> str:
    return shortened(plain(text), _NAME)


def _filled(text: str) -> str:
    return textwrap.fill(text, _LINE, break_on_hyphens=False, break_long_words=False)
