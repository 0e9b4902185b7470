"""The guide for contributors tells of the rooms as they are."""

import tomllib
from pathlib import Path

import pages

ROOT = Path(__file__).resolve().parents[2]


def test_the_rooms_are_those_whose_imports_are_checked():
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    layers = tools["importlinter"]["contracts"][0]["layers"]
    told = [row[0].replace("`", "").split(", ") for row in pages.rows(ROOT / "CONTRIBUTING.md", "room")]
    assert told == [layer.replace("setapart.", "").split(" : ") for layer in layers]
