"""The document of what a test will cost."""

from setapart.results.cost import ClusterCost, Cost

COST = Cost(
    test="auto",
    statistics=("energy", "pw:1"),
    sizes=(1000, 1200),
    n_features=20,
    n_resamples=999,
    exact=False,
    n_workers=2,
    tasks=32,
    seconds=200.0,
    preparation=2.5,
    each=0.1975,
    memory=1_230_000_000,
    bytes_each=0,
    measured_rows=1100,
    cluster=ClusterCost(workers=100, tasks=100, seconds=12.0, bytes_each=352_000, bytes_sent=35_200_000, link=1e9),
    notes=("Sampling may stop early.",),
)

TEXT = """\
The test will likely take about 3 minutes on 2 workers, and 1.2 GB of memory at
its peak.

What it is made of:
  rows: 1,000 and 1,200
  features: 20
  statistics: energy, pw:1
  relabellings: 999
  tasks: 32
  sent to each worker: nothing: threads share the rows
  time: 2.5 s, and 0.198 s for each relabelling
  measured on: 1,100 of 2,200 rows, and extrapolated

On 100 workers of a cluster, by a model: about 10 seconds; 100 tasks, 350 kB
sent to each worker and 35 MB in all, over a link of 1 Gbit/s.

Note: Sampling may stop early."""


def test_the_text():
    assert COST.summary() == TEXT


def test_every_form_has_the_verdict():
    for form in (COST.to_markdown(), COST.to_html(), COST._repr_html_()):
        assert "about 3 minutes on 2 workers" in form
    assert repr(COST) == "Cost(seconds=200, memory=1.23e+09, n_workers=2)"
