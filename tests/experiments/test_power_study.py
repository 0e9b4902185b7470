"""The power and level study: its data, its rivals, its memory of what is done, its tables; and a quick run."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstest
from scipy.stats import t as student

POWER = Path(__file__).parents[2] / "experiments" / "power"


def test_settings_differ_as_they_say(part):
    settings = part("settings").SETTINGS
    n = 40_000

    def second(name):
        setting = settings[name]
        return setting.draw(np.random.default_rng(0), n, setting.d)[1]

    # Standard errors are at most about 0.013 for a correlation or a mean, 0.05 for a variance.
    assert np.corrcoef(second("correlation-100-20")[:, :3].T)[0, 1:] == pytest.approx([0.8, 0.0], abs=0.03)
    assert np.corrcoef(second("equicorrelation-100-20").T)[3, 17] == pytest.approx(0.3, abs=0.03)
    assert second("mixture-100-20").mean(0)[:2] == pytest.approx([0.75, 0.0], abs=0.04)
    assert np.linalg.norm(second("mixture-rotated-100-20").mean(0)) == pytest.approx(0.75, abs=0.04)
    assert np.linalg.norm(second("mean-rotated-75-60").mean(0)) == pytest.approx(1.0, abs=0.04)
    assert second("mean-dense-75-60").mean(0) == pytest.approx(60**-0.5, abs=0.03)
    assert second("poisson-100-20").mean(0)[2:4] == pytest.approx([2.5, 2.0], abs=0.04)
    counts = second("negative-binomial-100-10")
    assert (counts.mean(), counts.var()) == (pytest.approx(3.0, abs=0.03), pytest.approx(4.5, abs=0.1))
    ends = np.linalg.eigvalsh(np.cov(second("spread2-rotated-75-60").T))[[-3, -2, -1]]
    assert ends == pytest.approx([1.0, 4.0, 4.0], abs=0.2)  # extreme eigenvalues are biased outwards by about √(d/n)
    assert set(second("two-points-100-5")[:, 0]) == {-1.0, 1.0}
    # Both laws have t₃ / √3 margins, of variance one; the features of one are independent, those of the other large
    # together.
    for name in ("t3-100-10", "t3-elliptical-100-10"):
        assert kstest(second(name)[:, 4] * 3**0.5, student(3).cdf).pvalue > 1e-3
    size = np.log(np.abs(second("t3-100-10")[:, :2])), np.log(np.abs(second("t3-elliptical-100-10")[:, :2]))
    assert np.corrcoef(size[0].T)[0, 1] == pytest.approx(0.0, abs=0.03)
    assert np.corrcoef(size[1].T)[0, 1] > 0.1


def test_a_trial_is_a_function_of_seed_setting_and_number(part):
    settings = part("settings").SETTINGS
    seen = []
    for setting in settings.values():
        x, y = setting.sample(3, 0)
        assert x.shape == y.shape == (setting.n, setting.d)
        assert np.array_equal(setting.sample(3, 0)[1], y)
        assert not np.array_equal(setting.sample(4, 0)[1], y)
        assert not np.array_equal(setting.sample(3, 1)[1], y)
        seen.append(x[0, 0])
    assert len(set(seen)) > len(seen) - 3  # counts may coincide


def test_the_transport_cost_is_that_of_the_best_matching(part):
    cost = np.random.default_rng(0).random((8, 8))
    order = np.array([3, 1, 0, 7, 2, 4, 6, 5])
    best = min(
        sum(cost[i, j] for i, j in zip(order[:4], match, strict=True)) for match in itertools.permutations(order[4:])
    )
    assert part("rivals").transport_cost(cost, order, 4) == pytest.approx(best / 4, rel=1e-12)


def test_rivals_reject_what_is_plain_and_refuse_unequal_sizes(part):
    rivals = part("rivals")
    x, y = np.random.default_rng(0).standard_normal((2, 21, 3)) + np.array([0.0, 9.0])[:, None, None]
    assert rivals.pca_split(x, y, n_resamples=49, seed=1) == 1 / 50
    # Eleven rows of each sample are held out, and all of them are told apart.
    for classify in (rivals.c2st_logistic, rivals.c2st_forest):
        assert classify(x, y, n_resamples=0, seed=1) == pytest.approx(2.0**-22, rel=1e-9)
        with pytest.raises(ValueError, match="equal sizes, got 21 and 20"):
            classify(x, y[1:], n_resamples=0, seed=1)


@pytest.mark.parametrize(("name", "trials"), [("pca_split", 300), ("c2st_logistic", 300), ("c2st_forest", 12)])
def test_rivals_hold_their_level(part, name, trials):
    test = getattr(part("rivals"), name)
    rng = np.random.default_rng(5)
    found = [
        test(*rng.standard_normal((2, 20, 4)), n_resamples=19, seed=i) <= 0.05 for i in range(trials)
    ]  # more than this happens once in 10,000 valid studies
    assert sum(found) <= {300: 31, 12: 5}[trials]


@given(st.integers(1, 200), st.integers(1, 60), st.integers(1, 4))
def test_blocks_hold_every_trial_once(part, trials, size, n_pairs):
    pairs = [("a", str(i)) for i in range(n_pairs)]
    cut = part("ledger").blocks(pairs, trials, size)
    held = sorted((block.method, t) for block in cut for t in range(block.first, block.first + block.trials))
    assert held == sorted((method, t) for _, method in pairs for t in range(trials))
    assert [block.first for block in cut] == sorted(block.first for block in cut)


def test_a_study_goes_on_where_it_stopped(part, tmp_path):
    ledger, pvalues, study = part("ledger"), part("pvalues"), part("study")
    calls = []

    def trial(setting, method, number, *, B, seed0):
        if number == stop:
            raise KeyboardInterrupt
        calls.append(number)
        return (number % 4 + 1) / 40, "one" if number % 2 else ""

    def go(trials, **changes):
        options = {"B": 39, "seed0": 0, "jobs": 1, "again": False} | changes
        book = ledger.Ledger(tmp_path / "counts.csv")
        cut = ledger.blocks([("s", "m:1")], trials, 5)
        study.carry_out(
            trial, cut, book, **options, keep=lambda block, outcomes: pvalues.store(tmp_path, "s", "m:1", outcomes)
        )
        return [(entry.first, entry.trials, entry.rejections) for entry in book.entries().values()]

    stop = 7
    with pytest.raises(KeyboardInterrupt):
        go(12)
    stop = None
    calls.clear()
    # p ≤ 0.05 where the number is 0 or 1 modulo 4.
    assert go(12) == [(0, 5, 3), (5, 5, 3), (10, 2, 0)]
    assert calls == [5, 6, 7, 8, 9, 10, 11]
    calls.clear()
    go(12)
    assert calls == []
    go(15)
    assert calls == [10, 11, 12, 13, 14]
    calls.clear()
    go(5, B=19)
    go(5, B=19, again=True)
    assert calls == [*range(5)] * 2
    stored = pvalues.load(tmp_path, "s", "m:1")
    assert [(one.trial, one.pvalue, one.spoke) for one in stored[:2]] == [(0, 0.025, ""), (1, 0.05, "one")]
    assert [one.trial for one in stored] == [*range(15)]


def test_tables_say_where_auto_loses(part, tmp_path):
    pvalues, table, cells = part("pvalues"), part("table"), part("cells")
    rejecting = {
        ("mean-75-60", "auto"): range(10),
        ("mean-75-60", "mmd"): range(5, 16),
        ("mean-75-60", "energy"): range(3),
        ("cauchy-100-10", "auto"): range(4),
        ("cauchy-100-10", "c2st_forest"): range(2, 18),
        ("t3-100-10", "auto"): range(20),
        ("t3-100-10", "pca_split"): range(0),
    }
    for (setting, method), trials in rejecting.items():
        outcomes = [
            pvalues.Outcome(t, 0.05 if t in trials else 0.055, "energy" if t % 4 else "pw:1") for t in range(20)
        ]
        pvalues.store(tmp_path, setting, method, outcomes if method == "auto" else outcomes[::-1])
    mean, t3, cauchy = cells.lines(tmp_path)
    assert (mean.best_rival, mean.lead, mean.verdict) == ("mmd", -0.05, "within .10")
    assert (t3.best_rival, t3.lead, t3.verdict) == ("pca_split", 1.0, "above")
    assert (cauchy.best_rival, cauchy.lead, cauchy.verdict) == ("c2st_forest", -0.6, "**behind**")
    # Clopper and Pearson in closed form: with no rejection the upper end is 1 - (α/2)^(1/n).
    assert t3.cells["pca_split"].interval == pytest.approx((0.0, 1 - 0.025 ** (1 / 20)), rel=1e-9)

    first = table.power_table(tmp_path).splitlines()[2]
    assert "| .50 [.27, .73] (20) |" in first
    assert "**.55** [.32, .77] (20) |" in first
    assert first.endswith("| -0.05 within .10 | .68 **missed** |")
    told = table.losses(tmp_path).splitlines()
    assert told[0] == "A rival rejects more often in 2 settings, in 1 of them by more than .10:"
    assert told[2].startswith("- Cauchy, all features moved by 1.1, n = m = 100, d = 10: `auto` .20, C2ST, forest .80")
    assert told[3].endswith("Only `auto` rejects in 5 trials, only the rival in 6.")
    assert "| 70 | 30 |" in table.spoke_table(tmp_path)  # of trials 0–9, three are divisible by 4


def test_levels_out_of_bounds_are_bold(part, tmp_path):
    ledger, table, options = part("ledger"), part("table"), part("options")
    assert options.bounds("normal", "auto", 1000) == (26, 77)
    assert options.bounds("ties", "auto", 1000) == options.bounds("normal", "betting", 1000) == (0, 77)
    book = ledger.Ledger(tmp_path / "levels.csv")
    for kind, option, rejections in (
        ("normal", "auto", 25),
        ("ties", "auto", 25),
        ("wide", "auto", 78),
        ("wide", "mmd", 77),
    ):
        for first in (0, 500):
            half = rejections // 2 + (rejections % 2 if first else 0)
            book.append(ledger.Entry(kind, option, first, 500, half, 99, 0.05, 0, 0.1))
    rows = table.level_table(tmp_path).splitlines()
    assert rows[2:] == ["| `auto` | **25** | 25 | **78** |", "| `mmd` |  |  | 77 |"]


def test_designs_of_nulls_are_as_described(part):
    kinds = part("nulls").KINDS
    strata = kinds["strata"].sample(0, 0)
    assert [np.bincount(labels).tolist() for labels in strata.labels] == [[12, 5, 3], [3, 5, 12]]
    clusters = kinds["clusters"].sample(0, 0)
    assert set(clusters.labels[0]) == {0, 1, 2, 3, 4, 5}
    assert set(clusters.labels[1]) == {6, 7, 8, 9, 10, 11}
    assert [len(rows) for rows in (clusters.x, clusters.y)] == [len(labels) for labels in clusters.labels]
    pairs = kinds["paired"].sample(0, 0)
    assert np.corrcoef(pairs.x[:, 0], pairs.y[:, 0])[0, 1] > 0.5  # its expectation is 0.9


def test_the_readme_shows_the_committed_results(part):
    table = part("table")
    text = (POWER / "README.md").read_text(encoding="utf-8")
    for name, make in table.TABLES.items():
        assert table.fill(text, name, make(POWER / "results")) == text, "run python experiments/power/table.py"
    size = sum(path.stat().st_size for path in (POWER / "results").rglob("*.csv"))
    assert size < 650_000  # small enough to live in the repository


def test_the_figure_shows_every_method(part, tmp_path):
    pvalues, figure = part("pvalues"), part("figure")
    methods = {name: method for name, method in part("methods").METHODS.items() if method.among}
    assert list(figure.STYLES) == list(methods)
    for i, method in enumerate(methods):
        pvalues.store(
            tmp_path, "mean-75-60", method, [pvalues.Outcome(t, 0.01 if t < i else 0.5, "") for t in range(8)]
        )
    drawn = figure.draw(tmp_path)
    (axes,) = drawn.axes
    assert [float(container[0].get_xdata()[0]) for container in axes.containers[:-1]] == [i / 8 for i in range(7)]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["mean moved by e₁  (n = 75, d = 60)"]
    assert [text.get_text() for text in drawn.legends[0].texts] == [method.words for method in methods.values()]


def test_a_quick_run_gives_the_same_for_any_number_of_workers(run, tmp_path):
    common = ("--quick", "--trials", 2, "--settings", "two-points-100-5", "--methods", "auto", "energy", "pca_split")
    results = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        done = run("run", *common, "--jobs", jobs, "--results", folder)
        assert done.stdout.splitlines()[2].startswith("| one feature replaced by ±1 | 100 | 5 | ")
        results.append({path.name: path.read_text() for path in (folder / "pvalues").iterdir()})
    assert results[0] == results[1]
    assert set(results[0]) == {f"two-points-100-5.{method}.csv" for method in ("auto", "energy", "pca_split")}
    lines = results[0]["two-points-100-5.auto.csv"].splitlines()
    assert lines[0] == "trial,pvalue,spoke"
    assert all(
        float(line.split(",")[1]) * 20 == pytest.approx(round(float(line.split(",")[1]) * 20)) for line in lines[1:]
    )
    again = run("run", *common, "--results", tmp_path / "1")
    assert again.stderr.startswith("0 of 3 blocks to run")


def test_a_quick_run_of_the_levels(run):
    done = run("levels", "--quick", "--nulls", 3, "--options", "energy", "c2st_logistic")
    assert [line.split("|")[1].strip() for line in done.stdout.splitlines()[2:]] == ["`energy`", "`c2st_logistic`"]
    assert done.stdout.count(" of 3") == 8 + 4
