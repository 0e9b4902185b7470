import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.plots.style import _letters, drawable, figure_text, figure_texts, without_tens


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("größe in µm", "größe in µm"),
        ("Кирилл, ελληνικά", "Кирилл, ελληνικά"),
        ("日本", r"\u65e5\u672c"),
        ("a한", r"a\ud55c"),
        ("👩\u200d🔬", r"\U0001f469\u200d\U0001f52c"),
        ("two\nlines", r"two\x0alines"),
    ],
)
def test_letters_without_a_shape_are_written_out(name, shown):
    assert figure_text(name, 60) == shown


def test_a_font_of_the_list_that_has_a_letter_draws_it(monkeypatch):
    monkeypatch.setattr(
        "setapart.plots.style._letters",
        lambda families: frozenset(map(ord, "日本")) if "Noto Sans CJK JP" in families else frozenset(),
    )
    assert drawable("日本") == r"\u65e5\u672c"
    with mpl.rc_context({"font.family": ["DejaVu Sans", "Noto Sans CJK JP"]}):
        assert drawable("日本") == "日本"


def test_fonts_are_asked_together():
    both = _letters(("DejaVu Sans", "STIXGeneral"))
    assert both == _letters(("DejaVu Sans",)) | _letters(("STIXGeneral",))
    assert both > _letters(("DejaVu Sans",))


def test_long_names_in_another_script_stay_apart():
    assert len(set(figure_texts(["日本語の名前", "日本語の各前", "日本語の名所"]))) == 3


def test_no_figure_warns_of_a_glyph(result_of):
    """Warnings are errors in the tests."""
    result = result_of(labels=("対照群", "処理群"), feature_names=("身長", "体重", "👩\u200d🔬"))
    for kind in ("overview", "projected", "quantiles", "pairs", "null"):
        result.plot(kind).draw_without_rendering()
    ticks = result.plot().axes[1].get_yticklabels()
    assert r"\u8eab\u9577" in [tick.get_text() for tick in ticks]


@pytest.mark.parametrize("values", [[1e-99, 0.0], [-1e100, 3.0], [0.0], []])
def test_what_can_be_drawn_stays_as_it_is(values):
    array = np.array(values)
    ((same,), words) = without_tens(array)
    assert same is array
    assert words == ""


@given(st.floats(1.0, 9.99), st.one_of(st.integers(-300, -101), st.integers(101, 299)))
def test_the_largest_number_keeps_its_digits(digits, power):
    (large, small), words = without_tens(np.array([1.0, -float(f"{digits!r}e{power}")])[1:], np.array([0.0]))
    assert large[0] == pytest.approx(-digits, rel=1e-14)
    assert small.tolist() == [0.0]
    assert words == f" (×$10^{{{power}}}$)"


def test_the_smallest_float():
    (values,), words = without_tens(np.array([5e-324]))
    assert values[0] == pytest.approx(4.94, abs=0.005)  # 2⁻¹⁰⁷⁴
    assert words == " (×$10^{-324}$)"
