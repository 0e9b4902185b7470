"""Reports: one document of plain data, written as HTML or as Markdown.

A result becomes a `Document` (`two_sample`, `explanation`, `account`), and that one file of HTML without scripts or
anything from outside (`html`), or text (`markdown`). Names from the data are made inert on the way in and escaped on
the way out.
"""
