"""Names that would do harm where they are not escaped: in HTML, SVG, Markdown, JSON and a terminal."""

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "$\\frac{1}{2}$ ${alert(1)}",
    "&lt;b&gt; &#106; & co",
    "red \x1b[31m",
    "two\nlines",
    "\u202egnp.exe",
    "]]> --> */",
    "</style></svg></title><script>alert(1)</script>",
    "`code` | [x](javascript:alert(1))",
    "# heading",
    "https://evil.example/www.evil.example",
    "a lone surrogate \ud800",
    "1. one",
    "- a | b",
    "",
)
