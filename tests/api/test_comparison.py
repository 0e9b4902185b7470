"""`sa.compare`: each row as the test alone, adjusted and overall p-values, levels, and what is left out."""

import itertools
import logging
import time

import numpy as np
import pandas as pd
import pytest

import oracles
import setapart as sa
from setapart.statistics import registry
from setapart.statistics.distances import Distances

RNG = np.random.default_rng(4)
X, Y = RNG.standard_normal((14, 3)), RNG.standard_normal((12, 3)) * [1.0, 2.5, 1.0]
BLIND = sa.ProjectedWasserstein(2, n_steps=2, starts=sa.Starts(False, 0, 1))  # its start is random alone
NAMES = ["auto", "energy", "covariance", BLIND, "ks"]


@pytest.fixture(scope="module")
def comparison():
    return sa.compare(X, Y, statistics=NAMES, n_resamples=59, rng=3)


def all_values(comparison):
    return np.column_stack([np.r_[test.statistic, test.null_distribution] for test in comparison.tests])


@pytest.mark.parametrize("position", range(len(NAMES)))
def test_a_row_is_the_test_alone(comparison, position):
    alone = sa.two_sample_test(X, Y, statistic=NAMES[position], n_resamples=59, rng=3)
    test = comparison.tests[position]
    assert test.unadjusted_pvalue == alone.pvalue
    assert test.statistic == alone.statistic
    assert np.array_equal(test.null_distribution, alone.null_distribution)
    assert (test.projection is None) == (alone.projection is None)
    if alone.projection is not None:
        assert np.array_equal(test.projection.directions, alone.directions)
        assert test.top_feature == alone.features(top=1)["feature"][0]


def test_adjusted_and_overall_pvalues_are_those_of_brute_force(comparison):
    values = all_values(comparison)
    assert list(comparison.adjusted.values()) == oracles.stepdown_pvalues(values.T)
    assert comparison.pvalue == comparison.overall.pvalue == oracles.combined_pvalue(values.T)
    assert [test.name for test in comparison.tests] == ["auto", "energy", "covariance", "pw:2", "ks"]
    assert comparison["covariance"].top_feature == "x2"
    assert comparison["auto"].words == "combination of 10 statistics"
    assert all(0.0 < test.seconds < comparison.overall.wall_time for test in comparison.tests)


def test_the_overall_result_tells_of_itself(comparison):
    assert comparison.overall.components == comparison.tests
    assert comparison.overall.leading.name == comparison.overall.projection_of
    assert comparison.overall.n_resamples == 59
    assert comparison.overall.settings["statistics"]["energy"] == [
        {"type": "Energy", "exponent": 1.0, "landmarks": None}
    ]
    for text in (comparison.summary(), comparison.overall.summary(details=True), comparison.overall._repr_html_()):
        assert "covariance" in text


def test_neither_order_nor_workers_matter(comparison):
    before = X.copy()
    other = sa.compare(X, Y, statistics=NAMES[::-1], n_resamples=59, rng=3, n_jobs=2)
    assert np.array_equal(all_values(other)[:, ::-1], all_values(comparison))
    assert other.adjusted == comparison.adjusted
    assert other.pvalue == comparison.pvalue
    assert np.array_equal(X, before)


def test_the_level_is_exact_over_all_splits():
    """Of six rows with ties, every split in the role of the observed one: P(any adjusted p ≤ α) ≤ α."""
    rows = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 3.0], [2.0, 0.0], [4.0, 1.0], [5.0, 7.0]])
    smallest, overall = [], []
    for chosen in itertools.combinations(range(6), 3):
        x, y = rows[list(chosen)], np.delete(rows, chosen, axis=0)
        found = sa.compare(x, y, statistics=["energy", "ks", "marginal", "covariance"])
        assert found.overall.exact
        smallest.append(min(found.adjusted.values()))
        overall.append(found.pvalue)
    for pvalues in map(np.array, (smallest, overall)):
        assert all(np.mean(pvalues <= alpha) <= alpha for alpha in pvalues)
        assert pvalues.min() <= 0.2


def test_of_identical_samples_every_pvalue_is_one():
    found = sa.compare(X, X, statistics=["energy", "ks", "marginal"], n_resamples=19)
    assert set(found.adjusted.values()) == {1.0} == {found.pvalue}


@pytest.mark.parametrize(
    ("design", "splits"),
    [("paired", 2**4), (sa.Strata([0, 0, 1, 1] * 2), 36), (sa.Clusters([0, 0, 1, 1, 2, 2, 3, 3]), 6)],
)
def test_every_design(design, splits):
    found = sa.compare(X[:4], X[:4] + 9.0, statistics=["energy", "ks"], design=design)
    assert found.overall.n_resamples + 1 == splits
    assert set(found.adjusted.values()) == {2 / splits} == {found.smallest_adjusted_pvalue}


def test_a_table_comes_back_in_the_library_of_the_caller():
    frame = pd.DataFrame(np.vstack([X, Y]), columns=list("abc")).assign(arm=["p"] * 14 + ["q"] * 12)
    table = sa.compare(frame, groups="arm", statistics=["covariance", "energy"], n_resamples=19).table()
    assert isinstance(table, pd.DataFrame)
    assert table["top_feature"].tolist()[0] == "b"


def test_all_is_every_name_that_can_be_used():
    found = sa.compare(X[:5], Y[:5], n_resamples=9)
    kept = {test.name.split(":")[0] for test in found.tests}
    noted = {name for name in registry.names() for note in found.overall.notes if note.startswith(f"'{name}")}
    assert kept | noted == set(registry.names())
    assert "pw_split" in noted
    assert {"auto", "energy", "wasserstein"} <= kept


class Broken:
    """A statistic that cannot be used."""

    name = "broken"

    def __init__(self, error):
        self.error = error

    def prepare(self, pooled, *, rng):
        raise self.error


@pytest.mark.parametrize("error", [ImportError("it needs some_package"), ValueError("too few rows")])
def test_what_cannot_be_used_is_left_out_of_all_and_raised_where_it_is_named(monkeypatch, error):
    few = {name: registry._ENTRIES[name] for name in ("energy", "ks")}
    monkeypatch.setattr(registry, "_ENTRIES", few | {"broken": registry.Entry(lambda _: (Broken(error),))})
    found = sa.compare(X, Y, n_resamples=19)
    assert [test.name for test in found.tests] == ["energy", "ks"]
    assert f"'broken' was left out: {error}." in found.overall.notes
    with pytest.raises(type(error), match=str(error)):
        sa.compare(X, Y, statistics=["energy", "broken"], n_resamples=19)


class Priced:
    """A statistic that forecasts what it takes, and notes when it is evaluated."""

    scale = 1.0

    def __init__(self, name, seconds, evaluated):
        self.name, self.seconds, self.evaluated = name, seconds, evaluated

    def prepare(self, pooled, *, rng):
        self.rows = pooled[:, 0]
        return self

    def evaluate(self, labels, *, stop_at=None):
        self.evaluated.append(self.name)
        return np.abs(labels @ self.rows)

    def describe(self, labels):
        return None


@pytest.fixture
def priced(monkeypatch):
    """Make "all" be statistics of these seconds a relabelling; says in which order they are evaluated."""

    def priced(**seconds):
        evaluated = []
        entries = {
            name: registry.Entry(lambda _, name=name, price=price: (Priced(name, price, evaluated),))
            for name, price in seconds.items()
        }
        monkeypatch.setattr(registry, "_ENTRIES", entries)
        return evaluated

    return priced


def test_quick_tests_come_first_and_the_table_keeps_the_order(priced):
    evaluated = priced(slow=0.3, quick=0.1, middle=0.2)
    found = sa.compare(X, Y, n_resamples=19)
    assert list(dict.fromkeys(evaluated)) == ["quick", "middle", "slow"]
    assert found.table()["statistic"].tolist() == ["slow", "quick", "middle"]


LEFT_OUT = (
    "'slow' was left out: it alone would take about 1 minute on one core, and all others about 40 seconds; "
    "statistics='all' brings it back."
)


def test_what_takes_most_of_the_time_is_left_out_by_default_alone(priced, caplog):
    caplog.set_level(logging.INFO, "setapart")
    evaluated = priced(slow=3.1, quick=1.0, middle=1.1)  # of each of 20 labellings
    found = sa.compare(X, Y, n_resamples=19, n_jobs=2)
    assert [test.name for test in found.tests] == ["quick", "middle"]
    assert "slow" not in evaluated
    assert LEFT_OUT in found.notes
    assert caplog.messages == [
        LEFT_OUT,
        "the comparison will likely take about 20 seconds, 52% of it for 'middle', 48% for 'quick'",
    ]
    for statistics in ("all", ["slow", "quick", "middle"]):
        assert len(sa.compare(X, Y, statistics=statistics, n_resamples=19)) == 3


@pytest.mark.parametrize("others", [{"slow": 2.9, "quick": 1.0}, {"slow": 3.1, "quick": 1.0, "middle": 2.2}])
def test_what_takes_less_than_a_minute_or_less_than_half_stays(priced, others):
    priced(**others)
    assert list(sa.compare(X, Y, n_resamples=19).adjusted) == list(others)


def test_distances_are_made_once(monkeypatch):
    """Of the rows as they are; `geometry` and `whitened` each measure rows in standard deviations."""
    made = []
    monkeypatch.setattr(Distances, "of", lambda points, of=Distances.of: made.append(points) or of(points))
    monkeypatch.setattr("setapart.api.comparison._FEW", 8)  # rows that are prepared to load code
    sa.compare(X, Y, statistics=["energy", "auto", sa.Energy(0.5)], n_resamples=9)
    pooled = np.vstack([X, Y])
    of_all = [points for points in made if len(points) == 26]
    plain = [np.array_equal(points, pooled) for points in of_all]
    assert (plain.count(True), plain.count(False)) == (1, 2)
    scaled = pooled / pooled.std(axis=0)
    for points, is_plain in zip(of_all, plain, strict=True):
        if not is_plain:
            np.testing.assert_allclose(np.ptp(points, axis=0), np.ptp(scaled, axis=0), rtol=1e-12)  # rounding


@pytest.mark.parametrize(
    ("statistics", "error", "message"),
    [
        ([], ValueError, "statistics must name at least one statistic"),
        (["energy", "all"], ValueError, "statistics: 'all' stands alone"),
        (["energy", "energy"], ValueError, "statistics names 'energy' twice"),
        (["auto", "auto"], ValueError, "statistics names 'auto' twice"),
        (["pw:2", sa.ProjectedWasserstein(2)], ValueError, "statistics names 'pw:2' twice"),
        (["energy", ["ks", "tv"]], TypeError, "statistics must be 'all', or names and objects in one list"),
        (["energy", "pw_split"], ValueError, "pw_split relabels other rows than the other statistics do"),
        (["ks", "marginal ks"], ValueError, "statistics names 'marginal ks' twice, once as 'ks'"),
        ("enrgy", ValueError, "^statistics: must be one of .*did you mean 'energy'"),
        (["energy", "ks:2"], ValueError, "^statistics: 'ks:2' has no k to choose"),
        (["energy", 3], TypeError, "^statistics: must be a name or an object"),
        (3, TypeError, "^statistics must be 'all', a name or object, or a list of them; got 3"),
        (sa.Energy, TypeError, r"^statistics: must be an object: Energy\(…\) instead of Energy"),
    ],
)
def test_what_cannot_be_compared_is_refused(statistics, error, message):
    with pytest.raises(error, match=message):
        sa.compare(X, Y, statistics=statistics, n_resamples=9)


def test_objects_of_one_kind_are_told_apart():
    found = sa.compare(X, Y, statistics=[sa.Energy(), "auto", sa.Energy(0.5)], n_resamples=9)
    assert [test.name for test in found.tests] == ["energy", "auto", "energy exponent=0.5"]


@pytest.mark.parametrize(
    "several",
    [("energy", "ks"), np.array(["energy", "ks"]), pd.Series(["energy", "ks"]), {"energy": 1, "ks": 2}.keys()],
    ids=["tuple", "array", "series", "keys"],
)
def test_statistics_may_be_listed_in_anything(several):
    assert list(sa.compare(X, Y, statistics=several, n_resamples=9).adjusted) == ["energy", "ks"]


def test_loading_code_does_not_count():
    """The first statistic that is prepared takes half a second more, as where code is loaded from disk."""
    seen = []

    class Slow:
        name = "slow"

        def prepare(self, pooled, *, rng):
            if not seen:
                time.sleep(0.5)
            seen.append(len(pooled))
            return sa.Energy().prepare(pooled, rng=rng)

    found = sa.compare(X, Y, statistics=[Slow()], n_resamples=9)
    assert seen[-1] == 26
    assert found["slow"].seconds < 0.4


def test_a_long_statistic_is_named_where_the_user_called(monkeypatch):
    for name in ("_MINUTE", "_HOUR"):
        monkeypatch.setattr(f"setapart.inference.progress.{name}", 1e-9)
    with pytest.warns(UserWarning, match="^the comparison .* of it for 'srw:1'; .* other st") as told:
        sa.compare(X, Y, statistics=["energy", "srw:1"], n_resamples=9)
    assert told[0].filename == __file__


def test_a_note_says_where_small_levels_are_out_of_reach():
    found = sa.compare(X, Y, statistics=["ks"], n_resamples=9)
    assert any(note.startswith("The smallest p-value that this test can give is 0.1, ") for note in found.overall.notes)


@pytest.mark.parametrize(("kept", "times"), [(2**28, 1), (1, 2)])
def test_what_the_forecast_prepares_serves_the_test(monkeypatch, kept, times):
    """Unless it is too much to hold for all tests at once; the answer is the same."""
    monkeypatch.setattr("setapart.api.comparison._FEW", 8)  # rows that are prepared to load code
    monkeypatch.setattr("setapart.api.comparison._KEPT", kept)
    sizes = []

    class Counted:
        name = "counted"

        def prepare(self, pooled, *, rng):
            sizes.append(len(pooled))
            return sa.SlicedWasserstein().prepare(pooled, rng=rng)

    found = sa.compare(X, Y, statistics=[Counted(), "energy"], n_resamples=19)
    assert sizes.count(26) == times
    alone = sa.two_sample_test(X, Y, statistic="sliced", n_resamples=19)
    assert (found["counted"].statistic, found["counted"].unadjusted_pvalue) == (alone.statistic, alone.pvalue)
