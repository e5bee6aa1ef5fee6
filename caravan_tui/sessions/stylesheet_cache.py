"""A cache of parsed stylesheets, filled before the fork, so that sessions do not parse again."""

from __future__ import annotations

from caravan_tui.terminal.compat import CachedStylesheet


class SharedStylesheet(CachedStylesheet):
    """A stylesheet that takes rules from the cache if the variables are the same.

    `keeps_rules` is set only before the fork: a session that tries all themes would grow.
    """

    parsed_rules = {}
