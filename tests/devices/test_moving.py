"""Every statistic that can run on a device has there the values that it has on the processor; no other is taken."""

from dataclasses import replace

import numpy as np
import pytest

import setapart as sa
import setapart.devices.device as device_module
import setapart.devices.forms as forms
import setapart.devices.moving as moving
from setapart.devices.device import chosen_device
from setapart.devices.moving import MOVABLE, moved_family, on_processor
from setapart.statistics.automatic import automatic
from setapart.statistics.covariance import PreparedCovariance
from setapart.statistics.family import SharedDistances
from setapart.statistics.registry import StatisticRequest, create, names

N, D = 33, 4
SETTINGS = ("mmd aggregate", "mmd laplace unbiased", "mmd imq", "mmd linear", "marginal mean ranks", "marginal mean")
SHORT = sa.ProjectedWasserstein(1, n_steps=5)
ALMOST = {"cpu float64": 1e-9, "cpu": 1e-4}


def rows(size=N, d=D, seed=0):
    rng = np.random.default_rng(seed)
    spread = np.where(np.arange(size)[:, None] < size // 2, 1.0, 2.0)
    return rng.standard_normal((size, d)) * spread + 5.0


def labellings(size=N, count=7, seed=1):
    """Of samples of several sizes, as clusters make them."""
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(size) < size // 2 - b % 3 for b in range(count)])


def prepared(spec, pooled):
    statistics = create(spec, StatisticRequest(*pooled.shape)) if isinstance(spec, str) else (spec,)
    return statistics, SharedDistances(pooled).prepare(statistics, rng=np.random.default_rng(2))


def moved(spec, pooled, device="cpu float64"):
    statistics, family = prepared(spec, pooled)
    return family, moved_family(family, statistics, chosen_device(device), pooled.shape)


@pytest.mark.parametrize("device", ALMOST)
@pytest.mark.parametrize("spec", MOVABLE + SETTINGS)
def test_the_values_are_those_of_the_processor(spec, device):
    here, there = moved(spec, rows(), device)
    labels = labellings()
    wanted = here.evaluate(labels)
    assert np.ptp(wanted) > 0.01 * wanted.max()  # or any number would do
    np.testing.assert_allclose(there.evaluate(labels), wanted, rtol=ALMOST[device], atol=0.0)
    assert there.scales == here.scales


@pytest.mark.parametrize("spec", ["dictionary", "geometry", "whitened", "ica"])
def test_sums_of_whole_numbers_give_the_same_bits(spec):
    here, there = moved(spec, rows(), "cpu")
    assert np.array_equal(there.evaluate(labellings()), here.evaluate(labellings()))


HAVE_ONE_WAY = {name for name in MOVABLE if not name.startswith("pw")}


@pytest.mark.parametrize("name", sorted(set(names()) - {"auto", "pw_split"} - HAVE_ONE_WAY))
def test_the_others_are_refused_by_name(name):
    with pytest.raises(ValueError, match=f"^statistic='{name}.* cannot run on a device; those that can are 'pw:1', "):
        moved(name, rows())


@pytest.mark.parametrize("spec", ["pw:2", "pw:1 sparsity 2", "marginal centred", "marginal ks", "mmd fuse"])
def test_settings_that_have_no_counterpart_are_refused_too(spec):
    with pytest.raises(ValueError, match=f"statistic='{spec}' cannot run on a device"):
        moved(spec, rows())


@pytest.mark.parametrize("d", [1, D])
def test_all_of_the_default_family_run_there(d):
    family = moved("auto", rows(d=d))[1]
    assert all(family.moved)
    assert family.seconds == 0.0  # nobody can say
    assert not any(family.eps)
    single = moved("auto", rows(d=d), "cpu")[1]
    assert [s.name for s, eps in zip(automatic(N, d), single.eps, strict=True) if eps] == ["pw", "pw"]


def test_a_member_of_the_default_family_that_cannot_would_stay_behind(monkeypatch):
    move = moving._moved
    monkeypatch.setattr(
        moving,
        "_moved",
        lambda member, device: None if isinstance(member, PreparedCovariance) else move(member, device),
    )
    here, there = moved("auto", rows())
    (place,) = np.flatnonzero(there.stays)
    assert automatic(N, D)[place].name == "covariance"
    assert there.seconds == here.members[place].seconds
    np.testing.assert_allclose(there.evaluate(labellings()), here.evaluate(labellings()), rtol=1e-9)


@pytest.mark.parametrize("spec", [SHORT, "energy", "dictionary", "sliced"])
def test_memory_decides_how_they_are_cut_and_not_what_comes_out(spec, monkeypatch):
    labels = labellings()
    whole = moved(spec, rows())[1].evaluate(labels)
    monkeypatch.setattr(device_module, "_HOST_BYTES", 9_000)
    np.testing.assert_allclose(moved(spec, rows())[1].evaluate(labels), whole, rtol=1e-12)
    np.testing.assert_allclose(moved(spec, rows())[1].evaluate(labels[3:5]), whole[3:5], rtol=1e-12)


@pytest.mark.parametrize("spec", ["energy", "mmd", "mmd laplace", "mmd imq", "mmd linear"])
@pytest.mark.parametrize("room", [1 << 20, 100])
def test_distances_of_many_rows_are_made_there(spec, room, monkeypatch):
    """Whole, or block by block where even the memory of the device does not hold them."""
    statistics, family = prepared(spec, rows())
    family = replace(family, members=(replace(family.members[0], panels=None),))
    monkeypatch.setattr(device_module, "_HOST_BYTES", room)
    monkeypatch.setattr(forms, "_TILE", 10)
    there = moved_family(family, statistics, chosen_device("cpu"), (N, D))
    np.testing.assert_allclose(there.evaluate(labellings()), family.evaluate(labellings()), rtol=1e-10)


def test_a_search_comes_back_to_the_processor():
    here, there = moved(SHORT, rows(), "cpu")
    labels = labellings()
    back = on_processor(there.members[0]).evaluate(labels)
    assert np.array_equal(back, here.members[0].evaluate(labels))
    assert not np.array_equal(there.members[0].evaluate(labels), back)
