"""`caravan-tui`, and `python -m caravan_tui`."""

from __future__ import annotations

import os
import sys

ASKED = "_CARAVAN_TUI_COMPLETE"
"""Set by the completion script of a shell, which calls without arguments."""


def main() -> None:
    """Run the command line and exit with its code."""
    if len(sys.argv) == 1 and sys.stdout is not None and ASKED not in os.environ:
        sys.exit(_play())
    from caravan_tui.cli.main import run

    sys.exit(run())


def _play() -> int:
    """The app at once: there is no command line to read, and its reader takes a while to load."""
    from caravan_tui.app import run

    try:
        return run()
    except OSError as error:
        print(f"caravan-tui: {error.strerror or error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    main()
