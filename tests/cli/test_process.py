"""The command as a process: what it imports, how it ends, and what it leaves behind."""

import json
import signal
import subprocess
import sys
import time

import pytest

import setapart as sa


def test_an_error_of_the_process_has_no_traceback(run, penguin_files):
    done = run("test", "absent\x1b[31m.csv", "left.npy", cwd=penguin_files)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "setapart: error: no such file: absent\\x1b[31m.csv\n"


def test_the_bar_is_off_in_a_pipe_and_on_when_asked_for(run, penguin_files):
    command = ("test", "left.npy", "right.npz", "--resamples", "19", "--json")
    assert run(*command, cwd=penguin_files).stderr == ""
    done = run(*command, "--progress", cwd=penguin_files)
    assert "relabelling" in done.stderr
    assert json.loads(done.stdout)["n_resamples"] == 19


def test_the_version_is_that_of_the_package(run):
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"{sa.__version__}\n")


@pytest.mark.parametrize("subcommand", ["test", "explain", "calibrate", "demo"])
def test_help_answers_without_the_numeric_packages(subcommand):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "setapart", subcommand, "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--jobs" in done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "setapart.cli" in imported
    assert not imported & {"numba", "scipy", "numpy", "joblib", "matplotlib"}


def test_without_cyclopts_the_remedy_is_named(run):
    done = run(script="import sys; sys.modules['cyclopts'] = None; from setapart.cli import main; sys.exit(main([]))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "setapart: error: the command needs cyclopts: pip install 'setapart[cli]'\n"


def test_a_reader_that_leaves_early_causes_no_traceback(penguin_files):
    command = [sys.executable, "-m", "setapart", "test", "left.npy", "right.npz", "--resamples", "19"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=penguin_files) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_reader_of_the_help_that_leaves_early_is_no_difference():
    """The status 1 says that a difference was found."""
    with subprocess.Popen([sys.executable, "-m", "setapart", "test", "--help"], stdout=subprocess.PIPE) as process:
        process.stdout.close()
    assert process.returncode == 141


def test_ctrl_c_while_the_command_is_being_imported_has_no_traceback(run, tmp_path):
    (tmp_path / "cyclopts.py").write_text("raise KeyboardInterrupt")
    done = run("--version", cwd=tmp_path)  # python -m looks in the working penguin_files first
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_while_the_workers_start_has_no_traceback(run, penguin_files):
    script = """
import sys
from multiprocessing import pool
from setapart.cli import main

def interrupted(*arguments, **options):
    raise KeyboardInterrupt

pool.Pool.__init__ = interrupted
sys.exit(main(["test", "left.npy", "right.npz", "--jobs", "2"]))
"""
    done = run(script=script, cwd=penguin_files)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_stops_within_two_seconds(penguin_files):
    command = [sys.executable, "-m", "setapart", "test", "left.npy", "right.npz", "--k", "2"]
    process = subprocess.Popen(
        [*command, "--resamples", "1000000", "--jobs", "2", "--progress"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=penguin_files,
        # A shell that runs the tests in the background makes its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    seen = b""
    while b"relabelling" not in seen:
        piece = process.stderr.read1(256)
        assert piece, seen
        seen += piece
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - started < 2.0
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in seen + err
    assert b"Error" not in seen + err
