"""
Watching a stream for drift
===========================

A model was trained on images of digits, and a stream of further ones comes in. From some time on the scanner has a
fault: the lower rows of pixels come out paler. The watch has to notice, and not to cry wolf before that.
"""

import numpy as np
from sklearn.datasets import load_digits

import setapart as sa

images = np.random.default_rng(0).permutation(load_digits().data)
reference, stream = images[:700], images[700:1700].copy()
stream[500:, 48:] *= 0.7  # from row 500 on, the last two of eight rows of pixels

watch = sa.monitor(reference, window=100, alpha=0.05)
windows = watch.update(stream)
print([window.alarm for window in windows])

# %%
# Each window of a hundred images is compared with the reference, and the evidence adds up. While nothing changes, the
# probability of any alarm is at most 0.05, however long the stream runs.

alarm = next(window for window in windows if window.alarm)
print(f"Alarm at window {alarm.number}, by the image {alarm.stop} of the stream; pixel {alarm.top_feature}.")

# %%
# The evidence over the windows, and the level at which an alarm is raised.

figure = watch.plot()
