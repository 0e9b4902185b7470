"""The document of what a test will cost."""

from setapart._checks import counted
from setapart._words import duration, inert, memory_words, number, plain
from setapart.report.document import Block, Document, Listing, Request, Section, document_of
from setapart.results.cost import ClusterCost, Cost

__all__ = ["cost_document"]

_NAME = 200  # letters of what a test is called


@document_of.register
def cost_document(cost: Cost, request: Request) -> Document:
    """The verdict, what it is of, and the model of a cluster."""
    n, m = cost.sizes
    verdict = (
        f"The test will likely take {duration(cost.seconds)} on {counted(cost.n_workers, 'worker')}, and "
        f"{memory_words(cost.memory)} of memory at its peak."
    )
    facts = {
        "rows": f"{n:,} and {m:,}",
        "features": f"{cost.n_features:,}",
        "statistic" if len(cost.statistics) == 1 else "statistics": inert(", ".join(cost.statistics), _NAME),
        "relabellings": f"{cost.n_resamples:,}{', which are all there are' if cost.exact else ''}",
        "tasks": f"{cost.tasks:,}",
        "sent to each worker": memory_words(cost.bytes_each) if cost.bytes_each else "nothing: threads share the rows",
        "time": f"{number(cost.preparation)} s, and {number(cost.each)} s for each relabelling",
        "measured on": _measured(cost),
    }
    lines = Listing("What it is made of:", tuple(f"{name}: {value}" for name, value in facts.items()))
    body: tuple[Block, ...] = (lines,) if cost.cluster is None else (lines, _cluster_words(cost.cluster))
    return Document(
        title="Cost",
        verdict=verdict,
        lead=(verdict,),
        body=body,
        notes=tuple(map(plain, cost.notes)),
        make_sections=lambda: (Section("What the test will cost", body),),
    )


def _measured(cost: Cost) -> str:
    rows = sum(cost.sizes)
    if cost.measured_rows == rows:
        return "all rows"
    return f"{cost.measured_rows:,} of {rows:,} rows, and extrapolated"


def _cluster_words(cluster: ClusterCost) -> str:
    return (
        f"On {counted(cluster.workers, 'worker')} of a cluster, by a model: {duration(cluster.seconds)}; "
        f"{counted(cluster.tasks, 'task')}, {memory_words(cluster.bytes_each)} sent to each worker and "
        f"{memory_words(cluster.bytes_sent)} in all, over a link of {number(cluster.link / 1e9)} Gbit/s."
    )
