"""The report of a two-sample test: the verdict, the samples, the features, how sure, how it was done, warnings."""

from setapart.present.cautions import by_chance, by_place
from setapart.present.differences import heading_of_differences
from setapart.present.explanation import certainty_sentences, own_notes
from setapart.present.facts import Facts, facts
from setapart.present.report.document import Document, Listing, Part, Section, warning_section
from setapart.present.report.explanation import difference_parts, features
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
    asked = result if explanation is None else explanation
    projection = asked.projection
    own = () if explanation is None else own_notes(explanation, result)
    cautions, notes = by_place((*by_chance(asked), *result.notes, *own))
    return Document(
        title=f"{told.labels[0]} against {told.labels[1]}",
        verdict=told.verdict if explanation is None else explanation.sentence,
        cautions=tuple(cautions),
        sections=(
            Section("The samples", _samples(result, told, projection)),
            Section(heading_of_differences(result.pvalue), _differences(result, told, projection, explanation)),
            Section("How sure", _certainty(result, told, explanation)),
            Section("How it was done", repeat(asked, command)),
            warning_section(cautions, notes),
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
    if explanation is not None:
        return (*difference_parts(explanation), *features(explanation))
    if projection is None or told.features is None:
        return ()
    # Where features are tested one by one, the direction is one of them, and its loading goes without a picture.
    drawn = () if result.by_feature is not None else (loadings_picture(projection),)
    return (told.heading, Listing(told.differences), *drawn, told.features)


def _certainty(result: TwoSampleResult, told: Facts, explanation: Explanation | None) -> tuple[Part, ...]:
    """The verdict in full where the explanation has the first word, the numbers behind it, and what it rests on."""
    parts: list[Part | None] = [
        told.measure if explanation is None else f"{told.verdict} {told.measure}",
        null_picture(result) if result.null_distribution.size else None,
        told.components,
        *(told.stopping, told.effect, told.owner, told.search),
        *([] if explanation is None else certainty_sentences(explanation)),
        _EXCHANGEABLE if result.threshold is None else None,
    ]
    return tuple(part for part in parts if part)
