"""Calls for results that are made by hand."""

from setapart.api.call import FunctionCall


def call_of(arguments, function="two_sample_test", data="x, y", **beside):
    """The call of a function with seed 7."""
    return FunctionCall(function, data, arguments, 7, beside)
