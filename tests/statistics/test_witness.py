"""The witness of a statistic: the function of the rows whose two means it compares."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

import setapart as sa
from setapart.statistics.registry import StatisticRequest, create, labelled_traits, names
from setapart.statistics.traits import traits_of
from setapart.statistics.witness import WithWitness

SPECS = (
    "dictionary", "geometry", "whitened", "energy", "mmd", "mmd aggregate", "mmd fuse", "mmd linear", "knn",
    "friedman_rafsky", "edge_count",
)  # fmt: skip


def prepared(spec, pooled):
    (statistic,) = create(spec, StatisticRequest(*pooled.shape))
    return statistic.prepare(pooled, rng=np.random.default_rng(0))


def rows(n=40, m=34, d=4):
    rng = np.random.default_rng(1)
    return np.concatenate([rng.standard_normal((n, d)), rng.standard_normal((m, d)) * [3.0, 2.0, 1.0, 1.0] + 0.7])


LABELS = np.arange(74) < 40


@pytest.mark.parametrize("spec", SPECS)
def test_the_first_sample_has_the_larger_mean_and_swapped_samples_the_same_function(spec):
    statistic = prepared(spec, rows())
    assert isinstance(statistic, WithWitness)
    witness, swapped = statistic.witness(LABELS), statistic.witness(~LABELS)
    assert witness.values.shape == LABELS.shape
    assert witness.values[LABELS].mean() > witness.values[~LABELS].mean()
    np.testing.assert_allclose(swapped.values, -witness.values, atol=1e-12)
    assert (swapped.name, swapped.features, swapped.sign) == (witness.name, witness.features, -witness.sign)
    assert witness.name.count("{}") == len(witness.features)


@pytest.mark.parametrize("spec", SPECS)
def test_rows_without_a_say_do_not_count(spec):
    """Their labels may be anything; and the function found on the others tells them apart."""
    statistic, among = prepared(spec, rows()), np.arange(74) % 2 == 0
    witness = statistic.witness(LABELS, among)
    relabelled = np.where(among, LABELS, np.random.default_rng(2).random(74) < 0.5)
    np.testing.assert_array_equal(statistic.witness(relabelled, among).values, witness.values)
    assert witness.values[~among & LABELS].mean() > witness.values[~among & ~LABELS].mean()


@pytest.mark.parametrize("spec", ["dictionary", "geometry"])
def test_the_means_of_the_leading_function_differ_by_the_value(spec):
    statistic = prepared(spec, rows())
    values = statistic.witness(LABELS).values
    assert values[LABELS].mean() - values[~LABELS].mean() == pytest.approx(statistic.evaluate(LABELS[None])[0])


def left_out(kernel):
    """Mean of the kernel with the first sample less that with the second, a row itself left out, by loops."""
    values = []
    for i in range(74):
        means = [np.mean([kernel[i, j] for j in np.flatnonzero(sample) if j != i]) for sample in (LABELS, ~LABELS)]
        values.append(means[0] - means[1])
    return np.array(values)


def test_distances_and_kernels_by_their_definition():
    pooled = rows()
    distances = cdist(pooled, pooled)
    np.testing.assert_allclose(prepared("energy", pooled).witness(LABELS).values, left_out(-distances), rtol=1e-9)
    unbiased = sa.MMD(2.0, estimator="unbiased").prepare(pooled, rng=np.random.default_rng(0))
    values = unbiased.witness(LABELS).values
    np.testing.assert_allclose(values, left_out(np.exp(-(distances**2) / 8.0)), rtol=1e-7, atol=1e-12)
    difference = values[LABELS].mean() - values[~LABELS].mean()
    assert difference == pytest.approx(unbiased.evaluate(LABELS[None])[0])


def test_landmarks_have_the_witness_of_all_distances():
    pooled = rows()
    few = sa.Energy(landmarks=60).prepare(pooled, rng=np.random.default_rng(0)).witness(LABELS).values
    assert np.corrcoef(few, prepared("energy", pooled).witness(LABELS).values)[0, 1] > 0.99


def test_of_many_panels(monkeypatch):
    pooled = np.random.default_rng(0).standard_normal((300, 2))
    labels = np.arange(300) < 130
    values = prepared("energy", pooled).witness(labels).values
    distances = cdist(pooled, pooled)
    wanted = distances @ (~labels) / (170 - ~labels) - distances @ labels / (130 - labels)
    np.testing.assert_allclose(values, wanted, rtol=1e-9)


def test_the_shares_of_a_graph():
    """On a line with two pairs of equal rows, by hand: neighbours of a row among the first and the second sample."""
    pooled = np.array([[0.0], [1.0], [2.5], [4.5]])
    labels = np.array([True, True, False, False])
    witness = prepared("knn", pooled).witness(labels)
    # Nearest: 1, 0, 1, 2; both ways an edge has weight 2. Expected are 1/3 of the first sample for its own rows.
    np.testing.assert_allclose(witness.values, [1.0 - 1 / 3, 2 / 3 - 1 / 3, 1 / 2 - 2 / 3, 0.0 - 2 / 3])
    assert witness.name == "samples of the nearest rows"


def planted(kind, rng, n=200, d=4):
    x, y = rng.standard_normal((2, n, d))
    if kind == "spread":
        y[:, 1] *= 2.5
    elif kind == "correlation":
        y[:, 2] = 0.9 * y[:, 0] + 0.44 * y[:, 2]
    elif kind == "distance":
        y[:, 3] = (np.abs(y[:, 1]) - 0.8) * 1.5 + 0.3 * y[:, 3]
    return np.concatenate([x, y])


@pytest.mark.parametrize(
    ("kind", "name", "features"),
    [
        ("spread", "spread of {}", (1,)),
        ("correlation", "correlation of {} and {}", (0, 2)),
        ("distance", "{} with the distance of {} from its middle", (3, 1)),
    ],
)
def test_the_dictionary_names_what_changes(kind, name, features):
    """More of it is in the second sample."""
    statistic = sa.Dictionary(degree=4, pair_degree=2)
    pooled = planted(kind, np.random.default_rng(3))
    witness = statistic.prepare(pooled, rng=np.random.default_rng(0)).witness(np.arange(400) < 200)
    assert (witness.name, witness.features, witness.sign) == (name, features, -1)


def test_numbers_of_rows_are_in_standard_deviations():
    """Rows of the second sample come in near pairs."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((60, 5)), rng.standard_normal((30, 5)).repeat(2, axis=0)
    pooled = 1e-3 * np.concatenate([x, y + 0.1 * rng.standard_normal((60, 5))])
    witness = prepared("geometry", pooled).witness(np.arange(120) < 60)
    assert (witness.name, witness.sign, witness.spread) == ("distance from neighbour 1", 1, False)
    z = (pooled - pooled.mean(axis=0)) / pooled.std(axis=0)
    np.testing.assert_allclose(witness.numbers, np.sort(cdist(z, z), axis=1)[:, 1], rtol=1e-9)


def test_whitened_names_the_scale():
    rng = np.random.default_rng(0)
    pooled = rng.standard_normal((300, 3))
    pooled[150:, 0] = rng.choice([-0.97, 0.97], 150) + 0.24 * pooled[150:, 0]
    name = prepared("whitened", pooled).witness(np.arange(300) < 150).name
    assert name.startswith("distances between rows up to about")


def test_every_statistic_with_a_witness_is_in_the_table():
    """The others have directions, or compare no means."""
    with_witness = {
        name for name in names() if name not in ("auto", "pw_split") and isinstance(prepared(name, rows()), WithWitness)
    }
    assert with_witness == {spec.partition(" ")[0] for spec in SPECS}


@pytest.mark.parametrize("spec", SPECS)
def test_what_has_a_witness_says_in_plain_words_what_it_looks_at(spec):
    """By its label, as reports know it; and without the name, which nobody has to know."""
    words = labelled_traits(spec).looks_at
    assert words == traits_of(create(spec, StatisticRequest(74, 3))[0]).looks_at
    assert words
    assert spec.partition(" ")[0] not in words
