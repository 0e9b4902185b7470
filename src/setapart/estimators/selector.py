"""The choice of features by their share in the directions that set two classes apart, as a transformer."""

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from setapart._checks import check_integer, check_probability
from setapart._types import BoolArray, FloatArray
from setapart.estimators.searcher import DirectionSearcher, received
from setapart.projection.rules import LONG
from setapart.projection.starts import Starts

__all__ = ["DirectionSelector"]


class DirectionSelector(SelectorMixin, DirectionSearcher):  # type: ignore[misc]  # scikit-learn has no types
    """Keep the features with the largest share in the directions along which two classes are furthest apart.

    Parameters
    ----------
    n_features_to_select : int, optional
        How many features to keep, from 1 to d.
    threshold : float, optional
        Keep the features with a share of at least this, between 0 and 1. Without either, those with at least the mean
        share 1 / d.
    n_components, scale, sparsity, centred, n_steps, starts, random_state
        See `WassersteinProjector`. A share depends on the unit of its feature: bring features to one scale first, or
        set `scale`.

    Attributes
    ----------
    shares_ : (d,) float array
        The share of each feature in the transport along the directions: squared loadings, each direction with its
        weight. They sum to one.
    projection_, classes_, scaling_, n_features_in_, feature_names_in_
        See `WassersteinProjector`.

    See Also
    --------
    WassersteinProjector : The projection itself.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(80, 5)), np.repeat([0, 1], 40)
    >>> X[40:, [1, 3]] += 2.0
    >>> selector = sa.DirectionSelector(n_features_to_select=2, random_state=0).fit(X, y)
    >>> selector.get_support(indices=True).tolist()
    [1, 3]
    """

    def __init__(
        self,
        n_features_to_select: int | None = None,
        *,
        threshold: float | None = None,
        n_components: int = 1,
        scale: str | None = None,
        sparsity: int | None = None,
        centred: bool = False,
        n_steps: int = LONG,
        starts: Starts | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(
            n_components,
            scale=scale,
            sparsity=sparsity,
            centred=centred,
            n_steps=n_steps,
            starts=starts,
            random_state=random_state,
        )
        self.n_features_to_select = n_features_to_select
        self.threshold = threshold

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Find the directions and choose the features; see `DirectionSearcher.fit`."""
        if self.n_features_to_select is not None and self.threshold is not None:
            raise ValueError("give either n_features_to_select or threshold, not both")
        super().fit(X, y)
        self.support_ = self._chosen()
        return self

    def transform(self, X: ArrayLike) -> Any:
        """Keep the features that were chosen.

        Parameters
        ----------
        X : (n, d) array_like or data frame
            Rows with the features of `fit`.

        Returns
        -------
        (n, number chosen) array, or data frame
            The features chosen; a frame after ``set_output``.
        """
        return super().transform(received(X, "X"))

    @property
    def shares_(self) -> FloatArray:
        """The share of each feature."""
        return self.projection_.feature_shares

    def _chosen(self) -> BoolArray:
        """The features to keep, as a mask (d,)."""
        shares = self.shares_
        if self.n_features_to_select is not None:
            count = check_integer("n_features_to_select", self.n_features_to_select, minimum=1, maximum=len(shares))
            chosen = np.zeros(len(shares), bool)
            chosen[np.argsort(-shares, kind="stable")[:count]] = True
            return chosen
        if self.threshold is not None:
            return shares >= check_probability("threshold", self.threshold)
        kept: BoolArray = shares >= (1.0 - 1e-9) / len(shares)  # shares that differ by rounding only are equal
        return kept

    def _get_support_mask(self) -> BoolArray:
        check_is_fitted(self)
        return self.support_
