"""Results as plain data: what JSON does not know becomes null, and the rest stays as it is."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile import HOSTILE
from plans import calibration_of
from setapart.results.base import Result, finite_or_null


@dataclass(frozen=True)
class Plain(Result):
    value: float

    def to_dict(self):
        return {"value": self.value}


@given(st.one_of(st.floats(), st.integers(), st.text(), st.none()))
def test_every_value_can_be_written_and_read_back(value):
    read = json.loads(Plain(finite_or_null(value)).to_json())["value"]
    assert read == (None if value in (float("inf"), -float("inf")) or value != value else value)


def test_what_is_not_standard_is_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        Plain(float("nan")).to_json()


def test_indentation():
    assert Plain(0.5).to_json() == '{\n  "schema": 1,\n  "value": 0.5\n}'
    assert Plain(0.5).to_json(indent=None) == '{"schema": 1, "value": 0.5}'


def test_names_in_json_are_read_back_and_end_no_script():
    told = calibration_of([0.5], label=" ".join(HOSTILE))
    text = told.to_json()
    assert json.loads(text) == {"schema": 1, **told.to_dict()}
    assert text.isascii()
    assert "</" not in text
