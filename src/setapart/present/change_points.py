"""The changes of a series in words: the verdict, what changes at each time, and the stretches between."""

import datetime as dt
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart.present.account import Account
from setapart.present.differences import difference_lines
from setapart.present.names import inert
from setapart.present.report.document import Picture
from setapart.present.wording import left_out, number
from setapart.results import ChangePoints

__all__ = ["changes_account", "time_text"]

_NAME = 24
_TOLD = 10  # changes that are told in words


def changes_account(found: ChangePoints) -> Account:
    """The verdict on the whole series, what changes at each time, and the stretches between."""
    blocks = "the rows" if found.block == 1 else f"blocks of {found.block:,} rows"
    verdict = (
        f"{counted(len(found.changes), 'change')} in {counted(len(found.rows), 'row')}. No change at all: p = "
        f"{number(found.pvalue)} (largest difference over all times, {counted(found.n_resamples, 'random order')} of "
        f"{blocks}). Statistic: {_safe(found.statistic_name)}. Each stretch tested at alpha = {number(found.alpha)}."
        f"{left_out(found.n_omitted)}"
    )
    told = [
        f"At {_safe(time_text(change.label))}: {'; '.join(difference_lines(change.projection, change.projection.k))}. "
        f"The feature with the largest share is {_safe(change.top_feature)}."
        for change in found.changes[:_TOLD]
    ]
    table = found.plain_table()
    columns = (
        ["from", *(_safe(time_text(name)) for name in table["first"])],
        ["to", *(_safe(time_text(name)) for name in table["last"])],
        ["rows", *(f"{int(count):,}" for count in table["rows"])],
        ["p of change", "", *map(number, found.pvalues)],
        ["top feature", "", *(_safe(change.top_feature) for change in found.changes)],
    )
    at = ", ".join(_safe(time_text(change.label)) for change in found.changes[:_TOLD]) or "none"
    seen = f"Dotted lines mark the changes: {at}. Below, the scan of the whole series and its threshold, dashed."
    return Account(
        "Change points",
        (verdict, *told),
        columns,
        (),
        notes=found.notes,
        run=found,
        pictures=(Picture("The series over time, and the scan that judged it", seen, found.plot),),
    )


def time_text(label: Any) -> str:
    """What a row is called; of a date without the midnight that it begins with.

    Examples
    --------
    >>> import datetime
    >>> time_text(datetime.datetime(2024, 5, 1)), time_text(datetime.datetime(2024, 5, 1, 12)), time_text(3)
    ('2024-05-01', '2024-05-01 12:00:00', '3')
    """
    text = str(label)
    if isinstance(label, np.datetime64):
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return text.removesuffix("T00:00:00").removesuffix("T00:00")
    return text.removesuffix(" 00:00:00") if isinstance(label, dt.date) else text


def _safe(name: str) -> str:
    return inert(name, _NAME)
