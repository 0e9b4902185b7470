import pytest


@pytest.fixture(autouse=True)
def alone(one_torch_thread):
    """All tests of devices have one thread."""
