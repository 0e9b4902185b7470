"""The public functions. Each validates, computes and wraps, in that order."""

from setapart.api.distances import projected_wasserstein, wasserstein
from setapart.api.two_sample import two_sample_test

__all__ = ["projected_wasserstein", "two_sample_test", "wasserstein"]
