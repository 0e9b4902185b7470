"""The document of an inspection: a table of the columns, what is the matter with some, and what to type."""

from setapart._checks import counted
from setapart._words import distinct_names, enumerated, inert, plain
from setapart.report.document import Block, Code, Document, Grid, Listing, Request, Section, document_of
from setapart.results.inspection import Inspection

__all__ = ["inspection_document"]

_NAME, _EXAMPLE = 32, 20  # columns that they may take


@document_of.register
def inspection_document(inspection: Inspection, request: Request) -> Document:
    """The columns, their problems and the whole call."""
    sizes = [
        f"{inert(label, _NAME)} has {counted(n, 'row')}"
        for label, n in zip(inspection.labels, inspection.n_rows, strict=True)
    ]
    features = sum(column.is_feature for column in inspection.columns)
    lead = f"{enumerated(sizes)}; {features:,} of {counted(len(inspection.columns), 'column')} can be features."
    names = distinct_names((column.name for column in inspection.columns), _NAME)
    problems = tuple(
        f"{name}: {plain(column.problem)}"
        for name, column in zip(names, inspection.columns, strict=True)
        if column.problem
    )
    body: tuple[Block, ...] = (_grid(inspection, names),)
    if problems:
        body += (Listing("To mind:", problems),)
    body += inspection.notes
    split = "" if len(inspection.labels) > 1 else ", with the column that says which sample a row belongs to for COLUMN"
    suggested = Code(plain(inspection.command or inspection.python))
    body += (f"To test them{split}:", suggested)
    return Document(
        title="Columns",
        verdict=lead,
        lead=(lead,),
        body=body,
        make_sections=lambda: (Section("What the columns hold", body[:-2]), Section("What to type", body[-2:])),
    )


def _grid(inspection: Inspection, names: list[str]) -> Grid:
    columns = inspection.columns
    gaps = [
        " and ".join("not there" if count is None else f"{count:,}" for count in column.missing) for column in columns
    ]
    return Grid(
        "Columns",
        (
            ["column", *names],
            ["kind", *(column.kind + (f" ({column.unit})" if column.unit else "") for column in columns)],
            ["example", *(inert(column.example, _EXAMPLE) if column.example else "" for column in columns)],
            ["missing", *gaps],
            ["read as", *(column.reading or ("" if column.is_feature else "no feature") for column in columns)],
        ),
        words=True,
    )
