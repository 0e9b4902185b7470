import pytest

from setapart.cli import main

COLUMNS = ("--nan-policy", "omit", "--columns", "bill_length_mm", "body_mass_g")
QUICK = ("--statistic", "energy", "--resamples", "99", *COLUMNS)


def test_a_file_gives_the_answer_of_the_function(penguin_files, printed):
    import setapart as sa

    file = penguin_files / "penguins.csv"
    known = printed("compare-groups", file, "--group", "species", *QUICK, "--json", "--seed", 3)
    rows = sa.read(file).select(["bill_length_mm", "body_mass_g", "species"])
    found = sa.compare_groups(rows, groups="species", statistic="energy", n_resamples=99, nan_policy="omit", rng=3)
    assert [one["adjusted_pvalue"] for one in known["comparisons"]] == found.adjusted_pvalues.tolist()
    assert [one["label"] for one in known["groups"]] == ["Adelie", "Chinstrap", "Gentoo"]


@pytest.mark.parametrize(
    ("against", "heading", "count"), [("rest", "each with the rest", 3), ("Gentoo", "each with Gentoo", 2)]
)
def test_a_reference_and_a_picture(penguin_files, capsys, tmp_path, against, heading, count):
    file, picture = penguin_files / "penguins.csv", tmp_path / "map.png"
    given = ["compare-groups", str(file), "--group", "species", "--against", against, *QUICK, "--plot", str(picture)]
    assert main(given) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{count} of {count} comparisons are significant at 0.05 (adjusted p): ")
    assert f"\n3 groups, {heading}: {count} comparisons. Statistic: energy.\n" in told
    assert picture.stat().st_size > 1_000


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--group", "specie"), "--group names a column that"),
        (("--group", "species", "--against", "Gento"), "--against: 'Gento' is not among the groups"),
        (("--group", "species", "--levels", "Gentoo"), "--levels must be two or more values"),
        (
            ("--group", "species", "--levels", "Gentoo", "Adelie", "--against", "rest"),
            "--against rest needs three groups: of two, the rest is the other; leave it out",
        ),
        (("--group", "species", "--levels", "Gentoo", "Gentoo"), "--levels must be different values"),
        (("--group", "species", "--resamples", "0"), "--resamples must be at least 1"),
    ],
)
def test_what_is_refused(penguin_files, refused, given, message):
    file = penguin_files / "penguins.csv"
    columns = ("--columns", "bill_length_mm", "--nan-policy", "omit")
    assert refused("compare-groups", file, *given, *columns).startswith(message)


@pytest.mark.filterwarnings("always")
def test_the_warning_speaks_of_options(penguin_files, capsys):
    given = ["compare-groups", str(penguin_files / "penguins.csv"), "--group", "species", *COLUMNS]
    assert main([*given, "--statistic", "energy", "--resamples", "19"]) == 0
    warned = capsys.readouterr().err
    assert "of 3 comparisons with --resamples 19 no adjusted p-value can be below 3/20; take --resamples 59" in warned
