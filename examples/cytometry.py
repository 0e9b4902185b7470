"""
Two wells of a plate
====================

Bacteria that carry a cyan or a yellow reporter, measured by a flow cytometer: FCS files that come with
FlowCytometryTools. Which channels tell them apart, and are two wells of the same kind alike?
"""

from importlib.metadata import files

import setapart as sa

wells = {path.name: path.locate() for path in files("FlowCytometryTools") if path.suffix == ".fcs"}
first = sa.read(wells["CFP_Well_A4.fcs"], cofactor=150)
print(first.columns)

# %%
# `cofactor` turns fluorescence v into arcsinh(v / 150), which spreads out what is dim and draws together what is
# bright. A thousand events of each well are enough.

CHANNELS = ["FSC-A", "SSC-A", "V2-A", "Y2-A", "B1-A"]
cyan, again, yellow = (
    sa.read(wells[name], channels=CHANNELS, cofactor=150).take(range(1_000))
    for name in ("CFP_Well_A4.fcs", "CFP_Well_B4.fcs", "YFP_Well_A7.fcs")
)
res = sa.two_sample_test(cyan, yellow, statistic="pw:1", scale="std", n_resamples=99, labels=("cyan", "yellow"))
print(res.summary())

# %%
# The yellow reporter shows in B1-A, the blue laser. A good third of the distance is spread: the bacteria of the yellow
# well are far from equally bright.

figure = res.plot()

# %%
# Two wells with the same bacteria are not quite the same sample either. The p-value would say so of any pair of wells,
# with enough events; the distance says how much that is.

same = sa.two_sample_test(cyan, again, statistic="pw:1", scale="std", n_resamples=99)
print(f"p = {same.pvalue}; distance {same.statistic:.2f}, beside {res.statistic:.2f} between the reporters")
