"""scikit-learn's own checks of an estimator, all of them."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import setapart as sa


@pytest.fixture(autouse=True)
def _with_every_check(monkeypatch):
    """Without this setting, scikit-learn skips its check that NumPy arrays work with dispatch to other libraries."""
    monkeypatch.setenv("SCIPY_ARRAY_API", "1")


@parametrize_with_checks(
    [
        sa.WassersteinProjector(),
        sa.WassersteinProjector(n_components=1, scale="rank", centred=True),
        sa.DirectionSelector(),
        sa.DirectionSelector(n_features_to_select=1, scale="std"),
    ]
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)
