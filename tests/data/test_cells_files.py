import sys
import warnings

import flowio
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setapart.data.files import read

EVENTS = np.array([[100.0, 7.0, 1.0, 0.5], [250.0, 600.0, 3.0, 1.5], [300.0, 80.0, 2.0, 2.5]])


def fcs(values, names, *, version="FCS3.1", kind="F", order="<", labels=None, total=None, late=0, **more):
    """Write an FCS file by hand: a header of 58 bytes, keywords, values."""
    values = np.asarray(values)
    dtype = {"F": "f4", "D": "f8", "I": values.dtype.str[1:]}[kind]
    data = values.astype(order + dtype).tobytes()
    bits = np.dtype(dtype).itemsize * 8
    words = {
        "$BYTEORD": "1,2,3,4" if order == "<" else "4,3,2,1",
        "$DATATYPE": kind,
        "$MODE": "L",
        "$NEXTDATA": "0",
        "$PAR": str(values.shape[1]),
        "$TOT": str(len(values) if total is None else total),
    }
    for j, name in enumerate(names, start=1):
        words |= {f"$P{j}N": name, f"$P{j}B": str(bits), f"$P{j}E": "0,0", f"$P{j}R": "1024"}
        if labels and labels[j - 1]:
            words[f"$P{j}S"] = labels[j - 1]
    words |= more
    start = 58
    width = len("/".join(f"{key}/{value}" for key, value in words.items())) + 80
    begin = start + width
    words |= {"$BEGINDATA": str(begin), "$ENDDATA": str(begin + len(data) - 1 + late)}
    text = ("/" + "/".join(f"{key}/{value}" for key, value in words.items()) + "/").ljust(width)
    offsets = (start, start + len(text.rstrip()) - 1, begin, begin + len(data) - 1 + late, 0, 0)
    return f"{version}    {''.join(f'{one:>8}' for one in offsets)}".encode() + text.encode() + data


def write(path, raw):
    path.write_bytes(raw)
    return path


@pytest.fixture
def tube(tmp_path):
    path = tmp_path / "tube.fcs"
    with path.open("wb") as stream:
        flowio.create_fcs(
            stream, EVENTS.ravel(), ["FSC-A", "FL1-A", "FL2-A", "Time"], opt_channel_names=["", "CD4", "CD8", ""]
        )
    return path


def test_columns_are_called_by_what_channels_measure(tube):
    table = read(tube)
    assert table.columns == ("FSC-A", "CD4", "CD8", "Time")
    np.testing.assert_array_equal(np.column_stack([table[name] for name in table.columns]), EVENTS)


def test_the_cofactor_leaves_time_and_scatter_as_they_are(tube):
    table = read(tube, cofactor=150)
    np.testing.assert_array_equal(table["FSC-A"], EVENTS[:, 0])
    np.testing.assert_array_equal(table["Time"], EVENTS[:, 3])
    np.testing.assert_allclose(table["CD4"], np.arcsinh(EVENTS[:, 1] / 150.0), rtol=1e-15)


@pytest.mark.parametrize("channels", [["CD8", "FSC-A"], ["FL2-A", "FSC-A"], ("CD8", "FSC-A")])
def test_channels_are_chosen_by_either_name_in_the_order_given(tube, channels):
    table = read(tube, channels=channels)
    assert table.columns == ("CD8", "FSC-A")
    np.testing.assert_array_equal(table["CD8"], EVENTS[:, 2])
    assert read(tube, channels="CD8").columns == ("CD8",)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"channels": ["CD44"]}, "channels: .*tube.fcs has no channel 'CD44'; did you mean 'CD4'"),
        ({"channels": ["qqqqqqq"]}, "has no channel 'qqqqqqq'; it has 'FSC-A', 'CD4', 'CD8', 'Time'$"),
        ({"channels": ["CD4", "FL1-A"]}, "^channels names 'CD4' twice$"),
        ({"channels": []}, "^channels must name at least one channel, got none$"),
        ({"cofactor": 0}, "^cofactor must be positive and finite, got 0"),
    ],
)
def test_bad_options(tube, options, message):
    with pytest.raises(ValueError, match=message):
        read(tube, **options)


@pytest.mark.parametrize("version", ["FCS2.0", "FCS3.0", "FCS3.1"])
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(("kind", "dtype"), [("F", "f8"), ("D", "f8"), ("I", "u2"), ("I", "u4"), ("I", "u1")])
def test_numbers_of_every_kind_and_order(version, order, kind, dtype, tmp_path):
    values = np.array([[1, 2], [200, 0], [255, 7]], dtype)
    table = read(write(tmp_path / "t.fcs", fcs(values, ["a", "b"], version=version, order=order, kind=kind)))
    np.testing.assert_array_equal(np.column_stack([table["a"], table["b"]]), values)


def test_gain_logarithm_and_time_step_are_undone(tmp_path):
    values = np.array([[512, 10, 4], [256, 20, 8]], "u2")
    raw = fcs(values, ["FL1", "FL2", "Time"], kind="I", **{"$P1E": "4,1", "$P2G": "2.0", "$TIMESTEP": "0.5"})
    table = read(write(tmp_path / "t.fcs", raw))
    np.testing.assert_allclose(table["FL1"], 10.0 ** (4 * values[:, 0] / 1024))
    np.testing.assert_array_equal(table["FL2"], [5.0, 10.0])
    np.testing.assert_array_equal(table["Time"], [2.0, 4.0])


def test_bits_beyond_the_range_of_an_integer_channel_are_ignored(tmp_path):
    table = read(write(tmp_path / "t.fcs", fcs(np.array([[1024 + 3], [5]], "u2"), ["a"], kind="I")))
    np.testing.assert_array_equal(table["a"], [3.0, 5.0])


@pytest.mark.parametrize(
    ("names", "labels", "columns"),
    [
        (["FL1", "FL1", "FL2"], None, ("FL1.1", "FL1.2", "FL2")),
        (["FL1", "FL2", "FL3"], ["CD4", "CD4", ""], ("CD4 (FL1)", "CD4 (FL2)", "FL3")),
        (["FL1", "FL1", "FL1.1"], None, ("FL1.2", "FL1.3", "FL1.1")),
        (["FL1", "FL2", "FL3"], ["CD4", "CD4", "CD4 (FL1)"], ("CD4 (FL1).1", "CD4 (FL2)", "CD4 (FL1).2")),
        (["FL1", "FL1", "FL1"], ["CD4", "CD4", "CD8"], ("CD4 (FL1).1", "CD4 (FL1).2", "CD8")),
    ],
)
def test_channels_of_one_name_are_told_apart_with_a_warning(names, labels, columns, tmp_path):
    path = write(tmp_path / "t.fcs", fcs(EVENTS[:, :3], names, labels=labels))
    with pytest.warns(UserWarning, match=r"t\.fcs: several channels are called '\w+'; their columns are '") as caught:
        table = read(path)
    assert caught[0].filename == __file__
    assert table.columns == columns
    np.testing.assert_array_equal(table[columns[1]], EVENTS[:, 1])


def test_blanks_around_names_do_not_count(tmp_path):
    path = write(tmp_path / "t.fcs", fcs(EVENTS[:, :3], [" FL1", "FL2 ", "FL3 "], labels=["", " CD4 ", ""]))
    assert read(path).columns == ("FL1", "CD4", "FL3")
    assert read(path, channels=["FL3", "FL2"]).columns == ("FL3", "CD4")


def test_a_name_that_two_channels_share_does_not_choose_one(tmp_path):
    path = write(tmp_path / "t.fcs", fcs(EVENTS[:, :3], ["FL1", "FL2", "FL3"], labels=["CD4", "CD4", ""]))
    with (
        pytest.warns(UserWarning, match="several"),
        pytest.raises(ValueError, match=r"has several channels called 'CD4'; say which: 'CD4 \(FL1\)', 'CD4 \(FL2\)'$"),
    ):
        read(path, channels=["CD4"])
    with pytest.warns(UserWarning, match="several"):
        assert read(path, channels=["FL2"]).columns == ("CD4 (FL2)",)


def test_an_end_of_data_that_is_one_byte_late_is_forgiven_if_the_events_are_all_there(tmp_path):
    raw = fcs(EVENTS, ["a", "b", "c", "d"], late=1)
    np.testing.assert_array_equal(read(write(tmp_path / "t.fcs", raw + b"\0"))["b"], EVENTS[:, 1])
    wrong = fcs(EVENTS, ["a", "b", "c", "d"], late=1, total=4)
    with pytest.raises(ValueError, match=r"it promises \(4, 4\) events and channels, and has \(3, 4\)$"):
        read(write(tmp_path / "t.fcs", wrong + b"\0"))


def test_of_several_data_sets_the_first_is_read_with_a_warning(tmp_path):
    raw = fcs(EVENTS, ["a", "b", "c", "d"], **{"$NEXTDATA": "1000"})
    with pytest.warns(UserWarning, match=r"t\.fcs holds several data sets; the first is read$"):
        table = read(write(tmp_path / "t.fcs", raw))
    np.testing.assert_array_equal(table["a"], EVENTS[:, 0])


def test_a_file_of_another_kind(tmp_path):
    with pytest.raises(ValueError, match=r"t\.fcs is not a readable FCS file: it does not begin with the letters FCS$"):
        read(write(tmp_path / "t.fcs", b"no"))


def test_a_file_without_events(tmp_path):
    with pytest.raises(ValueError, match=r"t\.fcs (holds no events|is not a readable FCS file|is damaged)"):
        read(write(tmp_path / "t.fcs", fcs(np.empty((0, 2)), ["a", "b"])))


RAW = fcs(EVENTS, ["FSC", "FL1", "FL2", "Time"], labels=["", "CD4", "CD4b", ""])


def outcome(path, raw):
    """Whether the file was read; anything but a ValueError of one line, or a warning of ours, fails the test."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(several channels|several data sets)")
        message = trouble(write(path, raw))
    if message is not None:
        assert "\n" not in message
        assert str(path) in message
    return message is None


def trouble(path):
    try:
        read(path)
    except ValueError as error:
        return str(error)
    return None


def test_every_truncation_is_refused(tmp_path):
    assert outcome(tmp_path / "t.fcs", RAW)
    lengths = [*range(0, len(RAW) - 1, 7), len(RAW) - 1]
    assert not any(outcome(tmp_path / "t.fcs", RAW[:length]) for length in lengths)


@given(place=st.integers(0, len(RAW) - 1), byte=st.integers(0, 255))
@settings(max_examples=150, deadline=None)
def test_a_changed_byte_gives_a_table_or_one_line(place, byte, tmp_path_factory):
    raw = bytearray(RAW)
    raw[place] = byte
    outcome(tmp_path_factory.getbasetemp() / "fuzz.fcs", bytes(raw))


def test_another_format_under_this_suffix(tmp_path):
    for raw in (b"", b"a,b\n1,2\n" * 40, b"FCS3.1" + bytes(400)):
        assert not outcome(tmp_path / "t.fcs", raw)


def test_without_the_package_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "flowio", None)
    with pytest.raises(ModuleNotFoundError, match=r"^reading \.fcs needs flowio: pip install 'setapart\[fcs\]'$"):
        read(write(tmp_path / "t.fcs", RAW))
