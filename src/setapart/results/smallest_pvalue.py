"""A level that a test cannot reach, whatever the data."""

import warnings

__all__ = ["more", "warn_out_of_reach"]


def more(*, exact: bool) -> str:
    """What there should be more of for smaller p-values."""
    return "more rows" if exact else "more relabellings (n_resamples)"


def warn_out_of_reach(smallest: float, alpha: float, remedy: str, *, what: str, stacklevel: int = 4) -> None:
    """Warn that no p-value of a test can be as small as the level."""
    warnings.warn(
        f"the smallest p-value this test can give is {smallest:.3g}, above alpha = {alpha:g}: it cannot {what}, "
        f"whatever the data; use {remedy}",
        UserWarning,
        stacklevel=stacklevel,
    )
