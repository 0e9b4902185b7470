"""A result as text for a terminal: a short paragraph, then a table of features."""

import textwrap

import numpy as np

from setapart._checks import counted
from setapart.present.names import plain, shortened, width
from setapart.present.wording import direction_name, number, percent, search_words, statistic_words, unit
from setapart.results import Projection, TwoSampleResult

__all__ = ["pvalue_note", "summary"]

_LINE = 88
_FEATURES = 10  # rows of the table
_DIRECTIONS = 5  # columns of the table
_NAME = 32  # columns a name may take


def summary(result: TwoSampleResult) -> str:
    """The outcome in words and a table of the features that matter most.

    No level is implied: the text says what the p-value says and leaves the decision to the reader.

    Parameters
    ----------
    result : TwoSampleResult

    Returns
    -------
    str
        Lines of at most 88 characters, but for a table with many directions; names from the data are inert.
    """
    parts = [_filled(_verdict(result), _measure(result), _rows(result))]
    if result.projection is not None:
        ending = plain(search_words(result.projection))
        parts += [_filled(_differences(result, result.projection), ending), _table(result.projection)]
    parts += [_filled(f"Note: {plain(note)}") for note in result.notes]
    parts.append(f"Seed {result.seed}, {result.wall_time:.1f} s, setapart {result.versions.get('setapart', '?')}.")
    return "\n\n".join(parts)


def pvalue_note(result: TwoSampleResult) -> str:
    """How the p-value was counted, and its smallest attainable value where that was reached."""
    count = result.n_resamples + 1
    if result.settings.get("method", {}).get("pvalue_rule") == "paper":
        return f"{counted(result.n_resamples, 'relabelling')}; by the paper's rule, which can exceed its level"
    if result.exact:
        return f"exact over all {counted(count, 'split')}"
    if result.pvalue * count < 1.5:
        return f"{counted(result.n_resamples, 'relabelling')}; the smallest attainable p is 1/{count}"
    return counted(result.n_resamples, "relabelling")


def _verdict(result: TwoSampleResult) -> str:
    first, second = _labels(result)
    return (
        f"{first} against {second}: a random relabelling of the rows sets the two groups at least this far apart with "
        f"probability p = {number(result.pvalue)} ({pvalue_note(result)})."
    )


def _measure(result: TwoSampleResult) -> str:
    words = statistic_words(result)
    return f"The {words} is {number(result.statistic, 4)}, in {unit(result)}{_null_level(result)}."


def _null_level(result: TwoSampleResult) -> str:
    """What the distance is without a difference; of a censored result that is not known."""
    if result.censored:
        return ""
    middle, high = np.quantile(result.null_distribution, (0.5, 0.95))
    return f"; relabelled, it is {number(middle)} in the middle and at most {number(high)} in 95 of 100"


def _differences(result: TwoSampleResult, projection: Projection) -> str:
    first, second = _labels(result)
    means = [sample[:, :_DIRECTIONS].mean(axis=0) for sample in (projection.x_projected, projection.y_projected)]
    reach = max(np.abs(projection.x_projected).max(), np.abs(projection.y_projected).max())
    differences = means[1] - means[0]
    # The means of equal rows in another order differ by rounding.
    differences[np.abs(differences) <= 1e-14 * reach] = 0.0
    places = [f"{_higher(float(differences[j]))} along direction {j + 1}" for j in range(len(differences))]
    along = " and ".join(filter(None, [", ".join(places[:-1]), places[-1]]))
    return f"Compared with {first}, {second} is on average {along}."


def _higher(difference: float) -> str:
    if difference == 0.0:
        return "equal"
    return f"{number(abs(difference))} {'higher' if difference > 0.0 else 'lower'}"


def _rows(result: TwoSampleResult) -> str:
    (first, second), (n, m) = _labels(result), result.sizes
    features = counted(len(result.feature_names), "feature")
    text = f"Compared: {counted(n, 'row')} of {first} and {m:,} of {second}, {features}."
    if any(result.n_omitted):
        n, m = result.n_omitted
        text += f" Left out because of missing values: {counted(n, 'row')} of {first} and {m:,} of {second}."
    if result.n_unlabelled:
        text += f" Left out because their group is missing: {counted(result.n_unlabelled, 'row')}."
    return text


def _labels(result: TwoSampleResult) -> tuple[str, str]:
    first, second = result.labels
    return shortened(plain(first), _NAME), shortened(plain(second), _NAME)


def _table(projection: Projection) -> str:
    table = projection.feature_table(_FEATURES)
    shown = range(1, min(projection.k, _DIRECTIONS) + 1)
    names = ["feature", *(shortened(plain(name), _NAME) for name in table["feature"])]
    columns = [
        ["share", *(percent(share) for share in table["share"])],
        *(
            [direction_name(projection, j - 1), *(_signed(loading) for loading in table[f"direction_{j}"])]
            for j in shown
        ),
    ]
    pad = max(map(width, names))
    aligned = [_right(column) for column in columns]
    lines = [name + " " * (pad - width(name)) + "".join(cells) for name, *cells in zip(names, *aligned, strict=True)]
    hidden = [
        counted(number_hidden, noun)
        for number_hidden, noun in (
            (len(projection.feature_names) - table.n_rows, "more feature"),
            (projection.k - len(shown), "more direction"),
        )
        if number_hidden
    ]
    return "\n".join([*lines, *([f"… {' and '.join(hidden)}"] if hidden else [])])


def _signed(loading: float) -> str:
    text = f"{loading:+.3f}"
    return text if float(text) else "0.000"


def _right(cells: list[str]) -> list[str]:
    pad = max(map(len, cells)) + 2
    return [cell.rjust(pad) for cell in cells]


def _filled(*sentences: str) -> str:
    return textwrap.fill(" ".join(sentences), _LINE, break_on_hyphens=False, break_long_words=False)
