"""A level that a test cannot reach, whatever the data."""

import warnings

from setapart._errors import message, phrase

__all__ = ["more", "warn_out_of_reach"]


def more(*, exact: bool) -> str:
    """What there should be more of for smaller p-values."""
    return "more rows" if exact else message("more relabellings ({n_resamples})")


def warn_out_of_reach(smallest: float, alpha: float, remedy: str, *, what: str, stacklevel: int = 4) -> None:
    """Warn that no p-value of a test can be as small as the level."""
    warnings.warn(
        message(
            "the smallest p-value this test can give is {smallest:.3g}, above {level}: it cannot {what}, whatever the "
            "data; use {remedy}",
            smallest=smallest,
            level=phrase(f"alpha = {alpha:g}", alpha, name="alpha"),
            what=what,
            remedy=remedy,
        ),
        UserWarning,
        stacklevel=stacklevel,
    )
