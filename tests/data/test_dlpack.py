"""Arrays of other libraries: what speaks DLPack is read, wherever it is, or refused in a clear line."""

import array_api_strict
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy._core._rational_tests import rational

import setapart as sa
from setapart.data.arrays import to_matrix
from setapart.data.dlpack import as_numpy
from speakers import CPU, Speaker
from strategies import SEEDS

NUMBERS = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
CUDA = (2, 1)


class Rooted(Speaker):
    """An array on another device, by the older protocol: it knows of no other device."""

    def __dlpack__(self, stream=None):
        raise BufferError("these numbers stay here")


class Bound(Speaker):
    """A tensor of a model on another device."""

    def __dlpack__(self, **options):
        raise BufferError("use tensor.detach()")


class Negated(Speaker):
    """A view of PyTorch, which hands over the numbers before their sign is turned."""

    def is_neg(self):
        return True


class Torchlike(Rooted):
    """What PyTorch does: NumPy's protocol, which may fail, beside DLPack."""

    def __init__(self, values, device=CPU, *, dtype="torch.float32", error="use tensor.detach().numpy() instead"):
        super().__init__(values, device)
        self.dtype, self.error = dtype, error

    def __array__(self, dtype=None, copy=None):
        if self.error:
            raise RuntimeError(self.error)
        return self.values


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "i8", "u8", "f2", "f4", "f8", "?"])
@pytest.mark.parametrize("device", [CPU, CUDA])
def test_what_speaks_dlpack_alone(dtype, device):
    values = NUMBERS.astype(dtype)
    assert to_matrix(Speaker(values, device), "x").tolist() == values.astype(float).tolist()


@given(SEEDS, st.integers(0, 5), st.integers(1, 4), st.sampled_from(["f4", "f8", "i8"]))
def test_any_shape_and_any_strides(seed, n, d, dtype):
    whole = np.random.default_rng(seed).integers(-99, 99, (2 * n, 2 * d)).astype(dtype)
    for values in (whole, whole.T, whole[::2, ::-1], whole[:, 0]):
        np.testing.assert_array_equal(as_numpy(Speaker(values)), values)


def test_the_numbers_are_copied():
    values = NUMBERS.copy()
    matrix = to_matrix(Speaker(values), "x")
    matrix[0, 0] = 99.0
    assert values.tolist() == NUMBERS.tolist()


def test_numpys_own_protocol_goes_first():
    assert to_matrix(Torchlike(NUMBERS, error=""), "x").tolist() == NUMBERS.tolist()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            Rooted(NUMBERS, CUDA),
            r"^x cannot be turned into an array \(Rooted\): it is on device CUDA 1: copy it first, as .cpu\(\) does$",
        ),
        (Bound(NUMBERS, CUDA), r"CUDA 1: copy it first, as .cpu\(\) does \(use tensor.detach\(\)\)$"),
        (Negated(NUMBERS, CUDA), r"CUDA 1: copy it first, as .cpu\(\) does \(Can't export .* negative bit set\)$"),
        (Rooted(NUMBERS, (99, 0)), r"\(Rooted\): it is on device of kind 99 0: copy it first"),
        (Torchlike(NUMBERS, CUDA), r"\(Torchlike\): it is on device CUDA 1: copy it first, as .cpu\(\) does"),
        (Torchlike(NUMBERS), r"\(Torchlike\): use tensor.detach\(\).numpy\(\) instead$"),
        (Torchlike(NUMBERS, None), r"\(Torchlike\): use tensor.detach\(\).numpy\(\) instead$"),
        (
            Torchlike(NUMBERS, dtype="torch.bfloat16", error="Got unsupported ScalarType BFloat16"),
            r"\(Torchlike\): NumPy does not know torch.bfloat16; convert it to float32 first$",
        ),
        (Speaker(np.array([[1j]])), "^x must hold numbers, got complex numbers"),
        (Speaker(np.zeros((2, 2, 2))), r"^x must have one or two dimensions, got 3: shape \(2, 2, 2\)"),
        (Speaker(np.zeros(())), "^x must have one or two dimensions, got 0"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(source, message):
    with pytest.raises(ValueError, match=message):
        to_matrix(source, "x")


@pytest.mark.parametrize("dtype", ["int16", "float32", "float64", "bool"])
def test_the_strict_array_api(dtype):
    values = array_api_strict.asarray(NUMBERS.tolist(), dtype=getattr(array_api_strict, dtype))
    assert to_matrix(values, "x").tolist() == NUMBERS.astype(dtype).astype(float).tolist()


def test_a_library_that_refuses_on_the_cpu_is_not_asked_again_through_dlpack():
    elsewhere = array_api_strict.asarray(NUMBERS.tolist(), device=array_api_strict.Device("device1"))
    with pytest.raises(ValueError, match=r"Can't convert array on the .*'device1'.* device to a NumPy array"):
        to_matrix(elsewhere, "x")


def test_numbers_of_a_kind_that_another_package_adds():
    values = np.array([[rational(1, 2)], [rational(3, 4)]])
    assert values.dtype.kind == "V"
    assert to_matrix(values, "x").tolist() == [[0.5], [0.75]]


def test_every_argument_takes_such_arrays():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(12, 3)), rng.normal(size=(10, 3))
    pooled, groups = np.concatenate([x, y]), np.repeat([0, 1], [12, 10])
    by_samples = sa.two_sample_test(Speaker(x), Speaker(y, CUDA), n_resamples=19)
    by_groups = sa.two_sample_test(Speaker(pooled), groups=Speaker(groups), n_resamples=19)
    expected = sa.two_sample_test(x, y, n_resamples=19)
    assert by_samples.statistic == by_groups.statistic == expected.statistic
    assert by_samples.pvalue == by_groups.pvalue == expected.pvalue
    weights = np.arange(1, 13)
    weighted = sa.wasserstein(Speaker(x), Speaker(y), x_weights=Speaker(weights)).value
    assert weighted == sa.wasserstein(x, y, x_weights=weights).value


def test_other_arguments_are_named_too():
    x = np.zeros((3, 2))
    why = r"cannot be turned into an array \(Torchlike\): use tensor.detach\(\).numpy\(\) instead$"
    with pytest.raises(ValueError, match=f"^groups {why}"):
        sa.two_sample_test(x, groups=Torchlike(np.array([0, 1, 1])))
    with pytest.raises(ValueError, match=f"^x_weights {why}"):
        sa.wasserstein(x, x, x_weights=Torchlike(np.ones(3)))
