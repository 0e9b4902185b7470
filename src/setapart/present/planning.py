"""Power curves and calibrations as text for a terminal: a sentence or two, and a small table."""

from setapart._checks import counted
from setapart.data.table import Table
from setapart.present.layout import aligned, filled, origin
from setapart.present.names import plain, shortened
from setapart.present.wording import number
from setapart.results import Calibration, PowerCurve

__all__ = ["calibration_summary", "power_summary"]

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
    lines = aligned(
        _counts("n", table, "n"),
        _counts("m", table, "m"),
        _counts("rejected", table, "rejections"),
        _shares("power", table, "power"),
        _intervals(curve.confidence, table),
    )
    parts = [filled(heading), "\n".join(lines), filled(curve.n_for().message)]
    parts += [filled(f"Note: {plain(note)}.") for note in curve.notes]
    return "\n\n".join([*parts, origin(curve)])


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
    lines = aligned(
        ["alpha", *(number(alpha) for alpha in table["alpha"])],
        _counts("rejected", table, "rejections"),
        _shares("level", table, "level"),
        _intervals(result.confidence, table),
    )
    uniform = (
        f"The share of p-values up to t exceeds t by at most {number(result.excess)} (one-sided Kolmogorov-Smirnov "
        f"test: p = {number(result.excess_pvalue)}, small if p-values are too small)."
    )
    parts = [filled(heading), filled(result.verdict), "\n".join(lines), filled(uniform)]
    return "\n\n".join([*parts, origin(result)])


def _counts(heading: str, table: Table, name: str) -> list[str]:
    return [heading, *(f"{int(count):,}" for count in table[name])]


def _shares(heading: str, table: Table, name: str) -> list[str]:
    return [heading, *(f"{share:.3f}" for share in table[name])]


def _intervals(confidence: float, table: Table) -> list[str]:
    bounds = zip(table["low"], table["high"], strict=True)
    return [f"{confidence:.0%} interval", *(f"{low:.3f} to {high:.3f}" for low, high in bounds)]


def _safe(text: str) -> str:
    return shortened(plain(text), _NAME)
