"""A device, as PyTorch knows it, with the precision in which ascents sort there, and the memory that may be used.

PyTorch is imported once a device is asked for, and its settings are left alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from setapart._errors import ArgumentError, ArgumentTypeError, message
from setapart._interrupt import checkpoint
from setapart._types import BoolArray

__all__ = ["Device", "chosen_device"]

_NAME = re.compile(r"(?P<place>cpu|cuda(:(0|[1-9]\d*))?)(?P<double> float64)?")
_ACCEPTED = "must be 'cuda', 'cuda:1' and so on, or 'cpu', each with ' float64' after it to sort in that precision, too"
_HOST_BYTES = 1 << 28  # for intermediate results where the processor is the device
_SHARE = 0.4  # of the memory that is free on another one
_AT_ONCE = {"cpu": 64, "cuda": 512}  # relabellings that are handed over together, at most,
_CELLS = 20_000_000  # and rows times relabellings: some 500 MB in the memory of the processor


@dataclass(frozen=True)
class Device:
    """Where to compute."""

    name: str  # as it was asked for
    place: str  # what PyTorch calls it
    double: bool  # whether ascents sort in float64, as all the rest is computed

    @cached_property
    def torch(self) -> Any:
        """The library."""
        import torch

        return torch

    def at_once(self, size: int) -> int:
        """How many relabellings of `size` rows are handed over together."""
        return max(1, min(_AT_ONCE[self.place.partition(":")[0]], _CELLS // size))

    @property
    def dtype(self) -> Any:
        """The numbers that ascents sort and sum."""
        return self.torch.float64 if self.double else self.torch.float32

    @property
    def eps(self) -> float:
        """The rounding of ascents, relative; zero where it is that of the processor."""
        return 0.0 if self.double else float(self.torch.finfo(self.torch.float32).eps)

    @property
    def bytes(self) -> int:
        """Memory that intermediate results may take together."""
        if self.place == "cpu":
            return _HOST_BYTES
        cuda, index = self.torch.cuda, int(self.place.partition(":")[2] or self.torch.cuda.current_device())
        idle = cuda.memory_reserved(index) - cuda.memory_allocated(index)  # PyTorch keeps what it has freed
        return int(_SHARE * (cuda.mem_get_info(index)[0] + idle))

    def put(self, array: Any, dtype: Any = None) -> Any:
        """An array of NumPy on the device."""
        return self.torch.as_tensor(array, device=self.place, dtype=dtype)

    def batches(self, labels: BoolArray, bytes_each: float) -> Iterator[tuple[slice, Any]]:
        """Labellings (b, N) on the device, as many at a time as the memory holds where each takes so much of it."""
        step = max(1, int(self.bytes / bytes_each))
        for start in range(0, len(labels), step):
            checkpoint()
            part = slice(start, start + step)
            yield part, self.put(labels[part])


def chosen_device(device: Any) -> Device | None:
    """The device of that name, None where there is to be none; refused where it is not at hand."""
    if device is None:
        return None
    if not isinstance(device, str):
        raise ArgumentTypeError("device", _ACCEPTED, device)
    read = _NAME.fullmatch(device)
    if read is None:
        raise ArgumentError("device", _ACCEPTED, device)
    try:
        import torch
    except ImportError:
        raise ImportError(message("{device=} needs PyTorch: pip install 'setapart[gpu]'", device=device)) from None
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    places = ["cpu", *(["cuda"] if count else []), *(f"cuda:{i}" for i in range(count))]
    if read["place"] not in places:
        raise ValueError(
            message("{device=} is not available here; available: {places}", device=device, places=", ".join(places))
        )
    return Device(device, read["place"], read["double"] is not None)
