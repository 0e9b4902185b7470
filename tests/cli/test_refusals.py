"""Bad input: one line that names the option, or the file, row and column, and status 2."""

import pytest

MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
QUICK = ("--statistic", "pw:1", "--resamples", "19", "--nan-policy", "omit")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("absent.csv", "left.npy"), "no such file: absent.csv"),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie", "Gentoo", *QUICK),
            (
                "penguins.csv has columns that are not numeric: 'island' (text), 'sex' (text); besides, 11 of 344 rows "
                "have missing values; --nan-policy omit leaves such rows out, and between two samples --nan-policy "
                "indicator keeps them; to read the columns, add --as island=category --as sex=category"
            ),
        ),
        (
            ("penguins.csv", "--group", "specis"),
            "--group names a column that penguins.csv lacks: unknown column 'specis'; did you mean 'species'?",
        ),
        (
            ("penguins.csv", "--group", "species", "--columns", "body_mas_g"),
            (
                "--columns names a column that penguins.csv lacks: unknown column 'body_mas_g'; did you mean "
                "'body_mass_g'?"
            ),
        ),
        (
            ("penguins.csv", "--group", "species", "--columns", "species"),
            "--group leaves no feature of --columns; name others there",
        ),
        (
            ("~nobody-of-this-name/a.csv", "left.npy"),
            "~nobody-of-this-name/a.csv cannot be found: there is no such home directory",
        ),
        (
            ("penguins.csv", "--group", "species", "--columns", "year,body_mass_g,"),
            "unknown column 'year,body_mass_g,'; separate names with spaces: --columns year body_mass_g",
        ),
        (
            ("penguins.csv", "--group", "species", "--drop", "isle", "sex"),
            "--drop names a column that is not in penguins.csv: 'isle'; did you mean 'island'?",
        ),
        (
            ("Adelie.csv", "Chinstrap.csv", "--drop", "sex"),
            "--drop names a column that is not in Adelie.csv and Chinstrap.csv: 'sex'",
        ),
        (
            ("penguins.csv", "--group", "species", "--drop", "island,sex"),
            "unknown column 'island,sex'; separate names with spaces: --drop island sex",
        ),
        (("Adelie.csv", "Chinstrap.csv", "--drop", *MEASUREMENTS), "--drop leaves no feature of Adelie.csv"),
        (
            ("Adelie.csv", "Chinstrap.csv", "--drop", "--json"),
            "--drop needs the names of columns, separated by spaces",
        ),
        (
            ("Adelie.csv", "Chinstrap.csv", "--drop", "body_mass_g", "--columns", "body_mass_g"),
            "--columns names the features and --drop what is none; give one of them",
        ),
        (
            ("left.npy", "right.npz", "--drop", "g"),
            "--drop names a column, but left.npy is a matrix without column names",
        ),
        (
            ("penguins.csv", "--group", "species", "--columns"),
            "--columns needs the names of the features, separated by spaces",
        ),
        (
            ("Adelie.csv", "Chinstrap.csv", "--columns", "--json"),
            "--columns needs the names of the features, separated by spaces",
        ),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie,Chinstrap", "--columns", "year"),
            "--levels needs two values, separated by a space: --levels P Q",
        ),
        (
            ("left.npy", "several.npz"),
            "several.npz holds 2 arrays: 'early', 'late'; save the one to use in a file of its own",
        ),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie", "Chinstra", "--columns", "year"),
            (
                "--levels: 'Chinstra' is not among the groups 'Adelie' (152 rows), 'Chinstrap' (68 rows), "
                "'Gentoo' (124 rows); did you mean 'Chinstrap'?"
            ),
        ),
        (("left.npy", "right.npz", "--resamples", "0"), "--resamples must be at least 1, got 0"),
        (("left.npy", "right.npz", "--seed", "-1"), "--seed must be a non-negative integer, got -1"),
        (
            ("left.npy", "right.npz", "--jobs", "0"),
            "--jobs must be a number of workers, or -1 for all cores, got 0",
        ),
        (("left.npy", "right.npz", "--jobs", "5000"), "--jobs must be at most 1024, got 5000"),
        (("-", "-"), "standard input can be read only once; give one of the two files by its name"),
        (
            ("penguins.csv", "--group", "species", "--columns", *MEASUREMENTS),
            (
                "--group must hold two distinct values, got 3: 'Adelie' (152 rows), 'Chinstrap' (68 rows), "
                "'Gentoo' (124 rows); choose two with --levels P Q"
            ),
        ),
        (
            ("penguins.csv", "--group", "sex", "--columns", "year"),
            (
                "--group has no value in 11 of 344 rows, the first at line 5 of the file; --nan-policy omit leaves "
                "such rows out"
            ),
        ),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie", "Adelie", "--columns", "year"),
            "--levels must be two different values, got 'Adelie' and 'Adelie'",
        ),
        (("left.npy",), "one file needs --group COL to split it; or name a second file"),
        (
            ("left.npy", "right.npz", "--group", "g"),
            "--group splits one file; give one file with it, or two without it",
        ),
        (
            ("left.npy", "right.npz", "--levels", "a", "b"),
            "--levels chooses among the values of a column; give --group COL with it",
        ),
        (("left.npy", "--group", "g"), "--group names a column, but left.npy is a matrix without column names"),
        (
            ("left.npy", "right.npz", "--columns", "g"),
            "--columns names a column, but left.npy is a matrix without column names",
        ),
        (
            ("Adelie.csv", "Chinstrap.csv"),
            (
                "sample 'Adelie' has 4 missing values, the first at line 5 of the file, column 'bill_length_mm'; "
                "--nan-policy omit leaves such rows out, --nan-policy indicator keeps them"
            ),
        ),
    ],
)
def test_bad_input_gives_one_line_and_status_2(penguin_files, monkeypatch, refused, arguments, message):
    monkeypatch.chdir(penguin_files)
    assert refused("test", *arguments) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("test", "a.csv", "a.csv", "--columns", "-u"),
            "Unknown option: -u. A column called so is named with an equals sign: --columns=-u",
        ),
        (("test", "c.csv", "c.csv", "--clusters", "u", "--categorical", "onehot"), "c.csv (first) has no features"),
        (
            ("test", "a.csv", "--group", "g", "--categorical", "onehot"),
            "sample 'q' has 3 missing values, the first at line 3 of the file, column 'v'; --nan-policy omit leaves",
        ),
        (
            ("compare-groups", "a.csv", "--group", "g", "--strata", "u"),
            (
                "sample 'q' has 3 missing values, the first at line 3 of the file, column 'v'; --nan-policy omit "
                "leaves such rows out, --nan-policy indicator keeps them (in the comparison of 'p' with 'q')"
            ),
        ),
        (
            ("compare-groups", "a.csv", "--group", "g", "--strata", "g", "--nan-policy", "omit"),
            "--strata names a column that a.csv lacks: unknown column 'g'; the columns are 'u', 'v' (in the comp",
        ),
        (
            ("goodness-of-fit", "a.csv", "--drop", "g", "--model", "normal"),
            "a.csv has 3 missing values, the first at line",
        ),
        (
            ("change-points", "a.csv", "--drop", "g"),
            "a.csv has 3 missing values, the first at line 3 of the file, column",
        ),
        (("compare-groups", "d.csv", "--group", "g"), "sample 'x' has 1 missing value, at line 4 of the file, column"),
        (
            ("compare-groups", "b.csv", "--group", "g"),
            "--group has no value in 1 of 3 rows, the first at line 3 of the file",
        ),
        (
            ("calibrate", "b.csv", "--group", "g", "--level", "p"),
            "--group has no value in 1 of 3 rows, the first at line 3",
        ),
    ],
)
def test_what_is_wrong_is_found_in_the_file(tmp_path, monkeypatch, write, refused, arguments, message):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.csv", ("g", "u", "v"), [("pq"[i % 2], i % 4, i if i % 4 != 1 else "") for i in range(12)])
    write(tmp_path / "b.csv", ("g", "u"), [("p", 1), ("", 2), ("q", 3)])
    write(tmp_path / "c.csv", ("u",), [(1,), (2,), (3,)])
    write(tmp_path / "d.csv", ("g", "u"), [("x", 1), ("y", 2), ("x", ""), ("y", 3)])
    assert refused(*arguments).startswith(message)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (("n_resamplesx.csv", "whole.csv"), "no such file: n_resamplesx.csv"),
        (("k=1.csv", "rng must be.csv"), "no such file: rng must be.csv"),
        (
            ("k=1.csv", "whole.csv"),
            (
                "sample 'k=1' has 1 missing value, at line 3 of the file, column 'n_jobs=-1'; "
                "--nan-policy omit leaves such rows out, --nan-policy indicator keeps them"
            ),
        ),
        (
            ("levels=(first, second).csv", "whole.csv"),
            (
                "levels=(first, second) has a column that is not numeric: 'n_jobs=-1' (row 3 of the file holds "
                "'k=1'); if 'k=1' stands for a missing value, say so with --missing k=1; leave out what is no feature "
                "with --drop NAME, or choose the features with --columns"
            ),
        ),
        (
            ("n_resamples.csv", "whole.csv"),
            ("the columns of the samples differ: whole lacks 'k=1'; whole has 'n_jobs=-1', which n_resamples lacks"),
        ),
    ],
)
def test_names_that_look_like_arguments_are_left_as_they_are(tmp_path, monkeypatch, write, refused, files, message):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "whole.csv", ("n_resamples", "n_jobs=-1"), [(1, 2), (3, 5), (4, 4)])
    write(tmp_path / "k=1.csv", ("n_resamples", "n_jobs=-1"), [(1, 2), (3, ""), (4, 4)])
    write(tmp_path / "levels=(first, second).csv", ("n_resamples", "n_jobs=-1"), [(1, 2), (3, "k=1"), (5, 6)])
    write(tmp_path / "n_resamples.csv", ("n_resamples", "k=1"), [(1, 2), (3, 5), (4, 4)])
    assert refused("test", *files, names=("n_resamples", "n_jobs", "k=1")) == message


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("test",), "setapart test needs a file; files go before the options"),
        (("test", "--statistic", "pw", "a.csv", "b.csv"), "setapart test needs a file; files go before the options"),
        (("calibrate",), "setapart calibrate needs a file; files go before the options"),
        (("explain",), "setapart explain needs a file; files go before the options"),
        (("compare-groups", "--group", "g"), "setapart compare-groups needs a file; files go before the options"),
        (("test", "a.csv", "b.csv", "--resample", "9"), "Did you mean --resamples?"),
        (("test", "a.csv", "b.csv", "--k", "two"), "--k: 'two' is neither a whole number nor auto"),
        (("test", "a.csv", "b.csv", "--k", "1.5"), "--k: '1.5' is neither a whole number nor auto"),
        (("test", "a.csv", "b.csv", "--sparsity", "few"), "--sparsity: 'few' is neither a whole number nor auto"),
        (("test", "a.csv", "b.csv", "--stopping", "bettin"), 'Did you mean "betting"?'),
        (("test", "a.csv", "b.csv", "--design", "pairs"), '--design. Choose from: "paired"'),
        (("test", "a.csv", "b.csv", "--seed", "1.5"), "--seed: '1.5' is not a whole number"),
        (("test", "a.csv", "b.csv", "--resamples", "9.9"), "--resamples: '9.9' is not a whole number"),
        (("test", "a.csv", "b.csv", "--jobs", "2.0"), "--jobs: '2.0' is not a whole number"),
        (("demo", "--seed", "1.5"), "--seed: '1.5' is not a whole number"),
        (("test", "a.csv", "b.csv", "--scale", "stdd"), 'Did you mean "std"?'),
        (
            ("test", "a.csv", "b.csv", "c.csv"),
            "setapart test takes no more words, and got 'c.csv'; see setapart test --help",
        ),
        (("tets",), 'Unknown command "tets"'),
    ],
)
def test_misspelt_commands_give_one_line_and_status_2(refused, arguments, words):
    assert words in refused(*arguments)
