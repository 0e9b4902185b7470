"""Tell whether two multivariate samples come from the same distribution, and in which few directions they differ.

The public names stand in the stub beside this file, each with its home. They load on first use, so that ``import
setapart`` is quick.
"""

from importlib import import_module

__version__ = "0.1.0"

_STUB = __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi").decode()  # by the loader, since it may be in an archive
_LINES = [line.split() for line in _STUB.splitlines() if line.startswith("from ")]  # from HOME import NAME as NAME
_HOMES = {name: home for _, home, _, name, *_ in _LINES}

__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'setapart' has no attribute {name!r}")
    home = import_module(_HOMES[name])
    return import_module(f"setapart.{name}") if home.__name__ == "setapart" else getattr(home, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
