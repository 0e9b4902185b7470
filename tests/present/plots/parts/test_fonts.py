"""What no font can draw is written out, and what one can is left."""

import matplotlib as mpl
import pytest

from setapart.present.plots.parts.fonts import _letters, drawable
from setapart.present.plots.parts.style import figure_text, figure_texts


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
        "setapart.present.plots.parts.fonts._letters",
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
