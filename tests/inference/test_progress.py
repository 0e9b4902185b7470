"""What is told of a long computation: bars and forecasts. tests/test_progress.py has the phases of each function."""

import logging

import pytest

from setapart._interrupt import checkpoint
from setapart._words import duration
from setapart.inference.progress import phase, progress_bar, warn_if_long
from setapart.inference.workers import parallel_map


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (9.9, "a few seconds"),
        (44.9, "about 40 seconds"),
        (59.9, "about 60 seconds"),
        (60.0, "about 1 minute"),
        (89.0, "about 1 minute"),
        (3500.0, "about 58 minutes"),
        (3600.0, "about 1.0 hours"),
        (9000.0, "about 2.5 hours"),
    ],
)
def test_a_duration_in_words(seconds, words):
    assert duration(seconds) == words


@pytest.mark.parametrize(
    ("name", "seconds", "text"),
    [
        ("refits", 59.0, "refits"),
        ("refits", 240.0, "refits, about 4 minutes"),
        ("", 240.0, "about 4 minutes"),
        ("", 0.0, None),
    ],
)
def test_a_bar_has_its_forecast_in_its_text(bars, name, seconds, text):
    with progress_bar(9, True, "refit", phase=name, seconds=seconds) as bar:
        bar.update(4)
    assert [(bar.total, bar.unit, bar.desc, bar.bar_format, bar.count) for bar in bars] == [(9, "refit", text, None, 4)]


def test_a_phase_goes_on_at_each_checkpoint_until_it_is_over(bars):
    with phase("directions", True):
        checkpoint()
        with phase("within", True):
            checkpoint()
    checkpoint()
    assert [(bar.desc, bar.total, bar.count) for bar in bars] == [("directions", None, 2), ("within", None, 1)]
    assert bars[0].bar_format == "{desc} [{elapsed}]"


def test_nothing_is_shown_unless_asked_for(bars):
    with phase("directions", False):
        checkpoint()
    parallel_map(abs, range(3), phase="refits")
    assert bars == []


def test_a_forecast_of_less_than_a_minute_is_not_told(caplog):
    with caplog.at_level(logging.INFO, "setapart"):
        warn_if_long(0.5, 119, 1)
    assert caplog.messages == []


@pytest.mark.parametrize(("jobs", "words"), [(1, "about 20 minutes"), (2, "about 10 minutes")])
def test_a_forecast_of_minutes_is_a_record_for_who_listens(caplog, jobs, words):
    with caplog.at_level(logging.INFO, "setapart"):
        warn_if_long(12.0, 100, jobs, what="the test", parts={"energy": 2.0, "pw:2": 10.0})
    assert caplog.messages == [f"the test will likely take {words}, 83% of it for 'pw:2', 17% for 'energy'"]


def test_a_forecast_of_minutes_prints_nothing(capfd):
    warn_if_long(120.0, 1, 1)
    assert capfd.readouterr() == ("", "")


def test_a_forecast_of_hours_is_a_warning(caplog):
    told = r"^the trials will likely take about 2\.0 hours; fewer rows, fewer resamples, k=1, or more workers"
    with caplog.at_level(logging.INFO, "setapart"), pytest.warns(UserWarning, match=told):
        warn_if_long(7200.0, 1, 1, what="the trials")
    assert caplog.messages == []


def test_what_nobody_could_foresee_is_told_once_the_first_answers_are_there(caplog, monkeypatch):
    clock = iter([0.0, 10.0])
    monkeypatch.setattr("setapart.inference.workers.time.perf_counter", lambda: next(clock))
    with caplog.at_level(logging.INFO, "setapart"):
        assert parallel_map(abs, range(20), n_jobs=1, unforeseen="the other trials") == list(range(20))
    assert caplog.messages == ["the other trials will likely take about 3 minutes"]  # 18 of 10 seconds
