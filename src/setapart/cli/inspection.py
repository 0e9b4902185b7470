"""The command that looks at files before a test; its signature and docstring are its help."""

from dataclasses import replace

from setapart.cli.inputs import file_in_messages, labels, stem, tables
from setapart.cli.options import GroupOptions
from setapart.cli.reading import Reading
from setapart.cli.terminal import columns, tell
from setapart.cli.values import File, Words

__all__ = ["run_inspect"]


def run_inspect(
    a: File,
    b: File | None = None,
    /,
    *,
    group: GroupOptions = GroupOptions(),
    reading: Reading = Reading(),
    json: bool = False,
    words: Words,
) -> None:
    """Say what the columns of files hold, what is the matter with them, and which command tests them.

    Kinds are told by the cells: money, percent, quantities with a unit, limits of detection, dates, truth values,
    categories, names of rows. No column is refused.

    Parameters
    ----------
    a
        File with the first sample, or with both; - for a CSV table from standard input.
    b
        File with the second sample.
    json
        Print the answer as JSON, and nothing else.
    """
    paths = (a,) if b is None else (a, b)
    group.check(b)
    contents = tables(paths, reading, {} if group.groups is None else {"--group": group.groups})

    from setapart import inspect
    from setapart._options import in_options
    from setapart.report import document
    from setapart.report.render.text import render_text

    if group.groups is None:
        found = inspect(*contents, labels=stem(a) if b is None else labels(a, b))
    else:
        with file_in_messages(a):
            found = inspect(*contents, **group.arguments)
    typed = tuple(word for word in words[1:] if word not in ("--json", "--no-json"))
    found = replace(found, words=typed)
    tell(found.to_json() if json else render_text(document(found), words=in_options, columns=columns()))
