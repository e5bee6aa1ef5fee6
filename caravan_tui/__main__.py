"""`caravan-tui`, and `python -m caravan_tui`."""

from __future__ import annotations

import gc
import os
import sys

from caravan_tui import settings
from caravan_tui.terminal.capabilities import is_plain

ASKED = "_CARAVAN_TUI_COMPLETE"
"""Set by the completion script of a shell, which calls without arguments."""


def main() -> None:
    """Run the command line and exit with its code."""
    gc.disable()  # nearly all that a start makes stays; `app.run` collects after the first frame
    is_bare = len(sys.argv) == 1 and sys.stdout is not None and ASKED not in os.environ
    if is_bare and not _is_in_lines():
        sys.exit(_play())
    gc.enable()
    from caravan_tui.cli.main import run

    sys.exit(run())


def _is_in_lines() -> bool:
    """Whether the setting, or the terminal, wants lines in place of a screen."""
    chosen = settings.load()[0].interface
    return chosen == "lines" or (chosen == "auto" and is_plain())


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
