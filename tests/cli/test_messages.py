"""What the functions say, in the words of the command; what files are called stays as it is."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setapart.cli.messages import in_options, notes_in_options, words
from setapart.report.render.text import filled

NAMES = st.text(max_size=12) | st.sampled_from(
    [
        "k=1",
        "n_resamples",
        "use design=None",
        "Strata",
        "x of Clusters has rows in both samples, such as",
        "it; nan_policy='omit' leaves such rows out",
        """both ' and " quotes""",
    ]
)


@given(NAMES)
def test_a_file_keeps_its_name(name):
    assert in_options(f"no such file: {name}.csv") == f"no such file: {name}.csv"


@given(NAMES, NAMES)
def test_a_sample_and_a_column_keep_their_names(sample, column):
    where = f"sample {sample!r} has 1 missing value, at row index 0, column {column!r}; "
    told = in_options(where + "nan_policy='omit' leaves such rows out")
    assert told == where + "--nan-policy omit leaves such rows out"


@given(NAMES | st.integers(-5, 5) | st.floats(-5, 5), NAMES, NAMES)
@example("x of Clusters has rows in both samples, such as", "or use Strata if", "it; give it, or use Strata if")
def test_a_cluster_keeps_its_name(cluster, first, second):
    def message(clusters, strata):
        return (
            f"cluster {cluster!r} of {clusters} has rows in both samples, such as row index 3 in sample {first!r} and "
            f"row index 0 in sample {second!r}; give different clusters different labels, or use {strata} if single "
            "rows were assigned within it"
        )

    assert in_options(message("Clusters", "Strata")) == message("--clusters", "--strata")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("statistic='pw mean': only pw", "--statistic 'pw mean': only pw"),
        ('statistic="pw\'": only pw', '--statistic "pw\'": only pw'),
        (
            "Strata holds labels that differ but are written alike: 1 and '1'",
            "--strata holds labels that differ but are written alike: 1 and '1'",
        ),
        (
            "scale='std' has no place where sparse rows are compared by their principal components; divide",
            "--scale 'std' has no place where sparse rows are compared by their principal components; divide",
        ),
        ("n=2 and m=3 cannot reach alpha=0.05: the", "--n 2 and a second sample of 3 cannot reach --alpha 0.05: the"),
        (
            "ratio=0.01 leaves 0 rows for the second sample of n=10",
            "--ratio 0.01 leaves 0 rows for the second sample of --n 10",
        ),
        (
            "the alternative 'correlated' has d=2 features, got d=3",
            "--alternative 'correlated' has 2 features, got --d 3",
        ),
    ],
)
def test_arguments_become_options(said, told):
    assert in_options(said) == told


NAMES_ROWS = "column 'a b' has another value in every row, as names of rows do"
BY_FRAME = "with .set_index (pandas) or .indexed_by (a Table)"
LEAVE_OUT, DROP = "leave out what is not a feature", "leave out what is no feature with --drop NAME"
CONVERT = ", and convert what is: .astype(float) for numbers, .astype(str) for categories"


@pytest.mark.parametrize("gaps", ["", "; besides, 2 of 9 rows have missing values; {} leaves such rows out"])
@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            f"{NAMES_ROWS}: leave it out, or call the rows by it {BY_FRAME}",
            f"{NAMES_ROWS}: --ids 'a b' calls the rows by it, --drop 'a b' leaves it out",
        ),
        (f"it; {LEAVE_OUT}{CONVERT}", f"it; {DROP}, or choose the features with --columns"),
        *(
            (
                f"it; {LEAVE_OUT}, or call the rows by 'i' {BY_FRAME}{more}",
                f"it; {DROP}, choose the features with --columns, or call the rows by 'i' with --ids i",
            )
            for more in ("", CONVERT)
        ),
        (
            (
                f"it; {LEAVE_OUT}, call the rows by 'i' {BY_FRAME}, or have two_sample_test make features of "
                "categories: categorical='onehot'"
            ),
            (
                f"it; {DROP}, choose the features with --columns, call the rows by 'i' with --ids i, or have setapart "
                "test make features of categories: --categorical onehot"
            ),
        ),
    ],
)
def test_columns_that_are_no_features_are_met_with_options(said, told, gaps):
    before, after = (gaps.format(words) for words in ("nan_policy='omit'", "--nan-policy omit"))
    assert in_options(f"x has {said}{before}") == f"x has {told}{after}"


UNITS = (
    "The spread of 'mass' is 280 times that of '{name}', and distances add features up as they are: {} would put them "
    "on one footing.{more}"
)
CORRELATED = (
    "consecutive rows are plainly correlated (0.69 in '{name}'), and orders of single rows find changes that are none; "
    "{} keeps blocks of rows together"
)
NOTES = [
    (UNITS, ("scale 'std'", "--scale std")),
    (CORRELATED, ("block 'auto'", "--block auto")),
]


@pytest.mark.parametrize(("note", "said"), NOTES)
@pytest.mark.parametrize("name", ["scale 'std'", "block 'auto'", "k=1", "a name with a  gap and nan_policy='omit'"])
@pytest.mark.parametrize("more", ["", " (Of 'a' and 'b'; 2 of the single results have notes.)"])
def test_notes_of_a_summary_speak_of_options(note, said, name, more):
    before, after = (note.format(words, name=name, more=more) for words in said)
    rest = "x against y: p = 0.05 at scale 'std' would put them on one footing."
    told = notes_in_options(f"{rest}\n\n{filled('Note: ' + before)}\n\nSeed 0.")
    assert told == f"{rest}\n\n{filled('Note: ' + after)}\n\nSeed 0."


def test_an_error_of_the_system_names_its_file():
    assert words(FileNotFoundError(2, "No such file or directory", "a.csv")) == "a.csv: No such file or directory"
    assert words(ValueError("as it stands")) == "as it stands"
    assert words(MemoryError()) == "MemoryError"


def test_notes_on_the_data_name_options():
    where = "x.csv: -9999 in 'a' (3 rows of x); 1e+20 in 'b' (2 rows of y). Read as a number it decides all distances: "
    assert in_options(f"{where}replace -9999 and 1e+20 by NaN and use nan_policy='omit'.") == (
        f"{where}read it as missing with --missing -9999 --missing 1e+20, and use --nan-policy omit."
    )
    look = "'a' (sorted whole numbers, each once) looks like row numbers or identifiers, not measurements: leave "
    indexed = "with .set_index (pandas) or .indexed_by (a Table)"
    assert in_options(f"{look}it out, or call the rows by it {indexed}.") == (
        f"{look}it out with --drop NAME, or call the rows by it with --ids NAME."
    )
    assert in_options(f"{look}them out, or call the rows by one of them {indexed}.") == (
        f"{look}them out with --drop NAME, or call the rows by one of them with --ids NAME."
    )
    assert in_options(f"{look}it out.") == f"{look}it out with --drop NAME."
    apart = "If these rows are unlike the rest, that alone sets the samples apart or hides a difference: leave the "
    assert in_options(f"{apart}column out, or fill in the values alike in both samples.") == (
        f"{apart}column out with --drop NAME, or fill in the values alike in both samples."
    )
