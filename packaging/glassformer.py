"""What the bundle's executable runs: the command line, exactly as `python -m labapp` does."""

import sys

from labapp.cli import main

if __name__ == "__main__":
    sys.exit(main())
