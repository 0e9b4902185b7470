"""One trial of the power study, or of that on published settings."""

from methods import METHODS
from published_settings import PUBLISHED
from seeds import method_seed
from settings import SETTINGS

EVERY = SETTINGS | PUBLISHED


def trial(setting: str, method: str, number: int, *, B: int, seed0: int) -> tuple[float, str]:
    """The p-value, and the component that spoke: a function of the arguments only."""
    x, y = EVERY[setting].sample(number, seed0)
    return METHODS[method].run(x, y, n_resamples=B, seed=method_seed(setting, number, seed0))
