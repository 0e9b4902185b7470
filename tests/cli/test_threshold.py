import pytest

from setapart import theory
from setapart.cli import main

NO_DIAMETER = (
    "--diameter must be given: the largest distance between two points that can occur (or --radius, of a ball that "
    "holds them all); no data can tell it"
)
CUBE = ("--diameter", 2 * 30**0.5, "--radius", 30**0.5, "--second-moment", 10)


def answer(capsys, *arguments):
    assert main(["threshold", *map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_table_holds_the_numbers_of_the_first_experiment(capsys):
    assert answer(capsys, "--n", 100, 10**6, "--k", 1, 2, *CUBE).splitlines() == [
        "Thresholds at level 0.05",
        "",
        "        n          m  k  as printed   corrected   chained",
        "      100        100  1       68.13*      12.85*    12.85*",
        "      100        100  2       98.48*      12.85*    12.85*",
        "1,000,000  1,000,000  1       2.514      0.5636    0.2744",
        "1,000,000  1,000,000  2       7.572       2.439     1.951",
        "",
        "The level holds for the exact maximum over all directions. It also holds for a",
        "search, which finds at most that maximum. Bounds of the power hold for the exact",
        "maximum alone.",
        "",
        "* vacuous: no distance exceeds 10.95, the diameter; use the permutation test.",
    ]


def test_nothing_is_marked_where_nothing_is_vacuous(capsys):
    text = answer(capsys, "--n", 10**9, "--k", 1, "--diameter", 2)
    assert "*" not in text
    assert "vacuous" not in text


def test_json_is_every_threshold_in_full(printed):
    known = printed(
        "threshold", "--n", 5000, 300, "--m", 2000, 400, "--k", 1, "--alpha", 0.1, "--diameter", 5, "--d", 2, "--json"
    )
    asked = [(n, m, form) for n, m in ((5000, 2000), (300, 400)) for form in ("paper", "corrected", "chained")]
    assert known == [theory.threshold(n, m, 1, 0.1, diameter=5.0, d=2, form=form).to_dict() for n, m, form in asked]


def test_directions_by_default_are_no_more_than_features(printed):
    known = printed("threshold", "--n", 50, "--diameter", 1, "--d", 2, "--json")
    assert [one["k"] for one in known] == [1, 1, 1, 2, 2, 2]


def test_one_m_goes_with_every_n(printed):
    known = printed("threshold", "--n", 50, 60, "--m", 40, "--radius", 1, "--json")
    assert [(one["n"], one["m"], one["k"]) for one in known] == [
        (n, 40, k) for n in (50, 60) for k in (1, 2, 3) for _ in range(3)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--diameter", 1), 'Command "threshold" parameter --n requires an argument.'),
        (
            ("--n", 10, "--k", 1),
            NO_DIAMETER,
        ),
        (("--n", "10", "x", "--diameter", 1), "--n: '10 x' are not whole numbers, separated by spaces"),
        (("--n", 10, "--k", "1", "x", "--diameter", 1), "--k: '1 x' are not whole numbers, separated by spaces"),
        (("--n", 10, "--k", "--diameter", 1), "--k needs whole numbers, separated by spaces"),
        (("--n", 10, "--m", 1, 2, "--diameter", 1), "--m must be one number, or 1 as --n; got 2"),
        (("--n", 0, "--diameter", 1), "--n must be at least 1, got 0"),
        (("--n", 1, "--m", 0, "--diameter", 1), "--m must be at least 1, got 0"),
        (("--n", 1, "--alpha", 2, "--diameter", 1), "--alpha must lie strictly between 0 and 1, got 2.0"),
        (("--n", 1, "--diameter", -1), "--diameter must be positive and finite, got -1.0"),
        (
            ("--n", 1, "--diameter", 1, "--radius", 1, "--second-moment", 2),
            "--second-moment must be at most radius², 1, got 2",
        ),
        (("--n", 1, "--diameter", 1, "--d", 0), "--d must be at least 1, got 0"),
        (
            ("--n", 100, "--k", 3, "--d", 2, "--diameter", 1),
            "--k must be at most the number of features, 2; got 3",
        ),
        (
            ("--n", 100, "--diameter", "1e200"),
            "--diameter must be between 1e-100 and 1e+100, got 1e+200; choose another unit",
        ),
    ],
)
def test_what_cannot_be_used_is_one_line(refused, arguments, message):
    assert refused("threshold", *arguments) == message


def test_help_names_the_way_to_call_it(capsys):
    assert "setapart threshold --n N [N …] --diameter B [OPTIONS]" in answer(capsys, "--help")
