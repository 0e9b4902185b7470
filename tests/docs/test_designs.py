"""The page on designs: every example prints what follows it, and its links lead somewhere."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs/designs.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n```\n(.*?)```", PAGE, re.DOTALL)


def test_no_example_is_left_out():
    assert len(EXAMPLES) == PAGE.count("```python") == 4


@pytest.mark.parametrize(("code", "output"), EXAMPLES, ids=["pairs", "strata", "clusters", "levelled"])
def test_the_example_prints_what_follows_it(code, output):
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "designs.md", "exec"), {})
    assert printed.getvalue().split() == output.split()
