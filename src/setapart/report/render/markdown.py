"""A document as Markdown, in the dialect of GitHub: all that comes from data escaped, figures told in words."""

import re

from setapart.report.document import Block, Code, Document, Grid, Listing, Picture

__all__ = ["render_markdown"]

_ACTIVE = re.compile(r"[\\`*_{}\[\]<>#|~!$&]")
_CALL = re.compile(r"@+(?=\w)")  # of people on GitHub, which a backslash does not prevent; or of an address
_BEGINNING = re.compile(r"^(\d*)([-+=.)])(?=[\s=-]|$)")  # of a list, a rule or a heading
_INDENT = re.compile(r"^[ \t]+|[ \t]+$")  # of a block of code, or of a line that is broken
_ADDRESS = re.compile(r"(?i)(://|\bwww(?=\.))")


def render_markdown(document: Document) -> str:
    """The whole text, the same for the same document."""
    parts = [f"# {_escaped(document.title)}", f"**{_escaped(document.verdict)}**", *map(_escaped, document.cautions)]
    for section in document.sections:
        parts += [f"## {section.heading}", *map(_block, section.blocks)]
    return "\n\n".join(parts) + "\n"


def _block(block: Block) -> str:
    match block:
        case Grid():
            return _table(block)
        case Listing():
            return "\n\n".join([_escaped(block.heading), "\n".join(f"- {_escaped(line)}" for line in block.lines)])
        case Code():
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block.text)), default=0))
            return f"{fence}\n{block.text}\n{fence}"
        case Picture():
            return f"*Figure: {_escaped(block.title)}.* {_escaped(block.seen)}"
        case _:
            return _escaped(block)


def _table(grid: Grid) -> str:
    marks = [["", *grid.marks]] if grid.marks else []
    heading, *rows = zip(*grid.columns, *marks, strict=True)
    rule = ["---", *["---" if grid.words else "---:"] * (len(heading) - 1)]
    cells = [list(map(_escaped, heading)), rule, *(map(_escaped, row) for row in rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    more = [f"… {_escaped(grid.more)}"] if grid.more else []
    return "\n\n".join([f"{_escaped(grid.caption)}:", "\n".join(lines), *more])


def _escaped(text: str) -> str:
    r"""A text that no reader of Markdown takes for anything else.

    Examples
    --------
    >>> print(_escaped("a|b <i> [x](y)"))
    a\|b \<i\> \[x\](y)
    """
    text = _INDENT.sub("", text)
    text = _ACTIVE.sub(r"\\\g<0>", text)
    text = _BEGINNING.sub(r"\1\\\2", text)
    text = _CALL.sub(r"`\g<0>`", text)
    return _ADDRESS.sub(lambda match: "\\" + match[0] if match[0] == "://" else match[0] + "\\", text)
