"""Results as tidy tables: a row an observation, a column a variable."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import check_choice
from setapart.data.table import Table
from setapart.results.projection import Projection
from setapart.statistics.registry import recorded_label

if TYPE_CHECKING:
    from setapart.results.goodness_of_fit import GoodnessOfFit
    from setapart.results.two_sample import TwoSampleResult

__all__ = ["Framed", "told", "with_loadings"]

_LIBRARIES = ("pandas", "polars", "pyarrow")


class Framed(ABC):
    """What can be handed back as a data frame."""

    backend: str | None

    @abstractmethod
    def plain_table(self) -> Table:
        """`to_frame` as a `Table`."""

    def to_frame(self, library: str | None = None) -> Any:
        """The result as a tidy table, to be stacked with those of other runs, stored or plotted.

        Parameters
        ----------
        library : {"pandas", "polars", "pyarrow"}, optional
            By default that of the caller's data.

        Returns
        -------
        data frame or Table
            The rows of `plain_table`; a `Table` if the data came in no data frame, and no library is asked for.

        Raises
        ------
        ImportError
            If the library is not installed.
        ValueError
            If it is another one.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 30, 2))
        >>> table = sa.two_sample_test(x, y + [0, 2], statistic="pw", k=1, n_resamples=99).to_frame("pandas")
        >>> table[["pvalue", "feature", "direction"]].to_dict("list")
        {'pvalue': [0.01, 0.01], 'feature': ['x2', 'x1'], 'direction': [1, 1]}
        """
        check_choice("library", library, (*_LIBRARIES, None))
        if library is not None:
            try:
                import_module(library)
            except ImportError:
                raise ImportError(f"to_frame(library={library!r}) needs {library}: pip install {library}") from None
        return self.plain_table().native(library or self.backend)


def told(result: "TwoSampleResult | GoodnessOfFit") -> dict[str, Any]:
    """What a row of a table tells of a test: which it was, in which unit, with how many relabellings, and its outcome.

    The test is named in full, as "pw:2 centred", unless several statistics were combined.
    """
    return {
        "statistic_name": result.statistic_name,
        "test": recorded_label(result.statistic_name, result.settings.get("statistic")),
        "scale": result.settings.get("scale"),
        "n_resamples": result.n_resamples,
        "statistic": result.statistic,
        "pvalue": result.pvalue,
    }


def with_loadings(told: Mapping[str, Any], projection: Projection | None) -> Table:
    """What is told of a result, beside each loading of its directions.

    Parameters
    ----------
    told : mapping of str to number or str
    projection : Projection or None

    Returns
    -------
    Table
        A row for each feature and direction, features in the order of `Projection.features` and directions within:
        first what is told, the same in each row, and then feature, share, direction (1 to k), weight (the part of the
        transport that this direction carries) and loading. A single row of what is told if there are no directions.
    """
    if projection is None:
        return Table(_repeated(told, 1))
    table, k = projection.feature_table(), projection.k
    along = [f"direction_{j + 1}" for j in range(k)]
    columns = _repeated(told, table.n_rows * k)
    columns |= {name: np.repeat(table[name], k) for name in table.columns if name not in along}
    columns["direction"] = np.tile(np.arange(1, k + 1), table.n_rows)
    columns["weight"] = np.tile(projection.weights, table.n_rows)
    columns["loading"] = np.column_stack([table[name] for name in along]).ravel()
    return Table(columns)


def _repeated(told: Mapping[str, Any], rows: int) -> dict[str, NDArray[Any]]:
    return {
        name: np.full(rows, value, dtype=object if isinstance(value, str) else None) for name, value in told.items()
    }
