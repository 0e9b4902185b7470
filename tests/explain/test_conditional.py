"""Which features differ given the others, and whose companions the rest are."""

import numpy as np
import pandas as pd
import pytest

import setapart as sa


def companions(seed=0, n=200, d=5, shift=1.0):
    """The first of d features is shifted, and the second goes with it."""
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(2, n, d))
    y[:, 0] += shift
    for rows in (x, y):
        rows[:, 1] = rows[:, 0] + 0.5 * rows[:, 1]
    return x, y


def explained(x, y, **settings):
    return sa.two_sample_test(x, y, statistic="marginal", n_resamples=99, rng=0, **settings).explain(n_refits=20)


def test_a_cause_and_its_companion_are_told_apart():
    why = explained(*companions())
    table = why.conditional_table
    assert table["feature"].tolist() == ["x1", "x2"]
    assert table["companion_of"].tolist() == ["", "x1"]
    assert table["adjusted"][0] == 2.0 * table["given_others"][0] < 0.001
    assert table["given_others"][1] > 0.05
    text = why.summary().replace("\n", " ")
    assert "x1 differs also given the other features. x2 shows no difference beyond that of x1." in text
    assert "Each feature by itself, and given the others" in why.to_markdown()
    assert why.to_dict()["conditional"]["companion_of"] == ["", "x1"]


def test_two_that_are_the_same_are_told_so():
    x, y = companions()
    for rows in (x, y):
        rows[:, 1] = rows[:, 0]
    why = explained(x, y)
    assert why.conditional_table["companion_of"].tolist() == ["", ""]
    assert "x1 and x2 differ, but given the others none of them shows a difference" in why.summary().replace("\n", " ")


def test_levels_of_a_category_are_not_held_against_each_other():
    """Given the levels u and v, what is left is w."""
    rng = np.random.default_rng(0)
    shares = ((0.7, 0.2, 0.1), (0.2, 0.2, 0.6))
    x, y = (pd.DataFrame({"a": rng.choice(list("uvw"), 150, p=p), "b": rng.normal(size=150)}) for p in shares)
    table = explained(x, y, read_as={"a": "category"}).conditional_table
    assert set(table["feature"]) == {"a=u", "a=w"}
    assert max(table["adjusted"]) < 0.001


@pytest.mark.parametrize(
    ("case", "rows"), [("nothing differs", 0), ("few rows", 0), ("one feature", 0), ("ranks", 2), ("pairs", 2)]
)
def test_where_it_is_told(case, rows):
    x, y = companions(shift=0.0 if case == "nothing differs" else 1.5, n=15 if case == "few rows" else 200)
    settings = {"ranks": {"scale": "rank"}, "pairs": {"design": "paired"}}.get(case, {})
    if case == "one feature":
        x, y = x[:, :1], y[:, :1]
    assert explained(x, y, **settings).conditional_table.n_rows == rows


def test_of_many_features_those_that_matter_are_held_fixed(monkeypatch):
    """40 rows each: four of the others, and the cause is one."""
    x, y = companions(n=40, d=30, shift=2.0)
    table = explained(x, y).conditional_table
    assert table["feature"].tolist()[:2] == ["x1", "x2"]
    assert table["given_others"][1] > 0.05 > table["given_others"][0]
