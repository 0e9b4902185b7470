import hypothesis
import pytest

# The same examples in every run, and no deadline: the first call of a kernel compiles it.
hypothesis.settings.register_profile("setapart", deadline=None, derandomize=True, max_examples=50)
hypothesis.settings.load_profile("setapart")


def pytest_configure(config):
    """Compile dcor before there are workers: where two fill Numba's cache at once, one reads wrong code and aborts."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        import dcor  # noqa: F401


@pytest.fixture
def one_torch_thread():
    """Threads of PyTorch wait for one another most of the time where other tests run beside them."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


class Bar:
    """Stands in for a bar of tqdm."""

    made: list["Bar"]

    def __init__(self, total, unit, leave, desc, bar_format, delay):
        self.total, self.unit, self.desc, self.bar_format, self.count = total, unit, desc, bar_format, 0
        self.delay, self.drawings = delay, 0
        self.made.append(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def update(self, count):
        self.count += count

    def refresh(self):
        self.drawings += 1


@pytest.fixture
def bars(monkeypatch):
    """The bars that are made, in their order."""
    monkeypatch.setattr(Bar, "made", [], raising=False)
    monkeypatch.setattr("tqdm.tqdm", Bar)
    return Bar.made


@pytest.fixture
def result_of():
    """Makes a two-sample result with chosen numbers."""
    from hand_made import hand_made

    return hand_made


@pytest.fixture
def combination_of():
    """Makes a result of several statistics with chosen numbers."""
    from hand_made import combined

    return combined
