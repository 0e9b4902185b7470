"""The reproduction of the paper: its statistics, its memory of what is done, its tables; and a quick run."""

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import mannwhitneyu, norm, truncnorm

import setapart

PAPER = Path(__file__).parents[2] / "experiments" / "paper"
MODULES = {path.stem for folder in (PAPER, PAPER.parent / "power") for path in folder.glob("*.py")}
NAMES = ("step_size", "figure1", "figure2", "figure3", "thresholds", "later_table", "mixture")


@pytest.fixture(scope="module")
def module():
    """Import a module of the folder, which has its names to itself when it runs."""
    kept, path = {name: sys.modules.pop(name) for name in MODULES & set(sys.modules)}, list(sys.path)
    sys.path.insert(0, str(PAPER))
    yield importlib.import_module
    sys.path[:] = path
    for name in MODULES & set(sys.modules):
        del sys.modules[name]
    sys.modules.update(kept)


def run(program, *options):
    done = subprocess.run(
        [sys.executable, "-X", "utf8", PAPER / f"{program}.py", *map(str, options)],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done


few = arrays(float, st.integers(2, 8), elements=st.integers(0, 4).map(lambda j: j / 4))


@given(few, few)
def test_the_area_is_that_of_the_curve_and_the_rank_statistic(module, alternative, null):
    roc = module("roc")
    area = roc.placements(alternative, null).area
    across, up = roc.curve(alternative, null)
    assert (across[0], up[0], across[-1], up[-1]) == (0.0, 0.0, 1.0, 1.0)
    assert np.trapezoid(up, across) == pytest.approx(area, abs=1e-12)
    assert mannwhitneyu(null, alternative).statistic / (len(null) * len(alternative)) == pytest.approx(area, abs=1e-12)


def test_delong_interval_by_hand(module):
    one = module("roc").placements(np.array([0.1, 0.2]), np.array([0.15, 0.2, 0.3]))
    # 0.1 is below all of the null p-values; 0.2 is below one and ties with another.
    assert one.alternative == pytest.approx([1.0, 0.5])
    assert one.null == pytest.approx([0.5, 0.75, 1.0])
    half = 1.959964 * np.sqrt(0.125 / 2 + 0.0625 / 3)
    assert one.interval == pytest.approx((0.75 - half, 0.75 + half), rel=1e-6)
    assert (one - one).interval == (0.0, 0.0)


def test_delong_interval_covers(module):
    # P(N(-1, 1) < N(0, 1)) = Φ(1/√2). Of 400 intervals some 380 cover; fewer than 365 happens once in 3,000.
    rng, truth, roc = np.random.default_rng(0), 0.760250, module("roc")
    intervals = [roc.placements(rng.normal(-1, 1, 60), rng.normal(0, 1, 60)).interval for _ in range(400)]
    assert sum(low <= truth <= high for low, high in intervals) >= 365


def test_what_is_done_is_not_done_again(module, tmp_path):
    values = module("values")
    calls = []

    def measure(name, number):
        if (name, number) == stop:
            raise KeyboardInterrupt
        calls.append((name, number))
        return number / 3 + len(name)

    def go(trials):
        calls.clear()
        values.complete(tmp_path / "part.csv", measure, {"a": ("a",), "b": ("bb",)}, trials, 1)
        return len(calls)

    stop = ("bb", 4)
    with pytest.raises(KeyboardInterrupt):
        go(12)
    assert sorted(values.load(tmp_path / "part.csv")["a"]) == [*range(10)]  # the block that was finished
    stop = None
    assert go(12) == 14
    assert (go(12), go(13)) == (0, 2)
    assert values.load(tmp_path / "part.csv")["b"][4] == pytest.approx(10 / 3, rel=1e-5)  # six digits are kept
    lines = (tmp_path / "part.csv").read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[1], lines[14]) == ("cell,trial,value", "a,0,1", "b,0,2")


def test_the_paper_s_settings(module):
    figure1 = module("figure1")
    sizes = {figure1.side(name).name: (figure1.side(name).n, figure1.side(name).d) for name in figure1.NAMES}
    assert set(sizes.values()) == {(75, 120), (100, 120), (75, 60), (100, 60), (75, 30)}
    for name, null in figure1.NULLS.items():
        one, other = figure1.side(name), figure1.side(null)
        assert (one.n, one.d, other.null) == (other.n, other.d, True)
    test = figure1.TESTS["paper"]
    assert (test["statistic"].k, test["statistic"].method, test["method"].pvalue_rule) == (3, "paper", "paper")
    assert (test["statistic"].starts.mean, test["statistic"].starts.random, figure1.RELABELLINGS) == (False, 1, 100)
    assert len(module("run").PARTS) == len(NAMES)


def test_the_default_step_size_is_the_one_that_reaches_most(module):
    step_size = module("step_size")
    assert step_size.chosen(PAPER / "results") == setapart.ProjectedWasserstein(3, method="paper").step == 20.0
    of_figure_1 = list(step_size.shares(PAPER / "results").values())[:6]
    # What docs/errata.md says in E3.
    for step, low, high in ((1.0, 0.73, 0.83), (20.0, 0.97, 0.98), (100.0, 0.88, 0.92)):
        reached = [round(row[step], 2) for row in of_figure_1]
        assert (min(reached), max(reached)) == (low, high)


def test_claims_have_the_tests_that_they_name(module):
    figure1, roc = module("figure1"), module("roc")
    by_trial = [dict(enumerate([0.01] * rejected + [0.5] * (100 - rejected))) for rejected in (38, 50)]
    told = {("few", "paper"): (by_trial[0], {}), ("many", "paper"): (by_trial[1], {})}
    assert figure1.more_power(told, "few", "many", "paper") == ["power .38 → .50", ".117"]
    gap = roc.Placements(np.array([0.5, -0.1, 0.2]), np.array([0.3, 0.1]))
    error = np.sqrt(0.09 / 3 + 0.02 / 2)
    assert gap.pvalue == pytest.approx(2 * norm.sf(0.2 / error), rel=1e-12)


def test_fitted_rates_are_exact_for_powers(module):
    figure2 = module("figure2")
    n = np.array(figure2.SIZES)
    slope, half = figure2.rate(n, 3.0 * n**-0.4, 0.1 * 3.0 * n**-0.4)
    assert slope == pytest.approx(-0.4, abs=1e-12)
    # Equal relative errors: the standard error of a slope is theirs over the root of the sum of squares of log n.
    assert half == pytest.approx(0.1 / np.sqrt(np.sum((np.log(n) - np.log(n).mean()) ** 2)), rel=1e-12)
    assert [figure2.theory(k) for k in (1, 2, 3, 30)] == [-1 / 2, -1 / 2, -1 / 3, -1 / 30]


def test_distance_of_a_feature_under_the_alternative(module):
    shares = (np.arange(200_000) + 0.5) / 200_000
    quantiles = truncnorm(-1.96, 1.96, scale=1 / 1.96).ppf(shares)
    gap = float(np.abs(quantiles - (2 * shares - 1)).mean())
    assert gap == pytest.approx(module("figure2").ALONG_AN_AXIS, abs=1e-5)


def test_the_laws_of_figure_3(module):
    figure3 = module("figure3")
    at = figure3.between_laws(np.radians([45.0, 135.0, 90.0]))
    assert at == pytest.approx([figure3.POPULATION["value"], 0.7430, 0.0], abs=1e-4)
    # The direction that was found is the best of a fine grid, but for its steps of half a degree.
    axis, value = figure3.direction(1)
    angles = np.linspace(0, np.pi, 361)
    along = figure3.over_angles(*figure3.pair(1), angles)
    assert value == pytest.approx(along.max(), rel=2e-3)
    assert np.degrees(np.arctan2(axis[1], axis[0])) == pytest.approx(np.degrees(angles[along.argmax()]), abs=2.0)


def test_the_readme_shows_the_committed_results(module):
    text = (PAPER / "README.md").read_text(encoding="utf-8")
    for part in module("run").PARTS:
        assert part.shown_in(text, PAPER / "results") == text, "run python experiments/paper/run.py"
    size = sum(path.stat().st_size for path in (PAPER / "results").glob("*.csv"))
    assert size < 400_000  # small enough to live in the repository


def test_a_quick_run_of_everything(tmp_path):
    # The paper's test in Figure 1 takes six seconds a trial: its p-values are known, and are not computed again.
    (tmp_path / "figure1.csv").write_text(
        "cell,trial,value\n"
        + "".join(f"{name}-75-30 paper,{t},0.{t + 1}\n" for name in ("spread2", "none-normal") for t in (0, 1))
    )
    done = run("run", "--quick", "--jobs", 2, "--results", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"{name}.csv" for name in NAMES} | {
        f"{name}.png" for name in NAMES[1:5]
    }
    tables = done.stdout.strip().split("\n\n")
    assert [len(table.splitlines()) - 2 for table in tables] == [1, 3, 1, 5, 2, 3, 2, 1]
    # At n = 25 the printed threshold is far above the largest possible distance, relabelling far below.
    cells = [float(cell) for cell in tables[5].splitlines()[2].strip("| ").split(" | ")]
    assert cells[:2] == [1.0, 25.0]
    assert cells[2] > cells[5] == 10.95 > cells[6] > 0.1
    # Another number of workers gives the same values, and there is nothing left to do.
    alone = tmp_path / "alone"
    run("figure2", "--quick", "--results", alone)
    assert (alone / "figure2.csv").read_text() == (tmp_path / "figure2.csv").read_text()
    again = run("figure2", "--quick", "--results", tmp_path)
    assert again.stderr.startswith("figure2: 0 blocks to run")
