"""The tests of a comparison: which they are, and what each finds by itself."""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._errors import Message, Reference, arg, message_of, phrase, restated
from setapart._types import FloatArray
from setapart.api.arguments import check_once, chosen_statistics, statistic_stream, warn_if_long
from setapart.api.compared import Compared
from setapart.api.findings import tell_directions
from setapart.api.precision import check_precision
from setapart.api.principal_components import check_components
from setapart.api.wrapping import words_of
from setapart.inference.combination import judged
from setapart.inference.design import Relabellings
from setapart.inference.engine import evaluate
from setapart.inference.progress import phase
from setapart.results import Projection
from setapart.statistics.base import Prepared, Statistic
from setapart.statistics.family import PreparedFamily, Workbench
from setapart.statistics.registry import names, short_names
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["Found", "PlannedTest", "planned_tests", "run"]

_FEW = 64  # rows, to load code with
_KEPT = 2**28  # bytes: what is prepared for the forecast is kept where a matrix of all rows for each test fits in


@dataclass(frozen=True, eq=False)
class PlannedTest:
    """A test that was asked for: one statistic, or several to be combined."""

    name: str
    statistics: tuple[Statistic, ...]

    @property
    def words(self) -> str:
        """The statistic in words."""
        if len(self.statistics) == 1:
            return words_of(self.statistics[0])
        return f"combination of {counted(len(self.statistics), 'statistic')}"


@dataclass(frozen=True, eq=False)
class Found:
    """What a test finds by itself: its values for all relabellings, and the directions of the observed one."""

    planned: PlannedTest
    values: FloatArray
    scale: float
    seconds: float
    projection: Projection | None


@dataclass(frozen=True, eq=False)
class _Preparation:
    """How long it took to prepare a test, and what was prepared if it was kept."""

    seconds: float
    prepared: Prepared | PreparedFamily | None


_NONE = _Preparation(0.0, None)


def planned_tests(statistics: Any, *, size: int, d: int) -> tuple[PlannedTest, ...]:
    """The tests that were asked for, each by a name or an object, for `size` pooled rows of `d` features."""
    if isinstance(statistics, str) and statistics == "all":
        statistics = [name for name in names() if name != "pw_split"]
    items = _listed(statistics)
    if not items:
        raise ValueError(arg("statistics") + " must name at least one statistic, got none")
    tests: list[tuple[Any, tuple[Statistic, ...]]] = []
    for item in items:
        if isinstance(item, str) and item == "all":
            raise ValueError(arg("statistics") + ": 'all' stands alone, without other names")
        if isinstance(item, Sequence) and not isinstance(item, str):
            raise TypeError(
                arg("statistics") + f" must be 'all', or names and objects in one list; got {item!r} within it"
            )
        try:
            members = chosen_statistics(item, k=None, sparsity=None, size=size, d=d)
        except (TypeError, ValueError) as error:  # which speak of an argument called statistic
            raise restated(error, _of_statistics(message_of(error))) from None
        if isinstance(members[0], SplitProjectedWasserstein):
            raise ValueError(
                phrase("", name="of statistic")
                + "pw_split relabels other rows than the other statistics do; leave it out of "
                + arg("statistics")
            )
        if len(members) > 1 and members in [others for _, others in tests]:
            raise ValueError(arg("statistics") + f" names {item!r} twice")
        tests.append((item, members))  # type: ignore[arg-type]  # the split test was refused
    alone = [members[0] for _, members in tests if len(members) == 1]
    check_once("statistics", alone)
    single = iter(short_names(alone))
    return tuple(PlannedTest(item if len(members) > 1 else next(single), members) for item, members in tests)


def _listed(statistics: Any) -> list[Any]:
    """One statistic, or several in whatever holds them, as a list."""
    if isinstance(statistics, str | type) or callable(getattr(statistics, "prepare", None)):
        return [statistics]
    if not isinstance(statistics, Iterable):
        raise TypeError(arg("statistics") + f" must be 'all', a name or object, or a list of them; got {statistics!r}")
    return [str(item) if isinstance(item, str) else item for item in statistics]  # NumPy has strings of its own


def run(
    tests: Sequence[PlannedTest], compared: Compared, relabellings: Relabellings, *, lenient: bool
) -> tuple[list[Found], tuple[str, ...]]:
    """Evaluate one test after the other, so that no more is held than one of them needs, and what they share.

    Parameters
    ----------
    tests : sequence of PlannedTest
    compared : Compared
    relabellings : Relabellings
    lenient : bool
        Leave out those that cannot be used, instead of raising.

    Returns
    -------
    found : list of Found
    notes : tuple of str
        A sentence on what was left out.
    """
    bench = Workbench(compared.pooled)
    kept = _preparation(tests, bench, compared, relabellings)
    found = []
    notes = ["'pw_split' was left out: it relabels other rows than the others do."] if lenient else []
    for number, test in enumerate(tests, start=1):
        try:
            place = f"{test.name} ({number} of {len(tests)})"
            found.append(
                _found(test, bench, compared, relabellings, place=place, preparation=kept.pop(test.name, _NONE))
            )
        except (ImportError, ValueError, FloatingPointError) as error:
            if not lenient:
                raise
            notes.append(f"'{test.name}' was left out: {error}.")
    return found, tuple(notes)


def _preparation(
    tests: Sequence[PlannedTest], bench: Workbench, compared: Compared, relabellings: Relabellings
) -> dict[str, _Preparation]:
    """Forecast how long all tests take, and which takes most; return the preparation of each.

    Of many rows nothing that is prepared is kept but what they share, so that no more memory is taken than one of them
    needs.
    """
    keeps = 8 * len(compared.pooled) ** 2 * len(tests) <= _KEPT
    kept, seconds = {}, {}
    with phase("preparation", compared.progress):
        for test in tests:
            with suppress(Exception):  # code is loaded before the clock goes on
                Workbench(compared.pooled[:_FEW]).prepare(test.statistics, rng=statistic_stream(compared.seed))
            with suppress(Exception):  # an error is raised again, and reported, when the test runs
                started = time.perf_counter()
                prepared = bench.prepare(test.statistics, rng=statistic_stream(compared.seed))
                seconds[test.name] = prepared.seconds
                kept[test.name] = _Preparation(time.perf_counter() - started, prepared if keeps else None)
    warn_if_long(
        sum(seconds.values()),
        relabellings.count,
        compared.n_jobs,
        what="the comparison",
        remedy="other statistics",
        parts=seconds,
        stacklevel=5,
    )
    return kept


def _found(
    test: PlannedTest,
    bench: Workbench,
    compared: Compared,
    relabellings: Relabellings,
    *,
    place: str,
    preparation: _Preparation,
) -> Found:
    check_components(compared.samples, test.statistics)
    seconds, prepared = preparation.seconds, preparation.prepared
    if prepared is None:
        prepared = bench.prepare(test.statistics, rng=statistic_stream(compared.seed))
    prepared.evaluate(relabellings.rows(0, 1))  # code is loaded before the clock goes on
    started = time.perf_counter()
    values = evaluate(prepared, relabellings, n_jobs=compared.n_jobs, progress=compared.progress, phase=place)
    seconds += time.perf_counter() - started

    check_precision(np.atleast_1d(values[0]), prepared, test.statistics, compared.pooled, compared.samples)
    found = judged(values, prepared)
    _, directions = tell_directions(
        prepared, test.statistics, compared, ranking=found.ranking.tolist(), unadjusted=found.unadjusted
    )
    return Found(test, found.scores, found.scale, seconds, directions)


def _of_statistics(refusal: str) -> Message:
    """What is said of ``statistic`` or of ``statistic='pw'``, said of one of the statistics."""
    subject, *rest = refusal.parts if isinstance(refusal, Message) else (refusal,)
    if not (isinstance(subject, Reference) and subject.name == "statistic"):
        return arg("statistics") + ": " + refusal
    named = subject.text.removeprefix("statistic").removeprefix("=")
    if not named and isinstance(rest[0], str):
        rest[0] = rest[0].lstrip()
    return Message(arg("statistics"), ": ", named, *rest)
