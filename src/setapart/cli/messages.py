"""Messages of the Python functions, in the words of the command: options in place of arguments."""

import re

__all__ = ["in_options", "words"]

# Each pattern is a whole phrase at the start or at the end of a message, where no name from files can stand: a file or
# a column may well be called "k=1" or "n_resamples", and keeps its name.
_PHRASES = {
    r"\An(?= must (be|hold) )": "--n",
    r"\Ad(?= must be )": "--d",
    r"\An_trials(?= must be )": "--trials",
    r"\A(?=(alpha|target|ratio) must |alternative must be one of |level: ['\"])": "--",
    r"\An_resamples=(\d+) cannot reach alpha=": r"--resamples \1 cannot reach --alpha ",
    r"\Athe alternative (?=['\"]\w+['\"] (needs|has) )": "--alternative ",
    r"(?<= needs )d(?=, the number of features\Z)": "--d",
    r"\Ak(?= must be )": "--k",
    r"\An_jobs(?= must (not )?be )": "--jobs",
    r"\An_resamples(?= must be )": "--resamples",
    r"\Arng(?= must be )": "--seed",
    r"\Astatistic(?= must be one of )": "--statistic",
    r"\Amax_sliced uses one direction, k=1; got k=": "max_sliced uses one direction, --k 1; got --k ",
    r"\Agroups(?= must hold two distinct values)": "--group",
    r"\Agroups is missing in(?= \d)": "--group has no value in",
    r"\Alevels(?= must be two |: ['\"])": "--levels",
    r"(?<=; choose two with )levels=\(first, second\)\Z": "--levels P Q",
    r"(?<=; )nan_policy='omit'(?= leaves such rows out\Z)": "--nan-policy omit",
    r"(?<=; )leave out what is not a feature\Z": "choose the features with --columns",
    r"(?<=; )choose one with key=\Z": "save the one to use in a file of its own, or read it in Python with "
    "sa.read(path, key=NAME)",
    r'\ACommand "test" parameter --levels requires 2 positional arguments\. Only got [01]\.': "--levels needs two "
    "values, separated by a space: --levels P Q",
    r"k=1, or more workers \(n_jobs=-1\)(?= make it shorter\Z)": "--k 1, or more workers (--jobs -1)",
}


def words(error: Exception) -> str:
    """What an error says, with the file's name where the system left it out."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def in_options(message: str) -> str:
    """Say options where a Python function speaks of its arguments.

    Examples
    --------
    >>> in_options("n_resamples must be at least 1, got 0")
    '--resamples must be at least 1, got 0'
    >>> in_options("no such file: n_resamples.csv")
    'no such file: n_resamples.csv'
    """
    for phrase, option in _PHRASES.items():
        message = re.sub(phrase, option, message)
    return message
