"""Where a test is to be computed: what goes with a device, and what does not."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import joblib

from setapart._errors import message
from setapart.devices.device import Device
from setapart.devices.moving import immovable
from setapart.inference.methods import Permutation
from setapart.statistics.registry import AnyStatistic
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["check_device", "workers_of"]


@contextmanager
def workers_of(device: Device | None) -> Iterator[None]:
    """Let tasks that use a device run in this thread, one after the other; say so if its memory ends."""
    if device is None:
        yield
        return
    with joblib.parallel_config("sequential"):
        try:
            yield
        except device.torch.cuda.OutOfMemoryError:
            raise MemoryError(
                message("{device=}: the memory of the device does not hold so many rows", device=device.name)
            ) from None


def check_device(device: Device | None, statistics: Sequence[AnyStatistic], method: Any) -> None:
    """Refuse a device where nothing would be computed on it, or values would be kept that come out otherwise later."""
    if device is None:
        return
    if not isinstance(method, Permutation):
        raise ValueError(
            message(
                "{device=} evaluates relabellings, and a p-value in closed form has none; leave it out",
                device=device.name,
            )
        )
    for statistic in statistics:
        if isinstance(statistic, SplitProjectedWasserstein):
            raise immovable(statistic)
    if method.checkpoint is not None:
        raise ValueError(
            message(
                "{checkpoint} keeps values that come out again to the last bit, and those of a {device} may not; leave "
                "one of them out"
            )
        )
