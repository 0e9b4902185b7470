"""Completion in the shell: installed, printed, and of use to bash."""

import os
import subprocess

import pytest

from setapart.cli import main


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_is_printed_and_no_file_changed(home, capsys, shell):
    assert main(["--install-completion", "--show", "--shell", shell]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("change-points", "--fail-on-difference", "besag-clifford"))
    assert list(home.iterdir()) == []


def test_the_script_is_installed_once(home, capsys):
    for _ in range(2):
        assert main(["--install-completion", "--shell", "bash"]) == 0
    script = home / ".local/share/bash-completion/completions/setapart"
    assert capsys.readouterr().out == 2 * f"Completion is in {script}; a new shell has it.\n"
    assert "\ncomplete -o filenames -F _setapart setapart\n" in script.read_text()
    assert (home / ".bashrc").read_text().count(str(script)) == 2  # one line: if it is there, load it


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("te", {"test"}),
        ("comp", {"compare", "compare-groups"}),
        ("test --fail", {"--fail-on-difference"}),
        ("explain --mi", {"--min-effect"}),
        ("test --scale r", {"robust", "rank"}),
    ],
)
def test_bash_offers_what_may_follow(capsys, typed, offered):
    assert main(["--install-completion", "--show", "--shell", "bash"]) == 0
    words = ["setapart", *typed.split()]
    ask = (
        f'\nCOMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; _setapart; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    script = capsys.readouterr().out + ask
    done = subprocess.run(["bash", "--norc"], input=script, capture_output=True, text=True, check=True)
    assert (set(done.stdout.split()), done.stderr) == (offered, "")


@pytest.mark.parametrize("typed", ["test da", "compare data.csv da", "explain r.json --data da", "test a b --plot da"])
def test_bash_offers_files(home, monkeypatch, capsys, typed):
    monkeypatch.chdir(home)
    (home / "data.csv").touch()
    test_bash_offers_what_may_follow(capsys, typed, {"data.csv"})


def test_zsh_offers_files(capsys):
    assert main(["--install-completion", "--show", "--shell", "zsh"]) == 0
    lines = capsys.readouterr().out.splitlines()
    offers = [line for line in lines if line.strip().startswith(("'1:File", "'2:File", "'*--plot[", "'*--report["))]
    assert len(offers) > 20
    assert all(line.rstrip(" \\").endswith(":_files'") for line in offers)


def test_an_unknown_shell_is_asked_for(monkeypatch, refused):
    monkeypatch.delenv("SHELL", raising=False)
    for name in ("BASH_VERSION", "ZSH_VERSION", "FISH_VERSION", "PSModulePath"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getppid", os.getpid)  # whoever runs the tests may well be a shell
    assert refused("--install-completion", "--show") == "which shell this is cannot be told; name it with --shell"
