"""The tests of a comparison, as they are asked for: by names, or objects, or all of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from setapart._checks import counted
from setapart._errors import ArgumentError, Message, Reference, arg, message_of, phrase, restated
from setapart.api.arguments import check_once, chosen_statistics
from setapart.api.methods import words_of
from setapart.statistics.base import Statistic
from setapart.statistics.registry import names, short_names
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["RequestedTest", "requested_tests"]


@dataclass(frozen=True, eq=False)
class RequestedTest:
    """One of the tests: one statistic, or several to be combined."""

    name: str
    statistics: tuple[Statistic, ...]

    @property
    def words(self) -> str:
        """What it is, for a reader."""
        if len(self.statistics) == 1:
            return words_of(self.statistics[0])
        return f"combination of {counted(len(self.statistics), 'statistic')}"


def requested_tests(statistics: Any, *, size: int, d: int) -> tuple[RequestedTest, ...]:
    """The tests, each by a name or an object, for `size` pooled rows of `d` features."""
    if statistics is None or (isinstance(statistics, str) and statistics == "all"):
        statistics = [name for name in names() if name != "pw_split"]
    items = _listed(statistics)
    if not items:
        raise ArgumentError("statistics", "must name at least one statistic", statistics, got="none")
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
    return tuple(RequestedTest(item if len(members) > 1 else next(single), members) for item, members in tests)


def _of_statistics(refusal: str) -> Message:
    """What is said of ``statistic`` or of ``statistic='pw'``, said of one of the statistics."""
    subject, *rest = refusal.parts if isinstance(refusal, Message) else (refusal,)
    if not (isinstance(subject, Reference) and subject.name == "statistic"):
        return arg("statistics") + ": " + refusal
    named = subject.text.removeprefix("statistic").removeprefix("=")
    if not named and isinstance(rest[0], str):
        rest[0] = rest[0].lstrip()
    return Message(arg("statistics"), ": ", named, *rest)


def _listed(statistics: Any) -> list[Any]:
    """One statistic, or several in whatever holds them, as a list."""
    if isinstance(statistics, str | type) or callable(getattr(statistics, "prepare", None)):
        return [statistics]
    if not isinstance(statistics, Iterable):
        raise TypeError(arg("statistics") + f" must be 'all', a name or object, or a list of them; got {statistics!r}")
    return [str(item) if isinstance(item, str) else item for item in statistics]  # NumPy has strings of its own
