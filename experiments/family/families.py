"""The families: which candidates are combined, each with a heading for the table."""

CHOSEN = ("marginal ranks", "marginal mean", "energy", "pw:1", "pw:2 centred", "covariance")
WEIGHTS = {"energy": 2.0, "pw:2 centred": 0.5, "covariance": 0.5}  # of the others: 1


def _without(member: str) -> tuple[str, ...]:
    return tuple(name for name in CHOSEN if name != member)


FAMILIES: dict[str, tuple[str, ...]] = {
    "chosen": CHOSEN,
    **{f"− {member}": _without(member) for member in CHOSEN},
    "+ marginal centred": (*CHOSEN, "marginal centred"),
    "pw:1 + pw:3 + pw:2 centred": ("pw:1", "pw:3", "pw:2 centred"),
    "marginal for ranks": ("marginal", *_without("marginal ranks")),
}


def weights(members: tuple[str, ...]) -> tuple[float, ...]:
    """What each member counts in a harmonic mean."""
    return tuple(WEIGHTS.get(member, 1.0) for member in members)


def spelt(members: tuple[str, ...]) -> str:
    """A family as the CSV has it."""
    return " + ".join(members)
