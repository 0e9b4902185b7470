"""The documentation site: ``sphinx-build -W -b html docs docs/_build/html``. Nothing is fetched from the network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

import setapart

# An attribute of the package, which autosummary looks for as a module.
sys.modules["setapart.plots"] = setapart.plots

project = "setapart"
author = "The setapart developers"
copyright = "The setapart developers, BSD-3-Clause"
version = release = setapart.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_parser",
    "sphinx_gallery.gen_gallery",
    "repository_links",
    "self_contained",
]
exclude_patterns = ["_build", "api/.*", "gallery/*.py", "gallery/*.md5"]
templates_path = ["_templates"]
highlight_language = "none"  # what a program prints; code says which language it is
myst_heading_anchors = 4

autosummary_generate = True
autodoc_typehints = "none"  # numpydoc tells the types in words
numpydoc_show_class_members = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "image_scrapers": ("figures",),
    "remove_config_comments": True,
    "write_computation_times": False,
    "show_memory": False,
    "show_signature": False,
    "within_subsection_order": "FileNameSortKey",
    "download_all_examples": False,
    "min_reported_time": 1_000,
}

html_theme = "pydata_sphinx_theme"
html_title = "setapart"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_context = {"default_mode": "auto"}
html_sidebars = {"index": []}
html_copy_source = False


def _keep_bars(app, what, name, obj, options, lines):
    """The bars of |x| are those of an absolute value, and not a substitution of reStructuredText."""
    lines[:] = [
        line if "``" in line or ">>>" in line else line.replace("|", r"\|") for line in lines
    ]


def setup(app):
    """Tell Sphinx of it."""
    app.connect("autodoc-process-docstring", _keep_bars)
