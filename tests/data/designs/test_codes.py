"""Designs as numbers, and what leaves a single split."""

import numpy as np
import pandas as pd
import pytest

from setapart._designs import Paired
from setapart.data.designs import Clusters, Strata
from setapart.data.samples import two_samples

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
Y = np.array([[6.0, 7.0], [8.0, 9.0]])


def test_no_design():
    samples = two_samples(X, Y)
    assert samples.design is None
    assert [rows.tolist() for rows in samples.rows] == [[0, 1, 2], [0, 1]]


def test_paired():
    assert two_samples(X[:2], Y, design="paired").design == Paired()


REFUSED = {
    "one stratum": (
        Strata(["aaaaa"] * 5),
        r"at least two strata, got only 'aaaaa'; use design=None$",
    ),
    "no stratum of both": (
        Strata([1, 2, 1, 3, 4]),
        r"^no stratum of Strata holds rows of both .* no split but the obs",
    ),
    "a row a stratum": (Strata(range(5)), r"^no stratum of Strata holds rows of both samples"),
    "a cluster in both": (
        Clusters(["u", "v", "w", "t", "v"]),
        r"^cluster 'v' of Clusters has rows in both samples, such as row index 1 in sample 'x' and row .*; give",
    ),
    "written alike": (
        Clusters([1, 2, 3, "1", "4"]),
        r"^Clusters holds labels that differ but are written alike: '1' and 1$",
    ),
    "unhashable": (Strata([bytearray(b"a")] * 5), r"^Strata must hold plain values such as text or numbers: unhash"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case):
    design, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        two_samples(X, Y, design=design)


def test_strata_that_are_the_groups_leave_one_split():
    frame = pd.DataFrame({"a": [1, 2], "arm": ["s", "t"]})
    with pytest.raises(ValueError, match=r"^no stratum of Strata holds rows of both samples"):
        two_samples(frame, groups="arm", design=Strata("arm"))
