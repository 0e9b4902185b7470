"""The picture of a result that a command writes."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from setapart.cli.files import check_target

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_USELESS = {"avif", "pgf", "raw", "rgba"}  # they need more than matplotlib, or nothing opens them

__all__ = ["Drawable", "check_picture", "drawn"]


class Drawable(Protocol):
    """Whatever has a picture."""

    def plot(self) -> "Figure":
        """The picture."""
        ...


def check_picture(plot: str, *, force: bool) -> None:
    """Refuse a picture that cannot be drawn or written, before any long computation."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'setapart[plot]'") from None
    suffix = Path(plot).suffix
    known = sorted(Figure().canvas.get_supported_filetypes().keys() - _USELESS)
    if suffix[1:].lower() not in known:
        given = f"the suffix {suffix!r}" if suffix else "no suffix"
        raise ValueError(f"--plot {plot} has {given}; there are {', '.join(f'.{name}' for name in known)}")
    check_target("--plot", plot, force=force)


def drawn(result: Drawable, plot: str) -> bytes:
    """The picture in the format that the suffix of its file says."""
    stream = BytesIO()
    result.plot().savefig(stream, format=Path(plot).suffix[1:].lower(), dpi=150)
    return stream.getvalue()
