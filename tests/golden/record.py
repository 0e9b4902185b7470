"""Record golden runs anew, or check them to the last bit. In the folder tests:

../.venv/bin/python -m golden.record             record all runs, and say which files changed
../.venv/bin/python -m golden.record NAME …      record these only
../.venv/bin/python -m golden.record --check     compare, every number bit for bit; for the machine that recorded
../.venv/bin/python -m golden.record --time      say how long each run takes
"""

import sys
import time

from golden.cases import CASES
from golden.forms import computed
from golden.store import EXPECTED, differences, store, store_nulls, stored_nulls


def main(words: list[str]) -> int:
    """Do what is asked, and return an exit status: 1 if a check finds a difference."""
    options, names = {word for word in words if word.startswith("--")}, [word for word in words if word[:2] != "--"]
    if unknown := sorted(options - {"--check", "--time"}) + sorted(set(names) - set(CASES)):
        print("unknown:", *unknown)
        return 2
    return check(names or list(CASES)) if "--check" in options else record(names, timed="--time" in options)


def check(names: list[str]) -> int:
    """Compare exactly."""
    found = [one for name in names for one in differences(name, *computed(name), exact=True)]
    print("\n\n".join(found) or f"{len(names)} runs are the same, bit for bit")
    return int(bool(found))


def record(names: list[str], *, timed: bool = False) -> int:
    """Write what is found now."""
    nulls = {name: of_run for name, of_run in stored_nulls().items() if name in CASES}
    changed = [] if names else _without_case()
    for name in names or CASES:
        started = time.perf_counter()
        forms, nulls[name] = computed(name)
        changed += store(name, forms)
        if timed:
            print(f"{time.perf_counter() - started:6.2f} s  {name}")
    changed += store_nulls(nulls)
    print("\n".join(changed) or "nothing changed")
    return 0


def _without_case() -> list[str]:
    """Remove the files of runs that there are no longer."""
    left = [path for path in EXPECTED.iterdir() if path.stem not in {*CASES, "null_distributions"}]
    for path in left:
        path.unlink()
    return [f"{path.name} (removed)" for path in left]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
