"""The steps of continuous integration, one session each: `nox -l` lists them, `nox -s types` runs one."""

import nox

nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "types", "imports", "browser", "docs", "tests"]


@nox.session
def lint(session: nox.Session) -> None:
    """Style and format."""
    session.install("ruff>=0.8")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Types of the package."""
    session.install("-e", ".[dev]")
    session.run("mypy")


@nox.session
def imports(session: nox.Session) -> None:
    """Arrows between rooms."""
    session.install("-e", ".[dev]")
    session.run("lint-imports")


@nox.session
def browser(session: nox.Session) -> None:
    """The report in Chromium, which has to be there; CHROMIUM names it where that is not its name."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "pytest", "-m", "browser", "tests/browser")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation with its gallery, in docs/_build/html; a warning is an error."""
    session.install("-e", ".[dev]")
    session.run("sphinx-build", "-W", "-b", "html", "docs", "docs/_build/html")


@nox.session
def tests(session: nox.Session) -> None:
    """The test suite; arguments after -- go to pytest."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "pytest", "-n", "2", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """The long statistical studies, only when asked for; arguments after -- go to pytest."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "pytest", "-n", "2", "-m", "slow", *session.posargs)
