"""Arrays of other libraries, such as torch, JAX and CuPy: as NumPy's, through DLPack where need be."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

# The kinds of devices that DLPack numbers; NumPy reads those of kind 1, the CPU.
_CPU = 1
_DEVICES = {2: "CUDA", 4: "OpenCL", 7: "Vulkan", 8: "Metal", 10: "ROCm", 14: "oneAPI", 15: "WebGPU"}

_NARROW = ("bfloat16", "float8", "float4")


def as_numpy(obj: Any) -> NDArray[Any]:
    """
    ``numpy.asanyarray`` of an object, or what it hands over through DLPack; it may share memory with the object.

    What is on another device is copied from there, if its library can do that when asked through DLPack.

    References
    ----------
    Python array API standard 2023.12, data interchange; DLPack 1.0.
    """
    if isinstance(obj, np.ndarray) or not hasattr(obj, "__dlpack__"):
        return np.asanyarray(obj)
    try:
        # NumPy's own protocol goes first: PyTorch refuses there what it hands over wrongly through DLPack. Without it,
        # asanyarray would take the object for a single number, or ask for its numbers one by one.
        return np.asanyarray(obj) if hasattr(obj, "__array__") else np.from_dlpack(obj)
    except Exception as error:
        dtype = str(getattr(obj, "dtype", ""))
        if any(narrow in dtype for narrow in _NARROW):
            raise ValueError(f"NumPy does not know {dtype}; convert it to float32 first") from error
        device = _other_device(obj)
        if device is None:
            raise
        return _copied(obj, device)


def _copied(obj: Any, device: str) -> NDArray[Any]:
    """The array on the CPU; NumPy asks for that from version 2.1 on."""
    try:
        # Of a negated view, PyTorch 2.13 hands over the numbers with the wrong sign.
        if getattr(obj, "is_neg", bool)():
            raise BufferError("Can't export tensors with the negative bit set")
        return np.from_dlpack(obj, device="cpu")
    except Exception as error:
        reason = f" ({error})" if isinstance(error, BufferError) else ""
        raise ValueError(f"it is on device {device}: copy it first, as .cpu() does{reason}") from error


def _other_device(obj: Any) -> str | None:
    try:
        kind, number = map(int, obj.__dlpack_device__())
    except Exception:
        return None
    return None if kind == _CPU else f"{_DEVICES.get(kind, f'of kind {kind}')} {number}"
