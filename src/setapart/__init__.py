"""Do two multivariate samples come from the same distribution, and if not, in which few directions do they differ?"""

__version__ = "0.1.0"
