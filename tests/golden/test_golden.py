"""Golden runs give what they gave: JSON, text, Markdown, HTML and null distributions.

A run is one test, so that workers share them well. Numbers in JSON are compared to nine digits and null distributions
to ten, since another processor may sum in another order; ``python -m golden.record --check`` compares them bit for bit.
A change that is meant is recorded by ``python -m golden.record``, both in the folder tests.
"""

import json

import numpy as np
import pytest

from golden.cases import CASES
from golden.forms import computed
from golden.store import EXPECTED, NULLS, differences, stored, stored_nulls


@pytest.mark.parametrize("name", CASES)
def test_a_run_gives_what_it_gave(name):
    found = differences(name, *computed(name))
    assert not found, "\n\n".join(found)


def test_every_file_is_of_a_run():
    assert {path.stem for path in EXPECTED.iterdir()} == {*CASES, NULLS.stem}
    assert stored_nulls().keys() <= CASES.keys()


def test_the_files_stay_small():
    # About half is JSON; an explanation has up to 50 rows of its regions there, its rules and its witness.
    assert sum(path.stat().st_size for path in EXPECTED.iterdir()) < 1_300_000


def test_a_difference_is_shown():
    forms, nulls = stored("energy"), stored_nulls()["energy"]
    assert differences("energy", forms, nulls, exact=True) == []
    data = json.loads(forms["json"])
    data["result"]["pvalue"] = 0.25
    changed = forms | {"json": json.dumps(data), "txt": forms["txt"].replace("x and y differ", "x and y diverge", 1)}
    of_json, of_text = differences("energy", changed, nulls)
    assert of_json.splitlines()[1:] == ["@ /result/pvalue", "- " + str(stored_pvalue()), "+ 0.25"]
    assert any(line.startswith("+") and "diverge" in line for line in of_text.splitlines())


def stored_pvalue():
    return json.loads(stored("energy")["json"])["result"]["pvalue"]


def test_a_last_bit_counts_in_an_exact_check_alone():
    forms, nulls = stored("energy"), stored_nulls()["energy"]
    moved = {path: np.nextafter(values, np.inf) for path, values in nulls.items()}
    assert differences("energy", forms, moved) == []
    (found,) = differences("energy", forms, moved, exact=True)
    assert "values differ" in found
