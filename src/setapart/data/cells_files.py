"""Files of single cells: flow cytometry (FCS 2.0 to 3.1) through flowio, and AnnData (.h5ad) through anndata."""

import io
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from setapart._checks import check_positive, nearest, quoted
from setapart._errors import ArgumentError, arg
from setapart.data.opened import chosen_rows
from setapart.data.rows import to_block
from setapart.data.table import Table
from setapart.data.unpacking import UnpackingLimit, damage_named, required


def load_fcs(path: Path, *, channels: Iterable[str] | None, cofactor: float | None) -> Table:
    """
    Load an FCS file, a row an event, on the linear scale: gains, logarithmic steps and the time step are undone.

    ``channels`` are chosen by short names ($PnN: "FL1-A") or by what they measure ($PnS: "CD4"), which is what columns
    are called. ``cofactor`` turns values v into arcsinh(v / cofactor), but for time, FSC and SSC.
    """
    flowio = required("flowio", ".fcs", "fcs")
    scale = None if cofactor is None else check_positive("cofactor", cofactor)
    raw = path.read_bytes()
    if not raw.startswith(b"FCS"):
        raise ValueError(f"{path} is not a readable FCS file: it does not begin with the letters FCS")
    # An infinity is reported where the rows are looked at.
    with damage_named(path, "FCS"), np.errstate(over="ignore"):
        file = _parsed(flowio.FlowData, raw)
        values = file.as_array()
    short, measured = ([label.strip() for label in labels] for labels in (file.pnn_labels, file.pns_labels))
    promised = file.event_count, len(short)
    if values.shape != promised:
        raise ValueError(f"{path} is damaged: it promises {promised} events and channels, and has {values.shape}")
    if file.text.get("nextdata", "0").strip() not in ("", "0"):
        warnings.warn(f"{path} holds several data sets; the first is read", UserWarning, stacklevel=4)
    if not len(values):
        raise ValueError(f"{path} holds no events")
    if scale is not None:
        stained = [j for j, name in enumerate(short) if not _physical(name)]
        values[:, stained] = np.arcsinh(values[:, stained] / scale)
    names = _distinct([label or name for name, label in zip(short, measured, strict=True)], short, path)
    table = Table({name: values[:, j] for j, name in enumerate(names)})
    return table if channels is None else table.select(_chosen(channels, names, short, measured, path))


def _parsed(parse: Any, raw: bytes) -> Any:
    """What flowio makes of a file; of several data sets, the first."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # flowio guesses where it warns
        try:
            return parse(io.BytesIO(raw), nextdata_offset=0)
        except Exception as error:
            if "off by 1" not in str(error):
                raise
    # Many instruments count the end of the data one byte too far; the number of events tells whether that is all.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parse(io.BytesIO(raw), nextdata_offset=0, ignore_offset_error=True)


def _physical(name: str) -> bool:
    """Whether a channel holds the time or scattered light, and no stain."""
    return name.casefold() == "time" or name.casefold().startswith(("fsc", "ssc"))


def _distinct(names: Sequence[str], short: Sequence[str], path: Path) -> list[str]:
    """Names that tell all channels apart: with the short name where that does, and otherwise numbered."""
    often = Counter(names)
    repeated = sorted(name for name in often if often[name] > 1)
    if not repeated:
        return list(names)
    specific = [
        f"{name} ({detector})" if often[name] > 1 and detector != name else name
        for name, detector in zip(names, short, strict=True)
    ]
    times = Counter(specific)
    taken = set(specific)
    result = []
    for name in specific:
        numbered = (f"{name}.{number}" for number in count(1))
        result.append(next(new for new in numbered if new not in taken) if times[name] > 1 else name)
        taken.add(result[-1])
    changed = quoted(new for new, old in zip(result, names, strict=True) if new != old)
    warnings.warn(
        f"{path}: several channels are called {quoted(repeated)}; their columns are {changed}",
        UserWarning,
        stacklevel=5,
    )
    return result


def _chosen(channels: Iterable[str], names: list[str], short: list[str], measured: list[str], path: Path) -> list[str]:
    """The columns of the channels that were asked for, each by any of its names."""
    given = [channels] if isinstance(channels, str) else list(channels)
    if not given:
        raise ArgumentError("channels", "must name at least one channel", channels, got="none")
    chosen = []
    for name in given:
        spellings = ([j for j, label in enumerate(labels) if label == name] for labels in (names, short, measured))
        places = next(filter(None, spellings), [])
        if not places:
            hint = nearest(name, [*names, *short]) or f"; it has {quoted(names)}"
            raise ValueError(arg("channels") + f": {path} has no channel {str(name)!r}{hint}")
        if len(places) > 1:
            raise ValueError(
                arg("channels")
                + f": {path} has several channels called {name!r}; say which: {quoted(names[j] for j in places)}"
            )
        chosen.append(names[places[0]])
    if len(set(chosen)) < len(chosen):
        raise ValueError(arg("channels") + f" names {max(chosen, key=chosen.count)!r} twice")
    return chosen


def load_annotated(path: Path, *, layer: str | None, use_rep: str | None, limit: UnpackingLimit) -> Any:
    """Load an AnnData file; ``layer`` or ``use_rep`` puts that matrix in the place of ``X``, in a new object."""
    anndata = required("anndata", ".h5ad", "anndata")
    limit.check(_unpacked_bytes(path))
    with damage_named(path, "AnnData"):
        stored = anndata.read_h5ad(path)
    if layer is None and use_rep is None:
        return stored
    import pandas as pd

    block = to_block(chosen_rows(stored, str(path), layer=layer, use_rep=use_rep), str(path))
    return anndata.AnnData(block.values, obs=stored.obs, var=pd.DataFrame(index=list(block.names or ())))


def _unpacked_bytes(path: Path) -> int:
    """The bytes of all arrays of an HDF5 file, as their shapes promise them; 0 for what is no such file."""
    import h5py  # type: ignore[import-untyped]

    sizes: list[int] = []

    def add(_: str, part: Any) -> None:
        if isinstance(part, h5py.Dataset):
            sizes.append(part.size * part.dtype.itemsize if part.size else 0)

    try:
        with h5py.File(path, "r") as file:
            file.visititems(add)
    except Exception:
        return 0  # anndata says what is wrong
    return sum(sizes)
