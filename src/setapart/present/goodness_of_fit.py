"""A test of data against a model in words."""

from setapart._checks import counted
from setapart.present.account import Account
from setapart.present.differences import difference_lines
from setapart.present.names import inert, told_apart
from setapart.present.pvalues import p_words
from setapart.present.report.document import Picture
from setapart.present.report.pictures import samples_seen
from setapart.present.wording import left_out, number, percent, pvalue_note, unit
from setapart.results import GoodnessOfFit

__all__ = ["fit_account"]

_NAME = 40
_ROWS = 5


def fit_account(found: GoodnessOfFit) -> Account:
    """The p-value, what differs, and the furthest rows of either side."""
    (n, m), label = found.sizes, _safe(found.label)
    if found.result is None:
        note = f"parametric bootstrap: {counted(found.n_resamples, 'sample')} of the model, fitted anew to each"
    else:
        note = pvalue_note(found.result)
    verdict = (
        f"{label} against the model {_safe(found.model)}: {p_words(found.pvalue)} ({note}). Statistic: "
        f"{_safe(found.statistic_name)}. Compared: {counted(n, 'row')} of {label} and {m:,} generated."
        f"{left_out(found.n_omitted)}"
    )
    feature = _safe(found.projection.top_feature)
    lines = "; ".join(difference_lines(found.projection, found.projection.k))
    what = f"How the model differs from {label}: {lines}. The feature with the largest share is {feature}."
    rows = (
        "The rows that are furthest from where the other side would have them (move: how far that is, in "
        f"{unit(found)}; share: of all moves):"
    )
    return Account(
        "Goodness of fit",
        (verdict, what, rows),
        (*_furthest(found, 0, f"row of {label}"), *_furthest(found, 1, "generated row")),
        (),
        notes=found.notes,
        run=found,
        pictures=(
            Picture(
                "The data and the generated rows along the directions",
                samples_seen(found.projection, (label, "the model")),
                found.plot,
            ),
        ),
    )


def _furthest(found: GoodnessOfFit, side: int, heading: str) -> tuple[list[str], list[str], list[str]]:
    columns = found.furthest(side, min(_ROWS, *found.sizes))
    if side == 1 or _numbered(found):
        heading += " (from 0)"
    return (
        [heading, *told_apart(map(str, columns["row"]), _NAME)],
        ["move", *map(number, columns["move"])],
        ["share", *map(percent, columns["share"])],
    )


def _numbered(found: GoodnessOfFit) -> bool:
    """Whether rows of data go by their numbers: whole, rising, and no more than there were rows."""
    labels = found.row_labels
    if not all(type(label) is int for label in labels):
        return False
    return labels == tuple(sorted(set(labels))) and labels[-1] < len(labels) + found.n_omitted


def _safe(name: str) -> str:
    return inert(name, _NAME)
