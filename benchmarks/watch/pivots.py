"""Pivots of the network simplex, which are the same on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from setapart.transport.trees import Trees


@contextmanager
def counted_pivots() -> Iterator[list[int]]:
    """The pivots of each problem that is solved within; of one that is solved by coarser ones first, it is the last."""
    pivots: list[int] = []
    solve = Trees.solve

    def counted(trees: Trees, *arguments: object, **options: bool) -> None:
        solve(trees, *arguments, **options)
        pivots.append(int(trees.progress[0, 3]))

    with mock.patch.object(Trees, "solve", counted):
        yield pivots
