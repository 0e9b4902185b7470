"""`two_sample_test(device=…)`: the same test, with its relabellings evaluated on a device."""

import json

import joblib
import numpy as np
import pytest
import torch

import setapart as sa
from setapart.results.notes import device_notes

pytestmark = pytest.mark.usefixtures("one_torch_thread")


def pair(n=30, m=25, shift=0.6, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, 3)), rng.standard_normal((m, 3)) + [shift, 0.0, 0.0]


@pytest.mark.parametrize("statistic", ["auto", "pw:1", ["pw:1 centred", "energy"], "marginal", "dictionary", "sliced"])
def test_the_p_value_is_that_of_the_processor(statistic):
    x, y = pair()
    here, there = (
        sa.two_sample_test(x, y, statistic=statistic, n_resamples=99, device=device) for device in (None, "cpu")
    )
    assert there.pvalue == here.pvalue
    np.testing.assert_allclose(there.null_distribution, here.null_distribution, rtol=1e-4, atol=1e-4)
    assert [part.statistic for part in there.components] == pytest.approx([part.statistic for part in here.components])
    assert there.projection_of == here.projection_of
    assert (there.projection is None) == (here.projection is None)
    if here.projection is not None:
        assert np.array_equal(there.directions, here.directions)
    for column in ("pvalue", "adjusted_pvalue"):
        assert there.to_dict()["feature_tests"][column] == here.to_dict()["feature_tests"][column]


def test_the_reported_value_is_that_of_the_processor_to_the_last_bit():
    x, y = pair()
    here, there = (
        sa.two_sample_test(x, y, statistic="pw:1", n_resamples=19, device=device) for device in (None, "cpu")
    )
    assert there.statistic == here.statistic == there.projection.value


@pytest.mark.parametrize(("statistic", "most"), [("pw:1", 0.01), ("energy", 0.0), ("sliced", 0.0), ("dictionary", 0.0)])
def test_ties_of_few_distinct_values_count(statistic, most):
    """Many relabellings tie with the observed one; those of a search may besides end at another local maximum."""
    for seed in range(3):
        rng = np.random.default_rng(seed)
        x, y = rng.integers(0, 2, (12, 2)).astype(float), rng.integers(0, 2, (12, 2)).astype(float)
        here, there = (
            sa.two_sample_test(x, y, statistic=statistic, n_resamples=199, device=device) for device in (None, "cpu")
        )
        values = here.null_distribution
        assert np.sum(np.isclose(values, here.statistic, rtol=1e-12)) >= 2
        assert abs(there.pvalue - here.pvalue) <= most


def test_all_splits_tie_with_their_mirror_images():
    x, y = pair(4, 4, 5.0)
    res = sa.two_sample_test(x, y, statistic="pw:1", device="cpu")
    assert res.exact
    assert res.pvalue == res.smallest_pvalue == 2 / 70


@pytest.mark.parametrize("method", [sa.Permutation(stopping="besag-clifford"), sa.Permutation(shortcut=True)])
def test_rules_that_end_early_end_as_on_the_processor(method):
    x, y = pair(shift=0.0)
    here, there = (
        sa.two_sample_test(x, y, statistic="pw:1", n_resamples=99, method=method, device=device)
        for device in (None, "cpu float64")
    )
    assert (there.pvalue, there.n_resamples, there.stopping) == (here.pvalue, here.n_resamples, here.stopping)


def test_the_result_says_where_it_was_computed():
    x, y = pair()
    res = sa.two_sample_test(x, y, n_resamples=19, device="cpu")
    assert res.call.python == 'sa.two_sample_test(x, y, n_resamples=19, device="cpu", rng=0)'
    assert json.loads(res.to_json())["settings"]["device"] == "cpu"
    assert "device" not in sa.two_sample_test(x, y, n_resamples=19).call.settings
    (note,) = [note for note in res.notes if "device" in note]
    where = "The relabellings were evaluated on device 'cpu'"
    assert note == f"{where}; directions and the observed value are from the processor."
    several = device_notes("cuda", ["energy", "pw:1"], ["ball"])
    where = "The relabellings were evaluated on device 'cuda' (energy, pw:1) and on the processor (ball)"
    assert several == (f"{where}; directions and the observed value are from the processor.",)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"statistic": "ball"}, "statistic='ball' cannot run on a device; those that can are 'pw:1', "),
        ({"statistic": ["energy", "knn"]}, "statistic='knn' cannot run on a device"),
        ({"statistic": "pw_split"}, "statistic='pw_split:3' cannot run on a device"),
        (
            {"statistic": "energy", "method": sa.Asymptotic()},
            "device='cpu' evaluates relabellings, and a p-value in clo",
        ),
        ({"statistic": "pw", "method": sa.Concentration(diameter=9.0)}, "device='cpu' evaluates relabellings"),
        ({"method": sa.Permutation(checkpoint="run.ckpt")}, "checkpoint keeps values that come out again to the last"),
        ({"device": "tpu"}, "device must be 'cuda', 'cuda:1' and so on, or 'cpu'"),
    ],
)
def test_what_does_not_go_with_a_device(arguments, said):
    x, y = pair()
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words are compared
        sa.two_sample_test(x, y, **{"device": "cpu", **arguments})
    assert str(caught.value).startswith(said)


def test_a_plan_knows_devices():
    x, y = pair()
    cost = sa.plan(x, y, statistic="sliced", n_resamples=99, device="cpu")
    assert cost.n_resamples == 99
    with pytest.raises(ValueError, match="cannot run on a device"):
        sa.plan(x, y, statistic="ball", n_resamples=99, device="cpu")


def test_workers_have_no_part_in_it():
    """A device is not sent to other processes."""
    x, y = pair()
    alone = sa.two_sample_test(x, y, statistic=["pw:1", "energy"], n_resamples=99, device="cpu")
    with joblib.parallel_config("loky"):
        several = sa.two_sample_test(x, y, statistic=["pw:1", "energy"], n_resamples=99, device="cpu", n_jobs=2)
    assert np.array_equal(several.null_distribution, alone.null_distribution)


def test_a_device_without_room_says_so(monkeypatch):
    def full(*_):
        raise torch.cuda.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr("setapart.devices.sums.ClassSums._sums", full)
    x, y = pair()
    with pytest.raises(MemoryError, match="device='cpu': the memory of the device does not hold so many rows"):
        sa.two_sample_test(x, y, statistic="dictionary", n_resamples=19, device="cpu")
