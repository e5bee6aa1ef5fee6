"""No widget, screen or app of ours hides a private name of Textual's."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Set
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.widget import Widget

import caravan_tui.screens
import caravan_tui.widgets
from caravan_tui.app import CaravanApp
from caravan_tui.games import registry
from caravan_tui.terminal import compat

PACKAGES = (caravan_tui.screens, caravan_tui.widgets)

META = {
    "_merged_bindings", "_decorated_handlers", "_reactives", "_computes", "_BASE_PATH",
    "_css_type_name", "_css_type_names", "_css_bases", "_default_css",
    "_inherit_css", "_inherit_bindings", "_inherit_component_classes",
}  # fmt: skip
"""What Textual's metaclasses add to every class."""


def own_classes() -> list[type[DOMNode]]:
    """Every screen, widget, board and app of ours."""
    for package in PACKAGES:
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for game in registry.ids():
        registry.board(game)
    classes: dict[type[DOMNode], None] = {}
    waiting: list[type[DOMNode]] = [Widget, CaravanApp]
    while waiting:
        cls = waiting.pop()
        waiting += cls.__subclasses__()
        if cls.__module__.startswith("caravan_tui.") and cls.__module__ != compat.__name__:
            classes[cls] = None
    return list(classes)


@cache
def class_definitions(module: str) -> dict[str, ast.ClassDef]:
    """The classes that a module defines, also in functions, by name."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


@cache
def private_names(cls: type) -> frozenset[str]:
    """The private names that a class defines, and those that its methods assign to `self`."""
    names = set(vars(cls))
    definition = class_definitions(cls.__module__)[cls.__name__]
    for node in ast.walk(definition):
        match node:
            case ast.Attribute(ast.Name("self"), name, ast.Store()):
                names.add(name)
    return frozenset(name for name in names if name.startswith("_") and name[-2:] != "__")


def hidden_names(cls: type) -> Set[str]:
    """The private names of Textual's base classes that a class of ours uses for its own."""
    bases = [base for base in cls.__mro__ if base.__module__.startswith("textual.")]
    return (private_names(cls) - META) & set().union(*map(private_names, bases))


def test_no_private_name_of_ours_hides_one_of_textuals() -> None:
    classes = own_classes()
    assert len(classes) > 60 and all(issubclass(cls, MessagePump) for cls in classes)
    hidden = {cls.__qualname__: hidden_names(cls) for cls in classes}
    assert not {name: names for name, names in hidden.items() if names}


class Odd(Widget):
    """Hides an attribute and a method of Widget."""

    def __init__(self) -> None:
        super().__init__()
        self._layout_cache = {}
        self._own = 1

    def _check_refresh(self) -> None:
        pass


def test_a_hidden_attribute_is_noticed_as_well_as_a_hidden_method() -> None:
    assert hidden_names(Odd) == {"_layout_cache", "_check_refresh"}
