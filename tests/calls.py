"""Calls for results that are made by hand."""

from setapart.results.call import Call


def call_of(arguments, function="two_sample_test", data="x, y", **beside):
    """The call of a function with seed 7."""
    return Call(function, data, arguments, 7, beside)
