"""A figure in words: what is written in each of its axes, and how many things are drawn there."""


def outline(figure):
    """A line for each thing that is written, under the number of its axes."""
    lines = [f"text: {one.get_text()}" for one in figure.texts]
    for number, axes in enumerate(figure.axes, 1):
        lines += [f"axes {number}: {_drawn(axes)}", *(f"  {one}" for one in _written(axes))]
    return "\n".join(lines)


def _drawn(axes):
    counts = {kind: len(getattr(axes, kind)) for kind in ("lines", "collections", "patches", "images", "texts")}
    points = sum(len(line.get_xdata()) for line in axes.lines)
    return ", ".join([f"{count} {kind}" for kind, count in counts.items()] + [f"{points} points of lines"])


def _written(axes):
    legend = axes.get_legend()
    told = {
        "title": [axes.get_title(place) for place in ("left", "center", "right")],
        "x": [axes.get_xlabel()],
        "y": [axes.get_ylabel()],
        "text": [one.get_text() for one in axes.texts],
        "legend": [one.get_text() for one in legend.get_texts()] if legend else [],
    }
    return [f"{kind}: {one}" for kind, ones in told.items() for one in ones if one]
