"""`python -m labapp` is the command `glassformer`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
