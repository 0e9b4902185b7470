import shlex

import pytest

from setapart.cli import main

pytestmark = pytest.mark.usefixtures("few_refits")


def test_the_demo_says_where_its_data_come_from_and_draws(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert "Horst, Hill and Gorman (2020), palmerpenguins, CC0" in lines[1]
    assert "Adelie and Chinstrap differ (p = 0.005; 151 and 68 rows)." in out
    table = [
        " ".join(lines[i : i + 1 + (lines[i][-1] == "n")]).split() for i, line in enumerate(lines) if ", median" in line
    ]
    assert [row[0] for row in table] == ["bill_length_mm,", "flipper_length_mm,"]
    assert [row[2:6] for row in table] == [["38.8", "mm", "49.5", "mm"], ["190", "mm", "196", "mm"]]
    assert [row[-1] for row in table] == ["0.005", "0.005"]
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


def test_without_matplotlib_the_demo_still_finishes(tmp_path, run):
    blocked = "import sys; sys.modules['matplotlib'] = None; from setapart.cli import main; sys.exit(main())"
    done = run("demo", "--resamples", "9", cwd=tmp_path, script=blocked)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2] == "No picture: plots need matplotlib: pip install 'setapart[plot]'"
    assert list(tmp_path.iterdir()) == []


def test_the_line_for_your_own_files_is_what_the_demo_ran(penguin_files, tmp_path, printed, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--resamples", "9", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    words = shlex.split(out.splitlines()[-1].partition(": setapart ")[2])
    files = [str(penguin_files / f"{species}.csv") for species in ("Adelie", "Chinstrap")]
    same = printed(*words[:1], *files, *words[3:], "--json")
    assert (tmp_path / "picture.png").exists()
    assert "Adelie against Chinstrap" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert same["seed"] == 3
    assert same["pvalue"] == 0.1
    assert "differ (p = 0.1; 151 and 68 rows)" in out
    least, median = min(same["feature_tests"]["adjusted_pvalue"]), same["feature_tests"]["first"][0]
    assert f"adjusted p = {least:.3g})" in out
    assert median == 38.8
