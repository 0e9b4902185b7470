"""Files that the command writes: never over another without --force, whole or not at all, and no answer lost."""

import errno
import os
import sys
from pathlib import Path

import pytest

from setapart.cli import main

TEST = ("test", "left.npy", "right.npz", "--statistic", "ks", "--resamples", "19")


@pytest.fixture(autouse=True)
def here(penguin_files, tmp_path, monkeypatch):
    for name in ("left.npy", "right.npz"):
        (tmp_path / name).symlink_to(penguin_files / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("option", "path", "message"),
    [
        ("--plot", "out.foo", "--plot out.foo has the suffix '.foo'; there are .eps, .gif, "),
        ("--plot", "out.pgf", "--plot out.pgf has the suffix '.pgf'; there are .eps, "),  # which needs LaTeX
        ("--plot", "out", "--plot out has no suffix; there are "),
        ("--plot", "absent/out.png", "--plot absent/out.png: there is no folder absent"),
        ("--plot", "folder.png", "--plot folder.png is a folder, not a file"),
        ("--plot", "old.png", "--plot old.png exists, and may not be from setapart; --force writes over it"),
        ("--plot", "link.png", "--plot link.png exists, and may not be from setapart; --force writes over it"),
        ("--plot", "astray.png", "--plot astray.png is a link into a folder that is not there, "),
        ("--plot", "pipe.png", "--plot pipe.png is not an ordinary file"),
        ("--plot", "old.png/out.png", "--plot old.png/out.png: there is no folder old.png"),
        ("--plot", "x" * 300 + ".png", "x" * 300 + ".png: File name too long"),
        (
            "--plot",
            "~nobody-of-this-name/out.png",
            "~nobody-of-this-name/out.png cannot be found: ",
        ),
        ("--report", "out.txt", "--report out.txt must end in .html for a page, or in .md for text"),
        ("--report", "absent/out.html", "--report absent/out.html: there is no folder absent"),
        ("--report", "old.html", "--report old.html exists, and may not be from setapart; --force writes over it"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ("test", "absent.csv", "absent.csv"),
        ("compare", "absent.csv", "absent.csv"),
        ("compare-groups", "absent.csv", "--group", "g"),
        ("goodness-of-fit", "absent.csv", "--model", "normal"),
        ("change-points", "absent.csv"),
        ("power", "absent.csv", "absent.csv"),
        ("calibrate", "absent.csv"),
        ("explain", "absent.json"),
        ("demo",),
    ],
    ids=lambda command: command[0],
)
def test_what_cannot_be_written_is_refused_before_any_file_is_read(here, refused, command, option, path, message):
    (here / "folder.png").mkdir()
    (here / "old.png").write_text("old")
    (here / "old.html").write_text("old")
    (here / "link.png").symlink_to("old.png")
    (here / "astray.png").symlink_to("nowhere/out.png")
    os.mkfifo(here / "pipe.png")
    assert refused(*command, option, path).startswith(message)


@pytest.mark.parametrize("report", ["out.html", "out.md"])
def test_a_second_run_writes_over_its_own_report_and_picture(here, capsys, report):
    files = ("--plot", "out.svg", "--report", report)
    assert main([*TEST, *files]) == 0
    first = (here / report).read_text()
    assert main([*TEST, *files, "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith(f"\n\nPicture: out.svg\nReport: {report}\n")
    assert (here / report).read_text() != first
    (here / report).write_text("theirs")
    assert main([*TEST, *files]) == 2


def test_force_writes_over_a_file_and_keeps_its_mode(here, capsys):
    for name in ("out.png", "out.md"):
        (here / name).write_text("old")
    (here / "out.png").chmod(0o640)
    assert main([*TEST, "--plot", "out.png", "--report", "out.md", "--force"]) == 0
    assert capsys.readouterr().out.endswith("\n\nPicture: out.png\nReport: out.md\n")
    assert (here / "out.png").read_bytes().startswith(b"\x89PNG")
    assert (here / "out.png").stat().st_mode & 0o777 == 0o640
    assert (here / "out.md").read_text(encoding="utf-8").startswith("# ")


def full(stream, content):
    raise OSError(errno.ENOSPC, "No space left on device", ".setapart-0")


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_on_a_full_disk_the_answer_is_printed_and_the_old_file_is_whole(here, monkeypatch, capsys, json):
    (here / "out.png").write_text("old")
    monkeypatch.setattr(Path, "replace", full)
    assert main([*TEST, "--plot", "out.png", "--report", "out.md", "--force", *json]) == 2
    out, err = capsys.readouterr()
    assert '"pvalue": ' in out if json else "p = " in out
    assert "Picture" not in out
    assert err.splitlines() == [f"setapart: error: out.{kind}: No space left on device" for kind in ("png", "md")]
    assert (here / "out.png").read_text() == "old"
    assert sorted(path.name for path in here.iterdir()) == ["left.npy", "out.png", "right.npz"]


def test_a_picture_that_fails_does_not_take_the_report_with_it(here, monkeypatch, capsys):
    monkeypatch.setattr("setapart.cli.output.Answer.picture", lambda *_: full(None, None))
    assert main([*TEST, "--plot", "out.png", "--report", "out.md"]) == 2
    out, err = capsys.readouterr()
    assert out.endswith("\n\nReport: out.md\n")
    assert err.count("\n") == 1


def test_a_fault_in_a_picture_does_not_take_the_report_with_it(here, monkeypatch, capsys):
    def fault(*_):
        raise RuntimeError("no latex")

    monkeypatch.setattr("setapart.cli.output.Answer.picture", fault)
    assert main([*TEST, "--plot", "out.png", "--report", "out.md"]) == 2
    out, err = capsys.readouterr()
    assert out.endswith("\n\nReport: out.md\n")
    assert err.endswith("\nRuntimeError: no latex\n")


def test_what_does_not_fit_on_standard_output_is_told_of_and_the_files_are_there(run, here):
    script = "import sys; sys.stdout = open('/dev/full', 'w'); from setapart.cli import main; sys.exit(main())"
    done = run(*TEST, "--plot", "out.svg", script=script)
    assert (done.returncode, done.stderr) == (2, "setapart: error: standard output: No space left on device\n")
    assert (here / "out.svg").exists()


def test_closed_streams_are_no_accident(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert main([*TEST]) == 2
    assert (
        capsys.readouterr().err == "setapart: error: standard output is closed, and there is no place for an answer\n"
    )
    monkeypatch.setattr(sys, "stderr", None)
    assert main([*TEST]) == 2


def test_an_answer_without_standard_error_is_an_answer(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", None)
    assert main([*TEST]) == 0
    assert "p = " in capsys.readouterr().out


@pytest.mark.parametrize("name", ["out\x1b[31m.md", "C:\\temp\\out.md", "ümlaut ☃.md", "-.md"])
def test_a_file_may_be_called_anything(here, capsys, name):
    assert main([*TEST, "--report", f"./{name}"]) == 0
    out = capsys.readouterr().out
    assert (here / name).exists()
    assert "\x1b" not in out
    assert out.endswith(f"\n\nReport: ./{name}\n".replace("\x1b", "\\x1b"))
