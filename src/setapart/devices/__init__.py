"""Devices: the inner loops of some statistics, on an accelerator or on the processor by PyTorch (extra `gpu`)."""
