"""The steps of continuous integration, one session each: `nox -l` lists them, `nox -s types` runs one."""

import nox

nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "types", "imports", "tests"]


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
def tests(session: nox.Session) -> None:
    """The test suite; arguments after -- go to pytest."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """The long statistical studies, only when asked for; arguments after -- go to pytest."""
    session.install("-e", ".[dev]")
    session.run("python", "-m", "pytest", "-m", "slow", *session.posargs)
