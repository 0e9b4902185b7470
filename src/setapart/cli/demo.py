"""The command ``setapart demo``: the test on a table that comes with the package."""

from importlib.util import find_spec

from setapart.cli.picture import checked_path, draw
from setapart.cli.terminal import wants_bar
from setapart.cli.whole import Whole

__all__ = ["run_demo"]

_SOURCE = (
    "Palmer penguins, Adelie against Chinstrap, four measurements scaled by their pooled standard deviations.\n"
    "Data: Horst, Hill and Gorman (2020), palmerpenguins, CC0; collected by K. Gorman and the Palmer Station LTER."
)
_REMEDY = "No picture: plots need matplotlib: pip install 'setapart[plot]'"
_YOUR_OWN = "The same for your own files: setapart test A B --statistic pw:2 --scale std --nan-policy omit"
_MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")


def run_demo(*, plot: str = "setapart-demo.png", resamples: Whole = 199, seed: Whole = 0, jobs: Whole = -1) -> None:
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
    picture = checked_path(plot) if can_draw else None

    from setapart.api import two_sample_test
    from setapart.datasets import penguins

    print(f"{_SOURCE}\n", flush=True)
    result = two_sample_test(
        penguins(["Adelie", "Chinstrap"]).select(["species", *_MEASUREMENTS]),
        groups="species",
        statistic="pw:2",  # of one statistic there is least to explain, and of two directions most to see
        n_resamples=resamples,
        scale="std",
        nan_policy="omit",
        rng=seed,
        n_jobs=jobs,
        progress=wants_bar(None, json=False),
    )
    if picture is not None:
        draw(result, picture)
    print(f"{result.summary()}\n")
    print(f"Picture: {picture}" if picture else _REMEDY)
    print(_YOUR_OWN)
