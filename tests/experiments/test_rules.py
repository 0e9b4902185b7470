"""The study of rules: the README shows the committed results, they are as promised, and a quick run."""

import csv
import importlib
import sys
from pathlib import Path

import pytest

STUDY = Path(__file__).parents[2] / "experiments" / "rules"


@pytest.fixture(scope="module")
def study():
    sys.path.insert(0, str(STUDY))
    try:
        yield {name: importlib.import_module(name) for name in ("run", "tables")}
    finally:
        sys.path.remove(str(STUDY))
        for name in ("run", "tables"):
            sys.modules.pop(name, None)


def results(name):
    with (STUDY / "results" / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_readme_shows_the_committed_results(study):
    text = (STUDY / "README.md").read_text(encoding="utf-8")
    for name in ("planted", "level"):
        assert study["tables"].table(name) in text


def test_true_features_are_told_and_the_level_is_kept(study):
    rows = results("planted")
    assert [row["design"] for row in rows[::2]] == list(study["run"].PLANTED)
    for row in rows[1::2]:  # the larger share
        assert float(row["true_features"]) >= 0.9, row
    assert [row["kind"] for row in results("level")] == list(study["run"].NULLS)
    for row in results("level"):
        assert 26 <= int(row["test"]) <= 77, row
        assert 26 <= int(row["leading_rule"]) <= int(row["test"]), row


def test_a_planted_box_and_a_null_of_each_design(study):
    pvalue, told, *_ = study["run"].planted("strip", 0.7, 0)
    assert (pvalue, told) == (0.005, True)
    for kind in ("pairs", "wards"):
        test, rule = study["run"].null(kind, 0)
        assert 0.0 < test <= rule <= 1.0
