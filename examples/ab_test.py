"""
An A/B test with many measures
==============================

Visitors of two countries see the old page or the new one, and six things are measured of each. The data are simulated,
so that the answer is known: on the new page people stay 0.6 standard deviations longer, and nothing else changes. The
new page was shown more often in one country than in the other, and the countries differ too.
"""

import numpy as np

import setapart as sa

MEASURES = ["seconds", "pages", "clicks", "searches", "scrolls", "purchases"]
rng = np.random.default_rng(0)
country = np.repeat(["A", "B", "A", "B"], [150, 50, 60, 140])  # old page: A, B; new page: A, B
rows = rng.standard_normal((400, 6))
rows[country == "B", 1:3] += 1.6  # in country B people look at more pages and click more
rows[200:, 0] += 0.6


def pages(rows):
    """The visitors of the old page, and those of the new one."""
    return [sa.Table(dict(zip(MEASURES, part.T, strict=True))) for part in (rows[:200], rows[200:])]


blind = sa.two_sample_test(*pages(rows), k=1, n_resamples=199, labels=("old", "new"))
print(blind.features(top=3))

# %%
# Pages and clicks only reflect the countries. Rows are comparable within a country only, and the design says so. The
# mean of each country over both pages is subtracted, so that differences between countries do not count.

levelled = rows.copy()
for one in ("A", "B"):
    levelled[country == one] -= levelled[country == one].mean(axis=0)
res = sa.two_sample_test(*pages(levelled), k=1, design=sa.Strata(country), n_resamples=199, labels=("old", "new"))
print(res.pvalue, res.features(top=3), sep="\n")

# %%
# Now it is the seconds. Does the difference matter? The effect is measured on rows that had no part in the search, with
# the p-value of "no more than 0.2 standard deviations".

told = res.explain(min_effect=0.2)
print(told.sentence)
print(f"at most 0.2 standard deviations: p = {told.min_effect_pvalue:.3f}")

# %%

figure = res.plot()
