"""Files that the command writes: never over another without --force, whole or not at all, and no answer lost."""

import errno
import os
import sys
from pathlib import Path

import pytest

from setapart.cli import main
from setapart.cli.files import check_target, save

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
        ("--plot", "old.png", "--plot old.png exists; --force writes over it"),
        ("--plot", "link.png", "--plot link.png exists; --force writes over it"),
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
        ("--report", "old.html", "--report old.html exists; --force writes over it"),
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


def test_a_folder_without_leave_to_write_is_refused(here, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # whoever runs the tests may be allowed everything
    with pytest.raises(PermissionError, match=r"^--plot out\.png: nothing can be written into the folder \.$"):
        check_target("--plot", "out.png", force=True)


def test_force_writes_over_a_file_and_keeps_its_mode(here, capsys):
    for name in ("out.png", "out.md"):
        (here / name).write_text("old")
    (here / "out.png").chmod(0o640)
    assert main([*TEST, "--plot", "out.png", "--report", "out.md", "--force"]) == 0
    assert capsys.readouterr().out.endswith("\n\nPicture: out.png\nReport: out.md\n")
    assert (here / "out.png").read_bytes().startswith(b"\x89PNG")
    assert (here / "out.png").stat().st_mode & 0o777 == 0o640
    assert (here / "out.md").read_text(encoding="utf-8").startswith("# ")


def test_a_new_file_has_the_mode_of_any_other(here):
    (here / "other").write_text("")
    save("new", b"content", force=False)
    assert (here / "new").stat().st_mode == (here / "other").stat().st_mode


@pytest.mark.parametrize("there", [False, True])
def test_a_link_stays_one(here, there):
    (here / "folder").mkdir()
    if there:
        (here / "folder/real").write_text("old")
    (here / "link").symlink_to("folder/real")
    check_target("--plot", "link", force=True)
    save("link", b"new", force=True)
    assert (here / "link").is_symlink()
    assert (here / "folder/real").read_bytes() == b"new"
    assert sorted(path.name for path in here.iterdir()) == ["folder", "left.npy", "link", "right.npz"]


def test_a_file_that_appears_in_the_meantime_is_kept(here):
    check_target("--plot", "out", force=False)
    (here / "out").write_text("theirs")
    with pytest.raises(FileExistsError, match=r"appeared in the meantime; --force writes over it"):
        save("out", b"ours", force=False)
    assert (here / "out").read_text() == "theirs"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_at_the_last_moment_is_kept(here, monkeypatch, links):
    link = os.link

    def late(*paths, **options):
        (here / "out").write_text("theirs")
        if not links:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        return link(*paths, **options)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(FileExistsError, match=r"appeared in the meantime; --force writes over it"):
        save("out", b"ours", force=False)
    assert (here / "out").read_text() == "theirs"
    assert sorted(path.name for path in here.iterdir()) == ["left.npy", "out", "right.npz"]


def test_a_disk_without_links_takes_a_file(here, monkeypatch):
    monkeypatch.setattr(os, "link", full)
    save("out", b"ours", force=False)
    assert (here / "out").read_bytes() == b"ours"
    assert sorted(path.name for path in here.iterdir()) == ["left.npy", "out", "right.npz"]


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
