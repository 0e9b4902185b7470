"""What golden runs are to give: files in `expected`, and how what was found is compared with them."""

import base64
import difflib
import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

EXPECTED = Path(__file__).parent / "expected"
NULLS = EXPECTED / "null_distributions.json"
SUFFIXES = ("json", "txt", "md", "html")
_LINES = 40  # of a difference that are shown


def stored(name: str) -> dict[str, str]:
    """The forms of a run, by suffix."""
    paths = {suffix: EXPECTED / f"{name}.{suffix}" for suffix in SUFFIXES}
    return {suffix: path.read_text(encoding="utf-8") for suffix, path in paths.items() if path.exists()}


@cache
def stored_nulls() -> dict[str, dict[str, np.ndarray]]:
    """The null distributions of all runs."""
    if not NULLS.exists():
        return {}
    read = json.loads(NULLS.read_text(encoding="utf-8"))
    return {name: {path: _values(digits) for path, digits in of_run.items()} for name, of_run in read.items()}


def store(name: str, forms: dict[str, str]) -> list[str]:
    """Write the forms of a run, and list the files that this changes."""
    before, changed = stored(name), []
    for suffix in SUFFIXES:
        path = EXPECTED / f"{name}.{suffix}"
        if before.get(suffix) != forms.get(suffix):
            changed.append(path.name)
            if suffix in forms:
                path.write_text(forms[suffix], encoding="utf-8", newline="\n")
            else:
                path.unlink()
    return changed


def store_nulls(nulls: dict[str, dict[str, np.ndarray]]) -> list[str]:
    """Write the null distributions of all runs, each as the base 64 of its float64s, little end first."""
    digits = {name: {path: _digits(values) for path, values in of_run.items()} for name, of_run in nulls.items()}
    content = json.dumps(digits, indent=0, sort_keys=True) + "\n"
    if NULLS.exists() and NULLS.read_text(encoding="utf-8") == content:
        return []
    NULLS.write_text(content, encoding="utf-8", newline="\n")
    stored_nulls.cache_clear()
    return [NULLS.name]


def _digits(values: np.ndarray) -> str:
    return base64.b64encode(values.astype("<f8").tobytes()).decode()


def _values(digits: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(digits), dtype="<f8")


def differences(name: str, forms: dict[str, str], nulls: dict[str, np.ndarray], *, exact: bool = False) -> list[str]:
    """What a run gives otherwise than it is to: a short text for each form that differs.

    Numbers may differ by what another processor makes of a sum, unless `exact`.
    """
    before = stored(name)
    found = [f"{name}.{suffix}: only now" for suffix in forms.keys() - before.keys()]
    found += [f"{name}.{suffix}: no longer" for suffix in before.keys() - forms.keys()]
    for suffix in sorted(forms.keys() & before.keys()):
        compare = _in_values(exact) if suffix == "json" else _in_lines
        if lines := list(compare(before[suffix], forms[suffix])):
            found.append("\n".join([f"{name}.{suffix}: stored (-), now (+)", *_first(lines)]))
    if lines := list(_in_nulls(stored_nulls().get(name, {}), nulls, exact=exact)):
        found.append("\n".join([f"{name}: null distributions", *_first(lines)]))
    return found


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - _LINES
    return lines[:_LINES] + ([f"… {more} more lines"] if more > 0 else [])


def _in_lines(before: str, now: str) -> Iterator[str]:
    yield from list(difflib.unified_diff(before.splitlines(), now.splitlines(), lineterm="", n=1))[2:]
    if before != now and before.splitlines() == now.splitlines():
        yield "ends of lines differ"


def _in_values(exact: bool) -> Any:
    def compare(before: str, now: str) -> Iterator[str]:
        yield from _unlike(json.loads(before), json.loads(now), "", exact)

    return compare


def _unlike(before: Any, now: Any, path: str, exact: bool) -> Iterator[str]:
    """The places in which two JSON values differ, order of keys included."""
    if isinstance(before, dict) and isinstance(now, dict) and list(before) == list(now):
        for key in before:
            yield from _unlike(before[key], now[key], f"{path}/{key}", exact)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, pair in enumerate(zip(before, now, strict=True)):
            yield from _unlike(*pair, f"{path}/{place}", exact)
    elif not _same(before, now, exact):
        yield from (f"@ {path or '/'}", f"- {_brief(before)}", f"+ {_brief(now)}")


def _same(before: Any, now: Any, exact: bool) -> bool:
    if type(before) is not type(now):
        return False
    if isinstance(before, float):
        if math.isnan(before) or math.isnan(now):
            return math.isnan(before) and math.isnan(now)
        # Absolutely, for numbers that would be 0 but for rounding.
        return before == now if exact else math.isclose(before, now, rel_tol=1e-9, abs_tol=1e-12)
    return bool(before == now)


def _brief(value: Any) -> str:
    if isinstance(value, dict):
        return f"keys {list(value)}"
    return f"{len(value)} values" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def _in_nulls(before: dict[str, np.ndarray], now: dict[str, np.ndarray], *, exact: bool) -> Iterator[str]:
    yield from (f"- {path}" for path in before.keys() - now.keys())
    yield from (f"+ {path}" for path in now.keys() - before.keys())
    for path in sorted(before.keys() & now.keys()):
        if before[path].shape != now[path].shape:
            yield f"{path}: {before[path].shape} stored, {now[path].shape} now"
        elif off := _off(before[path], now[path], exact=exact):
            place = off[0]
            yield f"{path}: {len(off)} values differ; [{place}] was {before[path][place]!r}, is {now[path][place]!r}"


def _off(before: np.ndarray, now: np.ndarray, *, exact: bool) -> list[int]:
    """The places at which null distributions differ: by a bit, or by more than another order of sums makes."""
    if exact:
        same = before.astype("<f8").view("<u8") == now.astype("<f8").view("<u8")
    else:
        size = np.max(np.abs(before[np.isfinite(before)]), initial=0.0)
        same = np.isclose(before, now, rtol=1e-10, atol=1e-13 * size, equal_nan=True)
    return np.flatnonzero(~same).tolist()
