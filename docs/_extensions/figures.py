"""Pictures of the gallery: the figures that a program has among its variables, in a page of its own each."""

from matplotlib.figure import Figure
from sphinx_gallery.scrapers import figure_rst


def _scrape(block, block_vars, gallery_conf):
    """Save the figures that earlier blocks of the program did not have yet."""
    values = block_vars["example_globals"]
    saved = values.setdefault("__saved_figures__", set())
    paths = []
    for figure in values.values():
        if isinstance(figure, Figure) and id(figure) not in saved:
            saved.add(id(figure))
            paths.append(next(block_vars["image_path_iterator"]))
            figure.savefig(paths[-1], dpi=110)
    return figure_rst(paths, gallery_conf["src_dir"])


def _get_sg_image_scraper():
    return _scrape
