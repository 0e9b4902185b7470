"""The picture of a result that a command writes: its path, checked first, and the file."""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Drawable", "checked_path", "draw"]


class Drawable(Protocol):
    """Whatever has a picture."""

    def plot(self) -> "Figure":
        """The picture."""
        ...


def checked_path(plot: str | None) -> Path | None:
    """The path of a picture, if one is wanted, checked before any long computation."""
    if plot is None:
        return None
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'setapart[plot]'") from None
    path = Path(plot).expanduser()
    known = sorted(Figure().canvas.get_supported_filetypes())
    if path.suffix[1:].lower() not in known:
        given = f"the suffix {path.suffix!r}" if path.suffix else "no suffix"
        raise ValueError(f"--plot {plot} has {given}; matplotlib writes {', '.join(f'.{name}' for name in known)}")
    if path.is_dir():
        raise ValueError(f"--plot {plot} is a folder, not a file")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"--plot {plot}: there is no folder {path.parent}")
    return path


def draw(result: Drawable, picture: Path) -> None:
    """Write the picture; its suffix sets the format."""
    with warnings.catch_warnings():
        # A name in a script that the font lacks shows as boxes; one warning a letter would not help.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        result.plot().savefig(picture, dpi=150)
