"""The pages on the default test, on choosing a test, on p-values and on planning: they say what the code does."""

import re
import shlex
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import pages
import setapart as sa
from setapart.cli import main
from setapart.cli.options import TestOptions
from setapart.datasets import ALTERNATIVES
from setapart.statistics.automatic import automatic
from setapart.statistics.registry import StatisticRequest, create, label, names

DOCS = Path(__file__).parents[2] / "docs"
DEFAULT, CHOOSING, PVALUES, OWN, PLANNING = (
    DOCS / f"{name}.md" for name in ("default_test", "choosing_a_test", "p_values", "own_statistic", "planning")
)


def test_the_four_members_are_those_of_the_page():
    told = [cell.strip("`") for cell, *_ in pages.rows(DEFAULT, "member")]
    assert told == [label(statistic) for statistic in automatic(200, 30)]


def test_with_one_feature_the_members_are_those_of_the_page():
    names = ["pw:1", "pw:1 centred", "dictionary", "whitened"]
    assert [label(statistic) for statistic in automatic(200, 1)] == names
    text = " ".join(DEFAULT.read_text(encoding="utf-8").split())
    assert "With one feature there are `pw:1`, `pw:1 centred`, `dictionary` and `whitened` only" in text


def test_the_members_are_those_of_the_page_whatever_the_number_of_rows():
    listed = [cells[0].strip("`") for cells in pages.rows(DEFAULT, "member")]
    for size in (4, 2_000, 2_001, 10**6):
        assert [label(statistic).removesuffix(" landmarks") for statistic in automatic(size, 30)] == listed


def test_the_members_change_with_the_rows_as_the_page_says():
    ends = (4, 1_000, 2_000, 40_000, 10**6)
    assert automatic(4, 30) == automatic(1_000, 30)
    for before, end in pairwise(ends[1:]):
        assert automatic(before, 30) != automatic(before + 1, 30) == automatic(end, 30)
    told = pages.rows(DEFAULT, "pooled rows N")
    assert [cells[0] for cells in told] == ["up to 1,000", "up to 2,000", "up to 40,000", "more"]
    for (_, energy, raw, centred), size in zip(told, ends[1:], strict=True):
        members = {label(statistic): statistic for statistic in automatic(size, 30)}
        assert energy == ("all distances" if "energy" in members else "distances from 400 landmarks")
        assert [raw, centred] == [in_words(members["pw:1"]), in_words(members["pw:1 centred"])]


def in_words(statistic):
    count = statistic.starts.count
    return f"{count} start{'s' * (count > 1)} of {statistic.n_steps} steps"


def calls():
    return [call for _, cell in pages.rows(CHOOSING, "question") for call in re.findall(r"`(sa\.[^`…]+)`", cell)]


@pytest.mark.parametrize("call", calls())
def test_every_call_by_question_runs(call):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((12, 4)), rng.standard_normal((11, 4))
    quick = SimpleNamespace(
        two_sample_test=partial(sa.two_sample_test, n_resamples=9),
        projected_wasserstein=sa.projected_wasserstein,
        wasserstein=sa.wasserstein,
        ProjectedWasserstein=sa.ProjectedWasserstein,
    )
    result = eval(call, {"sa": quick, "x": x, "y": y})
    if "two_sample_test" in call:
        assert 0.1 <= result.pvalue <= 1.0
    else:
        assert result.value > 0.0


def statistics_of_the_page():
    """The names in the table of statistics, each with the cells on its directions and on its class."""
    return {
        name.strip("`").replace(":k", ":2"): (directions, reference.strip("`"))
        for name, _, _, directions, _, _, reference in pages.rows(CHOOSING, "name | sees")
    }


@pytest.mark.parametrize("listed", [sa.two_sample_test, TestOptions], ids=["Python", "the command"])
def test_every_name_is_told_of_where_users_look_for_it(listed):
    assert set(names()) <= set(re.findall(r"\w+", listed.__doc__.partition("k : int")[0]))


def test_every_name_has_a_row():
    assert {name.split(":")[0].split(" ")[0] for name in statistics_of_the_page()} == set(names())


@pytest.mark.parametrize("name", sorted(set(statistics_of_the_page()) - {"auto", "pw_split"}))
def test_directions_are_there_where_the_page_says_so(name):
    rng = np.random.default_rng(0)
    pooled = rng.standard_normal((20, 4))
    [statistic] = create(name, StatisticRequest(size=20, d=4))
    solution = statistic.prepare(pooled, rng=rng).describe(np.arange(20) < 9)
    directions, reference = statistics_of_the_page()[name]
    assert label(statistic).split(":")[0] == name.split(":")[0]
    assert f"sa.{type(statistic).__name__}" == reference
    assert (None if solution is None else solution.directions.shape[1]) == {"none": None, "k": 2}.get(directions, 1)


def test_a_combination_spends_relabellings_as_the_page_says():
    text = " ".join(PVALUES.read_text(encoding="utf-8").split())
    assert "of 999 there remain 900, and no p-value is below 1/901" in text
    x, y = np.random.default_rng(0).standard_normal((2, 12, 3))
    method = sa.Permutation(stopping="besag-clifford")
    assert sa.two_sample_test(x, y, statistic=["energy", "marginal"], method=method).smallest_pvalue == 1 / 901


def test_the_named_alternatives_are_those_of_the_page():
    told = [row for row in pages.rows(PLANNING, "name | second") if row[0].strip("`") in ALTERNATIVES]
    assert {name.strip("`") for name, _ in told} == set(ALTERNATIVES)


def commands():
    return re.findall(r"^setapart .*$", PLANNING.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", commands(), ids=lambda command: " ".join(command.split()[1:3]))
def test_the_commands_run(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    for name in ("pilot_a", "pilot_b", "control"):
        np.savetxt(f"{name}.csv", rng.standard_normal((20, 2)), delimiter=",", header="u,v", comments="")
    arms = "\n".join(f"{u},{v},{'drug' if u > v else 'placebo'}" for u, v in rng.standard_normal((60, 2)))
    Path("pilot.csv").write_text(f"u,v,arm\n{arms}\n", encoding="utf-8")
    # The same with fewer trials and sizes, and a quick statistic.
    short = re.sub(r"--trials \d+|--n [\d ]+|--statistic \w+", "", command)
    sizes = "" if "calibrate" in command else " --n 12 20"
    assert main(shlex.split(f"{short} --trials 4 --resamples 19 --statistic energy{sizes}")[1:]) == 0
    assert "0.05" in capsys.readouterr().out
    assert Path("power.png").exists() == ("--plot" in command)


def test_the_statistic_of_another_package_is_the_one_that_the_table_of_properties_knows():
    source = (Path(__file__).parents[1] / "foreign.py").read_text(encoding="utf-8")
    imports, body = source.split('"""\n\n', maxsplit=1)[1].split("import numpy as np\n", maxsplit=1)
    assert f"{imports}import numpy as np\n\nimport setapart as sa\n{body}" in OWN.read_text(encoding="utf-8")
