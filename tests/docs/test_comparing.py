"""The page on comparing tests: its commands run."""

import re
import shlex
from pathlib import Path

import numpy as np

from setapart.cli import main

PAGE = Path(__file__).parents[2] / "docs/comparing.md"


def test_the_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    for name in ("before", "after"):
        np.savetxt(f"{name}.csv", rng.standard_normal((8, 2)), delimiter=",", header="u,v", comments="")
    arms = "\n".join(f"{u},{v},{'drug' if u > v else 'placebo'}" for u, v in rng.standard_normal((16, 2)))
    Path("trial.csv").write_text(f"u,v,arm\n{arms}\n", encoding="utf-8")
    commands = re.findall(r"^setapart .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        named = "" if "--statistic" in command else " --statistic ks"  # quicker than all
        assert main([*shlex.split(command)[1:], "--resamples", "9", *named.split()]) == 0
    assert '"adjusted_pvalue"' in capsys.readouterr().out
    assert Path("pvalues.png").exists()
