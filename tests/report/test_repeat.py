"""The call that a report tells is the one that gives the result again."""

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

import setapart as sa
from calls import call_of
from plans import curve_of
from setapart.statistics.registry import StatisticRequest, create, label, names

X = np.random.default_rng(0).normal(size=(12, 3))
Y = np.random.default_rng(1).normal(size=(11, 3)) + [1.0, 0.0, 0.0]


@dataclass(frozen=True)
class Odd:
    """A statistic of the caller's."""

    weights: np.ndarray


def told(result):
    """The call in a report."""
    return result.to_markdown().split("```")[1].strip()


@pytest.mark.parametrize(
    ("options", "call"),
    [
        ({}, "sa.two_sample_test(x, y, n_resamples=19, rng=5)"),
        ({"k": 2}, 'sa.two_sample_test(x, y, statistic=["pw:2", "pw:2 centred"], n_resamples=19, rng=5)'),
        (
            {"statistic": "pw:1", "scale": "std"},
            'sa.two_sample_test(x, y, statistic="pw:1", n_resamples=19, scale="std", rng=5)',
        ),
        (
            {"statistic": ["energy", sa.MMD(2.0)]},
            'sa.two_sample_test(x, y, statistic=["energy", sa.MMD(bandwidth=2.0)], n_resamples=19, rng=5)',
        ),
        (
            {"statistic": "energy", "method": sa.Permutation(stopping=sa.Betting(0.1))},
            (
                'sa.two_sample_test(x, y, statistic="energy", '
                "method=sa.Permutation(stopping=sa.Betting(alpha=0.1)), n_resamples=19, rng=5)"
            ),
        ),
        (
            {"statistic": "energy", "method": sa.Permutation(stopping=sa.BesagClifford(4), pvalue_rule="standard")},
            (
                'sa.two_sample_test(x, y, statistic="energy", '
                "method=sa.Permutation(stopping=sa.BesagClifford(exceedances=4)), n_resamples=19, rng=5)"
            ),
        ),
        (
            {"statistic": sa.ProjectedWasserstein(1, starts=sa.Starts(False, 0, 2))},
            (
                "sa.two_sample_test(x, y, statistic=sa.ProjectedWasserstein(k=1, n_steps=40, "
                "starts=sa.Starts(mean=False, spectral=0, random=2)), n_resamples=19, rng=5)"
            ),
        ),
        (
            {"statistic": "hotelling", "method": sa.Asymptotic()},
            'sa.two_sample_test(x, y, statistic="hotelling", method=sa.Asymptotic(), n_resamples=19, rng=5)',
        ),
        (
            {"statistic": "energy", "labels": ["it's (a)", 'the "new"']},
            (
                'sa.two_sample_test(x, y, statistic="energy", n_resamples=19, '
                """labels=["it's (a)", 'the "new"'], rng=5)"""
            ),
        ),
    ],
)
def test_the_call_repeats_the_test(options, call):
    result = sa.two_sample_test(X, Y, n_resamples=19, rng=5, **options)
    assert told(result) == call
    again = eval(call, {"sa": sa, "x": X, "y": Y})
    assert (again.pvalue, again.statistic, again.labels) == (result.pvalue, result.statistic, result.labels)


def test_the_call_repeats_the_explanation_too():
    result = sa.two_sample_test(X, Y, statistic="pw:1", n_resamples=19, rng=5, labels=["a", "b"])
    told = result.explain(n_refits=20, min_effect=0.25, rows=3)
    page = result.to_markdown(explanation=told)
    call = page.split("```")[1].strip()
    assert call == (
        'sa.two_sample_test(x, y, statistic="pw:1", n_resamples=19, labels=["a", "b"], rng=5)'
        ".explain(n_refits=20, min_effect=0.25, rows=3)"
    )
    again = eval(call, {"sa": sa, "x": X, "y": Y})
    assert again.to_dict() | {"wall_time": 0.0} == told.to_dict() | {"wall_time": 0.0}
    assert '| min\\_effect | 0.25 |\n| rows | 3 |\n| labels | \\["a", "b"\\] |\n| seed | 5 |' in page


def test_the_call_of_groups_has_their_names():
    rows, groups = np.vstack([X, Y]), np.repeat(["old", "new"], [12, 11])
    result = sa.two_sample_test(rows, groups=groups, levels=["old", "new"], statistic="energy", n_resamples=19)
    again = eval(told(result), {"sa": sa, "x": X, "y": Y})
    assert (again.pvalue, again.labels) == (result.pvalue, ("old", "new"))


@pytest.mark.parametrize("name", sorted(set(names()) - {"auto"}))
def test_every_statistic_is_told_by_its_name(name):
    [statistic] = create(name, StatisticRequest(size=20, d=4))
    assert call_of({"statistic": statistic}).rows == {"statistic": f'"{label(statistic)}"'}


def test_a_comparison_is_told():
    result = sa.compare(X, Y, statistics=["energy", sa.MMD(2.0), "auto"], n_resamples=19)
    call = 'sa.compare(x, y, statistics=["energy", sa.MMD(bandwidth=2.0), "auto"], n_resamples=19, rng=0)'
    assert told(result) == call
    assert eval(call, {"sa": sa, "x": X, "y": Y}).pvalue == result.pvalue


def test_designs_and_statistics_of_ones_own_are_told(result_of):
    result = result_of(settings={"design": "paired", "statistic": Odd(np.ones(1))})
    assert told(result) == (
        "sa.two_sample_test(x, y, statistic=Odd(weights=array([1.])), method=sa.Permutation(shortcut=False), "
        'design="paired", labels=["before", "after"], rng=7)'
    )
    assert "| statistic | Odd(weights=array(\\[1.\\])) |" in result.to_markdown()


def test_what_is_no_setting_is_told_too():
    curve = curve_of([20, 90], n=(25, 50), settings={"statistic": sa.Energy()}, n_trials=100)
    assert told(curve) == 'sa.power(alternative, statistic="energy", n=[25, 50], ratio=2.0, n_trials=100, rng=7)'


def test_a_result_can_be_pickled_whatever_it_was_computed_with():
    kernel = sa.MMD(kernel=lambda a, b: a @ b.T)
    result = sa.compare(X, Y, statistics=["energy", kernel], n_resamples=19)
    copied = pickle.loads(pickle.dumps(result))
    assert (copied.settings, copied.call.python) == (result.settings, result.call.python)
