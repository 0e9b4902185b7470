"""Published settings: their laws against closed forms, their variants for tuning, what is reported, the page."""

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

POWER = Path(__file__).parents[2] / "experiments" / "power"
N = 40_000  # standard errors of means and correlations are about 0.005


@pytest.fixture(scope="module")
def draws(part):
    return part("published_draws")


def drawn(draw, d, n=N):
    return draw(np.random.default_rng(0), n, d)


def test_bumps_carry_the_mass_of_their_formula(draws):
    # What a half of a cell gains and the other loses: a eᵈ Πᵣ (1/p) ∫ G over a half, whose integral is J / 4.
    half = quad(lambda t: np.exp(-1.0 / (1.0 - t * t)), -1.0, 1.0)[0] / 4.0
    x, y = drawn(draws.perturbed_uniform(2, 0.3), 1)
    for rows, change in ((x, 0.3 * np.e * half / 2.0), (y, 0.0)):
        shares = np.histogram(rows, bins=4, range=(0.0, 1.0))[0] / N
        assert np.abs(shares - 0.25) == pytest.approx(change, abs=0.01)
        assert shares[:2].sum() == pytest.approx(0.5, abs=0.01)  # a cell keeps its mass
    x, _ = drawn(draws.perturbed_uniform(2, 0.8), 2)
    shares = np.histogram2d(*x.T, bins=4, range=[[0.0, 1.0]] * 2)[0] / N
    assert np.abs(shares - 1.0 / 16.0) == pytest.approx(0.8 * np.e**2 * (half / 2.0) ** 2, abs=0.008)
    signs = np.sign(shares - 1.0 / 16.0)[:2, :2]
    assert signs[0, 0] == signs[1, 1] == -signs[0, 1] == -signs[1, 0]


def test_blobs_and_clusters(draws):
    x, y = drawn(draws.blobs_of_four(1.4), 3)
    for rows, last in ((x, 1.0), (y, 1.4)):
        odd = (rows[:, 0] < 0.0) & (rows[:, 1] < 0.0)
        assert odd.mean() == pytest.approx(0.25, abs=0.02)
        assert rows[odd].std(axis=0) == pytest.approx(last, abs=0.05)
        assert (np.abs(rows[~odd, :2]) - 20.0).std(axis=0) == pytest.approx(1.0, abs=0.03)
    x, y = drawn(draws.correlated_blobs(1.0), 2)
    for corner, s in (((0, 0), -0.020), ((0, 2), -0.024), ((2, 0), 0.022), ((2, 2), 0.026)):
        # Rows z L have the covariance Lᵀ L of the Cholesky factor of (v, s; s, v). In the outer quadrant of a corner
        # there are no other blobs' rows; asin tells its share.
        v, side = 0.03, s * np.sqrt(1.0 - (s / 0.03) ** 2)
        rho = side / np.sqrt((v + s * s / v) * (v - s * s / v))
        outward = ((y - corner) * (np.array(corner) - 1) > 0.0).all(axis=1)
        slope = rho if corner[0] == corner[1] else -rho
        assert outward.mean() * 9.0 == pytest.approx(0.25 + np.arcsin(slope) / (2.0 * np.pi), abs=0.02)
    spreads = np.sqrt(0.03 + np.array([0.020, 0.022, 0.024]) ** 2 / 0.03)
    assert (y[:, 0] < -0.25).mean() == pytest.approx(norm.cdf(-0.25 / spreads).mean() / 3.0, abs=0.006)
    assert np.cov((x - np.rint(x)).T) == pytest.approx(0.03 * np.eye(2), abs=0.002)
    x, y = drawn(draws.opposed_pair(0.5), 4)
    for rows, rho in ((x, 0.0), (y, 0.5)):
        for part, sign, mean in ((rows[: N // 2], 1, 0.0), (rows[N // 2 :], -1, 0.5)):
            assert np.corrcoef(part.T)[0, 1:] == pytest.approx([sign * rho, 0.0, 0.0], abs=0.03)
            assert part.mean(axis=0) == pytest.approx(mean, abs=0.03)
    x, y = drawn(draws.two_clusters(0.8), 16)  # the upper cluster of y lies at 1.2
    assert x.mean(axis=0) == pytest.approx(0.5, abs=0.03)
    assert y.mean(axis=0) == pytest.approx(0.6, abs=0.04)
    expected = np.full((3, 3), 0.36) + np.diag([2.5, 2.5, 1.0])  # opposite covariances of the pair cancel
    assert np.cov(y[:, :3].T) == pytest.approx(expected, abs=0.08)
    upper = y[:, 2:].mean(axis=1) > 0.6  # by the other features, nearly always right
    assert np.corrcoef(y[upper, :2].T)[0, 1] > 0.7
    assert np.corrcoef(y[~upper, :2].T)[0, 1] == pytest.approx(-0.225, abs=0.08)


def test_high_dimensional_laws(draws):
    x, y = drawn(draws.spheres(0.1), 20)
    assert [(rows**2).sum(axis=1).mean() for rows in (x, y)] == pytest.approx([1.008, 1.218], abs=0.002)
    x, y = drawn(draws.equicorrelated(0.1), 6)
    assert [np.corrcoef(rows.T)[1, 4] for rows in (x, y)] == pytest.approx([0.5, 0.6], abs=0.02)
    x, y = drawn(draws.autoregressive(0.1), 6)
    assert np.corrcoef(x.T)[1, 2:] == pytest.approx([0.5, 0.25, 0.125, 0.0625], abs=0.02)
    assert np.corrcoef(y.T)[1, 2:] == pytest.approx([0.6, 0.36, 0.216, 0.1296], abs=0.02)
    assert y.var(axis=0) == pytest.approx(1.0, abs=0.04)
    x, y = drawn(draws.thin_cube(0.1), 32)
    assert y.var(axis=0)[[0, 29, 30, 31]] * 12.0 == pytest.approx([0.64, 0.64, 1.0, 1.0], abs=0.02)
    assert y[:, :30].min() >= 0.1
    _, y = drawn(draws.one_factor(3.0), 7)
    assert np.cov(y.T) == pytest.approx(
        np.block([[np.eye(2), np.zeros((2, 5))], [np.zeros((5, 2)), np.full((5, 5), 3.0)]]), abs=0.08
    )
    _, y = drawn(draws.two_means(4.0), 2)
    assert (y.mean(axis=0), y.var(axis=0)) == (pytest.approx([0.0, 0.0], abs=0.08), pytest.approx([17.0, 1.0], abs=0.2))


def test_our_own_laws(draws):
    _, y = drawn(draws.two_clumps(0.95), 5)
    assert np.cov(y.T) == pytest.approx(np.eye(5), abs=0.03)
    # The squared length has variance 2 for each normal axis, and E u⁴ - 1 for u = s b + √(1 - s²) z.
    fourth = 0.95**4 + 6 * 0.95**2 * 0.0975 + 3 * 0.0975**2
    assert (y**2).sum(axis=1).var() == pytest.approx(8.0 + fourth - 1.0, abs=0.4)
    _, y = drawn(draws.clump(4.0), 2)
    assert (y.mean(axis=0), y.var(axis=0)) == (
        pytest.approx([0.2, 0.0], abs=0.03),
        pytest.approx([1.76, 1.0], abs=0.07),
    )
    samples = drawn(draws.pair_correlations(0.5, -0.5), 3)
    assert [np.corrcoef(rows.T)[0, 1] for rows in samples] == pytest.approx([0.5, -0.5], abs=0.02)
    _, y = drawn(draws.folded_pair(0.8), 3)
    sides = np.corrcoef(np.vstack([y[:, 1], y[:, 0], np.abs(y[:, 0]), y[:, 2]]))[0, 1:]
    assert sides == pytest.approx([0.0, 0.8, 0.0], abs=0.03)
    assert (y[:, 1].mean(), y[:, 1].var()) == (pytest.approx(0.0, abs=0.02), pytest.approx(1.0, abs=0.05))


def test_digits_are_a_fair_draw_without_replacement(draws):
    rows, digit = draws.images()
    place = {image.tobytes(): i for i, image in enumerate(rows)}
    draw = draws.digits((1, 3, 5, 7, 9))
    odd = []
    for seed in range(100):
        x, y = ([place[image.tobytes()] for image in sample] for sample in draw(np.random.default_rng(seed), 300, 64))
        assert len({*x, *y}) == 600
        assert (digit[y] % 2 == 1).all()
        odd.append((digit[x] % 2).mean())
    assert np.mean(odd) == pytest.approx((digit % 2).mean(), abs=0.01)  # from one pile it would be 0.40 and not 0.50
    with pytest.raises(ValueError, match="fewer than 300"):
        draws.digits((1, 3))(np.random.default_rng(0), 300, 64)


def test_settings_and_their_variants_for_tuning(part):
    settings = part("published_settings")
    shown, tuned = settings.PUBLISHED, settings.published_settings(tuning=True)
    assert {settings.row(name) for name in shown} == {f"P{i}" for i in range(1, 17)} | {f"X{i}" for i in range(1, 5)}
    assert not shown.keys() & tuned.keys()
    assert [name for name, _ in settings.TUNING] == list(tuned)
    for setting, variant, (_, generate) in zip(shown.values(), tuned.values(), settings.TUNING, strict=True):
        assert setting.null == variant.null == setting.name.startswith("X4")
        assert 0.09 <= abs(np.log(variant.n / setting.n)) <= 0.4
        assert setting.null or setting.words != variant.words  # the strength
        x, y = generate(3)
        assert x.shape == y.shape == (variant.n, variant.d)
        assert np.array_equal(generate(3)[1], y)
        assert not np.array_equal(generate(4)[1], y)
        x, y = setting.sample(3, 0)
        assert x.shape == y.shape == (setting.n, setting.d)


def test_reported_values_are_of_the_settings(part):
    settings = part("published_settings")
    with (POWER / "results" / "published_values.csv").open(encoding="utf-8", newline="") as file:
        values = list(csv.DictReader(file))
    for value in values:
        setting = settings.PUBLISHED[value["setting"]]
        assert (value["row"], int(value["rows"])) == (settings.row(setting.name), setting.n)
        assert 0.0 <= float(value["value"]) <= 1.0
        assert value["source"]
    assert len({(value["setting"], value["method"]) for value in values}) == len(values)
    known = {value["setting"] for value in values}
    assert known == {name for name in settings.PUBLISHED if settings.row(name) in {f"P{i}" for i in range(1, 14)}}


def test_the_page_says_where_auto_wins_and_loses(part, tmp_path):
    ledger, table = part("ledger"), part("published_table")
    book = ledger.Ledger(tmp_path / "published.csv")
    for setting, method, rejections in (
        ("P2-500-1", "auto", 120),
        ("P2-500-1", "c2st_forest", 200),
        ("P7-few-100-50", "auto", 180),
        ("P7-few-100-50", "geometry", 190),
        ("P14-1-300-64", "auto", 100),
        ("P14-1-300-64", "mmd aggregate", 80),
        ("P14-1-300-64", "c2st_forest", 102),
    ):
        for first in (0, 100):
            book.append(ledger.Entry(setting, method, first, 100, rejections // 2, 199, 0.05, 0, 0.1))
    rows = {
        line.split(" | ")[0][2:]: line for line in table.results_table(tmp_path).splitlines() if "| – | – |" not in line
    }
    # Clopper and Pearson of 120 of 200: 0.5285 to 0.6685.
    assert rows["P2"].endswith("| .605 MMDAgg | .60 [.53, .67] | – | .60 met |")
    assert "| .54 KLR-0 | .90 [.85, .94] | .95 [.91, .98] `geometry` | .90 met |" in rows["P7"]
    assert rows["P14"].endswith("`mmd aggregate` | .51 **missed** |")  # by the forest
    told = table.comparison(tmp_path).splitlines()
    assert told[0].startswith("`auto` rejects at least as often as the best published test in 1 of 2 settings.")
    assert told[2] == (
        "- P2, perturbed uniform, 2 cells an axis, amplitude 0.3, n = m = 500, d = 1: `auto` .60, MMDAgg .605 (-0.01)."
    )


def test_the_page_shows_the_committed_results(part):
    table = part("published_table")
    text = table.PAGE.read_text(encoding="utf-8")
    assert table.filled(text, POWER / "results") == text, "run python experiments/power/published_table.py"


def test_a_quick_run_goes_on_where_it_stopped(run, tmp_path):
    options = ("--quick", "--settings", "X3,P2-500-1", "--methods", "dictionary,energy", "--results", tmp_path)
    done = run("published", *options)
    assert done.stderr.startswith("4 of 4 blocks to run")
    assert (
        "| X3 | x₂ follows the size of x₁, correlation 0.8 | 100 | 10 | – | – | 1.00 [.16, 1.00] (2) `dictionary` |"
        in done.stdout
    )
    assert run("published", *options, "--trials", 2).stderr.startswith("0 of 4 blocks to run")
