import pytest

from setapart.data.table import Reading
from setapart.data.units import feature_units, unit_in_name


@pytest.mark.parametrize(
    ("name", "unit"),
    [("CRP (mg/L)", "mg/L"), ("weight [kg]", "kg"), ("bill_length_mm", "mm"), ("price_usd", "USD"), ("T (°C)", "°C")]
    + [
        ("mm", ""),
        ("_mm", ""),
        ("_mass_g", "g"),
        ("body_mass_g", "g"),
        ("Body_Mass_KG", "kg"),
        ("share_pct", "%"),
        ("dose_ug", "µg"),
        ("temp_c", "°C"),
    ]
    + [
        ("depth_m", "m"),
        ("reaction_time_s", "s"),
        ("group_g", ""),
        ("sd_s", ""),
        ("male_m", ""),
        ("time_min", ""),
        ("g", ""),
        ("age (in years)", ""),
        ("x (1)", ""),
        ("(kg)", ""),
        ("a(b", ""),
    ],
)
def test_the_unit_in_a_name(name, unit):
    assert unit_in_name(name) == unit


def test_what_was_read_comes_before_the_name_and_levels_have_none():
    readings = {"price": Reading("money", "$"), "crp (mg/L)": Reading("censored")}
    names = ("price", "crp (mg/L)", "arm=a", "w [kg]")
    assert feature_units(names, ("price", "crp (mg/L)", "arm", "w [kg]"), readings, {}) == ("$", "mg/L", "", "kg")


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            Reading("money", "$"),
            Reading("money", "€"),
            r"^column 'c' is in \$ in the first sample and in € in the second",
        ),
        (
            Reading("date", "days", "since 2024-01-01"),
            Reading("date", "days", "since 2024-01-02"),
            "since 2024-01-01 in",
        ),
    ],
)
def test_two_units_of_one_column_are_refused(first, second, message):
    with pytest.raises(ValueError, match=message):
        feature_units(("c",), None, {"c": first}, {"c": second})
