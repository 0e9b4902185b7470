"""Units of features: as a column was read, or as its name says."""

import re
from collections.abc import Mapping, Sequence

from setapart.data.table import Reading

# "CRP (mg/L)" and "weight [kg]": a unit has no blank, and starts with a letter or one of these signs.
_IN_BRACKETS = re.compile(r".*\S\s*[(\[]\s*(?P<unit>[A-Za-zµμ°%‰$€£¥Ω][^\s()\[\],;]{0,11})\s*[)\]]")
# What ends a name after an underscore, as in "bill_length_mm", and how the unit is written.
_ENDS = {
    **{
        unit.casefold(): unit
        for unit in ("mm", "cm", "km", "kg", "mg", "mL", "dL", "Hz", "kHz", "MHz", "kW", "kWh", "kcal")
    },
    **{
        unit.casefold(): unit
        for unit in ("USD", "EUR", "GBP", "CHF", "JPY", "mmHg", "kPa", "hPa", "bpm", "kB", "MB", "GB")
    },
    "ug": "µg",
    "µg": "µg",
    "pct": "%",
    "percent": "%",
}
# One letter may be anything, as "group_g" and "sd_s" show: it is a unit after the quantity that it measures.
_LETTERS = {
    "g": ("g", {"mass", "weight"}),
    "m": ("m", {"length", "width", "height", "depth", "distance", "altitude", "elevation"}),
    "l": ("L", {"volume"}),
    "s": ("s", {"time", "duration", "latency", "delay"}),
    "h": ("h", {"time", "duration", "delay"}),
    "c": ("°C", {"temp", "temperature"}),
    "f": ("°F", {"temp", "temperature"}),
    "k": ("K", {"temp", "temperature"}),
}


def unit_in_name(name: str) -> str:
    """
    The unit that the name of a column ends with, in brackets or as ``_mm``; "" where it has none.

    Examples
    --------
    >>> from setapart.data.units import unit_in_name
    >>> [unit_in_name(name) for name in ("CRP (mg/L)", "weight [kg]", "body_mass_g", "group_g", "age")]
    ['mg/L', 'kg', 'g', '', '']
    """
    match = _IN_BRACKETS.fullmatch(name.strip())
    if match is not None:
        return match["unit"]
    stem, _, end = name.casefold().rpartition("_")
    letter, quantities = _LETTERS.get(end, ("", set[str]()))
    return letter if stem.rpartition("_")[2] in quantities else _ENDS.get(end, "") if stem else ""


def feature_units(
    names: Sequence[str],
    columns: Sequence[str] | None,
    first: Mapping[str, Reading],
    second: Mapping[str, Reading],
    called: tuple[str, str] = ("the first sample", "the second"),
) -> tuple[str, ...]:
    """The unit of each feature; the indicators of levels have none. The readings are those of two samples.

    Refuses a column that was read in two units, or as dates from two days: one file was read by itself.
    """
    for name in first.keys() & second.keys():
        a, b = first[name], second[name]
        if a.unit and b.unit and (a.unit, a.kind == "date" and a.words) != (b.unit, b.kind == "date" and b.words):
            said = (" ".join(filter(None, (reading.unit, reading.words))) for reading in (a, b))
            raise ValueError(f"column {name!r} is in {f' in {called[0]} and in '.join(said)} in {called[1]}")
    origins = names if columns is None else columns
    return tuple(
        "" if name != origin else (first.get(name) or second.get(name) or Reading("")).unit or unit_in_name(name)
        for name, origin in zip(names, origins, strict=True)
    )
