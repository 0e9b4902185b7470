"""The study of the first screen: the README shows the committed results, they keep the level, and a quick run."""

import csv
import importlib
import sys
from pathlib import Path

import pytest

STUDY = Path(__file__).parents[2] / "experiments" / "first_screen"


@pytest.fixture(scope="module")
def study():
    sys.path.insert(0, str(STUDY))
    try:
        yield {name: importlib.import_module(name) for name in ("level", "pairs", "tables", "truths")}
    finally:
        sys.path.remove(str(STUDY))
        for name in ("level", "pairs", "tables", "truths"):
            sys.modules.pop(name, None)


def test_the_readme_shows_the_committed_results(study):
    text = (STUDY / "README.md").read_text(encoding="utf-8")
    for name in ("truths", "level"):
        assert study["tables"].table(name) in text


def test_the_tables_of_features_and_pairs_keep_their_level(study):
    with (STUDY / "results" / "level.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["kind"] for row in rows] == list(study["level"].KINDS)
    for row in rows:
        assert row["trials"] == "1000"
        for name in ("test", "features", "pairs"):
            assert int(row[name]) <= 71, row  # three standard errors above 50
        assert int(row["told"]) <= int(row["test"])


@pytest.mark.parametrize(("name", "exactly"), [("skewed_location", True), ("nothing_few", True), ("tiny", True)])
def test_a_truth_is_named(study, name, exactly):
    assert study["truths"].outcome(name, 0) == (exactly, True, False)


def test_a_null_of_each_design_is_tried(study):
    for kind in ("pairs", "clusters of five"):
        assert len(study["level"].trial(kind, 0)) == 4
