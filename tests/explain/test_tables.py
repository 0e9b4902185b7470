"""The tables of an explanation: how often two values are taken, and the rows that stand out."""

import numpy as np
import pytest

import setapart as sa


def test_rates_are_those_of_the_larger_value():
    """Of the levels of a column, how often each is seen; of a number with two values, how often it is the larger."""
    city = {"x": ["Rome"] * 10 + ["Oslo"] * 30, "y": ["Rome"] * 32 + ["Oslo"] * 8}
    smoker = {"x": [5.0] * 20 + [-1.0] * 20, "y": [5.0] * 4 + [-1.0] * 36}
    x, y = (sa.Table({"city": city[one], "smoker": smoker[one], "age": np.arange(40.0) % 7}) for one in "xy")
    for scale in (None, "std", "rank"):
        result = sa.two_sample_test(x, y, k=1, n_resamples=99, categorical="onehot", scale=scale)
        told = result.explain(n_refits=20).rates()
        rates = dict(zip(told["feature"], zip(told["first"], told["second"], strict=True), strict=True))
        assert rates["city=Rome"] == (0.25, 0.8)
        assert rates["city=Oslo"] == (0.75, 0.2)
        assert rates["smoker"] == (0.5, 0.1)
        assert "age" not in rates


def test_a_category_is_told_by_how_often_its_level_is_seen():
    rng = np.random.default_rng(0)
    cities = ["Bern", "Oslo", "Rome"]
    x, y = (
        sa.Table({"city": rng.permutation(np.repeat(cities, counts)), "age": rng.normal(size=100)})
        for counts in ([34, 34, 32], [18, 17, 65])
    )
    told = sa.two_sample_test(x, y, categorical="onehot", n_resamples=199, labels=["A", "B"]).explain(n_refits=20)
    assert told.sentence.startswith("A and B differ (p = 0.005), in how often city=Rome is seen (chosen in ")
    assert "20 refits): 32 % of the rows of A and 65 % of those of B; on held-out rows" in told.sentence
    assert not any(word in told.summary() for word in ("shape", "means", "units of the data"))
    led = sa.two_sample_test(
        x, y, categorical="onehot", statistic="pw:1", scale="std", n_resamples=199, labels=["A", "B"]
    )
    sentence = led.explain(n_refits=20).sentence
    assert "differ (p = 0.005), along a direction led by city=Rome (" in sentence
    assert " %; seen in 32 % and 65 % of the rows)" in sentence


def planted(case):
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((120, 3)), rng.standard_normal((160, 3))
    if case == "spread":
        y[:, 0] *= 2.2
    elif case == "shift":
        y[:, 0] += 1.5
    else:
        y[:5, 0] += 8.0
    return x, y


@pytest.mark.parametrize("statistic", ["pw:1", "pw:1 centred"])
def test_rows_that_are_planted_stand_out(statistic):
    x, y = planted("outliers")
    why = sa.two_sample_test(x, y, statistic=statistic, n_resamples=19).explain(n_refits=20)
    told = why.rows()
    assert set(told["sample"][told["stands_out"]]) == {"y"}
    assert set(range(5)) <= set(told["row"][told["stands_out"]])
    assert np.sum(told["stands_out"]) <= 7
    table, centred = why.row_table, statistic == "pw:1 centred"
    first, second = (
        side - centred * side.mean(axis=0) for side in (why.projection.x_projected, why.projection.y_projected)
    )
    for row, near in zip(table["row"][20:], table["nearest"][20:], strict=True):
        assert near == pytest.approx(np.abs(second[row] - first).min())


def test_rows_that_only_make_room_for_a_wide_sample_do_not_stand_out():
    why = sa.two_sample_test(*planted("spread"), statistic="pw:1 centred", n_resamples=19).explain(n_refits=20)
    table = why.row_table
    narrow = table["sample"] == "x"
    assert np.any(table["share"][narrow] >= 3.0 / 120)  # moved far
    assert not np.any(table["stands_out"][narrow])
    assert np.sum(table["stands_out"]) <= 4  # the outermost of the wide one
    shifted = sa.two_sample_test(*planted("shift"), k=1, n_resamples=19).explain(n_refits=20)
    assert not np.any(shifted.row_table["stands_out"])
    assert shifted.to_dict()["rows"]["stands_out"] == [False] * shifted.row_table.n_rows


def test_a_row_stands_out_at_three_times_the_mean_and_half_its_way():
    """Four rows at 0 against three at 0 and one at 8: only the fourth is moved, by 8, and the nearest is 8 away."""
    x, y = np.zeros((4, 1)), np.array([[0.0], [0.0], [0.0], [8.0]])
    rows = sa.two_sample_test(x, y, k=1, n_resamples=19).explain(n_refits=20).row_table
    second = rows["sample"] == "y"
    assert rows["share"][second].tolist() == [1.0, 0.0, 0.0, 0.0]
    assert rows["stands_out"][second].tolist() == [True, False, False, False]
    assert not np.any(rows["stands_out"][~second])  # one of them is moved far, but has rows of the other at its place


@pytest.mark.parametrize("statistic", ["pw:1", "marginal"])
def test_rows_alone_in_their_strata_say_nothing_of_how_sure_a_direction_is(statistic):
    x, y = np.random.default_rng(0).normal(size=(2, 9, 3))
    y[:, 0] += 3.0
    alone = sa.Strata(([*range(9)], [0, 1, 2, 3, 4, 5, 6, 10, 11]))
    why = sa.two_sample_test(x, y, design=alone, statistic=statistic, n_resamples=99).explain(n_refits=20)
    for table, columns in (
        (why.loading_table, ("low", "high", "same_sign")),
        (why.angle_table, ("refits", "refits_high")),
    ):
        assert np.isnan([table[name] for name in columns]).all()
    assert any(note.startswith("Every row is alone in its stratum") for note in why.notes)
    assert "refits on resampled rows" not in why.summary()


def test_a_row_that_stands_out_is_listed_before_others_that_are_moved_farther():
    """Fifty rows of the second sample are moved by 30, and so many of the first with them; one of it lies beyond."""
    x, y = np.random.default_rng(0).normal(size=(2, 500, 1))
    y[:50] += 30.0
    x[0] = -15.0
    why = sa.two_sample_test(x, y, k=1, statistic="pw", n_resamples=19).explain(n_refits=20, rows=3)
    table = why.row_table
    assert table["row"][0] == 0
    assert table["stands_out"].tolist()[:3] == [True, False, False]
    assert table["distance"][0] < table["distance"][1]
    assert table["nearest"][0] == pytest.approx(np.abs(y + 15.0).min())
