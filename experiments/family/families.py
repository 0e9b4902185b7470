"""The families: which candidates are combined, each with a heading for the table."""

CHOSEN = ("marginal ranks", "marginal mean", "energy", "pw:1", "pw:2 centred")


def _without(member: str) -> tuple[str, ...]:
    return tuple(name for name in CHOSEN if name != member)


FAMILIES: dict[str, tuple[str, ...]] = {
    "chosen": CHOSEN,
    **{f"− {member}": _without(member) for member in CHOSEN},
    "+ eigenvalue": (*CHOSEN, "eigenvalue"),
    "+ marginal centred": (*CHOSEN, "marginal centred"),
    "pw:1 + pw:3 + pw:2 centred": ("pw:1", "pw:3", "pw:2 centred"),
    "marginal for ranks": ("marginal", *_without("marginal ranks")),
}


def spelt(members: tuple[str, ...]) -> str:
    """A family as the CSV has it."""
    return " + ".join(members)
