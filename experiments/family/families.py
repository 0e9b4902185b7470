"""The families: which candidates are combined, each with a heading for the table."""

Family = dict[str, float]  # members, and what each counts in a harmonic mean

CHOSEN: Family = {
    "marginal ranks": 1.0,
    "marginal mean": 1.0,
    "energy": 2.0,
    "pw:1": 0.5,
    "pw:1 centred": 0.5,
    "covariance": 0.5,
    "dictionary": 1.5,
    "geometry": 1.5,
    "whitened": 1.5,
}
ONE_FEATURE: Family = dict.fromkeys(("pw:1", "pw:1 centred", "dictionary", "whitened"), 1.0)
BEFORE: Family = {
    "marginal ranks": 1.0,
    "marginal mean": 1.0,
    "energy": 2.0,
    "pw:1": 1.0,
    "pw:2 centred": 0.5,
    "covariance": 0.5,
}


def _without(*members: str) -> Family:
    return {name: weight for name, weight in CHOSEN.items() if name not in members}


FAMILIES: dict[str, Family] = {
    "chosen": CHOSEN,
    "of one feature": ONE_FEATURE,
    "the six before": BEFORE,
    **{f"− {member}": _without(member) for member in CHOSEN},
    "pw:2 for pw:1 centred": _without("pw:1 centred") | {"pw:2 centred": 0.5},
    "+ edge_count": CHOSEN | {"edge_count": 1.0},
    "+ mmd fuse": CHOSEN | {"mmd fuse": 1.0},
    "+ marginal centred": CHOSEN | {"marginal centred": 0.5},
    "new members 1, pw:1 1": CHOSEN | dict.fromkeys(("dictionary", "geometry", "whitened", "pw:1"), 1.0),
    "equal weights": dict.fromkeys(CHOSEN, 1.0),
}
