from hand_made import features_of, pairs_of
from outlines import outline
from plans import calibration_of, curve_of
from setapart.results.notes import Caution


def test_the_first_screen_stands_above_what_can_be_unfolded(result_of):
    result = result_of(
        by_feature=features_of(
            ("feature_1", "feature_2", "feature_3"),
            [0.01, 0.04, 0.6],
            changes=("median", "95th percentile", "median"),
        ),
        notes=(Caution("mind the units"), "mind"),
        settings={"scale": "std"},
        n_omitted=(1, 0),
    )
    text = outline(result._repr_html_()).text
    assert text[:18] == [
        "before and after differ (p = 0.01; 40 and 30 rows). 2 of 3 features differ: feature_1 and feature_2.",
        "How the samples differ",
        *("what differs", "before", "after", "change (95 % interval)", "adjusted p"),
        *("feature_1, median", "1", "2", "+1.0 (0.5 to 1.5)", "0.01"),
        *("feature_2, 95th percentile", "1", "2", "+1.0 (0.5 to 1.5)", "0.04", "median: no change shown"),
    ]
    assert text.index("median: no change shown") < text.index("Note: mind the units") < text.index("Details")
    details = text[text.index("Details") + 1 :]
    assert details[0].startswith("P = 0.01: the probability that a random relabelling of the rows sets")
    assert "is 1.25, in pooled standard deviations; permutation null" in details[0]
    assert details[1].endswith("Left out because of missing values: 1 row of before and 0 of after.")
    assert any(line.startswith("direction 1 (75 %): ") for line in details)
    assert details[details.index("feature_1") + 1] == "57 %"
    assert details[-2:] == ["Note: mind", "Seed 7, 0.2 s, setapart 1.2.3."]


def test_a_combination_lists_unadjusted_p_values(combination_of):
    text = outline(combination_of("energy", stopping="Enough <seen>.")._repr_html_()).text
    details = text[text.index("Details") + 1 :]
    assert ". Enough <seen>. The test combines 4 statistics on the same relabellings. The leading" in details[0]
    assert "The directions are those of the projected Wasserstein distance along 2 directions, group" in " ".join(text)
    grid = details[details.index("statistic") :]
    assert grid[:3] == ["statistic", "observed", "unadjusted p-value"]
    assert grid[grid.index("energy") :][:5] == ["energy", "0.25", "0.4", "leading", "mmd"]


def test_without_evidence_nothing_is_called_different(result_of):
    names = ("feature_1", "feature_2", "feature_3")
    text = outline(result_of(pvalue=0.3, by_feature=features_of(names, [0.3, 0.4, 0.9]))._repr_html_()).text
    assert text[0] == (
        "No evidence that before and after differ (p = 0.3; 40 and 30 rows). "
        "None of the 3 features shows a difference (smallest adjusted p = 0.3)."
    )
    assert any(line.startswith("No evidence of a difference at level 0.05. What follows shows") for line in text)
    assert not {"What differs", "what differs"} & set(text)


def test_names_from_data_cannot_become_markup(result_of):
    hostile = "<script>alert('x')</script>"
    names = (hostile, '" onload="x', "a & b")
    result = result_of(
        feature_names=names,
        labels=(hostile, "<b>"),
        statistic_name="<i>odd</i>",
        settings={"scale": "<u>"},
        notes=(hostile,),
        by_feature=features_of(names, [0.01, 0.01, 0.5], units="<i>"),
        by_pair=pairs_of([names[:2]], [0.01]),
    )
    parsed = outline(result._repr_html_())
    assert parsed.tags == {"div", "p", "br", "details", "summary"} | {
        *("table", "caption", "thead", "tbody", "tr", "th", "td")
    }
    assert f"{hostile} and <b> differ (p = 0.01; 40 and 30 rows)." in parsed.text[0]
    assert parsed.text[parsed.text.index("a & b") + 1] == "0 %"
    assert f"Note: {hostile}" in parsed.text


def test_what_a_table_leaves_out_is_counted(result_of):
    assert "… 20 more features and 2 more directions" in outline(result_of(k=7, d=30)._repr_html_()).text


def test_a_statistic_without_directions_has_none_to_tell_of(result_of):
    text = " ".join(outline(result_of(projection=None, statistic_name="energy")._repr_html_()).text)
    assert "The energy distance is 1.25" in text
    assert "direction" not in text


def test_a_power_curve_is_told_as_in_the_terminal():
    curve = curve_of([20, 90], n=(25, 50), notes=("mind <this>",))
    text = outline(curve._repr_html_()).text
    assert text == [
        curve.n_for().message,
        "Power at alpha = 0.05 against mean_shift (60 features). Test: pw, 199 relabellings; 100 trials of each size.",
        "Power",
        *("n", "m", "rejected", "power", "95 % interval"),
        *("25", "50", "20", "0.200", "0.127 to 0.292"),
        *("50", "100", "90", "0.900", "0.824 to 0.951"),
        "Note: mind <this>.",
        "Seed 7, 0.2 s, setapart 1.2.3.",
    ]


def test_a_calibration_is_told_as_in_the_terminal():
    result = calibration_of([0.05, 0.3, 0.9], smallest_pvalue=0.05)
    text = outline(result._repr_html_()).text
    assert text[0] == result.verdict
    assert text[2:9] == ["Calibration", "alpha", "rejected", "level", "95 % interval", "0.05", "1"]
    assert "Out of reach: alpha = 0.01; no p-value of this test is below 0.05." in text


def test_names_of_planned_tests_cannot_become_markup():
    hostile = "<script>alert('x')</script>\x1b"
    for result in (
        curve_of([20], n=(25,), alternative=hostile, test=hostile, notes=(hostile,)),
        calibration_of([0.5], label=hostile, test=hostile),
    ):
        parsed = outline(result._repr_html_())
        assert parsed.tags == {"div", "p", "table", "caption", "thead", "tbody", "tr", "th", "td"}
        assert "<script>alert('x')</script>\\x1b" in parsed.text[1]
