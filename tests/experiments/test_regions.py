"""The study of regions: the README shows the committed results, which are what is claimed, and a quick run."""

import csv
import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

STUDY = Path(__file__).parents[2] / "experiments" / "regions"


def rows_of(name):
    with (STUDY / "results" / name).open(newline="") as file:
        return list(csv.reader(file))


@pytest.fixture(scope="module")
def study():
    sys.path.insert(0, str(STUDY))
    try:
        yield {name: importlib.import_module(name) for name in ("drifts", "run")}
    finally:
        sys.path.remove(str(STUDY))
        for name in ("drifts", "run"):
            sys.modules.pop(name, None)


def test_the_readme_shows_the_committed_results():
    text = (STUDY / "README.md").read_text(encoding="utf-8")
    for row in [*rows_of("auc.csv"), *rows_of("level.csv")]:
        assert f"| {' | '.join(row)} |" in text


def test_no_more_is_called_in_nulls_than_the_level_allows():
    """Of so many nulls at most three standard errors above 0.05."""
    for _, trials, called, _ in rows_of("level.csv")[1:]:
        count = int(trials)
        assert int(called) <= 0.05 * count + 3.0 * (0.05 * 0.95 * count) ** 0.5


def test_tuned_and_reported_draws_have_no_digit_in_common(study):
    assert not set(study["run"].TUNING) & set(study["run"].REPORTED)


@pytest.mark.parametrize("kind", ["more", "new", "blur"])
def test_a_fifth_of_the_second_sample_drifts(study, kind):
    x, y, drifts = study["drifts"].draw(kind, 7, 100, 0, range(5, 10))
    assert x.shape == y.shape == (100, 64)
    assert drifts.sum() == 20
    again = study["drifts"].draw(kind, 7, 100, 0, range(5, 10))
    assert np.array_equal(x, again[0])
    assert np.array_equal(y, again[1])


def test_a_new_digit_is_found(study):
    x, y, drifts = study["drifts"].draw("new", 6, 100, 0, range(5, 10))
    score = study["run"].local_score(x, y)["local score"]
    assert study["run"].roc_auc_score(drifts, score) > 0.9
