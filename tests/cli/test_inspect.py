"""The command that looks at files first: what it prints, and that what it suggests runs."""

import json
import shlex

import pytest

from setapart.cli import main

HEADER = ("patient", "visit", "revenue", "CRP (mg/L)", "site", "note", "age", "zero")


@pytest.fixture
def files(tmp_path, monkeypatch, write):
    monkeypatch.chdir(tmp_path)
    for name, first in (("before", 0), ("after", 60)):
        rows = [
            (f"p{i}", f"2024-03-{i % 28 + 1:02}", f"${12.5 * i:,.2f}", "<0.1" if i % 9 == 0 else i / 10, "uv"[i % 2])
            + (f"said {i * 7 % 59}", i if i % 10 else "", 0)
            for i in range(first, first + 60)
        ]
        write(tmp_path / f"{name}.csv", HEADER, rows)
    write(tmp_path / "other.csv", ("revenue", "age", "extra"), [("$5", 1, 2), ("$6.50", 3, 4), ("$7", 8, 1)])


def inspected(capsys, *words):
    assert main(["inspect", *words]) == 0
    return capsys.readouterr().out


def test_columns_problems_and_the_whole_command(files, capsys, printed):
    text = inspected(capsys, "before.csv", "after.csv")
    lines = [line.split() for line in text.splitlines()]
    assert text.startswith("before has 60 rows and after has 60 rows; 6 of 8 columns can be features.\n")
    assert ["revenue", "money", "'$0.00'", "0", "and", "0", "money"] in lines
    assert ["CRP", "(mg/L)", "censored", "(mg/L)", "'<0.1'", "0", "and", "0", "censored"] in lines
    assert ["site", "category,", "2", "levels", "'u'", "0", "and", "0", "category"] in lines
    assert ["age", "number", "1", "6", "and", "6"] in lines
    assert "  patient: another value in every row: no feature\n" in text
    assert "values: a category has at most 50\n" in text
    assert "  zero: the same in every row\n" in text
    command = text.splitlines()[-1]
    assert command == (
        "setapart test before.csv after.csv --ids patient --drop note --as visit=date --as revenue=money --as 'CRP "
        "(mg/L)=censored' --as site=category --scale std --nan-policy omit"
    )
    result = printed(*shlex.split(command)[1:], "--statistic", "energy", "--resamples", "19", "--json")
    assert result["feature_names"] == ["visit", "revenue", "CRP (mg/L)", "site=u", "site=v", "age", "zero"]


def test_json_and_one_file(files, capsys):
    content = json.loads(inspected(capsys, "before.csv", "--json", "--missing", "1"))
    assert content["labels"] == ["before"]
    assert content["read_as"]["CRP (mg/L)"] == "censored"
    assert content["command"].startswith(
        "setapart test before.csv --missing 1 --group COLUMN --ids patient --drop note"
    )
    assert content["columns"][6]["missing"] == [7]


def test_groups_of_one_file(files, capsys, printed, refused):
    text = inspected(capsys, "before.csv", "--group", "site")
    assert text.startswith("u has 30 rows and v has 30 rows; 5 of 7 columns can be features.\n")
    command = text.splitlines()[-1]
    assert command.startswith("setapart test before.csv --group site --ids patient --drop note --as ")
    assert "--scale std would put them on one footing" in text.replace("\n", " ")
    printed(*shlex.split(command)[1:], "--statistic", "energy", "--resamples", "19", "--json")
    assert "give --group COL with it" in refused("inspect", "before.csv", "--levels", "u", "v")


def test_columns_of_one_file_alone_are_dropped(files, capsys):
    text = inspected(capsys, "other.csv", "before.csv", "--columns", "revenue", "age")
    assert "2 of 2 columns can be features" in text
    text = inspected(capsys, "other.csv", "before.csv")
    assert "  extra: only in other\n" in text
    assert "not there" in text
    assert "--drop extra patient visit 'CRP (mg/L)' site note zero --as revenue=money" in text


def test_what_is_no_file_is_refused_as_ever(files, refused):
    assert refused("inspect", "absent.csv") == "no such file: absent.csv"
