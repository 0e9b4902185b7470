"""Directions as steps of scikit-learn pipelines."""

try:
    import sklearn  # noqa: F401
except ImportError:
    raise ImportError("estimators need scikit-learn: pip install 'setapart[ml]'") from None

from setapart.estimators.projector import WassersteinProjector
from setapart.estimators.selector import DirectionSelector

__all__ = ["DirectionSelector", "WassersteinProjector"]
