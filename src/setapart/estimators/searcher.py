"""What the estimators share: the search for the directions that set two classes apart."""

import warnings
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import ClassifierTags, Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from setapart._checks import check_integer
from setapart.api.distances import projected_wasserstein
from setapart.data.arrays import array_of
from setapart.data.frames import index_values, sole_column, wrapped
from setapart.data.labels import order_by_name
from setapart.data.rng import resolve_seed
from setapart.data.scaling import pooled_scaling
from setapart.inference.pvalues import tie_tolerance
from setapart.projection.rules import LONG
from setapart.projection.starts import Starts
from setapart.statistics.projected import ProjectedWasserstein, thorough

__all__ = ["DirectionSearcher"]


class DirectionSearcher(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Finds the directions along which two classes are furthest apart, and keeps them as `projection_`."""

    def __init__(
        self,
        n_components: int = 2,
        *,
        scale: str | None = None,
        sparsity: int | None = None,
        centred: bool = False,
        n_steps: int = LONG,
        starts: Starts | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_components = n_components
        self.scale = scale
        self.sparsity = sparsity
        self.centred = centred
        self.n_steps = n_steps
        self.starts = starts
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Find the directions.

        Parameters
        ----------
        X : (N, d) array_like or data frame
            Finite numbers, a row an observation.
        y : (N,) array_like
            The class of each row, one of two. A series with an index goes with the rows of a frame by name.

        Returns
        -------
        self

        Raises
        ------
        ValueError, TypeError
            If a setting or the data cannot be used; the message names it.
        TransportError
            If a transport problem ended without a proof of optimality.

        Warns
        -----
        UserWarning
            If the classes do not differ at all, so that the directions say nothing.
        """
        frame, column = wrapped(X), sole_column(wrapped(y))  # before scikit-learn makes arrays of them
        backend = None if frame is None else str(frame.implementation.value)
        order = order_by_name(index_values(column), index_values(frame), "y", "X")
        y = y if column is None else column.to_native()
        rows, target = validate_data(self, received(X, "X"), received(y, "y"), dtype=np.float64, ensure_min_samples=2)
        target = target if order is None else target[order]
        check_classification_targets(target)
        self.classes_, codes = np.unique(target, return_inverse=True)
        names = _names(self.classes_)
        _check_classes(names)
        k = check_integer("n_components", self.n_components, minimum=1, maximum=rows.shape[1])
        statistic = ProjectedWasserstein(
            k,
            centred=self.centred,
            sparsity=self.sparsity,
            n_steps=self.n_steps,
            starts=thorough(k).starts if self.starts is None else self.starts,
        )
        projection = projected_wasserstein(
            rows,
            groups=[names[code] for code in codes],
            levels=names,
            statistic=statistic,
            scale=self.scale,
            rng=_seed(self.random_state),
        )
        # The rows in the order in which they were pooled: the very same unit, to the last bit.
        self.scaling_ = pooled_scaling(rows[np.argsort(codes, kind="stable")], self.scale)
        features = tuple(getattr(self, "feature_names_in_", projection.feature_names))
        self.projection_ = replace(projection, feature_names=features, backend=backend)
        extent = float(np.ptp(self.scaling_.apply(rows), axis=0).max())
        if projection.value <= tie_tolerance(projection.value, extent):
            warnings.warn("the classes do not differ: no direction is better than another", UserWarning, stacklevel=2)
        return self

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags


def received(obj: Any, name: str) -> Any:
    """What speaks DLPack as an array of NumPy, which scikit-learn would not make of it; anything else as it is."""
    return array_of(obj, name) if hasattr(obj, "__dlpack__") else obj


def _names(classes: NDArray[Any]) -> list[Any]:
    """The classes as plain values; dates and durations as text, as Python has none so fine."""
    named: list[Any] = (classes.astype(str) if classes.dtype.kind in "Mm" else classes).tolist()
    return named


def _check_classes(classes: list[Any]) -> None:
    if len(classes) == 2:
        return
    listed = ", ".join(map(repr, classes[:5])) + (", …" if len(classes) > 5 else "")
    remedy = f"; for one against the rest, pass y == {classes[0]!r}" if len(classes) > 2 else ""
    raise ValueError(f"y must hold two classes, got {len(classes)}: {listed}{remedy}")


def _seed(random_state: Any) -> int:
    if random_state is None:
        return resolve_seed(None)
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    return check_integer("random_state", random_state, minimum=0)
