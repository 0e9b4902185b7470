"""What no message of the command may say: names that mean something in Python alone."""

import re

_ARGUMENTS = "n_jobs|n_resamples|nan_policy|use_rep|max_bytes|max_changes|min_effect|min_size|n_trials|n_reference"
_PYTHON = re.compile(
    r"\b(?:sa|res|result|setapart|comparison|explanation|adata|np|pd)\.(?!json|csv|md|html)[a-z_]+"  # of an object
    r"|[\w.]+\(\)"  # a call
    r"|\b[a-z_]+=(?:True|False|None|[\d'\"\[])"  # an argument with its value
    rf"|\b(?:{_ARGUMENTS})\b"
)


def python_words(text: str) -> list[str]:
    """The names of Python in a text.

    >>> python_words("see setapart power, --jobs -1"), python_words("see sa.power(n_jobs=-1), k=1 or res.table()")
    ([], ['sa.power', 'n_jobs', 'k=1', 'res.table'])
    """
    return _PYTHON.findall(text)
