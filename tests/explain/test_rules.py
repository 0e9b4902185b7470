"""Rules of an explanation: what is planted is told, in the units and words of the data, and holds on other rows."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import setapart as sa
from setapart.datasets import penguins
from setapart.explain.rules import rule_table, separating
from setapart.inference.units import units_of
from setapart.results.rules import figures, rule_words


def rules_of(*data, seed=0, n_resamples=99, **options):
    """The table of the rules of a test, without the rest of its explanation."""
    result = sa.two_sample_test(*data, n_resamples=n_resamples, rng=seed, **{"statistic": "pw:1", **options})
    problem = result.problem
    units = units_of(problem.n, len(problem.pooled), problem.design)
    return rule_table(result, problem, units, n_jobs=None, progress=False)


def test_penguins_by_their_bills():
    table = penguins(["Adelie", "Chinstrap"]).select(["species", "bill_length_mm", "body_mass_g"])
    why = sa.two_sample_test(table, groups="species", scale="std", nan_policy="omit", n_resamples=99).explain(
        n_refits=20
    )
    bills = np.array([float(value) for value in table["bill_length_mm"]])
    species = np.array(table["species"])
    longer = [int(np.sum((bills > 42.1) & (species == name))) for name in ("Adelie", "Chinstrap")]
    rules = why.rules()
    assert rules["rule"][0] == "bill_length_mm > 42.1 mm"
    assert [rules["first"][0], rules["second"][0]] == longer == [15, 67]
    assert (rules["sample"][0], rules["adjusted_pvalue"][0]) == ("Chinstrap", 0.01)
    assert rules["expected"][0] == pytest.approx(68 / 219)
    assert rules["low"][0] < rules["held_out"][0] < rules["high"][0]


@pytest.mark.parametrize("scale", [None, "std", "robust"])
def test_a_rule_counts_the_rows_that_its_words_say(scale):
    """Ties, negative values and large ones: what is written has no more and no fewer rows inside."""
    rng = np.random.default_rng(5)
    x, y = (np.column_stack([rng.normal(-3.0, 0.01, n), rng.poisson(4.0, n), 1e6 * rng.random(n)]) for n in (90, 70))
    y[:50] = np.column_stack([rng.normal(-2.995, 0.004, 50), 6 + rng.poisson(1.0, 50), 1e6 * rng.random(50)])
    rule = rules_of(x, y, scale=scale).rules[0]
    assert rule.adjusted == 0.01
    counts = []
    for rows in (x, y):
        inside = np.ones(len(rows), bool)
        for condition in rule.conditions:
            column = rows[:, int(condition.feature[1:]) - 1]
            inside &= (column > condition.above) & (column <= condition.at_most)
        counts.append(int(inside.sum()))
    assert counts == list(rule.inside)
    assert rule.share == counts[1] / sum(counts)


@pytest.mark.parametrize(
    ("below", "above", "number"),
    [(42.0, 42.2, 42.0), (42.08, 42.17, 42.1), (3.0, 4.0, 3.0), (-0.31, -0.27, -0.3), (-1.0, 1.0, 0.0),
     (1234567.0, 1234569.0, 1234568.0), (0.1, 0.1, 0.1), (1e-300, 2e-300, 1e-300)],
)  # fmt: skip
def test_a_number_that_separates_has_few_figures(below, above, number):
    assert separating(below, above) == pytest.approx(number, rel=1e-12)
    assert below <= separating(below, above) < max(above, np.nextafter(below, np.inf))


@pytest.mark.parametrize(
    ("end", "text"), [(-0.3, "−0.3"), (0.1 + 0.2, "0.3"), (1e12, "1000000000000"), (1e15 + 1.0, "1000000000000001"),
                      (-1e15 - 0.5, "−1000000000000000.5"), (1e300, "1e+300")]
)  # fmt: skip
def test_a_number_is_written_so_that_neighbours_differ(end, text):
    assert figures(end) == text


def test_levels_gaps_and_single_values_are_said_as_such():
    rng = np.random.default_rng(0)
    n = 120
    frame = pd.DataFrame(
        {
            "arm": np.repeat(["a", "b"], n),
            "city": np.where(np.arange(2 * n) < n, rng.choice(["Rome", "Oslo", "Bern"], 2 * n), "Oslo"),
            "dose": rng.normal(size=2 * n),
            "stars": rng.integers(1, 6, 2 * n).astype(float),
        }
    )
    words = []
    for change in ("city", "dose", "stars"):
        changed = frame.copy()
        if change != "city":
            changed["city"] = "Oslo"
        late = (changed["arm"] == "b") & (rng.random(2 * n) < 0.6)
        changed.loc[late & (change == "dose"), "dose"] = np.nan
        changed.loc[late & (change == "stars"), "stars"] = 3.0
        if change != "city":
            del changed["city"]
        table = rules_of(
            changed, groups="arm", nan_policy="indicator", read_as={"city": "category"} if change == "city" else None
        )
        words.append(rule_words(table.rules[0]))
    assert words == ["city is not Oslo", "dose is missing", "stars is 3"]


def test_two_corners_are_two_rules_and_no_third():
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((2, 300, 6))
    x, y = x[(x[:, 0] < 0.5) | (x[:, 1] < 0.3)], y[(y[:, 3] > -0.5) | (y[:, 4] > 0.3)]
    table = rules_of(x, y)
    features = [{condition.feature for condition in rule.conditions} for rule in table.rules]
    assert features == [{"x4", "x5"}, {"x1", "x2"}]
    assert [rule.leading for rule in table.rules] == [0, 1]


def test_held_out_shares_are_not_too_large_where_nothing_differs():
    """Within the rows, the leading rule of 60 nulls promises far more than half; on other rows it has half."""
    rng = np.random.default_rng(0)
    shares, held, total = [], 0.0, 0.0
    for seed in range(60):
        rule = rules_of(*rng.standard_normal((2, 40, 4)), seed=seed, n_resamples=19, statistic="hotelling").rules[0]
        shares.append(rule.share)
        held, total = held + rule.held_out, total + 1.0
    assert np.mean(shares) > 0.7
    assert abs(held / total - 0.5) < 0.06  # three standard errors


def test_pairs_strata_and_clusters():
    """Their own relabellings and expected shares; no interval, as rows are not drawn by themselves."""
    rng = np.random.default_rng(0)
    people = rng.normal(size=(60, 3))
    before, after = people + 0.3 * rng.normal(size=(60, 3)), people + 0.3 * rng.normal(size=(60, 3))
    after[:, 1] += 1.0
    rule = rules_of(before, after, design="paired").rules[0]
    assert (rule.conditions[0].feature, rule.adjusted, rule.expected) == ("x2", 0.01, 0.5)
    assert np.isnan(rule.low)
    assert rule.held_out > 0.5
    strata = np.repeat([0, 1], 60)
    frame = pd.DataFrame(rng.normal(size=(120, 2)), columns=["a", "b"]).assign(
        site=strata, arm=np.where(rng.random(120) < np.where(strata, 0.8, 0.2), "t", "c")
    )
    frame["a"] += 3.0 * strata  # sites differ, arms within them do not
    table = rules_of(frame, groups="arm", design=sa.Strata("site"))
    rule = table.rules[0]
    assert rule.adjusted > 0.05
    share = [(frame["arm"] == table.labels[rule.leading])[strata == site].mean() for site in (0, 1)]
    assert min(share) <= rule.expected <= max(share)


def test_many_rows_take_the_first_relabellings(monkeypatch):
    x, y = np.random.default_rng(0).standard_normal((2, 60, 5))
    monkeypatch.setattr("setapart.explain.rules._QUICK", 0.0)
    monkeypatch.setattr("setapart.explain.rules._LEAST", 29)
    table = rules_of(x, y + [1.0, 0, 0, 0, 0])
    assert (table.n_resamples, table.rules[0].adjusted) == (29, 1 / 30)


def test_the_first_pvalue_is_that_of_the_statistic():
    """Where the rule that is told is the largest, and not a simpler one."""
    x, y = np.random.default_rng(11).standard_normal((2, 50, 3))
    y[:, 0] += 0.5
    result = sa.two_sample_test(x, y, statistic=sa.Rules(), n_resamples=199, rng=3)
    rule = rules_of(x, y, seed=3, n_resamples=199).rules[0]
    assert rule.adjusted == result.pvalue == 0.105


def test_sparse_rows_and_rows_that_are_all_equal_have_no_rules():
    x = csr_array(np.random.default_rng(0).poisson(0.2, (60, 80)).astype(float))
    why = sa.two_sample_test(x[:30], x[30:], n_resamples=19).explain(n_refits=20)
    assert any(note.startswith("Rules are not looked for") for note in why.notes)
    assert why.to_dict()["rules"] is None
    with pytest.raises(AttributeError, match="no rules"):
        why.rules()
    assert rules_of(np.ones((12, 2)), np.ones((12, 2)), statistic="energy").rules == ()
