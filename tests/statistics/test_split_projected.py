"""The settings of the split test."""

import pytest

from setapart.projection.starts import Starts
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.split_projected import SplitProjectedWasserstein


def test_defaults_are_those_of_the_search():
    setting = SplitProjectedWasserstein(2)
    assert (setting.name, setting.share, setting.n_splits, setting.centred) == ("pw_split", 0.5, 1, False)
    assert (setting.n_steps, setting.starts) == (40, Starts())
    assert setting.learner == ProjectedWasserstein(2)
    assert SplitProjectedWasserstein(1, centred=True, n_steps=7).learner == ProjectedWasserstein(
        1, centred=True, n_steps=7
    )


@pytest.mark.parametrize(
    ("setting", "error", "message"),
    [
        ({"k": 0}, ValueError, "k must be at least 1, got 0"),
        ({"k": 1.5}, TypeError, "k must be an integer, got 1.5"),
        ({"k": 1, "share": 1}, ValueError, "share must lie strictly between 0 and 1, got 1.0"),
        ({"k": 1, "share": "half"}, TypeError, "share must be a number between 0 and 1, got 'half'"),
        ({"k": 1, "n_splits": 4}, ValueError, "n_splits must be odd, so that the median p-value is one of them; got 4"),
        ({"k": 1, "n_splits": -1}, ValueError, "n_splits must be at least 1, got -1"),
        ({"k": 1, "n_steps": 0}, ValueError, "n_steps must be at least 1, got 0"),
        ({"k": 1, "starts": 3}, TypeError, "starts must be a Starts object, got 3"),
        ({"k": 1, "centred": 1}, TypeError, "centred must be True or False, got 1"),
    ],
)
def test_settings_that_cannot_be_used(setting, error, message):
    with pytest.raises(error, match=message):
        SplitProjectedWasserstein(**setting)
