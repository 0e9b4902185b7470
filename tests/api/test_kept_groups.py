"""Comparisons of groups and searches for changes with a checkpoint: they go on, and another one is refused."""

import numpy as np
import pytest

import setapart as sa
from setapart.inference import engine

ROWS = np.random.default_rng(2).normal(size=(60, 3))
ROWS[30:, 1] += 1.5
ARMS = np.repeat(["a", "b", "c"], 20)


def groups(rows=ROWS, arms=ARMS, n_resamples=119, **options):
    return sa.compare_groups(rows, groups=arms, **{"statistic": "energy", "n_resamples": n_resamples, **options})


def changes(rows=ROWS, n_resamples=39, **options):
    return sa.change_points(rows, n_resamples=n_resamples, **options)


@pytest.fixture
def counted(monkeypatch):
    """Counts the tasks of a run, whose power may be cut after so many."""
    real = engine._task

    def counted(run, most=10**6, **options):
        done = []

        def task(*arguments):
            if len(done) == most:
                raise RuntimeError("the power is cut")
            done.append(arguments)
            return real(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(engine, "_task", task)
            return run(**options), len(done)

    return counted


@pytest.mark.parametrize(
    ("run", "most", "kept", "left"),
    [
        # Each comparison has two tasks, whose values are kept; two of the three have two more, for a table of rules.
        (groups, 5, 3, 4),
        (lambda **options: groups(statistic=["pw:1", "energy"], **options), 5, 3, 4),
        (changes, 30, 30, 0),
    ],
)
def test_a_run_that_was_cut_goes_on(run, most, kept, left, tmp_path, counted):
    path = tmp_path / "run.ckpt"
    whole, tasks = counted(run)
    with pytest.raises(RuntimeError, match="the power is cut"):
        counted(run, most, checkpoint=path)
    for expected in (tasks - kept, left):
        result, more = counted(run, checkpoint=path)
        assert result.to_dict() | {"wall_time": 0} == whole.to_dict() | {"wall_time": 0}
        assert more == expected


@pytest.mark.parametrize(
    ("run", "fewer"), [(groups, 79), (lambda **options: groups(statistic="marginal", **options), 79), (changes, 19)]
)
def test_a_run_goes_on_with_more_relabellings(run, fewer, tmp_path):
    whole = run()
    run(n_resamples=fewer, checkpoint=tmp_path / "run.ckpt")
    result = run(checkpoint=tmp_path / "run.ckpt", n_jobs=2)
    assert result.to_dict() | {"wall_time": 0} == whole.to_dict() | {"wall_time": 0}


@pytest.mark.parametrize(
    ("run", "others", "words"),
    [
        (groups, {"rows": np.nextafter(ROWS, 9.0)}, "is of another run, with other data, strata or clusters"),
        (groups, {"arms": ARMS[::-1].tolist()}, "is of another run, with other data, strata or clusters"),
        (groups, {"scale": "std"}, "is of another run, whose unit is None, not std"),
        (groups, {"rng": 1}, "is of another run, whose seed is 0, not 1"),
        (groups, {"method": sa.Concentration(diameter=9.0)}, "and this method draws none; leave it out"),
        (groups, {"method": None, "statistic": "pw_split"}, "keeps no values of pw_split"),
        (groups, {"method": sa.Permutation(checkpoint="one.ckpt")}, "keeps the values of one test"),
        (changes, {"rows": np.nextafter(ROWS, 9.0)}, "is of another run, with other data"),
        (changes, {"min_size": 12}, "is of another run, whose min_size is 10, not 12"),
        (changes, {"statistic": "mmd"}, "is of another run, whose statistic is energy, not mmd"),
    ],
)
def test_another_run_is_refused(run, others, words, tmp_path):
    path = tmp_path / "run.ckpt"
    run(n_resamples=79, checkpoint=path)
    with pytest.raises(ValueError, match=f"^checkpoint.*{words}"):
        run(n_resamples=79, checkpoint=path, **others)
