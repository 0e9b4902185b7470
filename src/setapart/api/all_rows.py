"""A test of more rows than it takes in: it sees a random sample of them, and what it finds is measured on all."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._errors import ArgumentError, arg
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.arrays import is_annotated, is_sparse
from setapart.data.block_columns import Columns, features_of_block, group_codes
from setapart.data.cells import label_of
from setapart.data.designs import Clusters, DesignSpec, Strata, check_design
from setapart.data.drawing import Drawn, draw, row_keys
from setapart.data.frames import wrapped
from setapart.data.labels import is_column_name, label_order, labels_of, row_labels
from setapart.data.rows import Rows, rows_of
from setapart.data.samples import Samples
from setapart.data.sources import Block, Source, source_of
from setapart.data.table import Table
from setapart.explain.tally import Tally
from setapart.results.all_rows import AllRows
from setapart.results.two_sample import TwoSampleResult

__all__ = ["Sampling", "sampled", "with_all_rows"]

_GROUP = "group of the row"  # a column for groups that were passed beside a table


@dataclass(frozen=True, eq=False, kw_only=True)
class Sampling:
    """Sources, what was drawn from them, and what to do with their columns; `levels` and `groups` as the test has them.

    There are two sources, or one with both samples.
    """

    sources: tuple[Source, ...]
    drawn: tuple[Drawn, ...]
    columns: Columns
    max_rows: int
    seed: int
    groups: Any = None
    levels: Any = None
    omit: bool = False

    @property
    def x(self) -> Rows:
        """The rows of the first sample, or of both."""
        return self.drawn[0].rows

    @property
    def y(self) -> Rows | None:
        """The rows of the second sample, where it has a source of its own."""
        return self.drawn[1].rows if len(self.drawn) > 1 else None


def sampled(
    x: Any,
    y: Any,
    *,
    groups: Any,
    levels: Iterable[Any] | None,
    design: Any,
    nan_policy: str,
    categorical: str | None,
    read_as: Any,
    max_rows: int,
    seed: int,
) -> Sampling:
    """Draw at most `max_rows` rows of each sample; the arguments are those of `two_sample_test`."""
    max_rows = check_integer("max_rows", max_rows, minimum=2)
    if y is not None and groups is not None:
        raise ValueError("pass either a second sample y or groups, not both")
    for obj in (x, y):
        if is_annotated(obj) or is_sparse(obj):
            raise ValueError(arg("max_rows") + f" is of tables and arrays, and not of {type(obj).__name__} objects")
    if levels is not None:
        levels = list(levels) if isinstance(levels, Iterable) and not isinstance(levels, str) else []
        if len(levels) != 2:
            raise ArgumentError("levels", "must be two values", levels)
    x, groups, levels = _grouped(x, groups, levels)
    columns = Columns(
        groups=None if groups is None else str(groups),
        beside=_design_columns(check_design(design)),
        loose=None if categorical is not None else frozenset(read_as or ()),
    )
    omit = nan_policy != "raise"
    sources = tuple(source_of(obj, name) for obj, name in ((x, "x"), (y, "y")) if obj is not None)
    drawn = tuple(
        draw(source, max_rows=max_rows, seed=seed, columns=columns, levels=levels, omit=omit) for source in sources
    )
    return Sampling(
        sources=sources,
        drawn=drawn,
        columns=columns,
        max_rows=max_rows,
        seed=seed,
        groups=groups,
        levels=levels,
        omit=omit,
    )


def _grouped(x: Any, groups: Any, levels: Any) -> tuple[Any, Any, Any]:
    """A table with its groups as a column, and the levels in the order that the column declares."""
    if groups is None:
        return x, groups, levels
    rows = next(source_of(x, "x").read()).rows if not is_column_name(groups) else None
    if rows is None:
        return x, groups, levels if levels is not None else _declared(x, groups)
    assert rows.table is not None
    values = row_labels(rows, labels_of(groups, "groups"), "groups")
    if len(values) != rows.table.n_rows:
        raise ValueError(arg("groups") + f" has {len(values)} values for the {rows.table.n_rows} rows of x")
    column = np.empty(len(values), dtype=object)
    column[:] = values
    table = Table({**rows.table.data, _GROUP: column}, index=rows.table.index)
    return Rows(table=table, index=rows.index, lines=rows.lines, backend=rows.backend), _GROUP, levels


def _declared(x: Any, groups: Any) -> list[Any] | None:
    """The two values of an ordered categorical in memory, in the order that it declares; None for any other."""
    if (
        isinstance(x, str | PathLike | list | Source)
        or hasattr(x, "npartitions")
        or not hasattr(wrapped(x), "iter_columns")
    ):
        return None
    rows = rows_of(x)
    order = label_order(rows, groups) if rows.columns and str(groups) in rows.columns else None
    if order is None:
        return None
    held = set(row_labels(rows, groups, "groups"))
    present = [value for value in order if value in held]
    return present if len(present) == 2 else None


def _design_columns(design: DesignSpec) -> tuple[str, ...]:
    if design is None:
        return ()
    if isinstance(design, Strata | Clusters) and is_column_name(design.labels):
        return (str(design.labels),)
    if isinstance(design, Strata | Clusters):
        raise ValueError(arg("max_rows") + f" goes with {type(design).__name__} that name a column of the table")
    raise ValueError(
        arg("max_rows") + " draws single rows, and " + arg("design", "paired") + " is of pairs; draw pairs beforehand"
    )


def with_all_rows(result: TwoSampleResult, sampling: Sampling, samples: Samples, scale: str | None) -> TwoSampleResult:
    """The result with the rows of its sources, and with its directions and rules measured on all of them."""
    names = _group_names(sampling, samples)
    counts = [part.counts for part in sampling.drawn]
    first, second = ((0, names[0]), (len(counts) - 1, names[1]))
    places = [list(counts[part]).index(name) for part, name in (first, second)]
    parts = [sampling.drawn[part] for part, _ in (first, second)]
    order = [[part.features.index(name) for name in parts[0].features] for part in parts]

    def moments(field_name: str) -> Any:
        return np.array([getattr(part, field_name)[i][o] for part, i, o in zip(parts, places, order, strict=True)])

    n_rows = counts[first[0]][first[1]], counts[second[0]][second[1]]
    loose = [sampling.columns.may_hold_labels(name) for name in parts[0].features]
    rows = AllRows(
        labels=result.labels,
        n_rows=n_rows,
        n_sampled=(min(n_rows[0], sampling.max_rows), min(n_rows[1], sampling.max_rows)),
        max_rows=sampling.max_rows,
        seed=sampling.seed,
        n_unlabelled=sum(part.n_unlabelled for part in sampling.drawn),
        n_other=sum(part.n_other for part in sampling.drawn),
        feature_names=parts[0].features,
        means=np.where(loose, np.nan, moments("means")),
        deviations=np.where(loose, np.nan, moments("deviations")),
        missing=moments("missing"),
        backend=result.backend,
        note=_unmeasured(result, sampling, samples),
    )
    if not rows.note:
        rows = _measured(rows, result, sampling, samples, scale, names)
    call = replace(result.call, beside={**result.call.beside, "max_rows": sampling.max_rows})
    return replace(result, all_rows=rows, n_unlabelled=rows.n_unlabelled, call=call)


def _group_names(sampling: Sampling, samples: Samples) -> tuple[str, str]:
    """How the first and the second sample are written among the groups that were drawn."""
    if sampling.groups is None:
        names = [next(iter(part.counts)) for part in sampling.drawn]
        return names[0], names[-1]
    table = sampling.x.table
    assert table is not None
    values = table.labels(str(sampling.groups))
    return label_of(values[samples.rows[0][0]]), label_of(values[samples.rows[1][0]])


def _unmeasured(result: TwoSampleResult, sampling: Sampling, samples: Samples) -> str:
    """Why nothing can be measured on all rows; empty where it can."""
    if result.projection is None and result.by_rule is None:
        return "The test has neither directions nor rules that could be measured on all rows."
    if any(source.once for source in sampling.sources):
        return "Directions and rules are not measured on all rows: a stream can be read only once."
    if samples.columns is not None or samples.indicators or any(samples.readings):
        return (
            "Directions and rules are not measured on all rows, which is done for plain numbers only: not for"
            " categories, columns that are read in some way, or filled gaps."
        )
    return ""


def _measured(
    rows: AllRows,
    result: TwoSampleResult,
    sampling: Sampling,
    samples: Samples,
    scale: str | None,
    names: tuple[str, str],
) -> AllRows:
    """Directions and rules on all rows, in one more pass."""
    tally = Tally.of(result, samples, scale)
    for number, source in enumerate(sampling.sources):
        drawn = sampling.drawn[number]
        for block in source.blocks():
            values, codes, is_drawn = _compared(source, block, sampling, drawn, names, samples.feature_names)
            if len(sampling.sources) > 1:
                codes = np.full(len(values), number)
            tally.add(values, codes, is_drawn)
    return replace(
        rows,
        n_incomplete=(int(tally.n_incomplete[0]), int(tally.n_incomplete[1])),
        directions=tally.distances(),
        rules=tally.shares(),
    )


def _compared(
    source: Source, block: Block, sampling: Sampling, drawn: Drawn, names: tuple[str, str], features: tuple[str, ...]
) -> tuple[FloatArray, IntArray, BoolArray]:
    """The rows of a block that are of either sample: their features, their samples, and whether they were drawn."""
    values, _ = features_of_block(source, block, features, sampling.columns)
    found, written, _ = group_codes(source, block, sampling.columns, omit=sampling.omit)
    keys = row_keys(sampling.seed, block.part, block.start, len(values))
    codes, is_drawn = np.full(len(values), -1), np.zeros(len(values), bool)
    for code, name in enumerate(written):
        if name in names:
            chosen = found == code
            codes[chosen] = names.index(name)
            is_drawn |= chosen & (keys <= np.uint64(drawn.thresholds[name]))
    kept = codes >= 0
    return values[kept], codes[kept], is_drawn[kept]
