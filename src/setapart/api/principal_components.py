"""What holds where sparse rows are compared by their principal components."""

from collections.abc import Sequence
from typing import Any

from setapart._checks import counted
from setapart.data.samples import Samples
from setapart.data.sparse import MOST
from setapart.inference.methods import Concentration
from setapart.present.wording import percent
from setapart.statistics.automatic import automatic
from setapart.statistics.kolmogorov_smirnov import KolmogorovSmirnov
from setapart.statistics.marginal import Marginal
from setapart.statistics.registry import Named, label
from setapart.statistics.total_variation import TotalVariation

__all__ = ["check_components", "component_notes"]


def check_components(samples: Samples, statistics: Sequence[Named], method: Any = None) -> None:
    """Refuse what speaks of single features, where those that are compared are none.

    The default family stays as it is: there it is a matter of power only that its marginals look at components.

    Raises
    ------
    ValueError
        For statistics of single features, a bound on their number, and a threshold, which holds for directions that
        were not chosen by the rows.
    """
    if samples.components is None:
        return
    if isinstance(method, Concentration):
        raise ValueError(
            "method=Concentration needs the features themselves, and sparse rows are compared by their principal "
            "components; pass a dense array, or leave method out"
        )
    size, d = len(samples.x) + len(samples.y), samples.x.shape[1]
    if tuple(statistics) == automatic(size, d):
        return
    for one in statistics:
        if isinstance(one, Marginal | KolmogorovSmirnov | TotalVariation) or getattr(one, "sparsity", None) is not None:
            raise ValueError(
                f"{label(one)!r} looks at single features, and sparse rows are compared by their principal components; "
                "pass a dense selection, such as adata[:, names].to_df(), or choose another statistic"
            )


def component_notes(samples: Samples) -> tuple[str, ...]:
    """What the components hold, as one sentence; nothing where rows are compared as they are."""
    if samples.components is None:
        return ()
    d, r = samples.components.basis.shape
    if r < MOST:
        return (f"The sparse rows vary in {counted(r, 'direction')}, and were compared by all of them.",)
    note = (
        f"The rows of {counted(d, 'sparse feature')} were compared by their {r} leading principal components, which "
        f"hold {percent(samples.components.share)} of the variance: a difference outside of these is not seen."
    )
    return (note,)
