"""A test together with its explanation, as one answer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from setapart.results import TwoSampleResult
    from setapart.results.explanation import Explanation

__all__ = ["Explained"]


@dataclass(frozen=True)
class Explained:
    """A test and its explanation; of a test that was told of before, there is the explanation, but in the report both.

    Attributes
    ----------
    result : TwoSampleResult
    explanation : Explanation
    told_before : bool
    """

    result: "TwoSampleResult"
    explanation: "Explanation"
    told_before: bool

    def summary(self) -> str:
        """In words; what the test says is not said again of the explanation."""
        if self.told_before:
            return self.explanation.summary()
        from setapart.report import document
        from setapart.report.render.text import render_text

        explained = document(self.explanation, beside=self.result)
        return f"{self.result.summary()}\n\n{render_text(explained)}"

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        told = self.explanation.to_dict()
        return told if self.told_before else {**self.result.to_dict(), "explanation": told}

    def plot(self) -> "Figure":
        """As a picture."""
        return self.explanation.plot()

    def to_html(self, *, command: str) -> str:
        """As a report."""
        return self.result.to_html(explanation=self.explanation, command=command)

    def to_markdown(self, *, command: str) -> str:
        """As a report in text."""
        return self.result.to_markdown(explanation=self.explanation, command=command)
