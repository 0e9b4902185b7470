"""What errors and notes say: in Python's words, and in options; what files and columns are called stays as it is."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import setapart as sa
from setapart._checks import check_choice, check_integer
from setapart._errors import (
    ArgumentError,
    ArgumentTypeError,
    Message,
    arg,
    caller_stacklevel,
    message,
    message_of,
    phrase,
    restated,
)
from setapart._options import in_options

NAMES = st.text(max_size=12) | st.sampled_from(
    [
        "k=1",
        "n_resamples",
        "use design=None",
        "{n_resamples}",
        "x of Clusters has rows in both samples, such as",
        "it; nan_policy='omit' leaves such rows out",
        """both ' and " quotes""",
    ]
)


@given(NAMES, NAMES)
def test_a_sample_and_a_column_keep_their_names(sample, column):
    where = f"sample {sample!r} has 1 missing value, at row index 0, column {column!r}; "
    refusal = where + message("{nan_policy='omit'} leaves such rows out")
    assert refusal == where + "nan_policy='omit' leaves such rows out"
    assert in_options(refusal) == where + "--nan-policy omit leaves such rows out"


@given(NAMES | st.integers(-5, 5) | st.floats(-5, 5), NAMES)
@example("x of Clusters has rows in both samples, such as", "or use {Strata} if")
def test_values_keep_their_names(cluster, label):
    refusal = message("cluster {cluster!r} of {Clusters} is in {label}", cluster=cluster, label=label)
    assert refusal == f"cluster {cluster!r} of Clusters is in {label}"
    assert in_options(refusal) == f"cluster {cluster!r} of --clusters is in {label}"


@pytest.mark.parametrize(
    ("refusal", "python", "command"),
    [
        (message("{n=} of {alpha=}", n=2, alpha=0.05), "n=2 of alpha=0.05", "--n 2 of --alpha 0.05"),
        (message("{scale=!r} is out", scale="std"), "scale='std' is out", "--scale 'std' is out"),
        (message("{scale=} {k='auto'}", scale="a b"), "scale='a b' k='auto'", "--scale 'a b' --k auto"),
        (message("{Strata} holds {count:,}", count=1200), "Strata holds 1,200", "--strata holds 1,200"),
        (message("no {step} here"), "no step here", "no step here"),
        (phrase("leave null out"), "leave null out", "use --method asymptotic"),
        ("take " + arg("n_resamples", 99) + " or more", "take n_resamples=99 or more", "take --resamples 99 or more"),
    ],
)
def test_arguments_become_options(refusal, python, command):
    assert refusal == python
    assert in_options(refusal) == command


def test_a_template_uses_all_its_values():
    with pytest.raises(TypeError, match=r"unused values: {'vlaue'}"):
        message("{k} must be at least {minimum}", minimum=1, vlaue=0)


def test_plain_text_passes():
    assert in_options("no such file: n_resamples.csv") == "no such file: n_resamples.csv"


@pytest.mark.parametrize(
    ("refuse", "kind", "facts"),
    [
        (lambda: check_integer("k", 0, 1), ValueError, ("k", "must be at least 1", 0)),
        (lambda: check_integer("k", "x"), TypeError, ("k", "must be an integer", "x")),
        (
            lambda: check_choice("scale", "sdt", (None, "std")),
            ValueError,
            ("scale", "must be one of None, 'std'", "sdt"),
        ),
        (lambda: sa.two_sample_test(np.eye(3), np.eye(3), k=9), ValueError, ("k", "must be between 1 and 3", 9)),
    ],
)
def test_an_error_carries_its_facts_and_survives_a_pickle(refuse, kind, facts):
    with pytest.raises(kind) as caught:
        refuse()
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert isinstance(error, ArgumentError | ArgumentTypeError)
        assert not (isinstance(error, ValueError) and isinstance(error, TypeError))
        assert (error.argument, error.requirement, error.value) == facts
        assert str(error) == str(caught.value)
        assert in_options(message_of(error)) == f"--{facts[0]}{str(error).removeprefix(facts[0])}"


def test_a_message_survives_a_pickle():
    note = arg("scale", "std") + " would do"
    copied = pickle.loads(pickle.dumps(note))
    assert (copied, copied.parts) == (note, note.parts)
    assert type(copied) is Message


def test_other_words_for_an_error_keep_its_facts():
    error = restated(ArgumentError("k", "must be at least 1", 0), "in short, no")
    assert (str(error), type(error), error.value) == ("in short, no", ArgumentError, 0)
    assert type(restated(TypeError("a"), "b")) is TypeError


def test_notes_are_strings_that_know_their_arguments():
    rows = np.random.default_rng(0).normal(size=(20, 2)) * [1.0, 1000.0]
    note = next(note for note in sa.two_sample_test(rows, rows + 1.0, statistic="energy").notes if "spread" in note)
    assert isinstance(note, str)
    assert note.endswith("scale 'std' would put them on one footing.")
    assert in_options(note).endswith("--scale std would put them on one footing.")


def test_a_warning_stands_where_the_user_called_the_package():
    room = {"__name__": "setapart.room", "caller_stacklevel": caller_stacklevel, "warnings": warnings}
    exec("def inner():\n    warnings.warn('so', stacklevel=caller_stacklevel())\ndef outer():\n    inner()", room)
    with pytest.warns(UserWarning, match="^so$") as caught:
        room["outer"]()
    assert caught[0].filename == __file__
