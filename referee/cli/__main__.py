"""Makes `python -m referee.cli` the command `goat`."""

import sys

from referee.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
