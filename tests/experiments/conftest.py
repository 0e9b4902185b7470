"""The modules and commands of the power study, which two files test."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

POWER = Path(__file__).parents[2] / "experiments" / "power"
MODULES = {path.stem for path in POWER.glob("*.py")}


@pytest.fixture(scope="module")
def part():
    """Import a module of the study, which has its folder to itself when it runs."""
    kept = {name: sys.modules.pop(name) for name in MODULES & set(sys.modules)}
    sys.path.insert(0, str(POWER))
    yield importlib.import_module
    sys.path.remove(str(POWER))
    for name in MODULES & set(sys.modules):
        del sys.modules[name]
    sys.modules.update(kept)


@pytest.fixture(scope="session")
def run():
    """Run a command of the study."""

    def call(command, *options):
        done = subprocess.run(
            [sys.executable, POWER / f"{command}.py", *map(str, options)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done

    return call
