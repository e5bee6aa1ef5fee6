"""Reads a compose file that is written plainly: mappings, lists and scalars in blocks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_VARIABLE = re.compile(r"\$\{(\w+):\?\}")


def read_compose(path: Path) -> dict[str, Any]:
    """What is in the file. Whatever needs more of YAML raises ValueError."""
    lines = [
        (len(text) - len(text.lstrip()), text.strip())
        for text in path.read_text("utf-8").splitlines()
        if text.strip() and not text.lstrip().startswith("#")
    ]
    value, rest = _block(lines, 0)
    if rest or not isinstance(value, dict):
        raise ValueError(f"{path}: not understood: {rest[:1]}")
    return value


def filled_in(text: str, variables: dict[str, str]) -> str:
    """A scalar with its variables, as compose passes it on."""
    return _VARIABLE.sub(lambda match: variables[match[1]], text).replace("$$", "$")


def _block(lines: list[tuple[int, str]], indent: int) -> tuple[Any, list[tuple[int, str]]]:
    mapping: dict[str, Any] = {}
    items: list[str] = []
    while lines and lines[0][0] == indent:
        _indent, text = lines.pop(0)
        if text.startswith("- "):
            items.append(_scalar(text[2:]))
            if lines and lines[0][0] == indent + 2 and text.endswith(":"):
                raise ValueError(f"a mapping in a list: {text}")
            continue
        key, colon, value = text.partition(":")
        if not colon or (value and not value.startswith(" ")):
            raise ValueError(f"neither a key nor an item: {text}")
        if value.strip():
            mapping[key] = {} if value.strip() == "{}" else _scalar(value.strip())
        elif lines and lines[0][0] > indent:
            mapping[key], lines = _block(lines, lines[0][0])
        else:
            mapping[key] = ""
    return items or mapping, lines


def _scalar(text: str) -> str:
    if text[:1] in "[{&*|>!%@`":
        raise ValueError(f"not a plain scalar: {text}")
    return text[1:-1] if text[:1] == text[-1:] == '"' else text
