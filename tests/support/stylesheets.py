"""Parse each style sheet once for all tests: a sixth of the start of an app is parsing."""

from __future__ import annotations

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

parse = Stylesheet._parse_rules  # no public way in
"""Textual's own, for tests of what is parsed when."""

_rules: dict[tuple[object, ...], list[RuleSet]] = {}


def _parse_once(
    self: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    key = (css, read_from, is_default_rules, tie_breaker, scope, *self._variables.items())
    if key not in _rules:
        _rules[key] = parse(self, css, read_from, is_default_rules, tie_breaker, scope)
    return _rules[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign]  # rules never change
