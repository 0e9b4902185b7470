"""The families: which candidates are combined, each with a heading for the table."""

Group = tuple[float, tuple[str, ...]]  # what it counts in a harmonic mean, and its members, combined before the others
Family = tuple[Group, ...]


def _each(weights: dict[str, float]) -> Family:
    """Groups of one."""
    return tuple((weight, (name,)) for name, weight in weights.items())


LOCATION = ("marginal ranks", "marginal mean", "energy", "pw:1")
SPREAD = ("pw:1 centred", "covariance", "ica")
NEW = _each(dict.fromkeys(("dictionary", "geometry", "whitened"), 1.0))
CHOSEN: Family = ((3.0, LOCATION), (1.0, SPREAD), *NEW)
ONE_FEATURE: Family = _each(dict.fromkeys(("pw:1", "pw:1 centred", "dictionary", "whitened"), 1.0))
UNGROUPED: Family = _each(
    {
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
)
BEFORE: Family = _each(
    {
        "marginal ranks": 1.0,
        "marginal mean": 1.0,
        "energy": 2.0,
        "pw:1": 1.0,
        "pw:2 centred": 0.5,
        "covariance": 0.5,
    }
)


def members(family: Family) -> tuple[str, ...]:
    """The candidates of a family, group by group."""
    return tuple(name for _, group in family for name in group)


def _without(member: str) -> Family:
    kept = ((weight, tuple(name for name in group if name != member)) for weight, group in CHOSEN)
    return tuple((weight, group) for weight, group in kept if group)


FAMILIES: dict[str, Family] = {
    "chosen": CHOSEN,
    "of one feature": ONE_FEATURE,
    "the six before": BEFORE,
    "no groups": UNGROUPED,
    **{f"− {member}": _without(member) for member in members(CHOSEN)},
    "location 1": ((1.0, LOCATION), (1.0, SPREAD), *NEW),
    "location 2": ((2.0, LOCATION), (1.0, SPREAD), *NEW),
    "ica by itself, 1/2": ((3.0, LOCATION), (1.0, SPREAD[:2]), (0.5, ("ica",)), *NEW),
    "three groups": ((1.0, LOCATION), (1.0, (*SPREAD, "dictionary")), (1.0, ("geometry", "whitened"))),
    "+ edge_count": (*CHOSEN, (1.0, ("edge_count",))),
    "+ mmd fuse": (*CHOSEN, (1.0, ("mmd fuse",))),
}
