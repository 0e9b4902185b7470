"""A family: the values of its members side by side, each with randomness of its own."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.inference.engine import evaluate
from setapart.inference.relabellings import RandomSplits
from setapart.statistics.family import SharedDistances

MEMBERS = (
    sa.ProjectedWasserstein(1, n_steps=6),
    sa.Energy(),
    sa.Marginal(ranks=True),
    sa.ProjectedWasserstein(2, centred=True, n_steps=6),
    sa.MMD(),
)


def family(members=MEMBERS, seed=0, n=11, m=9):
    pooled = np.random.default_rng(3).standard_normal((n + m, 4))
    return SharedDistances(pooled).prepare(members, rng=np.random.default_rng(seed)), RandomSplits(n, m, 40, 5), pooled


def test_a_column_is_what_the_member_says_alone():
    prepared, relabellings, pooled = family()
    labels = relabellings.rows(0, 41)
    values = prepared.evaluate(labels)
    assert values.shape == (41, 5)
    streams = np.random.default_rng(0).spawn(5)
    for j, (member, stream) in enumerate(zip(MEMBERS, streams, strict=True)):
        alone = member.prepare(pooled, rng=stream)
        assert np.array_equal(values[:, j], alone.evaluate(labels))
        assert prepared.scales[j] == alone.scale
    assert prepared.seconds == sum(member.seconds for member in prepared.members)


def test_nothing_ends_early():
    """A value that is enough for one statistic says nothing about the others."""
    prepared, relabellings, _ = family()
    labels = relabellings.rows(0, 41)
    assert np.array_equal(prepared.evaluate(labels, stop_at=0.0), prepared.evaluate(labels))
    values = evaluate(prepared, relabellings, shortcut=True)
    assert np.array_equal(values, prepared.evaluate(labels))


FAMILY = family()
VALUES = FAMILY[0].evaluate(FAMILY[1].rows(0, 41))


@given(st.integers(0, 41), st.integers(1, 3))
def test_the_same_bits_for_any_batch_and_workers(cut, n_jobs):
    prepared, relabellings, _ = FAMILY
    labels = relabellings.rows(0, 41)
    parts = [prepared.evaluate(part) for part in (labels[:cut], labels[cut:]) if len(part)]
    assert np.array_equal(np.concatenate(parts), VALUES)
    assert np.array_equal(evaluate(prepared, relabellings, n_jobs=n_jobs, chunk=1 + cut), VALUES)


def test_statistics_share_their_distances_and_nothing_else_changes():
    _, relabellings, pooled = family()
    bench, labels = SharedDistances(pooled), relabellings.rows(0, 41)
    for members in ((sa.Energy(),), (sa.MMD(), sa.Energy())):
        shared = bench.prepare(members, rng=np.random.default_rng(0))
        alone = SharedDistances(pooled).prepare(members, rng=np.random.default_rng(0))
        assert np.array_equal(shared.evaluate(labels).reshape(41, -1), alone.evaluate(labels))
    assert bench.distances is bench.distances


def test_members_do_not_share_their_random_starts():
    """Two equal searches from random starts alone: with one stream for both they would find the same values."""
    blind = sa.ProjectedWasserstein(2, n_steps=1, starts=sa.Starts(False, 0, 1))
    prepared, relabellings, _ = family((blind, blind))
    values = prepared.evaluate(relabellings.rows(0, 41))
    assert not np.any(values[:, 0] == values[:, 1])


def test_who_follows_does_not_matter():
    prepared, relabellings, _ = family(MEMBERS[:3])
    assert np.array_equal(prepared.evaluate(relabellings.rows(0, 41)), VALUES[:, :3])
