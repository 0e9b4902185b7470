"""
When did the Nile change?
=========================

The yearly flow of the Nile at Aswan, 1871 to 1970 (statsmodels). It fell when the first dam was built there, and
rainfall changed at the same time.
"""

import statsmodels.api as sm

import setapart as sa

flow = sm.datasets.nile.load_pandas().data.astype({"year": int})
found = sa.change_points(flow[["volume"]], times=flow["year"], n_resamples=199)
print(found.summary())

# %%
# There is one change, in 1899, as others have found (Cobb, 1978). The test allows for the search over all years. Below
# the series is the scan: the difference between the years before and after, and that of the same years in random
# orders.

figure = found.plot()
