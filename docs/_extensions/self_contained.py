"""A page may link to other sites, but must not load anything from them: that is a warning, and so an error."""

import re

from sphinx.util import logging

_LOADED = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=[\"']((?:https?:)?//[^\"']+)"
)


def _check(app, exception):
    if exception is None and app.builder.format == "html":
        for page in sorted(app.outdir.rglob("*.html")):
            for address in _LOADED.findall(page.read_text(encoding="utf-8")):
                logging.getLogger(__name__).warning(
                    "%s loads %s", page.relative_to(app.outdir), address
                )


def setup(app):
    """Tell Sphinx of it."""
    app.connect("build-finished", _check)
    return {"parallel_read_safe": True}
