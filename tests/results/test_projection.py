"""A projection as data: whether means were removed, and what the words then are."""

import json

import numpy as np
import pytest

from setapart.report.words import search_words
from setapart.results import Projection
from setapart.transport.plan import Plan

REMOVED = "The statistic removes the means of the samples"


def projection(**changes):
    """Two points against one, along one of two features."""
    x, y = np.array([[0.0], [2.0]]), np.array([[5.0]])
    plan = Plan(np.array([0, 1]), np.array([0, 0]), np.array([0.5, 0.5]), (2, 1))
    fields = {
        "value": 1.0,
        "directions": np.array([[0.0], [1.0]]),
        "coefficients": np.array([[0.0], [1.0]]),
        "weights": np.ones(1),
        "feature_names": ("u", "v"),
        "plan": plan,
        "x_projected": x,
        "y_projected": y,
        "upper_bound": None,
        "status": "stationary",
        "message": "It ended.",
        "stationarity": 0.0,
        "start": "mean",
        "n_steps": 1,
    }
    return Projection(**(fields | changes))


@pytest.mark.parametrize("centred", [True, False])
def test_whether_means_were_removed_is_plain_data_and_words(centred):
    told = json.loads(json.dumps(projection(centred=centred).to_dict()))
    assert told["centred"] is centred
    assert (REMOVED in search_words(projection(centred=centred))) is centred
    assert (REMOVED in search_words(projection(centred=centred, status="exact"))) is centred


def test_the_samples_are_as_they_are_unless_it_says_otherwise():
    assert projection().centred is False


def test_differences_are_those_of_the_samples_as_they_are():
    """Means 1 and 5, also where the statistic looks at neither."""
    assert projection(centred=True).difference_table()["location"].tolist() == [4.0]


def test_a_share_is_the_squared_loadings_by_the_weights_of_their_directions():
    found = projection(
        directions=np.array([[0.6, 0.8], [0.8, -0.6]]),
        coefficients=np.array([[0.6, 0.8], [0.8, -0.6]]),
        weights=np.array([0.75, 0.25]),
        x_projected=np.zeros((2, 2)),
        y_projected=np.zeros((1, 2)),
    )
    assert found.feature_shares.tolist() == pytest.approx([0.36 * 0.75 + 0.64 * 0.25, 0.64 * 0.75 + 0.36 * 0.25])
    assert found.top_feature == "v"
    assert found.feature_table()["share"].tolist() == found.feature_shares[[1, 0]].tolist()
