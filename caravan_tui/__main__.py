"""`caravan-tui`, and `python -m caravan_tui`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    from caravan_tui.cli import run

    sys.exit(run())


if __name__ == "__main__":
    main()
