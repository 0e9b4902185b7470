"""Every benchmark runs at small sizes and prints a table of ratios."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from programs import loaded
from setapart.statistics.registry import names

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PARTS = {"loops", "peers", "table"}  # modules that the commands share
RATIO = re.compile(r"\d+\.\d×")


def rows_of(name):
    """The header and the rows of the table that a command prints."""
    done = subprocess.run(
        [sys.executable, BENCHMARKS / f"{name}.py", "--quick"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("work "))
    return lines[start], lines[start + 1 :]


def test_every_command_is_tested_here():
    assert {path.stem for path in BENCHMARKS.glob("*.py")} == {
        "clusters",
        "large_transport",
        "transport",
        "device",
        "whole_test",
        "startup",
        "default_test",
        "rivals",
        *PARTS,
    }


@pytest.mark.parametrize(
    ("name", "works", "rel"),
    [
        # Both solve the same problems exactly.
        ("transport", ["S1", "S3", "S3", "S2"], 1e-8),
        # Each climbs by itself: what rounds otherwise may end on a neighbouring piece of the objective.
        ("whole_test", ["S4", "S4", "S5", "S5", "S5", "S5"], 0.02),
    ],
)
def test_each_row_has_a_ratio_and_both_values(name, works, rel):
    header, rows = rows_of(name)
    assert header.split() == ["work", "setapart", "peer", "ratio", "value", "peer", "value", "note"]
    assert [row.split()[0] for row in rows] == works
    for row in rows:
        ratio, value, peer_value = re.search(r"(\S+) +(\d+\.\d{9}) +(\d+\.\d{9})  ", row).groups()
        assert RATIO.fullmatch(ratio), row
        assert float(value) == pytest.approx(float(peer_value), rel=rel), row


def test_many_rows_have_pivots_and_the_value_of_the_peer():
    header, rows = rows_of("large_transport")
    assert header.split() == ["work", "setapart", "memory", "pivots", "value", "peer", "memory", "peer", "value"]
    solved = [re.search(r"(\d[\d,]+) +(\d+\.\d{9})(?: .* (\d+\.\d{9}))?$", row) for row in rows]
    assert [match is None for match in solved] == [False, False]
    assert all(int(match[1].replace(",", "")) > 1_000 for match in solved)
    assert float(solved[0][2]) == pytest.approx(float(solved[0][3]), rel=1e-8)


def test_a_device_has_the_values_of_the_processor():
    """On a processor here; the command itself ends with an error where values differ."""
    header, rows = rows_of("device")
    assert header.split() == ["work", "processor", "device", "ratio", "apart", "<", "1e-4"]
    assert [row.partition(", n")[0] for row in rows[:-1]] == [
        "pw:1", "pw:1 centred", "dictionary", "sliced", "energy", "mmd",
    ]  # fmt: skip
    for row in rows[:-1]:
        assert RATIO.search(row), row
        apart, share = re.search(r"(\S+) +(\d+)%$", row).groups()
        assert float(apart) <= 1e-6
        assert int(share) >= 90


def test_the_default_test_beside_the_single_statistic_and_at_size():
    _, rows = rows_of("default_test")
    assert RATIO.search(rows[0])
    assert rows[2].startswith("The default test at size, B = 9")
    for row in rows[4:6]:
        assert re.fullmatch(r"n = m = \d+, d = 5 +\d+\.\d s +\d\.\d\d GiB +[01]\.\d{4}", row), row


def test_every_statistic_has_a_rival_and_the_same_statistics_the_same_pvalues():
    header, rows = rows_of("rivals")
    assert header.split()[:4] == ["work", "setapart", "peer", "ratio"]
    rows = [row for row in rows if " B = 9" in row]
    # The default family has a benchmark of its own.
    assert {re.match(r"\w+", row)[0] for row in rows} == set(names()) - {"auto"}
    for row in rows:
        ratio, pvalue, peer_pvalue = re.search(r"(\S+) +(\d\.\d{9}) +(\d\.\d{9})  ", row).groups()
        assert RATIO.fullmatch(ratio), row
        assert "of its own" in row or pvalue == peer_pvalue, row


def startup_module():
    return loaded(BENCHMARKS / "startup.py")


def test_the_start_is_that_of_a_process_less_an_empty_one(tmp_path):
    assert startup_module().seconds("import time; time.sleep(0.5)", str(tmp_path)) > 0.2


@pytest.mark.parametrize(
    ("installed", "compared"),
    [
        (True, [["6.000", "s", "12.0×"]] * 3 + [["–", "–"]] * 2),
        (False, [["–", "–"]] * 5),
    ],
)
def test_the_ratio_says_how_many_times_as_long_dcor_takes(monkeypatch, capsys, installed, compared):
    """In this process: a new one would compile every kernel."""

    def seconds(code, cache):
        if code == "import dcor":
            return 6.0
        exec(code, {})
        return 0.5

    startup = startup_module()
    monkeypatch.setattr(sys, "argv", ["startup.py", "--quick"])
    monkeypatch.setattr(startup, "seconds", seconds)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: installed or None)
    startup.main()
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split() == ["work", "setapart", "dcor", "ratio"]
    assert [row[40:].split()[:2] for row in rows[:5]] == [["0.500", "s"]] * 5
    assert [row[40:].split()[2:] for row in rows[:5]] == compared
    assert rows[5:] == ([] if installed else ["no peer: dcor is not installed"])


def test_workers_of_each_kind_have_their_rows():
    """The other kinds are tried in tests/cluster."""
    command = [sys.executable, BENCHMARKS / "clusters.py", "--quick", "--workers", "2", "--backends", "threads"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert (done.returncode, done.stderr) == (0, "")
    cells = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if line.endswith(" % |")]
    assert [row[:2] for row in cells] == [
        [workers, work] for workers in ("1", "2 threads") for work in ("one test", "power study")
    ]
    for *_, faster, efficiency in cells[2:]:
        assert float(efficiency.removesuffix(" %")) == pytest.approx(50 * float(faster), abs=0.8)  # as they are rounded
