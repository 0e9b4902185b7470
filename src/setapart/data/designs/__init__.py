"""Designs on their way in: as they are stated, as the labels of the rows, and as numbers."""

from setapart.data.designs.stated import Clusters, Strata

__all__ = ["Clusters", "Strata"]
