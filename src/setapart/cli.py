"""The command ``setapart``: reads files, calls the public functions, prints.

Signatures and docstrings of the commands are their options and help. Nothing heavy is imported before it is needed, so
that ``--help`` and ``--version`` answer at once.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from setapart import __version__

if TYPE_CHECKING:
    from cyclopts import App

    from setapart.results import TwoSampleResult

__all__ = ["main", "run_demo", "run_test"]

FINISHED, BAD_INPUT, INTERRUPTED, NO_READER = 0, 2, 130, 141

_TEST_USAGE = "Usage: setapart test A B [OPTIONS]\n       setapart test FILE --group COL [--levels P Q] [OPTIONS]"

# Messages come from the Python functions; the command says the same in options.
_OPTIONS = {
    "nan_policy='omit'": "--nan-policy omit",
    "levels=(first, second)": "--levels P Q",
    "n_jobs=-1": "--jobs -1",
    "n_resamples": "--resamples",
    "k=1": "--k 1",
    "rng must be": "--seed must be",
    "leave out what is not a feature": "choose the features with --columns",
}

_DEMO_SOURCE = (
    "Palmer penguins, Adelie against Chinstrap, four measurements scaled by their pooled standard deviations.\n"
    "Data: Horst, Hill and Gorman (2020), palmerpenguins, CC0; collected by K. Gorman and the Palmer Station LTER."
)
_MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        0 for a finished test, whatever its verdict; 2 for bad input, with one line on standard error; 130 after Ctrl-C.
    """
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning  # type: ignore[assignment]  # it needs no more than the message
        try:
            status = _run(sys.argv[1:] if arguments is None else arguments)
            sys.stdout.flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has left; Python must not stumble over it again on its way out.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return NO_READER
        return status


def run_test(
    a: str,
    b: str | None = None,
    /,
    *,
    group: str | None = None,
    levels: tuple[str, str] | None = None,
    columns: list[str] | None = None,
    k: int | None = None,
    statistic: str = "auto",
    resamples: int = 999,
    seed: int = 0,
    jobs: int = -1,
    scale: Literal["std", "robust", "rank"] | None = None,
    nan_policy: Literal["raise", "omit"] = "raise",
    json: bool = False,
    plot: str | None = None,
    progress: bool | None = None,
) -> None:
    """Test whether two samples come from the same distribution, and find where they differ.

    Files: CSV, TSV, Parquet, Feather or Arrow tables, their columns matched by name; NPY or NPZ matrices. A row is an
    observation, a column a feature. The p-value is that of a permutation test; the exit status does not depend on it.

    Parameters
    ----------
    a
        File with the first sample, or with both (see --group).
    b
        File with the second sample.
    group
        Column of the one file that says which sample a row belongs to.
    levels
        The two values of the group column to compare; needed if it has more than two.
    columns
        Features to use, put after the files. Default: all columns.
    k
        Number of directions. Default: 3, or the number of features if that is less.
    statistic
        pw (projected Wasserstein distance), max_sliced (one direction, more starts), or auto, at present pw.
    resamples
        Random relabellings. If there are no more splits than this, all are used and the p-value is exact.
    seed
        Non-negative integer; the same seed gives the same answer.
    jobs
        Workers; -1 uses all cores. The answer does not depend on it.
    scale
        Unit in which features are compared: pooled standard deviation, robust standard deviation, or pooled rank.
        Default: the units of the data.
    nan_policy
        Stop at missing values, or omit the rows that have them.
    json
        Print the result as JSON, and nothing else.
    plot
        Draw the result into this file; its suffix sets the format (.png, .svg, .pdf).
    progress
        Show a bar on standard error. Default: on in a terminal, off in a pipe or with --json.
    """
    picture = None if plot is None else _picture(plot)
    data = _data(a, b, group=group, levels=levels, columns=columns)

    from setapart.api import two_sample_test

    result = two_sample_test(
        **data,
        statistic=statistic,
        k=k,
        n_resamples=resamples,
        scale=scale,
        nan_policy=nan_policy,
        rng=seed,
        n_jobs=jobs,
        progress=_wants_bar(json) if progress is None else progress,
    )
    print(result.to_json() if json else result.summary())
    if picture is not None:
        _draw(result, picture)
        if not json:
            print(f"\nPicture: {picture}")


def run_demo(*, plot: str = "setapart-demo.png", resamples: int = 199, seed: int = 0, jobs: int = -1) -> None:
    """Run the test on two species of penguins, and draw the result.

    Parameters
    ----------
    plot
        Draw the result into this file.
    resamples
        Random relabellings.
    seed
        Non-negative integer; the same seed gives the same answer.
    jobs
        Workers; -1 uses all cores.
    """
    can_draw = find_spec("matplotlib") is not None
    picture = _picture(plot) if can_draw else None

    from setapart.api import two_sample_test
    from setapart.datasets import penguins

    print(f"{_DEMO_SOURCE}\n", flush=True)
    result = two_sample_test(
        penguins(["Adelie", "Chinstrap"]).select(["species", *_MEASUREMENTS]),
        groups="species",
        k=2,
        n_resamples=resamples,
        scale="std",
        nan_policy="omit",
        rng=seed,
        n_jobs=jobs,
        progress=_wants_bar(False),
    )
    print(f"{result.summary()}\n")
    if picture is None:
        print("No picture: plots need matplotlib: pip install 'setapart[plot]'")
    else:
        _draw(result, picture)
        print(f"Picture: {picture}")


def _run(arguments: Sequence[str]) -> int:
    try:
        from cyclopts import CycloptsError
    except ImportError:
        return _fail("the command needs cyclopts: pip install 'setapart[cli]'")
    if hasattr(sys.stdout, "reconfigure"):
        # A name that the terminal's encoding lacks must not end a test.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        _app()(arguments, print_error=False, exit_on_error=False)
    except BrokenPipeError:
        raise
    except (CycloptsError, ValueError, TypeError, OSError, ImportError, ArithmeticError, MemoryError) as error:
        return _fail(_in_options(_words(error)))
    return FINISHED


def _app() -> "App":
    from cyclopts import App, Parameter

    app = App(
        name="setapart",
        help="Do two multivariate samples come from the same distribution, and if not, what sets them apart?",
        version=__version__,
        default_parameter=Parameter(consume_multiple=True, negative_iterable=()),
        help_format="markdown",
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    app.command(run_test, name="test", usage=_TEST_USAGE)
    app.command(run_demo, name="demo")
    return app


def _data(
    a: str, b: str | None, *, group: str | None, levels: tuple[str, str] | None, columns: list[str] | None
) -> dict[str, Any]:
    """The arguments of `two_sample_test` that say what to compare."""
    if b is None and group is None:
        raise ValueError("one file needs --group COL to split it; or name a second file")
    if b is not None and group is not None:
        raise ValueError("--group splits one file; give one file with it, or two without it")
    if b is None:
        return {"x": _table(a, columns, group), "groups": group, "levels": levels}
    if levels is not None:
        raise ValueError("--levels chooses among the values of a column; give --group COL with it")
    return {"x": _table(a, columns), "y": _table(b, columns), "labels": _labels(a, b)}


def _table(path: str, columns: list[str] | None, group: str | None = None) -> Any:
    from setapart.data.files import read
    from setapart.data.table import Table

    table = read(path)
    if columns is None and group is None:
        return table
    if not isinstance(table, Table):
        option = "--columns" if group is None else "--group"
        raise ValueError(f"{option} names a column, but {path} is a matrix without column names")
    if columns is None:
        return table
    kept = dict.fromkeys(columns if group is None else [*columns, group])
    return table.select(kept)


def _labels(a: str, b: str) -> tuple[str, str]:
    """What to call two files: as short as tells them apart."""
    for short in (_stem, lambda path: Path(path).name, str):
        if short(a) != short(b):
            return short(a), short(b)
    return f"{a} (first)", f"{b} (second)"


def _stem(path: str) -> str:
    return Path(Path(path).name.removesuffix(".gz")).stem


def _picture(plot: str) -> Path:
    """The path of a picture, checked before any long computation."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'setapart[plot]'") from None
    path = Path(plot).expanduser()
    known = sorted(Figure().canvas.get_supported_filetypes())
    if path.suffix[1:].lower() not in known:
        given = f"the suffix {path.suffix!r}" if path.suffix else "no suffix"
        raise ValueError(f"--plot {plot} has {given}; matplotlib writes {', '.join(f'.{name}' for name in known)}")
    if path.is_dir():
        raise ValueError(f"--plot {plot} is a folder, not a file")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"--plot {plot}: there is no folder {path.parent}")
    return path


def _draw(result: "TwoSampleResult", picture: Path) -> None:
    with warnings.catch_warnings():
        # A name in a script that the font lacks shows as boxes; one warning a letter would not help.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        result.plot().savefig(picture, dpi=150)


def _wants_bar(json: bool) -> bool:
    return not json and sys.stderr.isatty() and find_spec("tqdm") is not None


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def _in_options(message: str) -> str:
    for argument, option in _OPTIONS.items():
        message = message.replace(argument, option)
    return message


def _fail(message: str) -> int:
    print(f"setapart: error: {_one_line(message)}", file=sys.stderr)
    return BAD_INPUT


def _show_warning(message: Warning | str, *_: object) -> None:
    print(f"setapart: warning: {_in_options(_one_line(str(message)))}", file=sys.stderr)


def _one_line(message: str) -> str:
    from setapart.present.names import plain

    return plain(" ".join(message.split()))
