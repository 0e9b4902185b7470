"""What arguments are called on the command line, and what the command says where Python speaks of its own."""

import shlex
from collections.abc import Callable, Mapping
from typing import Any

from setapart._errors import Message, Reference

__all__ = ["OPTIONS", "in_options"]

# Arguments of Python's functions; one that is missing here keeps its name.
OPTIONS = {
    "alpha": "--alpha",
    "alternative": "--alternative",
    "block": "--block",
    "categorical": "--categorical",
    "channels": "--channels",
    "checkpoint": "--checkpoint",
    "cofactor": "--cofactor",
    "d": "--d",
    "decimal": "--decimal",
    "delimiter": "--delimiter",
    "design": "--design",
    "device": "--device",
    "diameter": "--diameter",
    "fit": "--fit",
    "groups": "--group",
    "ids": "--ids",
    "k": "--k",
    "layer": "--layer",
    "level": "--level",
    "levels": "--levels",
    "m": "--m",
    "max_bytes": "--max-bytes",
    "max_changes": "--max-changes",
    "max_rows": "--max-rows",
    "min_effect": "--min-effect",
    "min_size": "--min-size",
    "missing": "--missing",
    "n": "--n",
    "n_jobs": "--jobs",
    "n_reference": "--reference-rows",
    "n_resamples": "--resamples",
    "n_trials": "--trials",
    "nan_policy": "--nan-policy",
    "null": "--method",
    "radius": "--radius",
    "ratio": "--ratio",
    "read_as": "--as",
    "reference": "--against",
    "rng": "--seed",
    "sampler": "--model",
    "scale": "--scale",
    "second_moment": "--second-moment",
    "sparsity": "--sparsity",
    "statistic": "--statistic",
    "statistics": "--statistic",
    "target": "--target",
    "times": "--time",
    "use_rep": "--use-rep",
    "workers": "--workers",
    "Clusters": "--clusters",
    "Strata": "--strata",
}


def _missing(*values: str) -> str:
    return " ".join(f"--missing {shlex.quote(value)}" for value in values)


def _drop(*names: str) -> str:
    return f"--drop {shlex.join(names)}"


def _read_as(*columns: tuple[str, str]) -> str:
    return " ".join(f"--as {shlex.quote(f'{column}={kind}')}" for column, kind in columns)


_LEAVE_OUT = "leave out what is no feature with --drop NAME"

# Where Python's way has another name, or another way, on the command line; see `setapart._errors.phrase`.
_PHRASES: dict[str, str | Callable[..., str]] = {
    # what is written
    "overwrite=True": "--force",
    # the test
    "method=Asymptotic": "--method asymptotic",
    "leave null out": "use --method asymptotic",
    "use the permutation test, method=None": "leave --method out",
    "leave method out": "leave --stopping out",
    "leave design out": "leave --design, --strata and --clusters out",
    "settings of": "",
    "of statistic": "--statistic: ",
    "two_sample_test": "setapart test",
    "second sample": "a second sample of {}",
    "features": "{}",
    "named alternative": "--alternative {!r}",
    "estimated from x": "estimated from the rows",
    "levels=(first, second)": "--levels P Q",
    "paired samples must have as many rows:": "--design paired needs as many rows in both samples:",
    "design=None": "no --strata",
    "use design=None": "leave --strata out",
    "max_bytes=": "--max-bytes",
    "layer=": "--layer",
    "use_rep=": "--use-rep",
    "centred with": "--statistic: 'centred' does not go with {!r}",
    "ranks with": "--statistic: 'ranks' changes nothing for {!r}",
    "bandwidth of no radial kernel": "--statistic: {!r} is for radial kernels, and 'linear' is none",
    "setapart.power": "setapart power",
    ".table()": "the output of --json",
    "features in details": "--details",
    "feature_tests()": "--json",
    "pair_tests()": "--json",
    # the columns
    "is missing in": "has no value in",
    "drop the index": "leave the names out with --drop ''",
    "the index of series": "the names of the rows",
    ", as .reset_index(drop=True) does": "",
    "leave the names out": "leave out --ids, or an index with --drop ''",
    "leave out what is not a feature": f"{_LEAVE_OUT}, choose the features with --columns",
    "leave out or choose": f"{_LEAVE_OUT}, or choose the features with --columns",
    "convert": "",
    "with .set_index (pandas) or .indexed_by (a Table)": "with --ids NAME",
    "leave out column": "leave {} out with --drop NAME",
    "read as missing": lambda *values: f"read it as missing with {_missing(*values)}, and use --nan-policy omit",
    "index by": lambda column: f"with --ids {shlex.quote(column)}",
    "leave out row names": lambda column: f"{_ids(column)} calls the rows by it, {_drop(column)} leaves it out",
    "drop columns": lambda *names: f"{_drop(*names)} leaves that out",
    "leave out the columns that miss most": "leave out, with --drop, the columns that miss most",
    "index by, in Python": "",
    "words for missing": _missing,
    "names of rows": lambda *column: "".join(f"{_ids(name)} " for name in column),
    "read as": _read_as,
    "read as one of": lambda column, kind: _read_as((column, kind)),
    # the files
    "choose one with key=": "save the one to use in a file of its own",
    "adata.var_names_make_unique() tells them apart": "give each a name of its own",
    ", such as adata[:, names].to_df()": "",
    " (scanpy.pp.scale with zero_center=False)": "",
}


def _ids(column: str) -> str:
    return f"--ids {shlex.quote(column)}"


def in_options(message: str, names: Mapping[str, str] | None = None) -> str:
    """A message, with options where it refers to arguments; `names` are of arguments that are no options.

    Examples
    --------
    >>> from setapart._errors import arg
    >>> in_options("one row; " + arg("nan_policy", "omit") + " leaves it out")
    'one row; --nan-policy omit leaves it out'
    """
    return message.worded(lambda reference: _words(reference, names or {})) if isinstance(message, Message) else message


def _words(reference: Reference, names: Mapping[str, str]) -> str:
    name, values = reference.name, reference.values
    phrase = _PHRASES.get(name)
    if callable(phrase):
        return phrase(*values)
    if phrase is not None:
        return phrase.format(*values)
    option = names.get(name) or OPTIONS.get(name)
    return reference.text if option is None else " ".join([option, *map(_shown, values)])


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value if isinstance(value, Message) else shlex.quote(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
