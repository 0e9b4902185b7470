"""`setapart explain`, and the JSON that it goes back to."""

import hashlib
import json
import math
import shutil
import sys
import textwrap
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

import setapart as sa
from hand_made import hand_made
from setapart.cli import main
from setapart.cli.output import Answer

ASKED = ("ids.csv", "--group", "sex", "--levels", "male", "female", "--columns", "bill_depth_mm", "body_mass_g")
OPTIONS = ("--ids", "id", "--scale", "std", "--nan-policy", "omit", "--statistic", "pw:1", "--resamples", "19")


@pytest.fixture(scope="module")
def folder(penguin_files, tmp_path_factory):
    """Penguins with names, and what a test of them printed."""
    path = tmp_path_factory.mktemp("saved")
    lines = (penguin_files / "penguins.csv").read_text().splitlines()
    named = [f"id,{lines[0]}", *(f"p{i:03d},{line}" for i, line in enumerate(lines[1:]))]
    (path / "ids.csv").write_text("\n".join(named) + "\n")
    return path


@pytest.fixture
def here(folder, tmp_path, monkeypatch, few_refits):
    shutil.copy(folder / "ids.csv", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def saved(here, printed):
    known = printed("test", *ASKED, *OPTIONS, "--seed", "5", "--json")
    (here / "result.json").write_text(json.dumps(known))
    return known


def test_the_json_of_a_test_holds_what_was_asked(here, saved):
    digest = hashlib.sha256((here / "ids.csv").read_bytes()).hexdigest()
    assert saved["inputs"] == {
        "command": ["test", *ASKED, *OPTIONS, "--seed", "5", "--json"],
        "files": [{"path": "ids.csv", "sha256": digest}],
    }


def test_a_saved_test_is_explained(saved, printed):
    told = printed("explain", "result.json", "--min-effect", "0.5", "--json")
    assert (told["pvalue"], told["seed"]) == (saved["pvalue"], 5)
    assert set(told["loadings"]["feature"]) == {"bill_depth_mm", "body_mass_g"}
    assert all(row[0] == "p" and row[1:].isdecimal() for row in told["rows"]["row"])
    assert told["min_effect"] == 0.5
    assert told["min_effect_pvalue"] < 0.05
    assert told["inputs"]["command"] == ["explain", "result.json", "--min-effect", "0.5", "--json"]
    again = printed("test", *ASKED, *OPTIONS, "--seed", "5", "--min-effect", "0.5", "--json")["explanation"]
    for one in (told, again):
        one.pop("inputs", None)
        one.pop("schema", None)  # of the whole answer
        del one["wall_time"]
    assert told == again


def test_an_explanation_that_fails_does_not_take_the_answer_with_it(here, monkeypatch, capsys):
    def fails(*_, **__):
        raise MemoryError("no room for it")

    monkeypatch.setattr("setapart.explain.explain.explain", fails)
    assert main(["test", *ASKED, *OPTIONS, "--explain", "--report", "out.md"]) == 2
    out, err = capsys.readouterr()
    assert "p = 0.05" in out
    assert err == "setapart: error: no room for it\n"
    assert (here / "out.md").exists()


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_the_verdict_is_told_before_the_explanation_and_survives_its_interrupt(here, monkeypatch, capsys, json):
    before = []

    def interrupted(*_, **__):
        before.append(capsys.readouterr().out)
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)  # which the command changes on its way out
    monkeypatch.setattr("setapart.explain.explain.explain", interrupted)
    assert main(["test", *ASKED, *OPTIONS, "--explain", "--report", "out.md", *json]) == 130
    out, err = capsys.readouterr()
    assert err == "setapart: note: the explanation was interrupted; what is shown and written is the test without it\n"
    if json:
        assert before == [""]
        assert '"pvalue": 0.05' in out
        assert '"explanation"' not in out
    else:
        assert "p = 0.05" in before[0]
        assert out == "\nReport: out.md\n"
    assert "p = 0.05" in (here / "out.md").read_text()


def test_an_interrupted_explanation_of_a_saved_test_keeps_the_test(here, saved, monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr("setapart.explain.explain.explain", interrupted)
    assert main(["explain", "result.json", "--report", "out.md"]) == 130
    out, err = capsys.readouterr()
    assert "the explanation was interrupted" in err
    assert "p = 0.05" in out
    assert out.endswith("\nReport: out.md\n")
    assert "p = 0.05" in (here / "out.md").read_text()


@pytest.mark.parametrize(("pvalue", "offered"), [(0.05, "where, and how sure"), (0.2, "what would have been found")])
def test_an_explanation_is_offered_as_what_it_will_be(pvalue, offered):
    assert f"More: --explain ({offered}), --details" in " ".join(Answer(hand_made(pvalue=pvalue)).text().split())


def test_the_verdict_and_the_explanation_are_one_text(here, capsys):
    assert main(["test", *ASKED, *OPTIONS]) == 0
    verdict = capsys.readouterr().out.replace("--explain (where, and how sure), ", "")
    assert main(["test", *ASKED, *OPTIONS, "--explain"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{verdict}\n")
    assert out.removeprefix(f"{verdict}\n")[0] not in "\n "
    assert main(["test", *ASKED, *OPTIONS, "--explain", "--details"]) == 0
    assert "the probability that a random relabelling" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("asked", "bar"), [((), False), (("--progress",), True)])
def test_the_bar_is_off_in_a_pipe_and_on_when_asked_for(saved, capsys, asked, bar):
    assert main(["explain", "result.json", *asked]) == 0
    assert ("relabelling" in capsys.readouterr().err) == bar


def test_files_that_moved_are_named(here, saved, refused, capsys):
    (here / "ids.csv").rename(here / "moved.csv")
    assert refused("explain", "result.json") == "no such file: ids.csv; --data says where the files of the test are now"
    files = ("--plot", "out.png", "--report", "out.html")
    assert main(["explain", "result.json", "--data", "moved.csv", *files]) == 0
    out = capsys.readouterr().out
    assert out.startswith("male and female differ (p = 0.05), ")
    assert out.endswith("\n\nPicture: out.png\nReport: out.html\n")
    page = (here / "out.html").read_text(encoding="utf-8")
    assert "setapart explain result.json --data moved.csv --plot out.png --report out.html" in page


def test_a_file_that_changed_is_refused(here, saved, refused):
    (here / "ids.csv").write_text((here / "ids.csv").read_text().replace("p000", "p999"))
    told = "ids.csv is not what it was: its SHA-256 differs from that in result.json; --data says where the files of"
    assert refused("explain", "result.json") == f"{told} the test are now"
    assert refused("explain", "result.json", "--data", "a", "b") == (
        "--data must name as many files as the test had, 1; got 2"
    )


@pytest.mark.filterwarnings("default:the p-value is")
def test_another_pvalue_than_before_is_told_of(here, saved, capsys):
    saved["pvalue"], saved["versions"]["setapart"] = 0.25, "0.0.9"
    (here / "result.json").write_text(json.dumps(saved))
    assert main(["explain", "result.json"]) == 0
    err = capsys.readouterr().err
    told = (
        "setapart: warning: the p-value is 0.05 now, and was 0.25 in result.json, which setapart 0.0.9 wrote; this is "
    )
    assert err.startswith(told)
    assert err.count("\n") == 1


def without(known, *path):
    for key in path[:-1]:
        known = known[key]
    del known[path[-1]]


def commanded(known, *words):
    known["inputs"]["command"] = list(words)


WANTED = "; setapart explain takes what `setapart test --json` prints"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda known: without(known, "pvalue"), "is damaged" + WANTED),
        (lambda known: known.update(pvalue="abc"), "is damaged" + WANTED),
        (lambda known: known.update(pvalue=math.nan), "is damaged" + WANTED),
        (lambda known: known.update(pvalue=1.5), "is damaged" + WANTED),
        (lambda known: known["inputs"].update(command="test a b"), "is damaged" + WANTED),
        (
            lambda known: without(known, "inputs"),
            f"does not say which files were tested{WANTED}",
        ),
        (lambda known: without(known, "inputs", "files"), "is damaged" + WANTED),
        (lambda known: without(known, "versions"), "is damaged" + WANTED),
        (lambda known: known.update(inputs=[]), "is damaged" + WANTED),
        (lambda known: known["inputs"].update(command=7), "is damaged" + WANTED),
        (lambda known: known["inputs"].update(files=[{}]), "is damaged" + WANTED),
        (lambda known: known["inputs"].update(files=[]), "is damaged" + WANTED),
        (lambda known: commanded(known), "is damaged" + WANTED),
        (lambda known: commanded(known, "compare", "a.csv"), "was printed by `setapart compare`" + WANTED),
        (lambda known: commanded(known, "explain", "a.json"), "was printed by `setapart explain`" + WANTED),
        (lambda known: commanded(known, "test", "--help"), "is damaged" + WANTED),
    ],
)
def test_json_of_something_else_is_refused(here, saved, refused, damage, message):
    damage(saved)
    (here / "result.json").write_text(json.dumps(saved))
    assert refused("explain", "result.json") == f"result.json {message}"


def test_json_of_another_command_is_called_by_its_name(here, printed, refused):
    options = ("--columns", "bill_depth_mm", "body_mass_g", "--nan-policy", "omit", "--statistic", "ks", "--json")
    known = printed("compare-groups", "ids.csv", "--group", "species", *options, "--resamples", "59")
    assert "pvalue" not in known
    (here / "result.json").write_text(json.dumps(known))
    assert refused("explain", "result.json") == "result.json was printed by `setapart compare-groups`" + WANTED


@pytest.mark.parametrize(
    "content",
    [b"", b"p = 0.05", b"\xff\xfe\x00", b"[" * 100_000, b'{"pvalue": '],
    ids=["empty", "text", "bytes", "deep", "cut"],
)
def test_what_is_no_json_is_refused(here, refused, content):
    (here / "result.json").write_bytes(content)
    assert refused("explain", "result.json") == "result.json is not JSON" + WANTED


@pytest.mark.parametrize("content", ["[]", "7", "null", '"pvalue"', "NaN"])
def test_json_that_is_no_result_is_refused(here, refused, content):
    (here / "result.json").write_text(content)
    assert refused("explain", "result.json") == "result.json is not the result of a test" + WANTED


def test_a_result_that_is_not_there_is_refused(here, refused):
    assert refused("explain", "absent.json") == "absent.json: No such file or directory"
    assert refused("explain", ".") == ".: Is a directory"
    told = "~nobody-of-this-name/a.json cannot be found: there is no such home directory"
    assert refused("explain", "~nobody-of-this-name/a.json") == told


def test_a_test_of_standard_input_needs_its_file(here, printed, refused, piped):
    piped((here / "ids.csv").read_bytes())
    known = printed("test", "-", *ASKED[1:], *OPTIONS, "--json")
    assert known["inputs"]["command"][:2] == ["test", "-"]
    assert known["inputs"]["files"] == [{"path": "/dev/stdin", "sha256": None}]
    assert known["feature_names"] == ["bill_depth_mm", "body_mass_g"]
    (here / "result.json").write_text(json.dumps(known))
    assert refused("explain", "result.json") == (
        "the test read standard input, which is not kept; --data says where the files of the test are now"
    )
    assert main(["explain", "result.json", "--data", "ids.csv"]) == 0
    piped((here / "ids.csv").read_bytes())
    assert main(["explain", "result.json", "--data", "-"]) == 0


def test_standard_input_stands_for_no_file(saved, refused):
    assert refused("explain", "result.json", "--data", "-") == (
        "standard input cannot be compared with the file that it stands for; --data says where the files of the test "
        "are now"
    )


def test_the_help_speaks_of_options_that_there_are(capsys):
    for command, told in (("explain", False), ("test", True)):
        assert main([command, "--help"]) == 0
        assert ("--fail-on-difference" in capsys.readouterr().out) == told


def test_options_of_another_version_are_told_of(here, saved, refused):
    commanded(saved, "test", "ids.csv", "--in-a-new-way")
    (here / "result.json").write_text(json.dumps(saved))
    told = "result.json has options that this version of setapart lacks: Unknown option: --in-a-new-way."
    assert refused("explain", "result.json").startswith(told)


def test_the_picture_beside_a_test_is_that_of_its_explanation():
    x, y = np.random.default_rng(0).normal(size=(2, 20, 2))
    result = sa.two_sample_test(x, y + 1.0, statistic="pw:1", n_resamples=19)
    why = result.explain(n_refits=20)
    drawn = BytesIO()
    why.plot().savefig(drawn, format="png", dpi=150, metadata={"Software": "setapart"})
    for alone in (False, True):
        assert Answer(result, why, alone).picture("picture.png") == drawn.getvalue()


def test_below_a_test_its_explanation_does_not_say_the_same_again():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 20, 2))
    result = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=19)
    why = replace(result.explain(n_refits=20), wall_time=result.wall_time, pvalue=0.5)
    result = replace(result, pvalue=0.5)
    together, alone = (Answer(result, why, alone).text(details=True) for alone in (False, True))
    assert alone == why.summary()
    whole = result.summary(details=True)
    assert together.startswith(f"{whole}\n\n{textwrap.fill(why.sentence, 80)}\n\n")
    added = together.removeprefix(whole)
    assert "direction 1: " in alone
    for once in ("What follows shows", "direction 1: "):
        assert once in alone
        assert together.count(once) == 1
        assert once not in added
    assert together.count("Seed ") == 2  # equal times are no reason to leave a line out
    short = Answer(result, why).text()  # without the details of the test, the explanation says it
    added = short.removeprefix(Answer(result).text(explained=True))
    assert added != short
    for once in ("What follows shows", "direction 1: "):
        assert short.count(once) == added.count(once) == 1
    assert "More: --details, --report FILE." in short
    other = sa.two_sample_test(x, y, statistic="energy", n_resamples=19)  # of it, nothing is told beforehand
    why = other.explain(n_refits=20)
    together = Answer(replace(other, pvalue=0.5), replace(why, pvalue=0.5)).text()
    assert "What follows shows" in together
    assert "direction 1: " in together


def test_json_of_another_schema_is_refused(here, saved, capsys):
    (here / "result.json").write_text(json.dumps({**saved, "schema": 99}))
    assert main(["explain", "result.json"]) == 2
    assert "result.json has schema 99, and this version of setapart reads schema 1" in capsys.readouterr().err
