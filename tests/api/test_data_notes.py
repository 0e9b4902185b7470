"""Doubtful data are named by every result and in every form of it; the test itself stays as it is."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

import setapart as sa

QUICK = {"statistic": "energy", "n_resamples": 19}
MARKED = np.random.default_rng(0).normal(size=(40, 3))
MARKED[:5, 1] = -9999.0
CLEAN = np.random.default_rng(1).normal(size=(40, 3))
REMEDY = "Read as a number, it dominates all distances: replace -9999 by NaN and use nan_policy='omit'."
BOTH = f"Likely fill value, written where a value is missing: -9999 in 'x2' (5 rows of x). {REMEDY}"
ONE = f"Likely fill value, written where a value is missing: -9999 in 'x2' (5 rows). {REMEDY}"


def sampler(n, rng):
    return rng.normal(size=(n, 3))


def watched():
    watch = sa.monitor(MARKED, window=10, n_resamples=99)
    watch.update(CLEAN[:10])
    return watch


def changes():
    return sa.change_points(MARKED[7 * np.arange(40) % 40], statistic="energy", n_resamples=19)


def groups():
    rows = pd.DataFrame(np.r_[MARKED, CLEAN, CLEAN + 0.1], columns=["x1", "x2", "x3"])
    return sa.compare_groups(rows, groups=np.repeat(["x", "y", "z"], 40), **(QUICK | {"n_resamples": 59}))


RESULTS = [
    (lambda: sa.two_sample_test(MARKED, CLEAN, **QUICK), BOTH),
    (lambda: sa.two_sample_test(MARKED, CLEAN, **QUICK).explain(n_refits=20), BOTH),
    (lambda: sa.compare(MARKED, CLEAN, statistics=["energy", "marginal"], n_resamples=19), BOTH),
    (groups, BOTH),
    (lambda: sa.goodness_of_fit(MARKED, sampler, **QUICK), ONE),
    (lambda: sa.goodness_of_fit(MARKED, fit="normal", **QUICK), ONE),
    (changes, ONE),
    (watched, ONE),
    (lambda: sa.power((MARKED, CLEAN), n=[5], n_trials=2, **QUICK), BOTH),
    (lambda: sa.calibrate(MARKED, n_trials=2, **QUICK), ONE),
]
NAMES = ["test", "explanation", "comparison", "groups", "fit", "fitted", "changes", "monitor", "power", "calibration"]


def flat(text):
    return " ".join(text.split())


@pytest.mark.parametrize(("result", "note"), RESULTS, ids=NAMES)
def test_every_result_has_the_note_in_every_form(result, note):
    told = result()
    assert sum(one == note for one in told.notes) == 1
    assert f"Note: {note}" in flat(told.summary())
    assert note in json.loads(json.dumps(told.to_dict()))["notes"]
    assert note in flat(told.to_markdown().replace("\\", ""))
    escaped = note.replace("'", "&#x27;"), note.replace("'", "&#39;")
    assert any(words in flat(told._repr_html_()) for words in escaped)


def test_beside_its_test_an_explanation_does_not_say_it_again():
    result = sa.two_sample_test(MARKED, CLEAN, **QUICK)
    page = flat(result.to_markdown(explanation=result.explain(n_refits=20)).replace("\\", ""))
    assert page.count("Likely fill value") == 1


def test_single_results_of_groups_keep_theirs():
    told = groups()
    assert BOTH in told.result("x", "y").notes
    assert told.result("y", "z").notes == ()


def test_the_rows_of_a_model_are_not_doubtful():
    ordered = np.arange(200.0)
    told = sa.goodness_of_fit(
        np.random.default_rng(0).integers(0, 200, 40) + 0.0,
        lambda n, rng: np.resize(ordered, n) + rng.random(n),
        **QUICK,
    )
    assert told.notes == told.result.notes == ()
    incomplete = MARKED.copy()
    incomplete[:5, 1] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sa.goodness_of_fit(incomplete, sampler, nan_policy="omit", **QUICK).notes == ()


def test_a_window_names_its_own_fill_values():
    watch = sa.monitor(CLEAN, window=10, n_resamples=99)
    first, second = watch.update(np.r_[CLEAN[:10] + 0.5, MARKED[:10]])
    note = f"Likely fill value, written where a value is missing: -9999 in 'x2' (5 rows of the window). {REMEDY}"
    assert (first.notes, second.notes) == ((), (note,))
    assert note in second.to_dict()["notes"]
    assert f"Note: {note}" in flat(second.summary())
    assert watch.notes == (f"Window 1: {note}",)


def test_the_issue_in_one_sample_and_in_both():
    fill = np.array([[9.96921e36, 0.0, 0.0]])
    what = "Likely fill value, written where a value is missing: 9.96921e+36 in 'x1'"
    both = sa.two_sample_test(np.r_[fill, CLEAN], np.r_[fill, CLEAN + 1.0], statistic="ks", n_resamples=19)
    assert both.notes[0].startswith(f"{what} (1 row of x, 1 of y). ")
    for statistic in ("energy", "pw:1", "marginal"):
        one = sa.two_sample_test(np.r_[fill, CLEAN], CLEAN + 1.0, statistic=statistic, n_resamples=19)
        assert one.notes[0].startswith(f"{what} (1 row of x). ")


def test_an_id_that_goes_on_in_the_second_file_is_named_and_the_test_is_as_it_was():
    x, y = (pd.DataFrame(rows, columns=["a", "b", "c"]) for rows in (CLEAN, MARKED + [0.0, 1e4, 0.0]))
    y.loc[:4, "b"] = 0.5
    x["patient"], y["patient"] = np.arange(1000, 1040), np.arange(1040, 1080)
    told = sa.two_sample_test(x, y, scale="std", **QUICK)
    (note,) = told.notes
    assert note == (
        "'patient' (sorted whole numbers, each once) looks like row numbers or identifiers, not measurements: leave it "
        "out, or call the rows by it with .set_index (pandas) or .indexed_by (a Table)."
    )
    plain = sa.two_sample_test(x.to_numpy(), y.to_numpy(), scale="std", **QUICK)
    assert plain.notes[0] == (
        "'x4' (sorted whole numbers, each once) looks like row numbers or identifiers, not measurements: leave it out."
    )
    assert plain.statistic == told.statistic
    assert told.pvalue == 0.05


def test_half_of_one_sample_left_out_is_told():
    incomplete = CLEAN.copy()
    incomplete[:20, 2] = np.nan
    told = sa.two_sample_test(CLEAN + 0.1, incomplete, nan_policy="omit", **QUICK)
    (note,) = told.notes
    assert note == (
        "Rows were left out unevenly: 'x3' is missing in 50 % of y (20 of 40 rows) and 0 % of x (0 of 40). If these "
        "rows are unlike the rest, that alone can create or hide a difference: keep them with nan_policy='indicator', "
        "or leave the column out."
    )


def test_rows_of_y_that_are_all_in_x_are_told():
    told = sa.two_sample_test(np.r_[CLEAN, CLEAN + 5.0], CLEAN, **QUICK)
    assert told.notes[0] == (
        "All 40 rows of y are also in x, number for number: these are not two independent samples. If that is not "
        "meant, take the shared rows out of one of them."
    )


def test_distances_name_fill_values_and_the_places_of_a_histogram_are_none():
    found = sa.wasserstein(MARKED, CLEAN)
    assert found.notes == (BOTH,)
    assert "Likely fill value" in found._repr_html_()
    assert sa.wasserstein(np.arange(20), np.arange(20), y_weights=np.arange(1, 21)).notes == ()
    assert sa.wasserstein(CLEAN, CLEAN).notes == ()


def test_a_projected_distance_has_notes():
    found = sa.projected_wasserstein(np.c_[MARKED, np.arange(40)], np.c_[CLEAN, np.arange(40)], k=1)
    assert found.notes[0] == BOTH
    assert found.notes[1].startswith("'x4' (sorted whole numbers, each once) looks like row numbers ")
    assert found.to_dict()["notes"] == list(found.notes)
    assert "<p>Note: Likely fill value" in found._repr_html_()
    plain = sa.projected_wasserstein(CLEAN, CLEAN, k=1)
    assert (plain.notes, "notes" in plain.to_dict()) == ((), False)
