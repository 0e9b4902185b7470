import numpy as np
import pytest
from matplotlib.quiver import Quiver

import setapart as sa
from setapart.results.problem import Problem


@pytest.mark.parametrize("k", [1, 2, 3])
def test_every_kind_draws_what_its_name_says(moved, k):
    result = moved(k)
    heading = "before (30 rows) against after (30 rows): p = 0.01"
    labels = {kind: [ax.get_xlabel() for ax in result.plot(kind).axes] for kind in ("quantiles", "null", "projected")}
    assert labels["quantiles"] == [
        f"quantile along direction {j + 1}{'' if k == 2 else f' (feature_{j + 1})'}" for j in range(k)
    ]
    assert labels["null"][0].startswith("projected Wasserstein distance")
    assert labels["projected"] == [f"direction 1{'' if k == 2 else ' (feature_1)'}, in the units of the data"]
    assert len(result.plot("pairs").axes) == k**2
    assert any(isinstance(artist, Quiver) for artist in result.plot("displacements").axes[0].collections)
    pictures = [ax.get_title("left") for ax in result.plot("image", shape=(1, 3)).axes if ax.images]
    assert len(pictures) == k
    assert {figure.get_suptitle() for figure in (result.plot("pairs"), result.plot("null"), result.plot())} == {heading}


def test_without_evidence_a_picture_of_directions_says_what_it_shows(moved, explained):
    chance = "p = 0.051\nno evidence of a difference: where these rows happen to differ most"
    result = moved(5, pvalue=0.051)
    for figure in (result.plot(), result.plot("displacements"), explained(pvalue=0.051).plot()):
        assert figure.get_suptitle().endswith(chance)
    parted = chance.replace("\n", "; 4 of 5 directions\n")
    assert result.plot("quantiles").get_suptitle().endswith(parted)
    for figure in (result.plot("null"), moved(2, pvalue=0.05).plot()):
        assert "\n" not in figure.get_suptitle()


def test_a_hostile_feature_that_is_a_direction_is_drawn_as_text(moved):
    result = moved(1, feature_names=("$\\frac$", "b", "c"))
    assert result.plot("projected").axes[0].get_xlabel() == r"direction 1 (\$\frac\$), in the units of the data"
    result.plot().draw_without_rendering()


def test_features_are_drawn_as_they_were_compared():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(20, 3)) * 10.0, rng.normal(size=(25, 3)) * 10.0 + [0.0, 40.0, 0.0]
    result = sa.two_sample_test(x, y, statistic="pw", k=1, scale="std", n_resamples=9)
    first = result.plot("features").axes[0]
    assert first.get_title("left").startswith("x2\n")
    marks = next(line for line in first.lines if line.get_marker() == "|").get_xdata()
    np.testing.assert_array_equal(marks, result.problem.pooled[:20, 1])
    assert np.ptp(marks) == pytest.approx(np.ptp(x[:, 1]) / np.ptp(x[:, 1] - x[0, 1]) * np.ptp(marks))


def test_features_of_sparse_rows_come_from_their_components(result_of):
    basis = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 2)))[0]
    parts = np.random.default_rng(1).normal(size=(70, 2))
    nothing = (np.array([], dtype=int),) * 2
    problem = Problem(parts, 40, 99, None, nothing, ([], []), basis=basis)
    figure = result_of(d=5, problem=problem).plot("features")
    for j, ax in enumerate(figure.axes[:5]):
        first, second = (line.get_xdata() for line in ax.lines if line.get_marker() == "|")
        np.testing.assert_allclose(np.concatenate([first, second]), (parts @ basis.T)[:, j])


@pytest.mark.parametrize(
    ("kind", "shape", "message"),
    [
        ("pair", None, "kind must be one of 'overview', .*, got 'pair'; did you mean 'pairs'"),
        ("image", None, "kind='image' needs it, and no other kind takes it"),
        ("pairs", (1, 3), "kind='image' needs it, and no other kind takes it"),
        ("features", None, "this result does not have its data; run the test again to draw the features"),
    ],
)
def test_what_cannot_be_drawn_is_said(result_of, kind, shape, message):
    with pytest.raises(ValueError, match=message):
        result_of().plot(kind, shape=shape)


def test_without_directions_there_are_two_kinds(result_of):
    result = result_of(projection=None, statistic_name="energy")
    assert result.plot("null").axes[0].get_xlabel() == "energy distance\nin the units of the data"
    message = "kind must be 'overview' or 'null' here: the statistic 'energy' has no directions"
    with pytest.raises(ValueError, match=message):
        result.plot("pairs")


def test_it_is_said_how_many_directions_are_not_drawn(moved):
    result = moved(6)
    for kind, shape in (("quantiles", None), ("image", (2, 3))):
        assert result.plot(kind, shape=shape).get_suptitle().endswith(": p = 0.01; 4 of 6 directions")
        assert "directions" not in moved(4).plot(kind, shape=shape and (2, 2)).get_suptitle()
    assert [ax.get_xlabel() for ax in result.plot().axes][1] == "loading (4 of 6 directions)"


def test_features_far_from_zero_are_drawn():
    """Warnings are errors in the tests."""
    x, y = np.random.default_rng(0).normal(size=(2, 40, 3))
    result = sa.two_sample_test(x + 1e15, y + 1e15 + [2, 0, 0], statistic="pw:1", n_resamples=19)
    result.plot("features").draw_without_rendering()
