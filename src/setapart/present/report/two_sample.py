"""The report of a two-sample test: the verdict, the samples, the features, how sure, how it was done, warnings."""

from setapart.present.facts import Facts, facts
from setapart.present.names import plain
from setapart.present.report.document import Document, Listing, Part, Section
from setapart.present.report.explanation import certainty, differences, features
from setapart.present.report.pictures import loadings_picture, null_picture, samples_picture
from setapart.present.report.repeat import repeat
from setapart.present.wording import unit
from setapart.results import Projection, TwoSampleResult
from setapart.results.explanation import Explanation

__all__ = ["two_sample_document"]

_EXCHANGEABLE = (
    "The p-value holds at any number of rows, if the rows could trade labels in this way were there no difference. "
    "It says how surprising the samples would then be, not how probable or how large a difference is."
)


def two_sample_document(
    result: TwoSampleResult, *, explanation: Explanation | None = None, command: str | None = None
) -> Document:
    """What the report of a result says.

    Parameters
    ----------
    result : TwoSampleResult
    explanation : Explanation, optional
    command : str, optional
        What was typed, if a command was.
    """
    if explanation is not None:
        _check_explanation(explanation, result)
    told = facts(result)
    projection = result.projection if explanation is None else explanation.projection
    notes = told.notes if explanation is None else (*told.notes, *map(plain, explanation.notes))
    asked = result if explanation is None else explanation
    return Document(
        title=f"{told.labels[0]} against {told.labels[1]}",
        verdict=told.verdict if explanation is None else explanation.sentence,
        sections=(
            Section("The samples", _samples(result, told, projection)),
            Section("What differs", _differences(result, told, projection, explanation)),
            Section("How sure", _certainty(result, told, explanation)),
            Section("How it was done", repeat(type(asked).__name__, asked, command)),
            Section("Warnings", notes or ("None.",)),
        ),
    )


def _check_explanation(explanation: Explanation, result: TwoSampleResult) -> None:
    """Refuse what explains something else."""
    if not isinstance(explanation, Explanation):
        raise TypeError(f"explanation must be what explain() of this result gave, got {type(explanation).__name__}")
    for name in ("labels", "sizes", "pvalue", "statistic_name", "seed"):
        if getattr(explanation, name) != getattr(result, name):
            told, own = (getattr(one, name) for one in (explanation, result))
            raise ValueError(f"explanation must be of this result, but its {name} is {told!r} instead of {own!r}")


def _samples(result: TwoSampleResult, told: Facts, projection: Projection | None) -> tuple[Part, ...]:
    picture = () if projection is None else (samples_picture(projection, result.labels, unit(result)),)
    return (told.rows, *picture)


def _differences(
    result: TwoSampleResult, told: Facts, projection: Projection | None, explanation: Explanation | None
) -> tuple[Part, ...]:
    along: tuple[Part, ...] = ()
    if projection is not None:
        own = projection is result.projection
        along = (told.heading, Listing(told.differences if own else differences(projection)))
    table = () if told.features is None else (told.features,)
    if explanation is not None:
        return (*along, *features(explanation), *(table if result.by_feature is not None else ()))
    return (*along, *(() if projection is None else (loadings_picture(projection),)), *table)


def _certainty(result: TwoSampleResult, told: Facts, explanation: Explanation | None) -> tuple[Part, ...]:
    """The verdict in full where the explanation has the first word, the numbers behind it, and what it rests on."""
    parts: list[Part | None] = [
        told.measure if explanation is None else f"{told.verdict} {told.measure}",
        null_picture(result) if result.null_distribution.size else None,
        told.components,
        *(told.stopping, told.effect, told.owner, told.search),
        *([] if explanation is None else certainty(explanation)),
        _EXCHANGEABLE if result.threshold is None else None,
    ]
    return tuple(part for part in parts if part)
