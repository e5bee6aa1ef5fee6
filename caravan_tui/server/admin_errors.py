"""What goes wrong when an administrator wants something."""

from __future__ import annotations


class AdminError(Exception):
    """A command cannot be carried out; the text is a line for the administrator."""
