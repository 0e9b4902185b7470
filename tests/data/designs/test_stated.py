"""Designs as they are stated: the kinds that there are, and how they are shown."""

import numpy as np
import pytest

from setapart.data.designs import Clusters, Strata, check_design


@pytest.mark.parametrize("design", [None, "paired", Strata("site"), Clusters([1, 2])])
def test_what_is_accepted_stays_as_it_is(design):
    assert check_design(design) is design


REFUSED = {
    "another word": ("pairs", r"^design must be None, 'paired', .*, got 'pairs'; did you mean 'paired'\?$"),
    "the kind alone": ("strata", r"got 'strata'; write Strata\(labels\) with the labels of the rows$"),
    "the other": ("cluster", r"got 'cluster'; write Clusters\(labels\) with the labels of the rows$"),
    "far off": ("xyz", r"^design must be None, 'paired', Strata\(\.\.\.\) or Clusters\(\.\.\.\), got 'xyz'$"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_words_that_are_refused(case):
    design, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        check_design(design)


@pytest.mark.parametrize(
    ("design", "message"),
    [
        (Strata, r"^design must be .*, got the class Strata; give it the labels of the rows$"),
        (Clusters, r"^design must be .*, got the class Clusters; give it the labels of the rows$"),
        (3, r"^design must be None, 'paired', Strata\(\.\.\.\) or Clusters\(\.\.\.\), got 3$"),
        (["a", "b", "a", "b", "a"], r"got \['a', 'b', 'a', 'b', 'a'\]$"),
        (np.arange(99), r"^[^\n]*$"),
    ],
)
def test_kinds_that_are_refused(design, message):
    with pytest.raises(TypeError, match=message):
        check_design(design)


def test_designs_are_shown_in_short():
    assert repr(Strata("site")) == "Strata('site')"
    assert len(repr(Clusters(list(range(10_000))))) < 80
