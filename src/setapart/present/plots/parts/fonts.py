"""Letters that no font at hand can draw, written out: they would be boxes, all alike."""

from functools import cache

from setapart.present.names import escaped

__all__ = ["drawable"]


def drawable(text: str) -> str:
    r"""The text with all letters written out that the fonts of ``matplotlib.rcParams["font.family"]`` lack.

    These are asked in turn, as Matplotlib does. The font that comes with it has no Chinese, Japanese or Korean;
    ``["DejaVu Sans", "Noto Sans CJK JP"]`` has, where the second is installed.

    Examples
    --------
    >>> print(drawable("größe"), drawable("size \U000f0000"))
    größe size \U000f0000
    """
    if text.isascii():
        return text
    from matplotlib import rcParams

    known = _letters(tuple(rcParams["font.family"]))
    return "".join(letter if ord(letter) in known else escaped(letter) for letter in text)


@cache
def _letters(families: tuple[str, ...]) -> frozenset[int]:
    """The letters that these fonts have."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    fonts = [get_font(findfont(FontProperties(family=[family]))) for family in families]
    return frozenset().union(*(font.get_charmap() for font in fonts))
