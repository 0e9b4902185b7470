"""Makes the pictures of the page on figures: python docs/images/figures.py."""

from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

import setapart as sa
from setapart.datasets import penguins

FOLDER = Path(__file__).parent
COLUMNS = ["species", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]
birds = penguins(["Adelie", "Gentoo"]).select(COLUMNS)


def save(figure, name):
    """Write a small picture."""
    figure.savefig(FOLDER / f"figure_{name}.png", dpi=58, pil_kwargs={"optimize": True})


def tested(k):
    """The result along k directions."""
    return sa.two_sample_test(
        birds,
        groups="species",
        statistic="pw",
        k=k,
        scale="std",
        nan_policy="omit",
        n_resamples=199,
    )


one, two, three = map(tested, (1, 2, 3))
save(one.plot("quantiles"), "quantiles")
save(two.plot("projected"), "projected")
save(two.plot("displacements"), "displacements")
save(two.plot("plane"), "plane")
save(two.plot("features"), "features")
save(three.plot("pairs"), "pairs")
save(one.explain().plot(), "explanation")

rng = np.random.default_rng(0)
before, after = rng.normal(size=(2, 200, 4))
after[:, 3] = np.abs(after[:, 1]) - 0.8 + 0.6 * after[:, 3]
pair = sa.two_sample_test(
    before, after, statistic="dictionary", n_resamples=199, labels=("before", "after")
)
save(pair.plot("dependence"), "dependence")

pixels, digit = load_digits(return_X_y=True)
threes, fives = pixels[digit == 3], pixels[digit == 5]
digits = sa.two_sample_test(threes, fives, statistic="pw", k=1, n_resamples=199, labels=("3", "5"))
save(digits.plot("image", shape=(8, 8)), "image")
