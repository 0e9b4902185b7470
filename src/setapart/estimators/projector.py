"""The projection on the directions that set two classes apart, as a transformer."""

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from setapart._types import FloatArray
from setapart.estimators.searcher import DirectionSearcher, received

__all__ = ["WassersteinProjector"]


class WassersteinProjector(
    ClassNamePrefixFeaturesOutMixin,  # type: ignore[misc]  # scikit-learn has no types
    TransformerMixin,  # type: ignore[misc]
    DirectionSearcher,
):
    """Project on the directions along which two classes are furthest apart in Wasserstein distance.

    A supervised transformer for pipelines of scikit-learn: it learns from the rows and classes it is fitted on, and
    nothing else.

    Parameters
    ----------
    n_components : int
        The number of directions, from 1 to d. One takes a sort for each step, more a transport problem, whose time
        grows about with the square of the rows.
    scale : {None, "std", "robust", "rank"}
        The unit of each feature, from the rows of both classes. None leaves the units alone; see `two_sample_test`.
    sparsity : int, optional
        The most features that the directions may use between them.
    centred : bool
        Leave the difference of means out: directions of a difference in spread or shape.
    n_steps : int
        Evaluations of the distance in each ascent.
    starts : Starts, optional
        Where ascents begin; eight of them by default, as in `projected_wasserstein`.
    random_state : int, RandomState or None
        Of the random starts. None draws fresh ones; global random state is never touched.

    Attributes
    ----------
    components_ : (n_components, d) float array
        The directions, orthonormal, in the features as scaled.
    coefficients_ : (n_components, d) float array
        The same for features in their own units: ``transform(X)`` is ``X @ coefficients_.T`` less a constant, unless
        scale is "rank".
    projection_ : Projection
        How the classes differ along the directions: ``projection_.features()``, ``.differences()``, ``.weights``.
    classes_ : (2,) array
        The two classes, sorted.
    scaling_ : Scaling
        The change of units.
    n_features_in_ : int
    feature_names_in_ : (d,) array of str
        Where X has column names that are all strings.

    See Also
    --------
    DirectionSelector : Keep the features that matter along the directions.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Definition 2.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(80, 5)), np.repeat(["control", "treated"], 40)
    >>> X[40:, 2] *= 4.0
    >>> projector = sa.WassersteinProjector(n_components=1, random_state=0).fit(X, y)
    >>> projector.projection_.top_feature, projector.transform(X).shape
    ('x3', (80, 1))
    """

    @property
    def components_(self) -> FloatArray:
        """The directions as rows."""
        return self.projection_.directions.T

    @property
    def coefficients_(self) -> FloatArray:
        """The directions for features in their own units, as rows."""
        return self.projection_.coefficients.T

    def transform(self, X: ArrayLike) -> FloatArray:
        """Project rows on the directions.

        Parameters
        ----------
        X : (n, d) array_like or data frame
            Rows with the features of `fit`.

        Returns
        -------
        (n, n_components) float array, or data frame
            The rows along the directions, after scaling; a frame after ``set_output``.
        """
        check_is_fitted(self)
        rows = validate_data(self, received(X, "X"), dtype=np.float64, reset=False)
        projected: FloatArray = self.scaling_.apply(rows) @ self.components_.T
        return projected

    @property
    def _n_features_out(self) -> int:
        return len(self.components_)
