"""Forms of a document: one renderer each. None of them looks at a result."""

from setapart.report.render.html import render_html
from setapart.report.render.markdown import render_markdown
from setapart.report.render.notebook import render_notebook
from setapart.report.render.text import render_text

__all__ = ["render_html", "render_markdown", "render_notebook", "render_text"]
