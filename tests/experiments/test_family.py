"""How the default family was chosen: the rules it compared, the tables it shows, and a quick run."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from programs import loaded

FAMILY = Path(__file__).parents[2] / "experiments" / "family"


def run(*command):
    return subprocess.run(
        [sys.executable, "-X", "utf8", *map(str, command)],
        capture_output=True,
        text=True,
        check=False,
        cwd=FAMILY,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def rules():
    """The module of the rules, which needs no other of the folder."""
    return loaded(FAMILY / "rules.py")


def test_rules_by_hand(rules):
    # Ranks of the columns: 3 1 2 4 and 1 2 3 4.
    values = np.array([[2.0, 9.0], [8.0, 5.0], [3.0, 1.0], [0.0, 0.0]])
    assert rules.ranks(values[:, 0]).tolist() == [3, 1, 2, 4]
    assert rules.alone(values[:, :1]) == 3 / 4
    # Ranks sorted within rows: (1, 3), (1, 2), (2, 3), (4, 4).
    assert rules.second_rank(values) == 2 / 4
    # 8 is 1.61 standard deviations above the mean of its column, 9 is 1.47: the first row is second.
    assert rules.distinction(values) == 2 / 4
    # Exponential laws of mean 3.5 beyond 2 and 6 beyond 1, each for two of four: 0.5 e^(-6 / 3.5) is the smallest.
    assert rules.smallest_tail(values) == 2 / 4
    # 1/1 + 1/3, 1/1 + 1/2, …; 3 · 1, 1 · 2, 2 · 3, 4 · 4.
    assert rules.harmonic(values) == rules.fisher(values) == 2 / 4


@given(arrays(float, st.tuples(st.integers(2, 9), st.integers(1, 4)), elements=st.integers(-3, 3).map(float)))
def test_every_rule_is_exactly_valid(rules, values):
    # Whichever labelling is the observed one, with equal probability: P(p ≤ j / (B + 1)) ≤ j / (B + 1).
    size = len(values)
    for rule in rules.RULES.values():
        places = sorted(
            round(size * rule(np.concatenate([values[i : i + 1], np.delete(values, i, axis=0)]))) for i in range(size)
        )
        assert all(place > i for i, place in enumerate(places))


def test_the_chosen_family_is_the_default():
    code = """
from candidates import CANDIDATES
from families import CHOSEN, ONE_FEATURE, members
from tally import groups
from setapart.statistics import automatic
from setapart.statistics.registry import label
for chosen, d in ((CHOSEN, 60), (ONE_FEATURE, 1)):
    family = tuple(CANDIDATES[name].statistic for name in members(chosen))
    assert family == automatic.automatic(150, d), automatic.automatic(150, d)
    assert tuple(groups(chosen)) == automatic.groups(family, 150, d)
assert CANDIDATES["energy landmarks"].statistic in automatic.automatic(3000, 60)
assert all(label(candidate.statistic) == name for name, candidate in CANDIDATES.items())
"""
    done = run("-c", code)
    assert done.returncode == 0, done.stderr


def test_the_readme_shows_the_committed_results():
    done = run("table.py", "--check")
    assert done.returncode == 0, done.stderr
    assert (FAMILY / "results" / "tuning.csv").stat().st_size < 300_000  # small enough to live in the repository


def test_a_quick_run(tmp_path):
    done = run("run.py", "--quick", "--results", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[0] == "2 of 2 trials to run"
    lines = (tmp_path / "tuning.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "setting,trials,what,rule,alpha,rejections"
    # 15 candidates, 20 families by the chosen rule and the chosen family by six more, at two levels.
    assert len(lines) == 1 + 2 * (15 + 20 + 6)
    # One of five features has two values only: the largest distance of a feature shows it with 20 relabellings.
    assert "two-points-100-5,2,marginal,alone,0.05,2" in lines
    # No p-value of 20 labellings is as small as 0.01.
    assert {line.rsplit(",", 1)[1] for line in lines if ",0.01," in line} == {"0"}
