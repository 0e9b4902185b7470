"""What errors on data advise: only arguments that the function has, whichever public function took the data."""

import inspect
import re

import numpy as np
import pandas as pd
import pytest

import setapart as sa
from setapart import theory

N = 24
RNG = np.random.default_rng(0)
GOOD = pd.DataFrame({"a": RNG.normal(size=N), "price": RNG.normal(size=N)})
CELLS = {
    "money": [f"${row}.50" for row in range(N)],
    "category": ["u", "v"] * (N // 2),
    "names": [f"p{row}" for row in range(N)],
    "missing": [np.nan, *range(N - 1)],
    "word": ["unknown", *map(str, range(N - 1))],
}
WATCH = sa.monitor(GOOD, window=5, n_resamples=19)
WATCH.update(GOOD)
METRIC = theory.WassersteinMetric()
HALVES = np.repeat(["a", "b"], N // 2)

CALLS = {
    sa.two_sample_test: lambda bad: sa.two_sample_test(bad, GOOD),
    sa.compare: lambda bad: sa.compare(bad, GOOD),
    sa.compare_groups: lambda bad: sa.compare_groups(bad, groups=HALVES),
    sa.goodness_of_fit: lambda bad: sa.goodness_of_fit(bad, "normal"),
    sa.change_points: lambda bad: sa.change_points(bad),
    sa.monitor: lambda bad: sa.monitor(bad, window=5),
    WATCH.update: lambda bad: WATCH.update(bad),
    WATCH.scores: lambda bad: WATCH.scores(bad),
    sa.plan: lambda bad: sa.plan(bad, GOOD, n_resamples=9),
    sa.power: lambda bad: sa.power((bad, GOOD), n=[10]),
    sa.calibrate: lambda bad: sa.calibrate(bad),
    sa.wasserstein: lambda bad: sa.wasserstein(bad, GOOD),
    sa.projected_wasserstein: lambda bad: sa.projected_wasserstein(bad, GOOD),
    sa.WassersteinProjector: lambda bad: sa.WassersteinProjector().fit(bad, HALVES),
    sa.DirectionSelector: lambda bad: sa.DirectionSelector().fit(bad, HALVES),
    theory.moments: lambda bad: theory.moments(bad, GOOD),
    theory.relabelling_threshold: lambda bad: theory.relabelling_threshold(bad, GOOD),
    theory.mean_squared_error: lambda bad: theory.mean_squared_error(METRIC, (bad, GOOD), 5, 5),
    theory.rademacher_complexity: lambda bad: theory.rademacher_complexity(METRIC, bad),
    METRIC.distance: lambda bad: METRIC.distance(bad, GOOD),
    METRIC.suprema: lambda bad: METRIC.suprema(bad, np.ones((1, N))),
}
NO_DATA = {"inspect", "read", "scan"} | {
    "ipm_threshold",
    "rademacher_bound",
    "required_n",
    "threshold",
    "truncation_radius",
}


def test_every_public_function_is_here():
    functions = [
        getattr(module, name)
        for module in (sa, theory)
        for name in module.__all__
        if name not in NO_DATA and not name.startswith(("proposition", "type_two"))
    ]
    assert {function for function in functions if inspect.isfunction(function)} <= CALLS.keys()


@pytest.mark.parametrize("cells", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("function", CALLS, ids=lambda function: function.__name__)
def test_advice_names_only_arguments_that_there_are(function, cells):
    with pytest.raises(ValueError, match=r"'price'|could not convert|NaN") as caught:
        CALLS[function](GOOD.assign(price=cells))
    advised = set(re.findall(r"\b(\w+)=", str(caught.value)))
    assert advised <= inspect.signature(function).parameters.keys()


def test_what_is_advised_is_taken():
    money = GOOD.assign(price=[f"${value:.3f}" for value in GOOD["price"].abs()])
    plain = GOOD.assign(price=GOOD["price"].abs().round(3))
    read_as = {"price": "money"}
    assert sa.wasserstein(money, GOOD, read_as=read_as).value == sa.wasserstein(plain, GOOD).value


def test_a_monitor_reads_its_stream_as_its_reference():
    days = [f"2024-01-{1 + row:02}" for row in range(N)]
    costs = GOOD["price"].abs().round(3)
    written = pd.DataFrame({"cost": [f"${cost:.3f}" for cost in costs], "day": days})
    plain = pd.DataFrame({"cost": costs, "day": 19_723.0 + np.arange(N)})
    read_as = {"cost": "money", "day": "date"}
    windows = []
    for rows, reading in ((written, read_as), (plain, None)):
        watch = sa.monitor(rows, window=8, n_resamples=19, read_as=reading)
        windows.append([window.pvalue for window in [*watch.update(rows[::-1]), *watch.update(rows[4:12])]])
    assert windows[0] == windows[1]
    watch = sa.monitor(written, window=8, n_resamples=19, read_as=read_as)
    assert watch.to_dict()["settings"]["read_as"] == read_as
    assert "cost in $; day in days since 1970-01-01" in watch.notes[-1]
    with pytest.raises(ValueError, match=r"'cost' is in \$ in the reference and in € in rows"):
        watch.update(written.assign(cost=written["cost"].str.replace("$", "€")))
    with pytest.raises(ValueError, match="'day' is to be read as a category, of which a monitor makes no features"):
        sa.monitor(written, window=8, read_as={**read_as, "day": "category"})
