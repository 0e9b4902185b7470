"""Every public function that may take long shows a bar for each phase, and none where nobody sees it."""

import logging
import os
import pty
import subprocess
import sys
import termios
import time
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest

import setapart as sa
from setapart.cli import main

RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((24, 3)), RNG.standard_normal((24, 3)) + [1.5, 0.0, 0.0]
FEW = {"n_resamples": 19}


def explained(progress, **options):
    return sa.two_sample_test(X, Y, statistic="pw:1", **FEW).explain(n_refits=20, progress=progress, **options)


def nothing_found(progress):
    return sa.two_sample_test(X, -X, statistic="energy", **FEW).explain(n_refits=20, progress=progress)


def watched(progress):
    return sa.monitor(X, statistic="energy", window=10, **FEW).update(Y, progress=progress)


def series(progress):
    rows = np.concatenate([X, Y + 3.0])
    return sa.change_points(rows, statistic="energy", max_changes=1, progress=progress, **FEW)


def groups(progress):
    arms = np.repeat(["a", "b", "c"], 16)
    return sa.compare_groups(np.concatenate([X, Y]), groups=arms, statistic="ks", n_resamples=99, progress=progress)


EFFECT = ["distances of held-out rows", "interval of the effect"]
ALONG = ["directions", "refits", "halves of the rows", "distance in all features", *EFFECT]
PLACES = ["neighbours", "neighbours of rows"]
BY_FEATURE = ["what leads", "features given the others", "differences undone"]
EXPLAINED = [*ALONG, *BY_FEATURE]  # the places are those of the result
TEST = ["preparation", "relabellings", "directions"]
PAIRS = ["pairs of features"]
TABLES = ["features", *PAIRS]
CASES = {
    "two_sample_test": (lambda p: sa.two_sample_test(X, Y, statistic="energy", progress=p, **FEW), [*TEST, *TABLES]),
    "of features": (lambda p: sa.two_sample_test(X, Y, statistic="marginal", progress=p, **FEW), [*TEST, *PAIRS]),
    "k='auto'": (
        lambda p: sa.two_sample_test(X[:8], Y[:8], statistic="pw", k="auto", progress=p, **FEW),
        ["preparation", "relabellings", *["directions"] * 3, *TABLES],  # of three tied p-values
    ),
    "pw_split": (
        lambda p: sa.two_sample_test(X, Y, statistic="pw_split:1", progress=p, **FEW),
        ["directions", "relabellings", "interval of the effect", *TABLES],
    ),
    "by threshold": (
        lambda p: sa.two_sample_test(X, Y, statistic="pw:1", method=sa.Concentration(diameter=50.0), progress=p),
        ["directions", *TABLES],
    ),
    "closed form": (
        lambda p: sa.two_sample_test(X, Y, statistic="hotelling", method=sa.Asymptotic(), progress=p),
        ["preparation", "directions", *TABLES],
    ),
    "explain": (lambda p: explained(p), EXPLAINED),
    "explain min_effect": (lambda p: explained(p, min_effect=0.5), EXPLAINED),
    "explain nothing": (nothing_found, [*ALONG, *PLACES, "rules", "what would have been found", *BY_FEATURE]),
    "count_directions": (
        lambda p: sa.two_sample_test(X, Y, statistic="energy", **FEW).count_directions(0.5, maximum=1, progress=p),
        ["direction 1"],
    ),
    "n_directions": (
        lambda p: sa.two_sample_test(10.0 * Y, X, statistic="energy", **FEW).n_directions(progress=p),
        ["direction 1", "direction 2", "direction 3"],
    ),
    "compare": (
        lambda p: sa.compare(X, Y, statistics=["energy", "ks"], progress=p, **FEW),
        ["preparation", "energy (1 of 2)", "directions", "ks (2 of 2)", "directions", *TABLES],
    ),
    "compare_groups": (groups, ["comparisons", *[*TEST, *PAIRS] * 3]),
    "goodness_of_fit": (
        lambda p: sa.goodness_of_fit(X, "normal", statistic="energy", progress=p, **FEW),
        [*TEST, "preparation", "directions"],
    ),
    "goodness_of_fit fit": (
        lambda p: sa.goodness_of_fit(X, fit="normal", statistic="energy", progress=p, **FEW),
        ["bootstrap samples", "preparation", "directions"],
    ),
    "change_points": (series, ["orders of rows 0 to 47", "place of the change", "directions"]),
    "monitor": (watched, ["windows", "relabellings", "relabellings"]),
    "power": (lambda p: sa.power((X, Y), n=[8], n_trials=3, statistic="energy", progress=p, **FEW), ["trials"]),
    "calibrate": (lambda p: sa.calibrate(X, n_trials=3, statistic="energy", progress=p, **FEW), ["trials"]),
    "projected_wasserstein": (
        lambda p: sa.projected_wasserstein(X, Y, upper_bound=True, progress=p),
        ["preparation", "directions", "upper bound"],
    ),
    "projected_wasserstein pw_split": (
        lambda p: sa.projected_wasserstein(X, Y, statistic="pw_split:1", progress=p),
        ["directions", "relabellings"],
    ),
    "wasserstein": (lambda p: sa.wasserstein(X, Y, progress=p), ["transport"]),
}


@pytest.mark.parametrize(("call", "phases"), CASES.values(), ids=CASES)
def test_each_phase_has_a_bar_that_ends_where_it_said(bars, call, phases):
    call(True)
    assert [bar.desc for bar in bars] == phases
    assert all(bar.count == bar.total for bar in bars if bar.total is not None)
    made = len(bars)
    call(False)
    assert len(bars) == made


@pytest.mark.parametrize("name", ["projected_wasserstein", "wasserstein"])
def test_work_that_cannot_be_counted_goes_on(bars, name):
    CASES[name][0](True)
    assert all(bar.count > 0 for bar in bars if bar.desc in ("directions", "upper bound", "transport"))


DRAWN = """
import sys, time, numpy as np, setapart as sa
from setapart.inference.progress import phase

progress = {"None": None, "False": False}[sys.argv[1]]
with phase("quick", progress):
    time.sleep(0.1)
with phase("slow", progress):
    time.sleep(2.5)  # no checkpoint
sys.stderr.write("end")
"""


def on_a_terminal(*arguments):
    """What a program writes to standard error, if that is a terminal, and when: pieces and seconds."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    process = subprocess.Popen([sys.executable, *arguments], stderr=theirs, stdout=subprocess.PIPE)
    os.close(theirs)
    pieces = []
    with suppress(OSError):  # as Linux has it once nobody holds the other end
        while piece := os.read(ours, 4096):
            pieces.append((time.monotonic(), piece.decode()))
    os.close(ours)
    process.communicate()
    return pieces


def test_on_a_terminal_a_bar_is_drawn_every_half_second_of_a_slow_phase_alone():
    pieces = on_a_terminal("-c", DRAWN, "None")
    text = "".join(piece for _, piece in pieces)
    assert "quick" not in text
    times = [seconds for seconds, piece in pieces if "slow" in piece]
    assert len(times) >= 3  # after a second, and every 0.4 of the 1.5 that are left
    assert text.endswith("\rend")  # the line is clean again
    assert on_a_terminal("-c", DRAWN, "False")[0][1] == "end"


def test_by_default_there_is_no_bar_without_a_terminal_or_without_tqdm(bars, monkeypatch):
    call, phases = CASES["two_sample_test"]
    call(None)
    assert bars == []
    monkeypatch.setattr("setapart.inference.progress._is_seen", lambda: True)
    call(None)
    assert [(bar.desc, bar.delay) for bar in bars] == [(phase, 1.0) for phase in phases]
    monkeypatch.setitem(sys.modules, "tqdm", None)
    call(None)
    assert len(bars) == len(phases)


def test_a_phase_that_is_known_to_be_slow_has_its_bar_at_once(bars, monkeypatch):
    monkeypatch.setattr("setapart.inference.progress._is_seen", lambda: True)
    monkeypatch.setattr("setapart.api.distances.transport_seconds", lambda *_: 90.0)
    sa.wasserstein(X, Y)
    assert [(bar.desc, bar.delay) for bar in bars] == [("transport, about 2 minutes", 0.0)]


class Slow:
    """A statistic that says of itself that it takes long."""

    name = "slow"

    def __init__(self, seconds):
        self.seconds, self.scale = seconds, 1.0

    def prepare(self, pooled, *, rng):
        self.rows = pooled[:, 0]
        return self

    def evaluate(self, labels, *, stop_at=None):
        return np.abs(labels @ self.rows)

    def describe(self, labels):
        return None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda seconds: sa.compare(X, Y, statistics=[Slow(seconds), "energy"], **FEW),
            "the comparison will likely take {}, 100% of it for 'slow'",
        ),
        (lambda seconds: sa.two_sample_test(X, Y, statistic=Slow(seconds), **FEW), "the test will likely take {}"),
        (
            lambda seconds: sa.two_sample_test(X, Y, statistic=["energy", Slow(seconds)], **FEW),
            "the test will likely take {}, 100% of it for 'slow'",
        ),
    ],
)
def test_a_forecast_of_minutes_is_told_and_one_of_hours_a_warning(caplog, call, message):
    with caplog.at_level(logging.INFO, "setapart"):
        call(6.0)  # of each of 20 labellings
        assert caplog.messages == [message.format("about 2 minutes")]
        with pytest.warns(UserWarning, match=message.format("about 2.0 hours")):
            call(360.0)
    assert len(caplog.messages) == 1


def test_an_explanation_has_a_forecast(caplog, monkeypatch):
    monkeypatch.setattr("setapart.explain.explain.effect_seconds", lambda *_: 600.0)
    with caplog.at_level(logging.INFO, "setapart"):
        explained(False)
    assert caplog.messages == [
        "the explanation will likely take about 10 minutes, 100% of it for 'interval of the effect'"
    ]


def test_a_long_search_has_a_forecast(caplog, monkeypatch):
    monkeypatch.setattr("setapart.api.distances.transport_seconds", lambda *_: 90.0)
    with caplog.at_level(logging.INFO, "setapart"):
        sa.wasserstein(X, Y)
        sa.projected_wasserstein(X, Y, upper_bound=True)
    assert caplog.messages == [
        "the transport problem will likely take about 2 minutes",
        "the search will likely take about 3 minutes",
    ]


def test_the_forecast_of_an_explanation_grows_with_the_rows():
    from setapart.explain.held_out import effect_seconds

    # A pass over the rows along one direction; transport problems of them along two.
    assert effect_seconds(200_000, 1, 5, 1) == pytest.approx(10 * effect_seconds(20_000, 1, 5, 1))
    assert effect_seconds(20_000, 2, 2, 1) > 15 * effect_seconds(2_000, 2, 2, 1)


@pytest.mark.parametrize(("size", "d"), [(4_000, 10), (400, 60), (60_000, 10)])
def test_the_forecast_of_rules_is_that_of_the_prepared_ones(size, d):
    from setapart.explain.rules import rules_seconds
    from setapart.statistics.rules import Rules

    rows = np.random.default_rng(0).normal(size=(size, d))
    each = Rules().prepare(rows, rng=RNG).seconds
    relabellings = min(999, max(199, int(2.0 / each)))
    assert rules_seconds(SimpleNamespace(basis=None, pooled=rows), 999) == pytest.approx(each * relabellings, rel=0.1)
    assert rules_seconds(SimpleNamespace(basis=rows.T, pooled=rows)) == 0.0


@pytest.mark.parametrize(
    ("words", "notes"),
    [
        (["test", "--statistic", "energy"], ["the test will likely take about 2 minutes"]),
        (
            ["test", "--statistic", "pw:1", "--min-effect", "0.5", "--json"],
            [
                "the test will likely take about 2 minutes",
                "the explanation will likely take about 2 minutes, ",
            ],
        ),
        (["compare", "--statistic", "energy", "ks"], ["the comparison will likely take about 2 minutes, "]),
    ],
)
def test_the_command_says_before_it_starts_what_takes_more_than_a_minute(words, notes, tmp_path, monkeypatch, capsys):
    for name, rows in {"a.csv": X, "b.csv": Y}.items():
        np.savetxt(tmp_path / name, rows, delimiter=",", header="u,v,w", comments="")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("setapart.inference.progress.forecast", lambda *_: 120.0)
    monkeypatch.setattr("setapart.explain.explain._MOST", 40)
    assert main([words[0], "a.csv", "b.csv", *words[1:], "--resamples", "19"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert len(told) == len(notes)
    assert all(line.startswith(f"setapart: note: {note}") for line, note in zip(told, notes, strict=True))
    assert logging.getLogger("setapart").handlers == []


def test_the_command_shows_the_phases_of_what_it_does(tmp_path, bars, monkeypatch):
    for name, rows in {"a.csv": X, "b.csv": Y}.items():
        np.savetxt(tmp_path / name, rows, delimiter=",", header="u,v,w", comments="")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("setapart.explain.explain._MOST", 40)
    asked = ("--statistic", "pw:1", "--resamples", "19", "--min-effect", "0.5", "--report", "out.md", "--progress")
    assert main(["test", "a.csv", "b.csv", *asked]) == 0
    assert [bar.desc for bar in bars] == ["reading", *TEST, *TABLES, *EXPLAINED, "report out.md"]
