"""The coverage of explanations: the README shows the committed results, they are what it says, and a quick run."""

from pathlib import Path

import numpy as np
import pytest

from programs import loaded

INTERVALS = Path(__file__).parents[2] / "experiments" / "intervals"


@pytest.fixture(scope="module")
def study():
    return loaded(INTERVALS / "run.py")


def test_the_readme_shows_the_committed_results(study):
    assert study.tables() in (INTERVALS / "README.md").read_text(encoding="utf-8")


def test_the_intervals_that_are_stated_hold_what_they_say(study):
    """0.93 is two standard errors of 400 trials below 0.95, and one of 150."""
    loadings, effects = study.read("loadings"), study.read("effects")
    assert list(dict.fromkeys(tuple(line.values())[:5] for line in loadings)) == [
        tuple(map(str, cell)) for cell in study.LOADINGS
    ]
    assert [tuple(line.values())[:7] for line in effects] == [tuple(map(str, cell)) for cell in study.EFFECTS]
    assert all(int(line["trials"]) >= (400 if line["k"] == "1" else 150) for line in loadings)
    assert all(int(line["trials"]) >= (200 if line["k"] == "1" else 150) for line in effects)
    for line in loadings:
        if line["interval"] == "rescaled":
            assert min(float(line[name]) for name in ("nonzero", "zero") if line[name]) >= 0.93, line
    assert all(min(float(line["held"]), float(line["held_sd"])) >= 0.93 for line in effects)
    # 0.072 is two standard errors above 0.05.
    assert all(float(line["rejected_at_most"]) <= 0.072 for line in effects)


@pytest.mark.parametrize(
    "cell",
    [("sparse", 50, 50, 10, 1), ("clusters", 20, 20, 10, 1), ("binary", 50, 50, 10, 1), ("spreads", 50, 50, 5, 2)],
)
def test_a_quick_run_of_loadings(study, cell):
    """Twelve trials of ten loadings and more: an interval that holds 0.95 holds fewer than 0.8 about never."""
    trials = [study.loading_trial(cell, number, 20)["rescaled"] for number in range(12 if cell[-1] == 1 else 4)]
    held = np.mean([np.nanmean(trial[:2]) for trial in trials])
    assert held > 0.8


def test_a_quick_run_of_effects(study):
    cells = study.EFFECTS[0], study.EFFECTS[4], study.EFFECTS[12]  # no difference, clusters, lognormal
    trials = np.array([study.effect_trial(cell, number) for cell in cells for number in range(8)])
    assert np.all(trials[:, :2].sum(axis=0) >= 20)  # of 24, each held with probability 0.96
    assert trials[:, 2].sum() <= 3
