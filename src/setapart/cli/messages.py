"""Messages of the Python functions, in the words of the command: options in place of arguments."""

import re
import shlex
from ast import literal_eval
from collections.abc import Callable

__all__ = ["in_options", "notes_in_options", "words"]

# Each pattern is a whole phrase at the start or at the end of a message, where no name from files can stand: a file or
# a column may well be called "k=1" or "n_resamples", and keeps its name.
_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""  # as `repr` writes it
_VALUE = rf"""(?:{_TEXT}|[^\s'"]+)"""  # the same, or a number
_BESIDES = "(; if .*)?(; besides, .*)?"
_GAPS = "(; besides, .*)?"
_INDEXED = r"with \.set_index \(pandas\) or \.indexed_by \(a Table\)"
_LEAVE_OUT = "leave out what is no feature with --drop NAME"


def _ids_or_drop(column: str) -> str:
    name = shlex.quote(column)
    return f"--ids {name} calls the rows by it, --drop {name} leaves it out"


def _as_missing(values: str) -> str:
    return " ".join(f"--missing {value}" for value in re.split(", | and ", values))


_PHRASES: dict[str, str | Callable[[re.Match[str]], str]] = {
    # sizes and the seed
    r"\An(?= must (be|hold) )": "--n",
    r"\An=(\d+) and m=(\d+) cannot reach alpha=": r"--n \1 and a second sample of \2 cannot reach --alpha ",
    r"\Aratio=(\S+) leaves (.*) for the second sample of n=": r"--ratio \1 leaves \2 for the second sample of --n ",
    r"\Ad(?= (must be |belongs to a named alternative; ))": "--d",
    r"\A(?=(m|diameter|radius) must )": "--",
    r"\Asecond_moment(?= must be )": "--second-moment",
    r"(?<= that can occur \()or radius(?=, of a ball that holds them all\); no data can tell it\Z)": "or --radius",
    r"(?<= has a smaller diameter: leave )diameter(?= out\Z)": "--diameter",
    r"\An_trials(?= must be )": "--trials",
    r"\A(?=(alpha|target|ratio) must |alternative must be one of |level: ['\"])": "--",
    r"\An_resamples=(\d+) cannot reach alpha=": r"--resamples \1 cannot reach --alpha ",
    r"\Athe alternative (?=['\"]\w+['\"] (needs|has) )": "--alternative ",
    r"(?<= needs )d(?=, the number of features\Z)": "--d",
    r"(?<= has )d=(\d+) features, got d=(?=\d+\Z)": r"\1 features, got --d ",
    r"\An_jobs(?= must (not )?be )": "--jobs",
    r"\An_resamples(?= must be )": "--resamples",
    r"\Arng(?= must be )": "--seed",
    # the statistic
    r"; settings are those of sa\.\w+\Z": "",
    r"\Ak(?= must be )": "--k",
    r"\Ak='auto' (.*)(?<= only )k=1\Z": r"--k auto \1--k 1",
    r"\Asparsity(?= must be )": "--sparsity",
    r"\Astatistic(?= (must (be|name|combine) |names ['\"]))": "--statistic",
    rf"\Astatistic=({_VALUE})(?=: )": r"--statistic \1",
    r"\Agive either (k|sparsity)(?= or a statistic that has its own, as )": r"give either --\1",
    rf"\Astatistic=({_VALUE}) has no (k|sparsity) to choose; got \2='?(\w+)'?\Z": (
        r"--statistic \1 has no --\2 to choose; got --\2 \3"
    ),
    r"\Amax_sliced uses one direction, k=1; got k=": "max_sliced uses one direction, --k 1; got --k ",
    r"(?<=\Apw_split learns one set of directions: )k must be a number, got k=": "--k must be a number, got ",
    r"\A(pw_split draws .*; leave )design(?= out, or use 'pw'\Z)": r"\1--design, --strata and --clusters",
    r"\A(pw_split counts .*; leave )method(?= out, or use 'pw'\Z)": r"\1--stopping",
    r"\A(?=pw_split relabels other rows )": "--statistic: ",
    r"\Astatistics(?= (must (be|name) |names ['\"]))": "--statistic",
    r"\Astatistics(?=: )": "--statistic",
    r"(?<=; leave it out of )statistics\Z": "--statistic",
    # levels and sizes
    r"(?<=; use more relabellings )\(n_resamples\)\Z": "(--resamples)",
    r"\A(the smallest p-value this test can give is \S+, above )alpha = ": r"\1--alpha ",
    r"\Amin_effect(?= must be )": "--min-effect",
    # the method
    r"\Amethod=Asymptotic(?= (needs|has) )": "--method asymptotic",
    rf"\Anull='(\w+)'(?= is a law of )(.*)statistic=({_VALUE}): leave null out\Z": (
        r"--method \1\2--statistic \3: use --method asymptotic"
    ),
    r"\Anull='spectral'(?= takes all eigenvalues )(.*)null='gamma'\)\Z": r"--method spectral\1--method gamma)",
    rf"(?<= has no distribution for )statistic=(?={_VALUE}: use )": "--statistic ",
    r"(?<= \()use the permutation test, method=None(?=\)\Z)": "leave --method out",
    # groups
    r"\Agroups(?= must hold (at least )?two distinct values)": "--group",
    r"\Areference(?=: ['\"])": "--against",
    r"\Areference='rest'(?= means the rows of all other groups, )": "--against rest",
    r"\Alevels(?= must be different values, )": "--levels",
    r"\A(of [\d,]+ comparisons? with )n_resamples=(\d+ no .*; take )n_resamples=(?=\d+ or more, )": (
        r"\1--resamples \2--resamples "
    ),
    r"\Agroups is missing in(?= \d)": "--group has no value in",
    r"\Alevels(?= must be two |: ['\"])": "--levels",
    r"(?<=; choose two with )levels=\(first, second\)\Z": "--levels P Q",
    r'\ACommand "\w+" parameter --levels requires 2 positional arguments\. Only got [01]\.': (
        "--levels needs two values, separated by a space: --levels P Q"
    ),
    # a model
    r"\Agive the model as sampler, or as fit if ": "give the model as --model, or as --fit if ",
    r"(?<= its parameters are to be estimated from )x\Z": "the rows",
    r"\An_reference(?= must be )": "--reference-rows",
    r"\Afit='normal'(?= needs )": "--fit normal",
    r"(?<= and has no part in )fit(?=; use 'pw'\Z)": "--fit",
    r"\Areference='rest' needs three groups: (?=of two, )": "--against rest needs three groups: ",
    # change points
    r"\Atimes(?= must (be numbers, |not decrease, |be comparable, |have a value ))": "--time",
    r"(?<=; write dates as 2024-01-31, or leave )times(?= out\Z)": "--time",
    r"\Athe index of series(?= must )": "the names of the rows",
    r"(?<=; sort the rows by time, or )drop it(?= if they are in the order of time\Z)": (
        "leave the names out with --drop ''"
    ),
    r"\A(min|max)_(size|changes)(?= must be )": r"--\1-\2",
    r"\Ablock(?= must be )": "--block",
    r"\Ablock=(\d+)(?= leaves \d+ blocks?, too few for )": r"--block \1",
    r"(?<=, too few for )alpha=(?=\S+; use a shorter block\Z)": "--alpha ",
    r"(?<=, whose orders are too few for )alpha=(?=\S+\Z)": "--alpha ",
    r"\Aalpha=(\S+) is out of reach of n_resamples=(\d+)(?=; use more orders\Z)": (
        r"--alpha \1 is out of reach of --resamples \2"
    ),
    r"(?<=, and two stretches of )min_size=(?=\d+(, as many as block=\d+,)? do not fit in\Z)": "--min-size ",
    r"(?<=, as many as )block=(?=\d+, do not fit in\Z)": "--block ",
    r"(?<=, and orders of single rows find changes that are none; )block 'auto'(?= keeps blocks of rows together\Z)": (
        "--block auto"
    ),
    # units
    r"(?<=, and distances add features up as they are: )scale 'std'(?= would put them on one footing\.(\Z| \(Of ))": (
        "--scale std"
    ),
    # the data themselves
    r"(?<=\. Read as a number it decides all distances: )replace (\S+(?:(?:, | and )\S+)*) by NaN and use nan_policy="
    r"'omit'(?=\.\Z)": lambda found: f"read it as missing with {_as_missing(found[1])}, and use --nan-policy omit",
    r"(?<= like row numbers or identifiers, not measurements: leave )(it|them) out"
    rf"(?:, or call the rows by (it|one of them) {_INDEXED})?(?=\.\Z)": lambda found: (
        f"{found[1]} out with --drop NAME" + (f", or call the rows by {found[2]} with --ids NAME" if found[2] else "")
    ),
    r"(?<= sets the samples apart or hides a difference: )leave the (columns?) out(?=, or fill in the values )": (
        r"leave the \1 out with --drop NAME"
    ),
    rf"\Ascale=({_VALUE})(?= has no place where sparse rows are compared by their principal components; )": (
        r"--scale \1"
    ),
    # designs
    r"\Apaired samples must have as many rows:": "--design paired needs as many rows in both samples:",
    r"\Adesign='paired'(?= pairs rows by their (order|names)[ ,])": "--design paired",
    r"(?<=; give both rows of a pair one name, or leave )the names out(, to pair by position), as .* does\Z": (
        r"out --ids, or an index with --drop ''\1"
    ),
    rf"\A(cluster {_VALUE} of )Clusters( has rows in both samples, .*; give .*, or use )Strata(?= if )": (
        r"\1--clusters\2--strata"
    ),
    rf"\AStrata\({_VALUE}\)(?= names a column that )": "--strata",
    rf"\AClusters\({_VALUE}\)(?= names a column that )": "--clusters",
    r"\AStrata(?= (must hold |holds labels |lacks the label of ))": "--strata",
    r"\AClusters(?= (must hold |holds labels |lacks the label of ))": "--clusters",
    r"\Ano stratum of Strata(?= holds rows of both samples, )": "no stratum of --strata",
    r"(?<=; use wider strata, or )design=None(?= if all rows are exchangeable\Z)": "no --strata",
    r"(?<=; )use design=None\Z": "leave --strata out",
    # files
    r"\AUnknown option: (-[^-]\S*)\.\Z": (
        r"Unknown option: \1. A column called so is named with an equals sign: --columns=\1"
    ),
    r'\ACommand "([\w-]+)" parameter (?:A|FILE|RESULT) requires an argument\.\Z': (
        r"setapart \1 needs a file; files go before the options"
    ),
    r"(?<=; )nan_policy='omit'(?= leaves such rows out\Z)": "--nan-policy omit",
    r"(?<= \()nan_policy='omit'(?= then leaves the row out\); )": "--nan-policy omit",
    r"(?<=; else compare ranks, )scale='rank'\Z": "--scale rank",
    r"(?<=; )leave out what is not a feature(?=, (or )?(have|call) )": (
        f"{_LEAVE_OUT}, choose the features with --columns"
    ),
    rf"(?<=; )leave out what is not a feature(, and convert what is: [^;]*)?(?={_BESIDES}\Z)": (
        f"{_LEAVE_OUT}, or choose the features with --columns"
    ),
    rf"(?<= call the rows by )({_TEXT}) {_INDEXED}(, and convert what is: [^;]*)?(?=, or have |{_BESIDES}\Z)": (
        lambda found: f"{found[1]} with --ids {shlex.quote(literal_eval(found[1]))}"
    ),
    rf"(?<=column )({_TEXT})( has another value in every row, as names of rows do): leave it out, or call the rows by "
    rf"it {_INDEXED}(?={_BESIDES}\Z)": lambda found: f"{found[1]}{found[2]}: {_ids_or_drop(literal_eval(found[1]))}",
    rf"(?<=, or have )two_sample_test make features of categories: categorical='onehot'(?={_BESIDES}\Z)": (
        "setapart test make features of categories: --categorical onehot"
    ),
    r"(?<=, and )categorical='onehot'(?= takes (at most|the columns of a) )": "--categorical onehot",
    rf"(?<= stands for a missing value, say so with )missing=\[({_TEXT})\](?={_GAPS}\Z)": (
        lambda found: f"--missing {shlex.quote(literal_eval(found[1]))}"
    ),
    rf"(?<=; )leave out columns? ({_TEXT}(?:, {_TEXT})*)(?=( and [\d,]+ more)?\Z)": (
        lambda found: f"--drop {shlex.join(literal_eval(f'[{found[1]}]'))} leaves that out"
    ),
    r"(?<=; )leave out the columns that miss most(?=: .*\Z)": "leave out, with --drop, the columns that miss most",
    r"\Amissing=? (?=(is of tables and arrays|must hold texts ))": "--missing ",
    r"(?<=: if you trust the source, set a higher one with )max_bytes=\Z": "--max-bytes",
    r"\Amax_bytes(?= must be )": "--max-bytes",
    r"(?<=; say which does with )delimiter='(\\?.)'(, or with )?(decimal=',')?": lambda found: (
        f"--delimiter {'tab' if found[1] == chr(92) + 't' else shlex.quote(found[1])}"
        + (f"{found[2]}--decimal ," if found[3] else "")
    ),
    rf"(?<=, say so with )decimal=','(?=(, or else name both columns)?{_GAPS}\Z)": "--decimal ,",
    r"\A(delimiter|decimal)= (?=(separates the fields|marks the decimals) of a text file; )": r"--\1 ",
    r"\A(?=delimiter must be one character)": "--",
    r"(?<=; if the first field of each row is its name, say so with )ids=1(?=; if not, name every column\Z)": "--ids 1",
    r"\Aids=1(?= is of a first column without a name, )": "--ids 1",
    r"\Aids='?1'?(?= names a column, but )": "--ids 1",
    r"\Alayer=? (?=chooses a matrix of an )": "--layer ",
    r"\Ause_rep=? (?=chooses a matrix of an )": "--use-rep ",
    r"\A(channels|cofactor)= (?=(chooses|transforms the) channels of an )": r"--\1 ",
    r"\A(?=channels(: | must name | names ))": "--",
    r"\A(?=cofactor must be )": "--",
    r"\Alayer and use_rep(?= each say which matrix to compare; give one of them\Z)": "--layer and --use-rep",
    rf"\Alayer=({_VALUE})(?= is not in )": r"--layer \1",
    rf"\Ause_rep=({_VALUE})(?= is not in )": r"--use-rep \1",
    r"(?<= has no X; say with )layer= or use_rep=(?= what to compare\Z)": "--layer or --use-rep",
    r"(?<=; )choose one with key=\Z": (
        "save the one to use in a file of its own, or read it in Python with sa.read(path, key=NAME)"
    ),
    # time
    r"(?<= fewer resamples, )statistic='energy', or more workers \(n_jobs=-1\)(?= make it shorter\Z)": (
        "--statistic energy, or more workers (--jobs -1)"
    ),
    r"k=1, or more workers \(n_jobs=-1\)(?= make it shorter\Z)": "--k 1, or more workers (--jobs -1)",
    r"(?<= other statistics, or more workers \()n_jobs=-1(?=\) make it shorter\Z)": "--jobs -1",
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
    said, comparison = re.findall(r"\A(.*?)( \(in the comparison of .*\))?\Z", message, re.DOTALL)[0]
    for phrase, option in _PHRASES.items():
        said = re.sub(phrase, option, said)
    return f"{said}{comparison}"


def notes_in_options(summary: str) -> str:
    """A summary, with options where its notes speak of arguments."""
    from setapart.present.layout import filled

    paragraphs = summary.split("\n\n")
    return "\n\n".join(
        filled(in_options(" ".join(one.splitlines()))) if one.startswith("Note: ") else one for one in paragraphs
    )
