"""Style sheets that a process has read before it forks are not read again by the sessions."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


class SharedStylesheet(Stylesheet):
    """A style sheet that knows the rules which earlier ones have read with the same variables."""

    learning: ClassVar[bool] = False
    """Whether what is read now is kept for later ones: only before the fork, else a session that
    looks through all themes would grow."""
    _ss_known: ClassVar[dict[tuple[Any, ...], list[RuleSet]]] = {}

    def _parse_rules(
        self,
        css: str,
        read_from: Any,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        look = frozenset(self._variables.items())
        key = (css, read_from, is_default_rules, tie_breaker, scope, look)
        rules = self._ss_known.get(key)
        if rules is None:
            rules = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
            if self.learning:
                self._ss_known[key] = rules
        return rules
