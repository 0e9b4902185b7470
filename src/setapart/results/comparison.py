"""The outcome of several tests of the same samples."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_probability, nearest, quoted
from setapart.data.table import Table
from setapart.results.base import Framed, Result, attributes
from setapart.results.component import Component
from setapart.results.notes import more, warn_out_of_reach
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure


__all__ = ["ComparedTest", "Comparison"]

# What a comparison tells of itself in the words of the combination of all its tests.
_OVERALL = (
    *("pvalue", "pvalue_interval", "smallest_pvalue", "n_resamples", "exact", "design", "paired_by", "samples"),
    *("unlabelled", "feature_names", "notes", "settings", "seed", "versions", "wall_time"),
)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class ComparedTest(Component):
    """One of several tests of the same samples; has the attributes of a `Component` and these.

    Attributes
    ----------
    adjusted_pvalue : float
        Its p-value, adjusted for the number of tests; see `Comparison`.
    seconds : float
        The time it took, to prepare and to evaluate all relabellings with the workers there were. What several share,
        as all distances of rows, counts for the first that needs it; compiling and loading the code does not count.
    projection : Projection or None
        The directions of its statistic, or of a combination those of its leading member, if it has any.
    """

    adjusted_pvalue: float
    seconds: float
    projection: Projection | None = field(repr=False)

    @property
    def top_feature(self) -> str | None:
        """The feature with the largest share in the directions, if there are any."""
        return None if self.projection is None else self.projection.top_feature

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings and lists, without the null distribution."""
        return {
            **super().to_dict(),
            **attributes(self, "adjusted_pvalue", "seconds", "top_feature"),
            "directions": None if self.projection is None else self.projection.directions.tolist(),
        }


def _of_overall(name: str) -> Any:
    return property(attrgetter(f"overall.{name}"), doc="See `TwoSampleResult`.")


@dataclass(frozen=True, eq=False)
class Comparison(Result, Framed):
    """The outcome of several tests of the same samples, on the same relabellings.

    All tests are tests of one hypothesis, equal distributions. If it is true, the chance that any adjusted p-value is
    at most α is at most α, at any sample size and however the statistics depend on one another. So an adjusted p-value
    of at most α rejects the hypothesis at level α, whichever statistic it belongs to and although that was picked
    afterwards; an unadjusted one does so only for a statistic that was chosen beforehand. Neither says that a
    statistic with a large p-value sees nothing.

    It is a collection of the tests, and ``comparison["energy"]`` is one of them. Samples, notes, seed and the like are
    those of `overall`.

    Attributes
    ----------
    tests : tuple of ComparedTest
        In the order they were asked for.
    overall : TwoSampleResult
        The combination of all tests, each counting the same, with the null distribution and all that is known of the
        samples; its `components` are the tests.
    smallest_adjusted_pvalue : float
        No adjusted p-value of this run could have been smaller.
    backend : str or None
        The caller's data-frame library.
    """

    tests: tuple[ComparedTest, ...]
    overall: TwoSampleResult
    smallest_adjusted_pvalue: float

    pvalue_interval = _of_overall("pvalue_interval")
    smallest_pvalue = _of_overall("smallest_pvalue")
    n_resamples = _of_overall("n_resamples")
    exact = _of_overall("exact")
    design = _of_overall("design")
    paired_by = _of_overall("paired_by")
    labels = _of_overall("labels")
    sizes = _of_overall("sizes")
    feature_names = _of_overall("feature_names")
    notes = _of_overall("notes")
    call = _of_overall("call")
    settings = _of_overall("settings")
    seed = _of_overall("seed")
    versions = _of_overall("versions")
    wall_time = _of_overall("wall_time")

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .table(), .pvalue or .reject(alpha)")

    def __repr__(self) -> str:
        adjusted = ", ".join(f"{name!r}: {pvalue:.4g}" for name, pvalue in self.adjusted.items())
        return f"Comparison(pvalue={self.pvalue:.4g}, adjusted={{{adjusted}}}, n_resamples={self.overall.n_resamples})"

    def __iter__(self) -> Iterator[ComparedTest]:
        return iter(self.tests)

    def __len__(self) -> int:
        return len(self.tests)

    def __contains__(self, test: object) -> bool:
        """Whether there is this test, or one of this name."""
        return any(test is member or test == member.name for member in self.tests)

    def __getitem__(self, name: str) -> ComparedTest:
        """The test of this name."""
        for test in self.tests:
            if test.name == name:
                return test
        names = [test.name for test in self.tests]
        raise KeyError(f"no test is called {name!r}{nearest(name, names) or f'; the tests are {quoted(names)}'}")

    @property
    def pvalue(self) -> float:
        """The overall p-value, of all tests combined."""
        return self.overall.pvalue

    @property
    def adjusted(self) -> dict[str, float]:
        """The adjusted p-value of each test by name."""
        return {test.name: test.adjusted_pvalue for test in self.tests}

    @property
    def ordered(self) -> tuple[ComparedTest, ...]:
        """The tests by adjusted p-value, the smallest first, and equal ones by their unadjusted p-values."""
        return tuple(sorted(self.tests, key=lambda test: (test.adjusted_pvalue, test.unadjusted_pvalue)))

    def reject(self, alpha: float) -> tuple[str, ...]:
        """The names of the tests that reject at level `alpha`, adjusted for their number.

        Warns
        -----
        UserWarning
            If no adjusted p-value could have been as small as `alpha`.
        """
        alpha = check_probability("alpha", alpha)
        if self.smallest_adjusted_pvalue > alpha:
            remedy = more(exact=self.overall.exact)
            warn_out_of_reach(self.smallest_adjusted_pvalue, alpha, remedy, what="reject", stacklevel=3)
        return tuple(test.name for test in self.tests if test.adjusted_pvalue <= alpha)

    def table(self) -> Any:
        """A row for each test, in the caller's data-frame library, or a `Table`."""
        return self.plain_table().native(self.backend)

    def plain_table(self) -> Table:
        """`table` as a `Table`."""
        return Table(
            {
                "statistic": np.array([test.name for test in self.tests], dtype=object),
                "value": np.array([test.statistic for test in self.tests]),
                "unadjusted_pvalue": np.array([test.unadjusted_pvalue for test in self.tests]),
                "adjusted_pvalue": np.array([test.adjusted_pvalue for test in self.tests]),
                "seconds": np.array([test.seconds for test in self.tests]),
                "top_feature": np.array([test.top_feature for test in self.tests], dtype=object),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries, without null distributions."""
        overall = self.overall.to_dict()
        return {
            **attributes(self, "tests", "smallest_adjusted_pvalue"),
            **{name: overall[name] for name in _OVERALL},
        }

    def plot(self) -> "Figure":
        """The p-values of all tests, unadjusted and adjusted, as a Matplotlib figure."""
        from setapart.plots.comparison import comparison_figure

        return comparison_figure(self)
