"""The command ``setapart demo``: the test on a table that comes with the package."""

import os
from importlib.util import find_spec
from itertools import chain, count

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.record import record
from setapart.cli.terminal import tell
from setapart.cli.whole import Whole

__all__ = ["run_demo"]

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
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    words: options.Words,
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
        Write over files that exist.
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

    from setapart.api import two_sample_test
    from setapart.datasets import penguins

    tell(f"{_SOURCE}\n")
    result = two_sample_test(
        penguins(["Adelie", "Chinstrap"]).select(["species", *_MEASUREMENTS]),
        groups="species",
        statistic="pw:2",  # of one statistic there is least to explain, and of two directions most to see
        n_resamples=resamples,
        scale="std",
        nan_policy="omit",
        rng=seed,
        n_jobs=jobs,
        progress=output.bar,
    )
    status = give(result, output, record(words))
    if not can_draw:
        tell(f"\n{_REMEDY}")
    again = f"setapart test A B --statistic pw:2 --scale std --nan-policy omit --resamples {resamples}"
    if seed != 0:
        again += f" --seed {seed}"
    if can_draw:
        again += " --plot picture.png"
    if can_report:
        again += " --report report.html"
    tell(f"The same for your own files: {again}")
    return status


def _free_name(name: str) -> str:
    names = chain([name], (name.replace(".", f"-{i}.") for i in count(2)))
    return next(name for name in names if not os.path.lexists(name))
