import pytest
import torch


@pytest.fixture(autouse=True)
def one_thread():
    """Threads of PyTorch wait for one another most of the time where other tests run beside them."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
