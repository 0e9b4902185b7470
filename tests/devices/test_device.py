import sys

import numpy as np
import pytest
import torch

from setapart._options import in_options
from setapart.devices.device import chosen_device


@pytest.mark.parametrize(
    ("name", "place", "dtype"), [("cpu", "cpu", torch.float32), ("cpu float64", "cpu", torch.float64)]
)
def test_a_name_says_where_and_how_precisely(name, place, dtype):
    device = chosen_device(name)
    assert (device.name, device.place, device.dtype) == (name, place, dtype)
    assert device.eps == (0.0 if dtype == torch.float64 else 2.0**-23)


def test_cuda_is_what_the_library_says_there_is(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert [chosen_device(name).place for name in ("cuda", "cuda:1", "cuda:1 float64")] == ["cuda", "cuda:1", "cuda:1"]
    with pytest.raises(ValueError, match="device='cuda:2' is not available here; available: cpu, cuda, cuda:0, cuda:1"):
        chosen_device("cuda:2")


@pytest.mark.parametrize(
    ("device", "kind", "said"),
    [
        ("cuda", ValueError, "device='cuda' is not available here; available: cpu"),
        ("gpu", ValueError, "device must be 'cuda', 'cuda:1' and so on, or 'cpu'"),
        ("cpu:0", ValueError, "got 'cpu:0'"),
        ("cpu float16", ValueError, "got 'cpu float16'"),
        (0, TypeError, "device must be 'cuda'"),
    ],
)
def test_what_is_no_device_here(device, kind, said, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(kind) as caught:
        chosen_device(device)
    assert said in str(caught.value)


def test_without_the_library_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError) as caught:
        chosen_device("cuda")
    assert str(caught.value) == "device='cuda' needs PyTorch: pip install 'setapart[gpu]'"
    assert in_options(caught.value.args[0]) == "--device cuda needs PyTorch: pip install 'setapart[gpu]'"


def test_batches_hold_as_many_labellings_as_fit():
    device, labels = chosen_device("cpu"), np.eye(7, 5, dtype=bool)
    parts = list(device.batches(labels, device.bytes / 3.0))
    assert [part for part, _ in parts] == [slice(0, 3), slice(3, 6), slice(6, 9)]
    assert np.array_equal(np.concatenate([first.numpy() for _, first in parts]), labels)
    assert len(list(device.batches(labels, 2.0 * device.bytes))) == 7


@pytest.mark.parametrize(("name", "index"), [("cuda", 3), ("cuda:1", 1)])
def test_the_memory_of_a_gpu_is_what_is_free_or_idle(name, index, monkeypatch):
    """Of the device that is meant; "cuda" is the one that PyTorch has as its current one."""
    memory = {"reserved": 30, "allocated": 10}
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 4)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 3)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda i: (80 * i, 1000))
    for kind, size in memory.items():
        monkeypatch.setattr(torch.cuda, f"memory_{kind}", lambda i, size=size: size * i)
    assert chosen_device(name).bytes == 40 * index


@pytest.mark.parametrize(("size", "relabellings"), [(10, 64), (1_000_000, 20), (50_000_000, 1)])
def test_how_many_relabellings_go_over_together(size, relabellings):
    assert chosen_device("cpu").at_once(size) == relabellings
