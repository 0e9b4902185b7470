import numpy as np

from outlines import outline
from plans import calibration_of, curve_of
from setapart.inference.held_out import Effect
from setapart.results.notes import Caution


def test_the_table_says_what_was_found(result_of):
    rows = np.repeat([[-1.0, 0.0], [1.0, 0.0]], 10, axis=0)
    result = result_of(
        settings={"scale": "std"}, n_omitted=(1, 0), x_projected=rows, y_projected=rows * 2.0 + [3.0, 0.0]
    )
    parsed = outline(result._repr_html_())
    assert parsed.text == [
        "Two-sample test",
        "p-value",
        "0.01",
        " (99 relabellings; the smallest attainable p is 1/100)",
        "Projected Wasserstein distance along 2 directions",
        "1.25, in pooled standard deviations",
        "Samples",
        "before: 40 rows, 1 left out",
        "after: 30 rows",
        "What differs",
        "direction 1 (75 %): 90 % location (3 higher, 1.8 SD), 10 % spread (2 times as wide)",  # SD √(100 / 38), 1.62
        "direction 2 (25 %): no difference",
        "Features by share",
        "feature_1 57\xa0%",
        "feature_2 43\xa0%",
        "feature_3 0\xa0%",
        "Search",
        (
            "The search ended at what appears to be a local maximum; a better one may exist, so the distance "
            "is a lower bound."
        ),
    ]


def test_a_combination_lists_unadjusted_p_values(combination_of):
    text = outline(combination_of("energy", stopping="Enough <seen>.")._repr_html_()).text
    assert text[1:13] == [
        "p-value",
        "0.02",
        " (99 relabellings; 95 % confidence interval of p over all splits: 0.0024 to 0.07)",
        "Stopped",
        "Enough <seen>.",
        "Energy distance",
        "0.25, in the units of the data",
        "Unadjusted p-values",
        "pw:1 0.03",
        "pw:2 centred 0.01",
        "energy 0.4, leading",
        "mmd 0.5",
    ]


def test_the_design_is_told_where_there_is_one(result_of):
    text = outline(result_of(design="paired")._repr_html_()).text
    assert text[text.index("Design") + 1] == "paired: a random swap within the pairs"
    assert "Design" not in outline(result_of()._repr_html_()).text


def test_the_held_out_effect_stands_beside_what_chance_makes(result_of):
    effect = Effect(1.974, 1.52, 2.5, 0.9, 0.7, 1.1, 0.8888)
    text = outline(result_of(effect=effect)._repr_html_()).text
    at = text.index("Held-out effect")
    assert text[at + 1 : at + 4] == [
        "1.97 (95 % bootstrap interval 1.52 to 2.5)",
        "0.9 pooled standard deviations (0.7 to 1.1)",
        "about 0.889, or 0.405 standard deviations without a difference",
    ]
    assert "Held-out effect" not in outline(result_of()._repr_html_()).text


def test_of_scaled_features_one_kind_of_standard_deviation_is_told(result_of):
    effect = Effect(1.974, 1.52, 2.5, 0.9, 0.7, 1.1, 0.8888)
    text = outline(result_of(effect=effect, settings={"scale": "std"})._repr_html_()).text
    at = text.index("Held-out effect")
    assert text[at + 1 : at + 3] == [
        "0.9 pooled standard deviations (95 % bootstrap interval 0.7 to 1.1)",
        "about 0.405 without a difference",
    ]


def test_without_evidence_that_is_said_right_under_the_p_value(result_of):
    text = outline(result_of(pvalue=0.3, notes=(Caution("mind the units"), "mind"))._repr_html_()).text
    assert text[4:8] == [
        "Note",
        (
            "No evidence of a difference at level 0.05. What follows shows where these rows happen to differ most; "
            "such a pattern also appears without any difference."
        ),
        "Note",
        "mind the units",
    ]
    assert text[-2:] == ["Note", "mind"]
    assert "Where the rows happen to differ most" in text
    assert "What differs" not in text


def test_an_effect_without_standard_deviations(result_of):
    nan = float("nan")
    text = outline(result_of(effect=Effect(0.0, 0.0, 0.0, nan, nan, nan, 0.0))._repr_html_()).text
    at = text.index("Held-out effect")
    assert text[at + 1 : at + 3] == ["0 (95 % bootstrap interval 0 to 0)", "about 0 without a difference"]


def test_an_effect_without_an_interval(result_of):
    nan = float("nan")
    text = outline(result_of(effect=Effect(1.974, nan, nan, 0.9, nan, nan, 0.8888))._repr_html_()).text
    at = text.index("Held-out effect")
    assert text[at + 1 : at + 3] == ["1.97 (too few rows for an interval)", "0.9 pooled standard deviations"]


def test_removed_means_are_mentioned_in_full(result_of):
    text = outline(result_of(centred=True)._repr_html_()).text
    assert text[text.index("Search") + 1].endswith(
        " lower bound. The statistic removes the means of the samples; the differences along its directions are "
        "stated without removing them."
    )


def test_the_directions_of_another_statistic_are_named(combination_of):
    text = outline(combination_of("mmd")._repr_html_()).text
    assert text[text.index("Squared maximum mean discrepancy") + 1] == "0.1"
    assert text[text.index("Directions of") + 1] == (
        "projected Wasserstein distance along 2 directions, group means removed"
    )
    assert "Directions of" not in outline(combination_of()._repr_html_()).text


def test_names_from_data_cannot_become_markup(result_of):
    hostile = "<script>alert('x')</script>"
    result = result_of(
        feature_names=(hostile, '" onload="x', "a & b"),
        labels=(hostile, "<b>"),
        statistic_name="<i>odd</i>",
        settings={"scale": "<u>"},
        notes=(hostile,),
    )
    parsed = outline(result._repr_html_())
    assert parsed.tags == {"table", "caption", "tbody", "tr", "th", "td", "b", "br"}
    assert f"{hostile}: 40 rows" in parsed.text
    assert "a & b 0\xa0%" in parsed.text
    assert parsed.text[-2:] == ["Note", hostile]


def test_features_beyond_five_are_counted(result_of):
    assert "… 4 more features" in outline(result_of(d=9)._repr_html_()).text


def test_a_statistic_without_directions_has_none_to_tell_of(result_of):
    text = outline(result_of(projection=None, statistic_name="energy")._repr_html_()).text
    assert "Energy distance" in text
    assert not {"What differs", "Features by share", "Search"} & set(text)


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
