"""What a report tells of an explanation: features with intervals, rows, how sure that is; and a report of it alone."""

import math
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.data.table import Table
from setapart.present.differences import difference_lines
from setapart.present.explanation import (
    certainty_sentences,
    interval_words,
    row_words,
    standing_out,
    visible_loadings,
)
from setapart.present.grid import Grid
from setapart.present.names import plain, told_apart
from setapart.present.plots import loadings, share_curve
from setapart.present.report.document import Document, Listing, Part, Picture, Section
from setapart.present.report.pictures import loadings_height, loadings_seen, panel, samples_picture
from setapart.present.report.repeat import repeat
from setapart.present.wording import direction_name, number, percent
from setapart.results import Projection

if TYPE_CHECKING:
    from setapart.results.explanation import Explanation

__all__ = ["certainty", "differences", "explanation_document", "features"]

_FEATURES = 10
_DIRECTIONS = 5
_ROWS = 5
_NAME = 32


def explanation_document(explanation: "Explanation", *, command: str | None = None) -> Document:
    """What the report of an explanation alone says.

    Parameters
    ----------
    explanation : Explanation
    command : str, optional
        What was typed, if a command was.
    """
    projection = explanation.projection
    return Document(
        title=" against ".join(told_apart(explanation.labels, _NAME)),
        verdict=explanation.sentence,
        sections=(
            Section("The samples", (samples_picture(projection, explanation.labels),)),
            Section("What differs", (Listing(differences(projection)), *features(explanation))),
            Section("How sure", certainty(explanation)),
            Section("How it was done", repeat("Explanation", explanation, command)),
            Section("Warnings", tuple(map(plain, explanation.notes)) or ("None.",)),
        ),
    )


def differences(projection: Projection) -> tuple[str, ...]:
    """What differs along the first directions."""
    return tuple(difference_lines(projection, _DIRECTIONS))


def features(explanation: "Explanation") -> tuple[Part, ...]:
    """The loadings with their intervals, correlated features, what a few directions carry, and the rows behind it."""
    seen = loadings_seen(explanation.projection)
    if np.isfinite(explanation.loading_table["low"]).any():
        seen += " Thin lines are 95 % intervals."
    return (
        Picture(
            "The loadings and their intervals",
            seen,
            panel(lambda ax: loadings(ax, explanation), height=loadings_height(explanation.projection)),
        ),
        _loadings(explanation),
        *_groups(explanation.group_table),
        _shares(explanation),
        _rows(explanation),
    )


def _loadings(explanation: "Explanation") -> Grid:
    """A row a feature, its directions side by side."""
    table, k = visible_loadings(explanation), explanation.projection.k
    d = table.n_rows // k
    shown = table.take(np.arange(min(d, _FEATURES) * k))
    cells = [
        f"{loading:+.2f} ({interval_words(low, high)})"
        for loading, low, high in zip(shown["loading"], shown["low"], shown["high"], strict=True)
    ]
    signs = [percent(share) for share in shown["same_sign"]]
    directions = min(k, _DIRECTIONS)
    hidden = d - len(cells) // k
    return Grid(
        "Features by share; their loadings with 95 % intervals, and the refits in which these have the same signs",
        (
            ["feature", *told_apart(shown["feature"][::k], _NAME)],
            ["share", *map(percent, shown["share"][::k])],
            *([direction_name(explanation.projection, j), *cells[j::k]] for j in range(directions)),
            ["same sign", *(", ".join(signs[i : i + directions]) for i in range(0, len(signs), k))],
        ),
        more=counted(hidden, "more feature") if hidden else "",
    )


def _groups(table: Table) -> tuple[Grid, ...]:
    if not table.n_rows:
        return ()
    return (
        Grid(
            "Groups of correlated features, and their correlation with the first of the group",
            (
                ["feature", *told_apart(table["feature"], _NAME)],
                ["group", *(f"{int(group)}" for group in table["group"])],
                ["correlation", *(f"{one:+.2f}" for one in table["correlation"])],
            ),
        ),
    )


def _rows(explanation: "Explanation") -> Part:
    """The rows that stand out, a few of each sample."""
    table = standing_out(explanation)
    if not table.n_rows:
        return row_words(explanation)
    first = [np.flatnonzero(table["sample"] == sample)[:_ROWS] for sample in explanation.labels]
    shown = table.take(np.concatenate(first))
    names = dict(zip(explanation.labels, told_apart(explanation.labels, _NAME), strict=True))
    return Grid(
        "The rows of each sample that lie furthest from where the other has its own",
        (
            ["row", *told_apart(map(str, shown["row"]), _NAME)],
            ["sample", *(names[sample] for sample in shown["sample"])],
            ["moved by", *map(number, shown["distance"])],
            ["share of its sample's way", *(f"{100.0 * share:.1f} %" for share in shown["share"])],
        ),
    )


def _shares(explanation: "Explanation") -> Picture:
    """What a few directions carry of the whole distance."""
    table = explanation.share_table
    told = [
        f"{counted(int(k), 'direction')} {percent(share)}" for k, share in zip(table["k"], table["share"], strict=True)
    ]
    return Picture(
        "The share of the whole Wasserstein distance that a few directions carry",
        f"{', '.join(told)}.",
        panel(lambda ax: share_curve(ax, explanation), height=3.0),
    )


def certainty(explanation: "Explanation") -> tuple[Part, ...]:
    """How stable the directions are, and how large the effect on rows that had no part in finding them."""
    table = explanation.angle_table
    return (
        *certainty_sentences(explanation),
        Grid(
            "Angles between the directions found and those found on other rows, in degrees: 0 is the same, 90 across",
            (
                ["angle", *(f"{int(j)}" for j in table["angle"])],
                ["rows drawn again: median", *map(_degrees, table["refits"])],
                ["95 of 100 are below", *map(_degrees, table["refits_high"])],
                ["between halves of the rows", *map(_degrees, table["halves"])],
            ),
        ),
    )


def _degrees(angle: float) -> str:
    return "–" if math.isnan(angle) else f"{angle:.0f}°"
