"""The commands ``setapart demo``, on a table that comes with the package, and ``setapart --install-completion``."""

import os
from importlib.util import find_spec
from itertools import chain, count
from typing import Literal

from setapart.cli.files import record
from setapart.cli.options import RunOptions
from setapart.cli.output import MORE_OF_A_TEST, Answer, Output, emit
from setapart.cli.terminal import tell
from setapart.cli.values import File, Whole, Words

__all__ = ["run_completion", "run_demo"]

_PICTURE, _REPORT = "setapart-demo.png", "setapart-demo.html"
_SOURCE = (
    "Palmer penguins, Adelie against Chinstrap, four measurements scaled by their pooled standard deviations.\n"
    "Data: Horst, Hill and Gorman (2020), palmerpenguins, CC0; collected by K. Gorman and the Palmer Station LTER."
)
_REMEDY = "No picture: plots need matplotlib: pip install 'setapart[plot]'"
_MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")


def run_demo(
    *,
    plot: File | None = None,
    report: File | None = None,
    force: bool = False,
    resamples: Whole = 199,
    run: RunOptions = RunOptions(),
    words: Words,
) -> int:
    """Run the test on two species of penguins, draw the result and write a report.

    Parameters
    ----------
    plot
        Draw the result into this file. Default: setapart-demo.png, or the next number that is free.
    report
        Write a report into this file: one page with pictures (.html), or text (.md). Default: setapart-demo.html, or
        the next number that is free, where jinja2 is installed.
    force
        Write over files that exist, be they not from setapart.
    resamples
        Random relabellings.
    """
    can_draw = find_spec("matplotlib") is not None
    can_report = can_draw and find_spec("jinja2") is not None
    output = Output(
        plot=plot or (_free_name(_PICTURE) if can_draw else None),
        report=report or (_free_name(_REPORT) if can_report else None),
        force=force,
    )
    output.check()

    from setapart import two_sample_test
    from setapart.datasets import penguins

    tell(f"{_SOURCE}\n")
    result = two_sample_test(
        penguins(["Adelie", "Chinstrap"]).select(["species", *_MEASUREMENTS]),
        groups="species",
        statistic="pw:2",  # of one statistic there is least to explain, and of two directions most to see
        n_resamples=resamples,
        scale="std",
        nan_policy="omit",
        **run.arguments,
        progress=output.bar,
    )
    status = emit(Answer(result, more=MORE_OF_A_TEST), output, record(words))
    if not can_draw:
        tell(f"\n{_REMEDY}")
    repeat = f"setapart test A B --statistic pw:2 --scale std --nan-policy omit --resamples {resamples}"
    if run.rng != 0:
        repeat += f" --seed {run.rng}"
    if can_draw:
        repeat += " --plot picture.png"
    if can_report:
        repeat += " --report report.html"
    tell(f"The same for your own files: {repeat}")
    return status


def _free_name(name: str) -> str:
    names = chain([name], (name.replace(".", f"-{i}.") for i in count(2)))
    return next(name for name in names if not os.path.lexists(name))


def run_completion(*, shell: Literal["bash", "zsh", "fish", "powershell"] | None = None, show: bool = False) -> None:
    """Let the shell complete the names of commands, options and files.

    A script is put where the shell looks for such, and a line that loads it into the file that the shell reads when it
    starts, where that takes one.

    Parameters
    ----------
    shell
        Default: the one that runs the command.
    show
        Print the script, and change no file.
    """
    from cyclopts.completion.detect import ShellDetectionError

    from setapart.cli.app import application

    app = application()
    try:
        if show:
            tell(_into_folders(app.generate_completion(shell=shell)))
        else:
            script = app.install_completion(shell=shell)
            script.write_text(_into_folders(script.read_text(encoding="utf-8")), encoding="utf-8")
            tell(f"Completion is in {script}; a new shell has it.")
    except ShellDetectionError:
        raise ValueError("which shell this is cannot be told; name it with --shell") from None


def _into_folders(script: str) -> str:
    """Let bash put a slash behind a folder, so that what is in it can be completed next."""
    return script.replace("\ncomplete -F ", "\ncomplete -o filenames -F ")
