import shlex
import subprocess
import sys

import pytest

from setapart.cli import main


def run(*arguments, cwd, script="-m setapart"):
    command = script.split(maxsplit=1)
    return subprocess.run(
        [sys.executable, *command, "demo", *arguments], capture_output=True, text=True, cwd=cwd, check=False
    )


def test_the_demo_says_where_its_data_come_from_and_draws(tmp_path):
    done = run(cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "Horst, Hill and Gorman (2020), palmerpenguins, CC0" in lines[1]
    assert "p = 0.005" in done.stdout
    text = " ".join(lines)
    assert "The projected Wasserstein distance along 2 directions is 2.035, in pooled standard deviations" in text
    assert "151 rows of Adelie and 68 of Chinstrap, 4 features" in text
    table = [line.split() for line in lines[lines.index("") :] if "_mm" in line or "_g" in line]
    assert [row[0] for row in table] == ["bill_length_mm", "flipper_length_mm", "body_mass_g", "bill_depth_mm"]
    assert [float(row[-2]) for row in table] == pytest.approx([0.913, 0.405, 0.030, 0.025], abs=0.02)
    assert lines[-3:-1] == ["Picture: setapart-demo.png", "Report: setapart-demo.html"]
    assert lines[-1].startswith("The same for your own files: setapart test A B ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["setapart-demo.html", "setapart-demo.png"]
    assert (tmp_path / "setapart-demo.png").read_bytes().startswith(b"\x89PNG")


def test_the_picture_and_the_report_may_go_elsewhere(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--plot", "other.svg", "--report", "other.md", "--resamples", "9"]) == 0
    assert "\nPicture: other.svg\nReport: other.md\n" in capsys.readouterr().out
    assert "<svg" in (tmp_path / "other.svg").read_text(encoding="utf-8")
    assert (tmp_path / "other.md").read_text(encoding="utf-8").startswith("# Adelie against Chinstrap")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.md", "other.svg"]


def test_the_picture_takes_the_next_free_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "setapart-demo.png").write_text("mine")
    (tmp_path / "setapart-demo-2.png").symlink_to("nowhere")
    (tmp_path / "setapart-demo.html").write_text("mine")
    assert main(["demo", "--resamples", "9"]) == 0
    assert "\nPicture: setapart-demo-3.png\nReport: setapart-demo-2.html\n" in capsys.readouterr().out
    assert (tmp_path / "setapart-demo.png").read_text() == "mine"
    assert (tmp_path / "setapart-demo-3.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_demo_still_finishes(tmp_path):
    blocked = "-c import sys; sys.modules['matplotlib'] = None; from setapart.cli import main; sys.exit(main())"
    done = run("--resamples", "9", cwd=tmp_path, script=blocked)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2] == "No picture: plots need matplotlib: pip install 'setapart[plot]'"
    assert list(tmp_path.iterdir()) == []


def test_the_line_for_your_own_files_is_what_the_demo_ran(penguin_files, tmp_path, printed, monkeypatch):
    done = run("--resamples", "9", "--seed", "3", cwd=tmp_path)
    words = shlex.split(done.stdout.splitlines()[-1].partition(": setapart ")[2])
    files = [str(penguin_files / f"{species}.csv") for species in ("Adelie", "Chinstrap")]
    monkeypatch.chdir(tmp_path)
    same = printed(*words[:1], *files, *words[3:], "--json")
    assert (tmp_path / "picture.png").exists()
    assert "Adelie against Chinstrap" in (tmp_path / "report.html").read_text(encoding="utf-8")
    value, seed = same["statistic"], same["seed"]
    assert f" is {value:.4g}, in pooled" in " ".join(done.stdout.split())
    assert f"Seed {seed}," in done.stdout
    assert same["pvalue"] == 0.1
