"""A checkpoint: the same bits after any interruption; files of others, damaged ones and locked ones are refused."""

import errno
import os
from contextlib import contextmanager

import numpy as np
import pytest

from setapart.inference import engine
from setapart.inference.checkpoint import Checkpoint
from setapart.inference.relabellings import RandomSplits
from setapart.statistics.family import PreparedFamily

STATED, DIGESTS = {"seed is": "5", "design is": "plain"}, {"data": "a1"}


class Sums:
    """The sum of the numbers of the rows in the first sample; it counts what it evaluates, and may be interrupted."""

    scale, seconds = 1.0, 0.1

    def __init__(self, most=10**9, factor=1.0):
        self.most, self.factor, self.evaluated = most, factor, 0

    def evaluate(self, labels, *, stop_at=None):
        self.evaluated += len(labels)
        if self.evaluated > self.most:
            raise KeyboardInterrupt
        return labels @ np.arange(labels.shape[1], dtype=float) * self.factor


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.ckpt"


def checkpoint(path, stated=STATED, digests=DIGESTS):
    return Checkpoint(path, stated=stated, digests=digests)


def run(path, count=99, member=None, **options):
    """The values of so many relabellings, kept in a file."""
    family = PreparedFamily((Sums() if member is None else member,))
    with checkpoint(path) as file:
        return engine.evaluate(family, RandomSplits(11, 9, count, 5), store=file.part(), **options)


def plain(count=99):
    return engine.evaluate(PreparedFamily((Sums(),)), RandomSplits(11, 9, count, 5))


def held(path):
    with checkpoint(path) as file:
        return file.part().done


@pytest.mark.parametrize("most", [0, 1, 7, 40, 99])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_interrupted_run_goes_on_with_the_same_bits(path, most, n_jobs):
    with pytest.raises(KeyboardInterrupt):
        run(path, member=Sums(most), n_jobs=1, chunk=5)
    done = held(path)
    assert done == most // 5 * 5  # all but the task that was under way
    member = Sums()
    assert np.array_equal(run(path, member=member, n_jobs=n_jobs, chunk=7), plain())
    assert member.evaluated == 100 - done + min(done, 2)  # the first and the last of those held come out again


def test_a_finished_run_is_read_and_a_longer_one_goes_on(path):
    run(path)
    longer, shorter, whole = Sums(), Sums(), Sums()
    assert np.array_equal(run(path, 150, longer), plain(150))
    assert longer.evaluated == 51 + 2
    assert np.array_equal(run(path, 30, shorter), plain(30))
    assert np.array_equal(run(path, 150, whole), plain(150))  # which the shorter one left as they were
    assert (shorter.evaluated, whole.evaluated) == (2, 2)


def test_stopping_looks_at_what_is_held(path):
    run(path, chunk=5)
    member = Sums()
    values = run(path, member=member, stopping=lambda values: 12 if len(values) >= 12 else None)
    assert np.array_equal(values, plain()[:12])
    assert member.evaluated == 2


def test_nothing_after_a_gap_is_kept(path, monkeypatch):
    """A task that was called off leaves no values, though the next one may have been over before."""

    @contextmanager
    def with_a_gap(*_, **__):
        yield iter([np.full((40, 1), 1.0), None, np.full((20, 1), 3.0)])

    monkeypatch.setattr(engine, "stream_results", with_a_gap)
    run(path, chunk=40)
    assert held(path) == 40


def contents():
    """Offsets into a file: within its first line, the header, the numbers and the digest."""
    return [3, 19, 21, 25, 60, 230, 700, -33, -1]


@pytest.mark.parametrize("offset", contents())
@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_a_damaged_file_is_refused_and_left_alone(path, offset, damage):
    run(path)
    content = path.read_bytes()
    flipped = content[:offset] + bytes([content[offset] ^ 1]) + content[offset:][1:]
    damaged = content[:offset] if damage == "cut" else flipped
    path.write_bytes(damaged)
    with pytest.raises(
        ValueError, match=r"^checkpoint='.*' (is (no checkpoint|damaged)|has format).*; delete the file"
    ):
        held(path)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a,b\n1,2\n", "is no checkpoint of setapart"),
        (b"\x80\x04N.", "is no checkpoint of setapart"),
        (b"setapart checkpoint 2\nwhatever", "has format '2', and this version of setapart reads '1'"),
    ],
)
def test_other_files_are_refused(path, content, words):
    path.write_bytes(content)
    with pytest.raises(ValueError, match=words):
        held(path)
    assert path.read_bytes() == content


def test_an_empty_file_is_a_new_one(path):
    path.touch()
    assert np.array_equal(run(path), plain())


@pytest.mark.parametrize(
    ("stated", "digests", "words"),
    [
        (STATED | {"seed is": "6"}, DIGESTS, "is of another run, whose seed is 5, not 6; delete the file"),
        (STATED | {"method is": "new"}, DIGESTS, "is of another run, whose method is another, not new; delete"),
        (STATED, {"data": "a2"}, "is of another run, with other data; delete"),
    ],
)
def test_a_file_of_another_run_is_refused(path, stated, digests, words):
    run(path)
    with pytest.raises(ValueError, match=words), checkpoint(path, stated, digests):
        pass
    assert held(path) == 100


def test_a_file_that_holds_nothing_yet_is_of_no_run(path):
    with checkpoint(path):
        pass
    with checkpoint(path, {"seed is": "6"}) as file:
        assert file.part().done == 0


def test_values_that_come_out_otherwise_are_refused(path):
    run(path)
    with pytest.raises(ValueError, match="holds another value of relabelling"):
        run(path, member=Sums(factor=1.0 + 1e-9))
    run(path, member=Sums(factor=1.0 + 1e-15))  # as another order of adding may have it


@pytest.mark.parametrize("beside", [False, True], ids=["here", "as on Windows"])
def test_one_run_at_a_time(path, beside, monkeypatch):
    monkeypatch.setattr("setapart.inference.locked_file._IS_BESIDE", beside)
    with checkpoint(path) as file:
        file.part().save(values=np.zeros((3, 1)))  # the lock goes along with the name
        with pytest.raises(BlockingIOError, match="is being written by another run; wait for it, or name another"):
            held(path)
    assert held(path) == 3
    assert [file.name for file in path.parent.iterdir()] == ["run.ckpt"]


def test_a_full_disk_ends_no_run(path, monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        run(path, member=Sums(30), chunk=10)
    before, calls = path.read_bytes(), []

    def full(handle):
        calls.append(handle)
        if len(calls) > 1:  # the first shows that the file can be written
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("setapart.inference.checkpoint._SHARE", np.inf)
    monkeypatch.setattr("setapart.inference.locked_file._sync", lambda folder: None)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.warns(UserWarning, match="cannot be written .No space left on device.*the test goes on") as warned:
        assert np.array_equal(run(path, chunk=10), plain())
    assert len(warned) == 1
    assert len(calls) > 3
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["run.ckpt"]


def test_a_disk_that_takes_nothing_shows_before_the_work(path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    member = Sums()
    with pytest.raises(OSError, match="No space left"):
        run(path, member=member)
    assert member.evaluated == 0


def test_what_cannot_be_written_is_refused(path, monkeypatch):
    with pytest.raises(IsADirectoryError, match=r"checkpoint .* is a folder"):
        checkpoint(path.parent)
    with pytest.raises(FileNotFoundError, match=r"checkpoint .*: there is no folder"):
        checkpoint(path / "run.ckpt")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # whoever runs the tests may be allowed everything
    with pytest.raises(PermissionError, match="nothing can be written into the folder"):
        checkpoint(path)


def test_a_link_stays_one(path):
    link = path.with_name("link.ckpt")
    link.symlink_to(path)
    run(link)
    assert link.is_symlink()
    assert held(path) == 100
