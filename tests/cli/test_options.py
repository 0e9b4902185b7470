"""The table of names, and bundles of options."""

import pytest

from setapart._options import OPTIONS
from setapart.cli.app import application


def options_of(app):
    """All options of all commands."""
    commands = [app[name] for name in app if not name.startswith("-")]
    return {
        name for command in commands for argument in command.assemble_argument_collection() for name in argument.names
    }


def test_every_name_in_the_table_is_an_option():
    assert set(OPTIONS.values()) <= options_of(application())


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("--missing", "unknown", "n/a"), "--missing unknown --missing n/a"),
        (("--missing", "unknown", "not known", "-9"), "--missing unknown --missing 'not known' --missing -9"),
        (("--missing", "-9", "-99", "--json"), "--missing -9 --missing -99"),
    ],
)
def test_a_second_value_after_missing_is_met_with_how_to_give_it(refused, words, remedy):
    assert refused("test", "a.csv", "b.csv", *words) == f"--missing takes one value, and may be repeated: {remedy}"
