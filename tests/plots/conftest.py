from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from matplotlib.text import Text

from calls import call_of
from setapart.data.table import Table
from setapart.results.explanation import Explanation, Source
from setapart.transport.plan import Plan


@pytest.fixture
def explained(result_of: Callable[..., Any]) -> Callable[..., Explanation]:
    """An explanation with chosen numbers: intervals 0.1 below to 0.2 above, shares ½, ¾, ⅞ …"""

    def made(k: int = 1, d: int = 4, **changes: Any) -> Explanation:
        result = result_of(k=k, d=d, **changes)
        projection = result.projection
        share = projection.directions**2 @ projection.weights
        order = np.argsort(-share, kind="stable")
        loading = projection.directions[order].ravel()
        steps = np.arange(1, min(d, 5) + 1)
        names = np.array(projection.feature_names, dtype=object)[order]
        return Explanation(
            projection=projection,
            labels=result.labels,
            sizes=result.sizes,
            pvalue=result.pvalue,
            statistic_name="pw",
            loading_table=Table(
                {
                    "feature": np.repeat(names, k),
                    "direction": np.tile(np.arange(k) + 1, d),
                    "loading": loading,
                    "low": loading - 0.1,
                    "high": loading + 0.2,
                    "same_sign": np.ones(d * k),
                    "share": np.repeat(share[order], k),
                    "group": np.repeat(np.where(np.arange(d) < 2, 1, 0), k),
                }
            ),
            angle_table=Table({}),
            share_table=Table({"k": steps, "distance": 2.0 - 2.0 * 0.5**steps, "share": 1.0 - 0.5**steps}),
            row_table=Table({}),
            group_table=Table({}),
            rate_table=Table({"feature": []}),
            conditional_table=Table({"feature": []}),
            explained_table=Table({"step": []}),
            effect=None,
            min_effect=None,
            min_effect_pvalue=None,
            detectable=None,
            n_refits=40,
            source=Source(f"pw:{k}"),
            notes=(),
            call=call_of({"scale": "std"}).explaining(),
            versions={},
        )

    return made


@pytest.fixture
def moved(result_of: Callable[..., Any]) -> Callable[..., Any]:
    """A result whose plan moves row i of n to row i."""

    def made(k: int, n: int = 30, **changes: Any) -> Any:
        result = result_of(k=k, d=max(k, 3), n=n, m=n, **changes)
        plan = Plan(np.arange(n), np.arange(n), np.full(n, 1.0 / n), (n, n))
        return replace(result, projection=replace(result.projection, plan=plan))

    return made


def words(figure: Any) -> list[Text]:
    """All texts that a figure shows; of the ticks, those within the limits of their axis."""
    hidden: set[Text] = set()
    axes = list(figure.axes)
    for ax in axes:
        axes += ax.child_axes
        for axis, at in ((ax.xaxis, 0), (ax.yaxis, 1)):
            low, high = sorted(axis.get_view_interval())
            for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
                for label in (tick.label1, tick.label2):
                    if not (ax.axison and low <= label.get_position()[at] <= high):
                        hidden.add(label)
    return [text for text in figure.findobj(Text) if text.get_visible() and text.get_text() and text not in hidden]


def collisions(figure: Any) -> list[tuple[str, str]]:
    """The pairs of texts that touch one another once the figure is drawn."""
    figure.draw_without_rendering()
    # Half a pixel less on each side: lines of text that stand flush are no collision.
    boxes = [(text.get_text(), text.get_window_extent().padded(-0.5)) for text in words(figure)]
    return [(one, other) for (one, a), (other, b) in combinations(boxes, 2) if a.overlaps(b)]


@pytest.fixture
def collisions_of() -> Callable[[Any], list[tuple[str, str]]]:
    return collisions
