"""
Two wells of a plate
====================

Bacteria that carry a cyan or a yellow reporter, measured by a flow cytometer: FCS files that come with
FlowCytometryTools. In which channels do they differ, and are two wells of the same kind alike?
"""

from importlib.metadata import files

import setapart as sa

wells = {path.name: path.locate() for path in files("FlowCytometryTools") if path.suffix == ".fcs"}
first = sa.read(wells["CFP_Well_A4.fcs"], cofactor=150)
print(first.columns)

# %%
# `cofactor` turns fluorescence v into arcsinh(v / 150), which spreads out dim events and draws bright ones together. A
# thousand events of each well are enough.

CHANNELS = ["FSC-A", "SSC-A", "V2-A", "Y2-A", "B1-A"]
cyan, again, yellow = (
    sa.read(wells[name], channels=CHANNELS, cofactor=150).take(range(1_000))
    for name in ("CFP_Well_A4.fcs", "CFP_Well_B4.fcs", "YFP_Well_A7.fcs")
)
res = sa.two_sample_test(cyan, yellow, statistic="pw:1", scale="std", n_resamples=99, labels=("cyan", "yellow"))
print(res.summary())

# %%
# The yellow reporter shows in B1-A, the blue laser. More than a third of the distance is spread: the bacteria of the
# yellow well differ much in brightness.

figure = res.plot()

# %%
# Two wells with the same bacteria are not quite alike either. With enough events the p-value is small for any pair of
# wells; the distance says how large the difference is.

same = sa.two_sample_test(cyan, again, statistic="pw:1", scale="std", n_resamples=99)
print(f"p = {same.pvalue}; distance {same.statistic:.2f}, beside {res.statistic:.2f} between the reporters")
