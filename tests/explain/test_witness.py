"""What leads where no direction does: its name, the rule that imitates it, the direction that shows it, its rows."""

from itertools import product

import numpy as np
import pytest

import setapart as sa
from setapart._designs import Clustered
from setapart.explain import imitation
from setapart.explain.imitation import imitate, linear_fit
from setapart.explain.witness import explained_witness
from setapart.inference.units import units_of


def explained(inside, values):
    """R² of being inside, by its definition."""
    if inside.all() or not inside.any():
        return 0.0
    levels = np.where(inside, values[inside].mean(), values[~inside].mean())
    return 1.0 - np.sum((values - levels) ** 2) / np.sum((values - values.mean()) ** 2)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_rule_of_few_values_is_that_of_all_rules(seed):
    """Against every box of two features with four values each, by loops; a simpler rule may fall .05 behind."""
    rng = np.random.default_rng(seed)
    points = rng.integers(0, 4, (60, 3)).astype(float)
    values = rng.standard_normal(60) + 2.0 * (points[:, 0] >= 2.0) * (points[:, 2] == 1.0)
    intervals = [(low, high) for low, high in product([-np.inf, 0, 1, 2], [0, 1, 2, np.inf]) if low < high]
    best = max(
        explained((points[:, j] > a) & (points[:, j] <= b) & (points[:, k] > c) & (points[:, k] <= e), values)
        for j, k in ((0, 1), (0, 2), (1, 2))
        for (a, b), (c, e) in product(intervals, repeat=2)
    )
    box = imitate(points, values)
    assert box.explained == pytest.approx(explained(box.inside(points), values))
    assert best - imitation._NEARLY <= box.explained <= best + 1e-12


def test_the_simplest_of_nearly_equal_rules():
    rng = np.random.default_rng(0)
    points = rng.standard_normal((500, 4))
    threshold = imitate(points, 1.0 * (points[:, 2] > np.median(points[:, 2])))
    assert threshold.features == (2,)
    assert np.isinf(threshold.ends[0]).sum() == 1
    assert threshold.explained > 0.99
    interval = imitate(points, 1.0 * (np.abs(points[:, 1]) < 0.7))
    assert interval.features == (1,)
    assert np.allclose(interval.ends, [(-0.7, 0.7)], atol=0.1)
    box = imitate(points, 1.0 * ((points[:, 0] > 0.0) & (points[:, 3] < 0.0)))
    assert box.features == (0, 3)
    assert box.explained > 0.9


def test_rules_of_constant_and_of_many_features():
    rng = np.random.default_rng(0)
    assert imitate(np.ones((20, 2)), rng.standard_normal(20)) is None
    assert imitate(rng.standard_normal((20, 2)), np.ones(20)) is None
    points = rng.standard_normal((200, 300))
    assert imitate(points, np.abs(points[:, 250])).features == (250,)
    assert imitate(np.column_stack([points, points[:, :1] > 0.0]), 1.0 * (points[:, 0] > 0.0)).explained > 0.95


@pytest.mark.parametrize("d", [2, 40])
def test_a_linear_fit_leaves_each_row_out(monkeypatch, d):
    """For one ridge, against a regression without each row, centred and scaled by all."""
    monkeypatch.setattr(imitation, "_RIDGES", (0.5,))
    rng = np.random.default_rng(1)
    points = rng.standard_normal((30, d)) * 100.0
    values = points[:, 0] / 100.0 + 0.3 * rng.standard_normal(30)
    z = (points - points.mean(axis=0)) / points.std(axis=0)
    spread = np.linalg.svd(z, compute_uv=False)
    ridge = 0.5 * np.mean(spread[spread > 1e-9] ** 2) * np.eye(d)
    errors = []
    for i in range(30):
        rest = np.arange(30) != i
        # The intercept is free: rows and values are centred by the rest.
        centre, mean = z[rest].mean(axis=0), values[rest].mean()
        slopes = np.linalg.solve(
            (z[rest] - centre).T @ (z[rest] - centre) + ridge, (z[rest] - centre).T @ (values[rest] - mean)
        )
        errors.append(values[i] - mean - (z[i] - centre) @ slopes)
    wanted = 1.0 - np.sum(np.square(errors)) / np.sum((values - values.mean()) ** 2)
    found, loadings = linear_fit(points, values)
    assert found == pytest.approx(max(wanted, 0.0), rel=1e-6)
    slopes = np.linalg.solve(z.T @ z + ridge, z.T @ (values - values.mean()))
    if wanted > 0.0:
        np.testing.assert_allclose(loadings, slopes / np.linalg.norm(slopes), rtol=1e-8)


def test_a_linear_fit_of_noise_and_of_nothing():
    rng = np.random.default_rng(0)
    points = rng.standard_normal((200, 20))
    assert linear_fit(points, rng.standard_normal(200))[0] < 0.05
    assert linear_fit(np.ones((5, 2)), np.arange(5.0))[0] == 0.0
    assert linear_fit(points, np.ones(200))[0] == 0.0


def shells(rng, d=30):
    x, y = rng.standard_normal((2, 150, d))
    return x, y / np.linalg.norm(y, axis=1, keepdims=True) * np.sqrt(d)


def blobs(rng):
    """Nine blobs, of which those of the second sample are slanted."""
    centres = 10.0 * np.array(list(product(range(3), repeat=2)))
    x, y = rng.standard_normal((2, 225, 2))
    y[:, 1] = 0.8 * y[:, 0] + 0.6 * y[:, 1]
    where = centres[np.arange(225) % 9]
    return x + where, y + where


def chains(rng, d=100):
    """Autoregressions, of 0.5 and of 0.6."""
    samples = []
    for rho in (0.5, 0.6):
        z = rng.standard_normal((200, d))
        for j in range(1, d):
            z[:, j] = rho * z[:, j - 1] + np.sqrt(1.0 - rho**2) * z[:, j]
        samples.append(z)
    return samples


def cube(rng, d=5):
    """A thin shell of a cube against the cube itself, as wide."""
    x, y = rng.uniform(-1.0, 1.0, (2, 150, d))
    y[np.arange(150), rng.integers(0, d, 150)] = rng.choice([-1.0, 1.0], 150)
    return np.sqrt(np.mean(y**2) / np.mean(x**2)) * x, y


def wave(rng):
    """A cubic in the second sample, in no correlation and in no feature by itself."""
    z = rng.uniform(-1.0, 1.0, (2, 200))
    x, y = (np.column_stack([u, 2.5 * u**3 - 1.5 * u + 0.2 * rng.standard_normal(200)]) for u in z)
    return np.column_stack([x[:, 0], rng.permutation(x[:, 1])]), y


FAMILY = ["energy", "geometry", "whitened", "dictionary"]


@pytest.mark.parametrize(
    ("samples", "statistic", "words"),
    [
        (shells, "geometry", "the distance from the median varies less among rows of y (middle half"),
        (shells, FAMILY, "the distance from the median varies less among rows of y (middle half"),
        (shells, "auto", "the distance from the median varies less among rows of y (middle half"),
        (chains, "geometry", "rows of y lie nearer to the middle, measured by the correlations of all rows (Mahal"),
        (chains, "auto", "rows of y lie nearer to the middle, measured by the correlations of all rows (Mahal"),
        (blobs, "geometry", "rows of y lie nearer to their nearest neighbours (distance from neighbour 5, median"),
        (blobs, "whitened", "seen by distances between rows up to about a sixteenth of their median; no direction"),
        (wave, "auto", "x1 and x2 depend on each other differently (degrees 3 and 1)."),
        (blobs, "auto", "seen by distances between rows up to about a sixteenth of their median; no direction"),
        (cube, "geometry", "the Mahalanobis norm with ridge 0.5 varies less among rows of y (middle half"),
    ],
)  # fmt: skip
def test_the_first_screen_says_what_leads(samples, statistic, words):
    res = sa.two_sample_test(*samples(np.random.default_rng(0)), statistic=statistic, n_resamples=199, rng=0)
    told = " ".join(res.summary().split())
    assert words in told
    assert f"The difference is in several together{',' if words.startswith('seen') else ':'} {words}" in told


def test_an_explanation_has_the_rows_the_rule_and_how_well_it_works():
    """A clump of the second sample, which its rows are the most typical of; the rule encloses it."""
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((2, 150, 4))
    y[:45, 1:3] = 0.2 * y[:45, 1:3] + [-1.0, 1.2]
    res = sa.two_sample_test(x, y, statistic="whitened", n_resamples=199, rng=0)
    why = res.explain(n_refits=20)
    witness, table = why.by_witness, why.witness()
    assert (table.n_rows, table["sample"].tolist()) == (20, ["x"] * 10 + ["y"] * 10)
    assert np.all(table["row"][10:] < 45)
    assert np.all(np.diff(table["value"][:10]) <= 0.0)
    assert np.all(np.diff(table["value"][10:]) >= 0.0)
    assert {condition.feature for condition in witness.imitation.conditions} == {"x2", "x3"}
    assert witness.imitation.leading == 1
    assert 0.5 < witness.imitation.held_out <= witness.imitation.explained < 1.0
    assert 0.55 < witness.held_out_auc < witness.auc + 0.05  # rows are left out of their own means in both
    assert witness.linear.explained < witness.imitation.explained
    np.testing.assert_array_equal(res.by_witness.values, witness.values)
    inside = np.ones(300, bool)
    for condition in witness.imitation.conditions:
        column = np.concatenate([x, y])[:, int(condition.feature[1:]) - 1]
        inside &= (column > condition.above) & (column <= condition.at_most)
    assert witness.imitation.inside == (inside[:150].sum(), inside[150:].sum())
    assert why.to_dict()["witness"]["rows"]["row"] == table["row"].tolist()


def test_the_auc_is_the_share_of_pairs_in_order():
    x, y = np.random.default_rng(0).standard_normal((2, 30, 3)) + np.array([0.0, 1.5])[:, None, None]
    witness = sa.two_sample_test(x, y, statistic="energy", n_resamples=99, rng=0).by_witness
    first, second = witness.samples
    assert witness.auc == pytest.approx(np.mean(first[:, None] > second) + 0.5 * np.mean(first[:, None] == second))


def test_held_out_it_is_no_better_than_chance_where_nothing_differs():
    """Over ten trials of noise called a difference, near one half; in the rows of the choice far above."""
    values = []
    for seed in range(60):
        x, y = np.random.default_rng(seed).standard_normal((2, 20, 3))
        res = sa.two_sample_test(x, y, statistic="geometry", n_resamples=19, rng=0)
        if res.pvalue <= 0.05:
            witness = res.explain(n_refits=20).by_witness
            values.append((witness.auc, witness.held_out_auc))
    assert values
    auc, held_out = np.mean(values, axis=0)
    assert auc > 0.65
    assert held_out < auc - 0.05


@pytest.mark.parametrize("statistic", ["pw:1", "marginal"])
def test_what_has_directions_has_no_witness(statistic):
    x, y = np.random.default_rng(0).standard_normal((2, 30, 3)) + np.array([0.0, 1.5])[:, None, None]
    res = sa.two_sample_test(x, y, statistic=statistic, n_resamples=99, rng=0)
    why = res.explain(n_refits=20)
    assert res.by_witness is why.by_witness is None
    with pytest.raises(AttributeError, match="this explanation has no witness"):
        why.witness()


def test_without_evidence_there_is_no_witness():
    x, y = np.random.default_rng(1).standard_normal((2, 30, 3))
    res = sa.two_sample_test(x, y, statistic="energy", n_resamples=99, rng=0)
    assert res.pvalue > 0.05
    assert res.by_witness is None
    assert res.explain(n_refits=20).by_witness is None


def test_clusters_are_halved_as_wholes():
    """Ten copies of each row: held out by rows, copies would tell what to choose."""
    rng = np.random.default_rng(5)
    x, y = (rng.standard_normal((8, 2)).repeat(10, axis=0) for _ in range(2))
    res = sa.two_sample_test(x, y, statistic="whitened", n_resamples=99, rng=0)
    design = Clustered(np.repeat(range(16), 10))
    by_rows, by_clusters = (
        explained_witness(res, res.problem, units_of(80, 160, units)).held_out_auc for units in (None, design)
    )
    assert by_rows > 0.95
    assert by_clusters < 0.8


@pytest.mark.parametrize(("samples", "leading"), [("shift", "pw:1"), (wave, "dictionary")])
def test_among_equals_what_no_direction_shows_leads(samples, leading):
    """Both have the smallest p-value there is; energy sees the shift from farther than the direction does, too."""
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal((2, 100, 10)) + [[[0.0]], [[0.3]]]) if samples == "shift" else samples(rng)
    members = ["pw:1", "pw:1 centred", "energy", "dictionary"]
    res = sa.two_sample_test(x, y, statistic=members, n_resamples=99, rng=0)
    smallest = [part.name for part in res.components if part.unadjusted_pvalue == 0.01]
    assert res.leading.name == leading
    assert {"pw:1", "energy"} <= set(smallest) or {"pw:1 centred", "dictionary"} <= set(smallest)
    assert (res.by_witness is None) == (samples == "shift")
    assert res.projection_of == ("pw:1" if samples == "shift" else "pw:1 centred")
