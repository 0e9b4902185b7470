"""The guaranteed threshold beside its rivals: the README shows the committed results, and a quick run."""

import subprocess
import sys
from pathlib import Path

GUARANTEE = Path(__file__).parents[2] / "experiments" / "guarantee"


def run(*command):
    return subprocess.run(
        [sys.executable, "-X", "utf8", *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=GUARANTEE,
        encoding="utf-8",
    )


def test_the_readme_shows_the_committed_results():
    code = """
import run
text = (run.HERE / "README.md").read_text(encoding="utf-8")
rows = run.read(run.HERE / "results" / "power.csv")
assert run.filled(text, rows) == text, "README.md does not show results/power.csv: run.py --tables"
assert all(row.rejections <= 0.05 * row.trials for row in rows if row.shift == 0.0)
assert len(run.draw(rows).axes) == 3
"""
    done = run("-c", code)
    assert done.returncode == 0, done.stderr


def test_a_quick_run():
    done = run("run.py", "--quick")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    # Moved by two standard deviations: 99 relabellings of 12 rows show it, and the guarantee needs more rows.
    assert "12 3 2.0 permutation marginal 2 2 0.01" in lines
    assert "| difference | method | n = 12 |" in lines
