"""What is left of the distance when single features no longer differ."""

import numpy as np
import pytest
from scipy import stats

import setapart as sa
from setapart.explain.explained import _energy, undo


def explained(x, y, **settings):
    result = sa.two_sample_test(x, y, statistic="marginal", n_resamples=99, rng=0, **settings)
    return result.explain(n_refits=20)


def test_the_energy_distance_has_no_bias():
    """Over pairs of different rows; of equal samples its mean is zero within three standard errors."""
    x, y = np.random.default_rng(0).normal(size=(2, 7, 3))
    pairs = [(i, j) for i in range(7) for j in range(7)]
    across = np.mean([np.linalg.norm(x[i] - y[j]) for i, j in pairs])
    within = [np.mean([np.linalg.norm(z[i] - z[j]) for i, j in pairs if i != j]) for z in (x, y)]
    assert _energy(x, y) == pytest.approx(2.0 * across - sum(within))
    rng = np.random.default_rng(1)
    values = [_energy(*rng.normal(size=(2, 20, 10))) for _ in range(300)]
    assert abs(np.mean(values)) < 3.0 * np.std(values) / np.sqrt(300)


def test_values_become_those_of_the_first_sample_at_the_same_quantile():
    rng = np.random.default_rng(0)
    first, second = rng.gamma(2.0, size=2_000), rng.normal(size=2_000)
    values = rng.normal(size=500)
    undone = undo(values, first, second, rng)
    np.testing.assert_allclose(undone, stats.gamma(2.0).ppf(stats.norm.cdf(values)), rtol=0.25, atol=0.15)
    assert np.isin(undone, first).all()
    assert stats.spearmanr(values, undone)[0] > 0.999


def test_shares_of_equal_values_become_those_of_the_first_sample():
    rng = np.random.default_rng(0)
    first, second = (np.r_[np.zeros(n), np.ones(1000 - n)] for n in (700, 300))
    undone = undo(second, first, second, rng)
    assert np.mean(undone == 0.0) == pytest.approx(0.7, abs=0.05)
    assert np.all(undone[second == 0.0] == 0.0)  # no more move than need be


def test_features_are_undone_until_nothing_is_left():
    x, y = np.random.default_rng(0).normal(size=(2, 200, 5))
    y[:, 1] *= 2.5
    y[:, 3] += 1.5
    why = explained(x, y)
    table = why.explained_table
    assert table["feature"].tolist() == ["", "x4", "x2"]
    assert table["left"][0] == 1.0
    assert 0.05 < table["left"][1] < 0.4
    assert abs(table["left"][2]) < 0.05
    np.testing.assert_allclose(table["left"], table["distance"] / table["distance"][0])
    text = why.summary().replace("\n", " ")
    assert "If x4 did not differ, " in text
    assert "; if x4 and x2 did not, " in text
    assert "The rest is in other features" not in text
    assert "| and x2 |" in why.to_markdown()
    assert why.to_dict()["explained"]["feature"] == ["", "x4", "x2"]


def test_what_features_do_together_is_left():
    x, y = np.random.default_rng(0).normal(size=(2, 300, 3))
    y[:, 0] += 0.6
    y[:, 2] = 0.98 * y[:, 1] + 0.2 * y[:, 2]
    why = explained(x, y)
    assert why.explained_table["left"][-1] > 0.2
    assert "The rest is in other features, or in how features go together." in why.summary().replace("\n", " ")


@pytest.mark.parametrize(
    ("case", "rows"), [("nothing differs", 0), ("few rows", 0), ("ranks", 2), ("pairs", 2), ("one feature", 2)]
)
def test_where_it_is_told(case, rows):
    n = 15 if case == "few rows" else 100
    x, y = np.random.default_rng(0).normal(size=(2, n, 1 if case == "one feature" else 3))
    y[:, 0] += 0.0 if case == "nothing differs" else 2.0
    settings = {"ranks": {"scale": "rank"}, "pairs": {"design": "paired"}}.get(case, {})
    assert explained(x, y, **settings).explained_table.n_rows == rows
