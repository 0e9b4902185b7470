"""The page on several groups: its commands run."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from setapart.cli import main

PAGE = Path(__file__).parents[2] / "docs/groups.md"


@pytest.mark.parametrize("command", re.findall(r"^setapart .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
def test_the_commands_run(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    column = re.search(r"--group (\w+)", command)[1]
    rows = np.random.default_rng(0).normal(size=(24, 2)).round(3)
    named = (f"{u},{v},{('placebo', 'drug', 'both')[i % 3]}" for i, (u, v) in enumerate(rows))
    text = "\n".join([f"bill_length_mm,body_mass_g,{column}", *named])
    Path("table.csv").write_text(text, encoding="utf-8")
    arguments = shlex.split(re.sub(r"\w+\.(csv|parquet)", "table.csv", command))[1:]
    assert main([*arguments, "--statistic", "energy", "--resamples", "99"]) == 0
    assert "placebo" in capsys.readouterr().out
    assert Path("map.png").exists() == ("--plot" in command)
