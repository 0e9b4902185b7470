"""Rows enormously far away, as fill values are: the right value, or an error that names the cell."""

import re

import numpy as np
import pandas as pd
import pytest

import setapart as sa

FILLS = (1e8, 1e12, 1e16, 9.96921e36, 1e300)
LENGTHS = ("energy", "covariance", "sliced", "wasserstein", "sinkhorn", "pw:1", "pw:2", "pw:1 centred", "prw:1")
GRAPHS = ("knn", "friedman_rafsky", "edge_count")


def samples(fill, *, shared=True, n=12):
    """A shift of the second feature by one standard deviation, and a fill value in the first row."""
    x, y = np.random.default_rng(0).standard_normal((2, n, 3))
    y[:, 1] += 1.0
    x[0] = [fill, 0.0, 0.0]
    if shared:
        y[0] = [fill, 0.0, 0.0]
    return x, y


def run(x, y, statistic):
    return sa.two_sample_test(x, y, statistic=statistic, n_resamples=19, rng=0)


def refuses(x, y, statistic, fill):
    where = f"sample 'x' has {fill:g} at row index 0, column 'x1', so far from other rows"
    with pytest.raises(ValueError, match=re.escape(where)):
        run(x, y, statistic)


@pytest.mark.parametrize("fill", FILLS[:2])
@pytest.mark.parametrize("statistic", [*LENGTHS, *GRAPHS, "srw:1", "max_sliced", "auto"])
def test_beside_a_shared_fill_value_the_others_decide(statistic, fill):
    """Beyond 1e4 spreads values no longer depend on how far the rows are, but for `covariance`, the root of that."""
    found, wanted = run(*samples(fill), statistic), run(*samples(1e5), statistic)
    growth = np.sqrt(fill / 1e5) if statistic == "covariance" else 1.0
    # At 1e12 four of 16 figures are left; a score of several is made of ranks.
    tolerance = 0.02 if statistic == "auto" else 2e-3
    assert found.statistic == pytest.approx(wanted.statistic * growth, rel=tolerance)
    assert abs(found.pvalue - wanted.pvalue) <= 0.05


@pytest.mark.parametrize("fill", FILLS[2:])
@pytest.mark.parametrize("statistic", [*LENGTHS, *GRAPHS, "srw:1", "max_sliced", "diproperm", "ball", "auto"])
def test_what_has_lost_its_figures_is_refused(statistic, fill):
    refuses(*samples(fill), statistic, fill)


@pytest.mark.parametrize("statistic", ["diproperm", "ball"])
def test_some_lose_theirs_earlier(statistic):
    refuses(*samples(1e12), statistic, 1e12)
    found, wanted = run(*samples(1e7), statistic), run(*samples(1e5), statistic)
    assert found.statistic == pytest.approx(wanted.statistic, rel=2e-3)


@pytest.mark.parametrize("fill", FILLS[:-1])
@pytest.mark.parametrize(
    "statistic",
    ["mmd", "mean_embedding", "marginal", "marginal ranks", "ks", "tv", "hotelling", "c2st", "f_divergence",
     "whitened", "geometry"],
)  # fmt: skip
def test_what_does_not_add_lengths_is_right_beside_any(statistic, fill):
    found, wanted = run(*samples(fill), statistic), run(*samples(1e5), statistic)
    assert found.statistic == pytest.approx(wanted.statistic, rel=2e-3)
    assert found.pvalue == wanted.pvalue


@pytest.mark.parametrize("statistic", ["mmd", "mean_embedding", "linear_time_mmd"])
def test_squares_that_vanish_are_refused(statistic):
    refuses(*samples(1e300), statistic, 1e300)


@pytest.mark.parametrize("statistic", ["energy", "sliced", "wasserstein", "pw:1"])
def test_in_one_sample_the_value_is_that_of_the_fill_value(statistic):
    """Twelve rows a sample, one of them so far away: its share of the mass goes all the way."""
    far, farther = run(*samples(1e20, shared=False), statistic), run(*samples(1e36, shared=False), statistic)
    assert farther.statistic == pytest.approx(1e16 * far.statistic, rel=1e-12)


def test_a_comparison_refuses_too():
    with pytest.raises(ValueError, match="statistic 'energy' cannot be computed"):
        sa.compare(*samples(1e36), statistics=["marginal", "energy"], n_resamples=19)


def test_closed_forms_and_thresholds_refuse_too():
    with pytest.raises(ValueError, match="statistic 'knn' cannot be computed"):
        sa.two_sample_test(*samples(1e36), statistic="knn", method=sa.Asymptotic())
    with pytest.raises(ValueError, match="statistic 'pw:1' cannot be computed"):
        sa.two_sample_test(*samples(1e36), statistic="pw:1", method=sa.Concentration(diameter=1e37))


def test_the_search_for_directions_refuses_too():
    with pytest.raises(ValueError, match="statistic 'pw:2 long' cannot be computed"):
        sa.projected_wasserstein(*samples(9.96921e36), k=2)


def test_the_row_and_the_column_are_named():
    x, y = samples(1.0)
    x[3, 2] = y[5, 2] = -1e36
    frames = [pd.DataFrame(rows, columns=["a", "b", "c"]) for rows in (x, y)]
    with pytest.raises(ValueError, match=r"sample 'x' has -1e\+36 at row index 3, column 'c'"):
        run(*frames, "energy")


@pytest.mark.parametrize("exact", [True, False])
def test_swapped_samples_have_the_same_distances(exact):
    """The score of a combination is made of ranks among relabellings: it is the same where all are enumerated."""
    x, y = np.random.default_rng(1).standard_normal((2, 4 if exact else 12, 3))
    y[:, 0] += 1.0
    one, other = (sa.two_sample_test(*pair, n_resamples=99, rng=0) for pair in ((x, y), (y, x)))
    for first, second in zip(one.components, other.components, strict=True):
        # An ascent ends where it ends to four figures or so, in whichever order the rows come.
        assert first.statistic == pytest.approx(second.statistic, rel=1e-3)
    assert one.exact is exact
    if exact:
        assert one.statistic == pytest.approx(other.statistic, rel=1e-2)
        assert one.pvalue == other.pvalue
    else:
        assert one.statistic == pytest.approx(other.statistic, abs=1.0)


@pytest.mark.parametrize("kernel", ["linear", lambda a, b: a @ b.T])
def test_squares_lose_their_figures_earlier(kernel):
    """‖x̄ - ȳ‖² beside a shared fill value, which the mean of the squares swallows from about 1e8 on."""
    statistic = sa.MMD(kernel=kernel)
    for fill in (0.0, 1e5):
        x, y = samples(fill)
        wanted = float(np.sum((x[1:].sum(axis=0) - y[1:].sum(axis=0)) ** 2)) / 12**2
        assert run(x, y, statistic).statistic == pytest.approx(wanted, rel=1e-5)  # of squares of 1e10, 16 figures
    for fill in (1e9, 1e16):
        where = f"sample 'x' has {fill:g} at row index 0, column 'x1', so far from other rows"
        with pytest.raises(ValueError, match=re.escape(where)):
            run(*samples(fill), statistic)


def test_an_area_along_no_direction_is_refused():
    with pytest.raises(ValueError, match="so far from other rows that float64 keeps no figures"):
        run(*samples(1e16), sa.DiProPerm(summary="auc"))


@pytest.mark.parametrize("fill", [1e9, 1e16, 1e100])
def test_linear_time_with_the_linear_kernel_keeps_its_figures(fill):
    """h = (x - y)ᵀ(x' - y') grows as the fill value does, and no faster."""
    found, wanted = (run(*samples(far), "linear_time_mmd linear").statistic for far in (fill, 1e9))
    assert found == pytest.approx(wanted * (fill / 1e9), rel=1e-6)


@pytest.mark.parametrize("statistic", ["geometry", "whitened"])
def test_units_of_features_are_no_reason_to_refuse(statistic):
    """Features of two values are clusters in any unit; but a single feature with a fill value has lost its figures."""
    x, y = np.random.default_rng(2).integers(0, 2, (2, 12, 3)).astype(float)
    units = np.array([2.0**60, 1.0, 2.0**-60])
    found, wanted = run(x * units, y * units, statistic), run(x, y, statistic)
    assert (found.statistic, found.pvalue) == (wanted.statistic, wanted.pvalue)
    refuses(*(rows[:, :1] for rows in samples(1e200)), statistic, 1e200)
