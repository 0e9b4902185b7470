"""Modules of the repository that no package holds, by the file they stand in."""

import importlib.util


def loaded(path):
    """The module of a file that needs no other of its folder."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
