"""``python -m setapart``."""

import sys

from setapart.cli import main

if __name__ == "__main__":
    sys.exit(main())
