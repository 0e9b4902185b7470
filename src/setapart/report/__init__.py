"""Reports: what is told of a result, as a `Document` of plain data, and a renderer for each form.

`document` knows every kind of result. Names from the data are made inert on the way in, and escaped on the way out.
"""

from setapart.report import comparisons, cost, explanation, inspection, planning, series, two_sample  # noqa: F401  # they teach `document`
from setapart.report.document import Document, document

__all__ = ["Document", "document"]
