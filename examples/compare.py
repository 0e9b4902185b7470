"""Which tests see a difference? All on the same relabellings. Run: python examples/compare.py [picture.png]."""

import sys

import setapart as sa
from setapart.datasets import penguins

FEATURES = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]


def compare() -> sa.Comparison:
    """Adélie penguins of two years: the flippers were longer in 2008."""
    return sa.compare(
        penguins("Adelie").select(["year", *FEATURES]),
        groups="year",
        levels=(2007, 2008),
        statistics=["energy", "pw:1", "covariance", "ks", "hotelling", "edge_count", "c2st"],
        n_resamples=199,
        scale="std",
        nan_policy="omit",
    )


if __name__ == "__main__":
    comparison = compare()
    print(comparison.summary())
    comparison.plot().savefig(sys.argv[1] if len(sys.argv) > 1 else "compare.png", dpi=110)
