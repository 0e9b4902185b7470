"""The golden runs: for each name a function that makes a result, or several by name.

A run takes a fraction of a second: few rows, few relabellings, a fixed seed. All have JSON, text, Markdown where there
is a report (of several that of the first), and null distributions; those of `PAGES` have all reports, as HTML too.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import setapart as sa
from golden.data import frames, gaps, normal, pair, same, series, trial
from golden.outline import outline
from golden.workplace import command

CASES: dict[str, Callable[[], Any]] = {}
PAGES: set[str] = set()


def case(make=None, *, page=False):
    """Enter a function into the table under its name."""
    if make is None:
        return partial(case, page=page)
    CASES[make.__name__] = make
    if page:
        PAGES.add(make.__name__)
    return make


def run(*data, n_resamples=39, rng=1, **settings):
    """A two-sample test, of `pair` unless of other data."""
    return sa.two_sample_test(*(data or pair()), n_resamples=n_resamples, rng=rng, **settings)


# Statistics, each by itself on two arrays.
_STATISTICS = {
    "energy": {},
    "pw_1": {"statistic": "pw:1"},
    "pw_2_centred": {"statistic": "pw:2 centred"},
    "pw_long": {"statistic": "pw:2 long", "n_resamples": 29},
    "max_sliced": {},
    "marginal": {},
    "marginal_ranks_mean": {"statistic": "marginal mean ranks"},
    "marginal_t": {"statistic": "marginal t"},
    "mmd": {},
    "mmd_laplace_aggregate": {"statistic": "mmd laplace aggregate"},
    "linear_time_mmd": {},
    "hotelling": {},
    "mean_embedding": {},
    "covariance": {},
    "prw_1": {"statistic": "prw:1"},
    "srw_2": {"statistic": "srw:2", "n_resamples": 29},
    "ks": {},
    "tv": {},
    "knn": {},
    "edge_count": {},
    "c2st": {},
    "diproperm": {"statistic": "diproperm svm"},
}
for _name, _settings in _STATISTICS.items():
    CASES[_name] = partial(run, **{"statistic": _name, **_settings})


# Several statistics, numbers of directions and sparsity.
@case(page=True)
def auto():
    return run()


@case
def auto_with_k():
    return run(k=2, n_resamples=29)


@case
def combination():
    return run(statistic=["energy", "pw:1", "mmd linear"])


@case
def k_auto():
    return run(statistic="pw", k="auto", n_resamples=29)


@case
def sparsity():
    return {
        "two": run(statistic="pw:2", sparsity=2, n_resamples=29),
        "auto": run(*pair(d=6), statistic="pw:1", sparsity="auto", n_resamples=29),
    }


@case
def objects():
    pw = sa.ProjectedWasserstein(k=2, method="paper", n_steps=10, starts=sa.Starts(random=1))
    return {
        "paper": run(statistic=pw, n_resamples=19),
        "members": run(statistic=[sa.MMD(2.0), sa.Marginal(distance="cvm")]),
    }


@case(page=True)
def pw_split():
    return run(*pair(40, 36), statistic="pw_split")


@case
def pw_split_several():
    return run(*pair(40, 36), statistic=sa.SplitProjectedWasserstein(1, n_splits=3))


# Designs.
@case
def paired_by_position():
    x, y = pair(30, 30)
    return {
        "auto": run(x, y, design="paired"),
        "hotelling": run(x, y, design="paired", statistic="hotelling"),
        "pw": run(x, y, design="paired", statistic="pw:2", n_resamples=29),
    }


@case(page=True)
def paired_by_name():
    x, y = (frame[["age", "dose", "weight"]] for frame in frames())
    res = run(
        x.iloc[4:], y.iloc[:26].iloc[::-1], design="paired", statistic=["marginal", "pw:1"], labels=("old", "new")
    )
    return {"test": res, "places": list(res.projection.rows), "plan": [res.projection.plan.rows]}


@case
def strata():
    labels = [f"site {i % 3}" for i in range(56)]
    return run(design=sa.Strata(labels), statistic=["energy", "marginal ranks"])


@case
def strata_of_a_column():
    x, y = frames()
    return run(x.drop(columns="colour"), y.drop(columns="colour"), design=sa.Strata("site"), statistic="marginal")


@case(page=True)
def clusters():
    labels = [i // 3 for i in range(30)], [100 + i // 2 for i in range(26)]
    return run(design=sa.Clusters(labels), n_resamples=39)


@case
def clusters_few():
    labels = [i // 10 for i in range(30)] + [100 + i // 9 for i in range(26)]
    return run(design=sa.Clusters(labels), statistic="energy")


# Methods.
@case
def besag_clifford():
    return {
        "name": run(*same(), statistic="energy", method=sa.Permutation(stopping="besag-clifford"), n_resamples=199),
        "object": run(*same(), method=sa.Permutation(stopping=sa.BesagClifford(5)), n_resamples=99),
        "never": run(statistic="pw:1", method=sa.Permutation(stopping="besag-clifford")),
    }


@case
def betting():
    method = sa.Permutation(stopping=sa.Betting(0.1))
    return {
        "rejected": run(statistic="energy", method=method, n_resamples=199),
        "given_up": run(*same(), statistic="energy", method=method, n_resamples=199),
    }


@case
def pvalue_rules():
    return {
        "paper": run(statistic="pw:1", method=sa.Permutation(pvalue_rule="paper")),
        "shortcut": run(*same(), statistic="pw:1", method=sa.Permutation(shortcut=True)),
    }


@case
def all_splits():
    return run(*same(5, 4, 2), statistic=["energy", "pw:1"], n_resamples=199)


@case
def concentration():
    def rows(n, d, low, seed):
        return np.round(np.random.default_rng(seed).uniform(low, low + 0.3, size=(n, d)), 4)

    few, many = (rows(40, 2, 0.0, 0), rows(40, 2, 0.6, 1)), (rows(2000, 1, 0.0, 2), rows(2000, 1, 0.7, 3))
    methods = {form: sa.Concentration(1.5, form=form) for form in ("corrected", "paper")}
    found = {form: run(*few, statistic="pw:1", method=method) for form, method in methods.items()}
    return {"proved": run(*many, statistic="pw", method=sa.Concentration(1.0, form="chained"))} | found


@case
def asymptotic():
    members = ("hotelling", "energy", "linear_time_mmd", "friedman_rafsky", "edge_count")
    found = {name: run(statistic=name, method=sa.Asymptotic()) for name in members}
    return found | {"spectral": run(statistic="mmd", method=sa.Asymptotic("spectral"))}


# Kinds of input.
@case(page=True)
def categorical():
    x, y = (frame.drop(columns="site") for frame in frames())
    return run(x, y, categorical="onehot", scale="std", n_resamples=39)


@case
def groups_of_a_column():
    table = trial().drop(columns="site")
    return run(table, groups="arm", levels=("placebo", "high"), statistic="pw:2", n_resamples=39)


@case
def groups_of_an_array():
    rows = np.concatenate(pair())
    groups = np.array(["b", "a"] * 28, dtype=object)
    groups[3] = None
    return run(rows, groups=groups, nan_policy="omit", statistic="energy")


@case
def polars_frames():
    import polars as pl

    x, y = (pl.DataFrame(dict(zip("abcd", rows.T, strict=True))) for rows in pair())
    return run(x, y.select("d", "c", "b", "a"), statistic="marginal", scale="robust")


@case
def sparse():
    from scipy.sparse import csr_array

    x, y = (csr_array(np.where(rows > 0.5, rows, 0.0)) for rows in pair(d=6))
    return {"energy": run(x, y, statistic="energy"), "pw": run(x, y, statistic="pw:1")}


@case
def missing():
    x, y = pair()
    return run(gaps(x), y, nan_policy="omit", statistic="energy", labels=("first ward", "second ward"))


@case
def missing_indicator():
    x, y = pair()
    return run(gaps(x), y, nan_policy="indicator", statistic="energy")


@case
def scales():
    return {scale: run(statistic="pw:1", scale=scale, n_resamples=29) for scale in ("std", "robust", "rank")}


@case
def one_feature():
    x, y = (rows[:, 1] for rows in pair())
    return {"auto": run(x, y, n_resamples=39), "ks": run(x, y, statistic="ks")}


@case
def doubtful_data():
    x, y = pair()
    x[:3, 0] = -9999
    y[:3, 0] = -9999
    x[:, 3], y[:, 3] = np.arange(30), np.arange(30, 56)
    y[:4, :3] = x[:4, :3]
    return run(x, y, statistic="energy")


# Questions that go on from a test.
@case(page=True)
def explain():
    res = run(*pair(34, 30), statistic="pw:2", n_resamples=39)
    return {"test": res, "explanation": res.explain(n_refits=20, min_effect=0.2, rows=5)}


@case
def explain_auto():
    return run(n_resamples=39).explain(n_refits=20, rows=5)


@case
def explain_nothing_found():
    return run(*same(24, 22), statistic=["energy", "pw:1"], n_resamples=39).explain(n_refits=20, rows=3)


@case
def explain_designs():
    labels = [i // 3 for i in range(30)], [100 + i // 2 for i in range(26)]
    return {
        "clusters": run(design=sa.Clusters(labels), statistic="pw:1").explain(n_refits=20, rows=3),
        "paired": run(*pair(30, 30), design="paired", statistic="marginal").explain(n_refits=20, rows=3),
        "strata": run(design=sa.Strata(["u", "v"] * 28), statistic="energy").explain(n_refits=20, rows=3),
    }


@case
def explain_categories():
    x, y = (frame.drop(columns="site") for frame in frames())
    return run(x, y, categorical="onehot", statistic="pw:1", n_resamples=39).explain(n_refits=20, rows=4)


@case
def explain_split():
    return run(*pair(40, 36), statistic="pw_split").explain(n_refits=20, rows=3)


@case
def directions_counted():
    return run(statistic="pw:1", n_resamples=39).count_directions()


# Distances.
@case
def projected_wasserstein():
    x, y = pair()
    found = sa.projected_wasserstein(x, y, 2, upper_bound=True)
    return {
        "default": found,
        "x_projected": found.x_projected,
        "plan": [found.plan.rows, found.plan.columns, found.plan.mass],
        "prw": sa.projected_wasserstein(x, y, 1, statistic="prw", upper_bound=True),
        "split": sa.projected_wasserstein(x, y, statistic="pw_split:1"),
        "ks": sa.projected_wasserstein(x, y, statistic="ks", scale="std"),
        "hotelling": sa.projected_wasserstein(x, y, statistic="hotelling"),
    }


@case
def wasserstein():
    x, y = pair(12, 9, 3)
    found = sa.wasserstein(x, y, y_weights=np.arange(1, 10))
    return {"weighted": found, "line": sa.wasserstein(x[:, 0], y[:, 0])}


# Several tests, several groups.
@case(page=True)
def compare():
    return sa.compare(*pair(), statistics=["auto", "energy", "pw:1", "ks", "mmd"], n_resamples=39, scale="std", rng=1)


@case
def compare_all():
    return sa.compare(*pair(20, 18, 3), n_resamples=19, rng=1)


@case
def compare_paired():
    return sa.compare(*pair(20, 20, 3), statistics=["energy", "hotelling", "marginal"], design="paired", n_resamples=39)


@case(page=True)
def compare_groups():
    return sa.compare_groups(trial().drop(columns="site"), groups="arm", n_resamples=79, statistic=["energy", "pw:1"])


@case
def compare_groups_with_one():
    table = trial()
    settings = {"groups": "arm", "statistic": "marginal", "n_resamples": 59}
    return {
        "reference": sa.compare_groups(table, reference="placebo", design=sa.Strata("site"), **settings),
        "rest": sa.compare_groups(table.drop(columns="site"), reference="rest", scale="rank", **settings),
        "two": sa.compare_groups(table.drop(columns="site"), levels=["high", "low"], **settings),
    }


# Models.
@case(page=True)
def goodness_of_fit():
    rows = normal(30, 3, 7)
    rows[:4, 2] += 4.0
    return sa.goodness_of_fit(rows, "normal", statistic=["energy", "pw:1"], n_resamples=39, n_reference=40)


@case
def goodness_of_fit_fitted():
    return sa.goodness_of_fit(np.exp(normal(30, 2, 7)).round(4), fit="normal", statistic="energy", n_resamples=39)


@case
def goodness_of_fit_of_a_law():
    from scipy.stats import multivariate_normal

    frame = frames()[0][["age", "dose"]]
    law = multivariate_normal([0.0, 0.5], [[1.0, 0.2], [0.2, 1.0]])
    return sa.goodness_of_fit(frame, law, statistic="pw:1", n_resamples=39, n_reference=30, label="patients")


# Series and streams.
@case(page=True)
def change_points():
    return sa.change_points(series(), n_resamples=39)


@case
def change_points_with_times():
    import pandas as pd

    frame = pd.DataFrame(series(), columns=["a", "b", "c"]).assign(year=range(1960, 2020))
    return {
        "years": sa.change_points(frame, times="year", statistic="marginal", max_changes=1, n_resamples=39),
        "blocks": sa.change_points(gaps(series()), block=3, nan_policy="omit", scale="std", n_resamples=39),
        "none": sa.change_points(normal(40, 2, 5), statistic="mmd", block="auto", n_resamples=39),
    }


@case(page=True)
def monitor():
    watch = sa.monitor(normal(80, 3, 31), window=10, n_resamples=99)
    windows = watch.update(normal(20, 3, 32)) + watch.update(np.round(normal(43, 3, 33) + [0.0, 2.0, 0.0], 4))
    return {"monitor": watch, "first": windows[0], "last": windows[-1]}


@case
def monitor_by_run_length():
    import pandas as pd

    reference, stream = (pd.DataFrame(rows, columns=["a", "b"]) for rows in (normal(60, 2, 34), normal(45, 2, 35)))
    watch = sa.monitor(
        reference, window=10, run_length=50, statistic="pw:1", n_resamples=59, scale="std", nan_policy="omit"
    )
    stream.loc[[3, 17], "b"] = np.nan
    watch.update(stream[["b", "a"]])
    return watch


# Planning.
@case(page=True)
def power():
    curve = sa.power("mean_shift", d=3, n=[10, 20, 40], n_trials=20, statistic="energy", n_resamples=39)
    return {"curve": curve, "half": curve.n_for(0.5), "most": curve.n_for(0.99)}


@case
def power_from_pilot_data():
    return {
        "pair": sa.power(pair(), n=[8, 16], ratio=1.5, n_trials=15, statistic="pw:1", n_resamples=19),
        "groups": sa.power(
            trial().drop(columns="site"), groups="arm", levels=("low", "high"), n=12, n_trials=10, n_resamples=19
        ),
    }


@case(page=True)
def calibrate():
    return sa.calibrate(normal(40, 3, 41), n_trials=30, n_resamples=39, statistic="energy")


@case
def calibrate_pipeline():
    def best_feature(x, y):
        from scipy.stats import ttest_ind

        j = np.argmax(abs(x.mean(axis=0) - y.mean(axis=0)))
        return ttest_ind(x[:, j], y[:, j])

    return {
        "pipeline": sa.calibrate(normal(40, 5, 42), n_trials=40, pipeline=best_feature),
        "group": sa.calibrate(
            trial().drop(columns="site"),
            groups="arm",
            level="low",
            n=6,
            n_trials=12,
            n_resamples=19,
            method=sa.Permutation(),
        ),
    }


@case
def planning():
    x, y = pair()
    theory = sa.theory
    forms = ("paper", "corrected", "chained")
    return {
        "required": theory.required_n(0.8, 0.05, 1.0, k=1, diameter=2.0, d=3),
        "thresholds": [theory.threshold(500, 400, 2, 0.05, diameter=3.0, form=form) for form in forms],
        "moments": theory.moments(x, y),
        "complexity": theory.rademacher_bound(100, 2, radius=1.0, d=3),
        "relabelling": theory.relabelling_threshold(x, y, statistic="wasserstein", rng=2),
        "type_two": theory.type_two_bound(200, 200, 1.0, 0.6, diameters=(2.0, 2.0)),
    }


@case
def estimators():
    rows, classes = np.concatenate(pair()), np.repeat(["control", "treated"], [30, 26])
    projector = sa.WassersteinProjector(n_components=2, scale="std", random_state=0).fit(rows, classes)
    selector = sa.DirectionSelector(n_features_to_select=2, random_state=0).fit(rows, classes)
    return {
        "projection": projector.projection_,
        "transformed": projector.transform(rows[:5]),
        "shares": selector.shares_,
        "kept": selector.get_support(indices=True),
        "reprs": [repr(projector), repr(selector)],
    }


@case
def tables():
    return {"named": sa.read("before.csv").indexed_by("patient").take([3, 0, 1]), "gaps": sa.read("after_gaps.csv")}


@case
def figures():
    """What is written on each figure, and how much is drawn."""
    res = run(statistic="pw:2")
    kinds = ("overview", "projected", "quantiles", "pairs", "displacements", "plane", "features", "dependence", "null")
    others = {
        "explanation": res.explain(n_refits=20, rows=3),
        "comparison": sa.compare(*pair(), statistics=["energy", "ks"], n_resamples=19),
        "groups": sa.compare_groups(trial().drop(columns="site"), groups="arm", statistic="energy", n_resamples=79),
        "model": sa.goodness_of_fit(pair()[0], "normal", statistic="pw:1", n_resamples=19, n_reference=20),
        "changes": sa.change_points(series(), n_resamples=19),
        "power": sa.power("mean_shift", d=2, n=[5, 10], n_trials=5, statistic="hotelling", n_resamples=19),
        "level": sa.calibrate(pair()[0], n_trials=5, statistic="hotelling", n_resamples=19),
    }
    found = {kind: res.plot(kind) for kind in kinds} | {name: one.plot() for name, one in others.items()}
    return {name: outline(figure) for name, figure in found.items()} | {
        "image": outline(res.plot("image", shape=(2, 2)))
    }


# The command.
_QUICK = "--resamples 39 --jobs 1"
_FILES = "before.csv after.csv --ids patient --drop site colour"


@case
def command_test():
    return [
        command(f"test {_FILES} {_QUICK}"),
        command(f"test before.csv after.csv --columns age dose --statistic pw:1 energy {_QUICK} --json"),
        command(f"test trial.csv --group arm --levels low high --strata site --statistic knn {_QUICK}"),
        command("test before_gaps.csv after_gaps.csv --nan-policy omit --method asymptotic --statistic energy"),
        command(
            "test before.csv after.csv --ids patient --drop site --categorical onehot --statistic marginal --scale rank"
            f" {_QUICK}"
        ),
    ]


@case(page=True)
def command_explain():
    test = f"test {_FILES} --statistic pw:1 {_QUICK}"
    Path("result.json").write_text(command(f"{test} --json").out, encoding="utf-8")
    return [
        command(f"{test} --explain --min-effect 0.3 --report why.html"),
        command("explain result.json --report why.md --jobs 1"),
        command("explain result.json --json --jobs 1"),
    ]


@case
def command_others():
    return [
        command(f"compare {_FILES} --statistic energy ks pw:1 {_QUICK}"),
        command(f"compare-groups trial.csv --group arm --against placebo --drop site --statistic energy {_QUICK}"),
        command(f"goodness-of-fit before.csv --columns age dose --model normal --statistic energy {_QUICK}"),
        command(f"change-points series.csv --time year --report changes.md {_QUICK}"),
        command(f"power --alternative mean_shift --d 3 --n 10 20 --trials 10 --statistic energy {_QUICK}"),
        command(f"calibrate before.csv --columns age dose --trials 20 --statistic energy {_QUICK}"),
        command("threshold --n 1000 --k 1 2 --diameter 10"),
    ]


@case
def command_others_as_json():
    return [
        command(f"compare-groups trial.csv --group arm --drop site --statistic energy {_QUICK} --json"),
        command(f"change-points series.csv --time year {_QUICK} --json"),
        command(f"goodness-of-fit before.csv --columns age --model normal --statistic energy {_QUICK} --json"),
        command("threshold --n 1000 --k 1 --diameter 10 --json"),
    ]


@case
def command_refusals():
    return [
        command("test before.csv after.csv"),
        command("test before.csv nowhere.csv"),
        command(f"test {_FILES} --statistic enrgy"),
        command(f"test {_FILES} --resamples none"),
        command(f"test {_FILES} --wrong"),
        command("test before_gaps.csv after_gaps.csv"),
        command("test trial.csv --group arm"),
        command("test trial.csv --group wing"),
        command(f"test {_FILES} --design paired --strata site"),
        command(f"test {_FILES} --statistic mmd --k 2"),
        command("compare-groups trial.csv --group arm --against medium --drop site"),
        command("explain before.csv"),
        command("tset before.csv"),
        command(f"test {_FILES} --statistic energy --resamples 9 --jobs 1 --fail-on-difference"),
    ]


@case
def refusals():
    """What the functions refuse, and what they warn of."""
    (x, y), table = pair(), trial()
    res = run(statistic="energy", n_resamples=9)
    attempts = {
        "columns": lambda: run(x, y[:, :3]),
        "missing": lambda: run(gaps(x), y),
        "text": lambda: run(*frames()),
        "one row": lambda: run(x[:0], y),
        "three dimensions": lambda: run(x[None], y),
        "statistic": lambda: run(statistic="pww"),
        "word": lambda: run(statistic="mmd gauss"),
        "k": lambda: run(statistic="pw", k=5),
        "two ks": lambda: run(statistic="pw:2", k=1),
        "resamples": lambda: run(n_resamples=0),
        "scale": lambda: run(scale="mean"),
        "policy": lambda: run(nan_policy="drop"),
        "method": lambda: run(method="exact"),
        "concentration": lambda: run(statistic="energy", method=sa.Concentration(1.0)),
        "asymptotic": lambda: run(statistic="pw:1", method=sa.Asymptotic()),
        "design": lambda: run(design="pairs"),
        "pairs": lambda: run(design="paired"),
        "strata": lambda: run(design=sa.Strata(["a"] * 56)),
        "clusters": lambda: run(design=sa.Clusters(["a", "b"] * 28)),
        "levels": lambda: run(table.drop(columns="site"), groups="arm"),
        "groups": lambda: run(table, groups="wing"),
        "rng": lambda: run(rng="seed"),
        "truth": lambda: bool(res),
        "directions": lambda: res.directions,
        "feature tests": lambda: res.feature_tests(),
        "out of reach": lambda: res.reject(0.01),
        "upper bound": lambda: sa.projected_wasserstein(x, y, statistic="ks", upper_bound=True),
        "weights": lambda: sa.wasserstein(x, y, x_weights=np.ones(3)),
        "compare": lambda: sa.compare(x, y, statistics=["energy", "pw_split"]),
        "reference": lambda: sa.compare_groups(table.drop(columns="site"), groups="arm", reference="medium"),
        "model": lambda: sa.goodness_of_fit(x, "cauchy"),
        "short series": lambda: sa.change_points(x[:10]),
        "window": lambda: sa.monitor(x, window=40),
        "slow alarm": lambda: sa.monitor(x, window=20, n_resamples=9),
        "alternative": lambda: sa.power("shift"),
        "alpha": lambda: sa.calibrate(x, alpha=0.001, n_resamples=9),
    }
    return {name: _refusal(attempt) for name, attempt in attempts.items()}


def _refusal(attempt):
    try:
        attempt()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "no refusal"
