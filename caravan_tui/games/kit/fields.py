"""State fields, declared once: clone, encode and bounds-checked decode come from the declaration.

A position is a dataclass with slots whose fields are annotated with what may be in them:

    @dataclass(slots=True, eq=False, repr=False, kw_only=True)
    class WellsPosition(State):
        phase: Annotated[int, Range(0, 3)] = 0
        seats: Annotated[int, Range(2, 4)]
        hands: Annotated[list[int], PerSeat(Mask(21))]

A field without a spec is derived: it is cloned, but neither encoded nor decoded, and `restored`
has to set it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, ClassVar, Protocol, cast, get_args, get_origin, get_type_hints

from attrs import frozen


class FieldSpec(Protocol):
    """What may be in a field, and how it looks as plain data."""

    def encode(self, value: Any) -> Any:
        """The value as plain data for msgpack."""

    def decode(self, data: Any, owner: Any) -> Any:
        """The value back. Raises ValueError on data out of bounds.

        `owner` is the position so far: fields declared before this one are set.
        """


@frozen
class Range:
    """An int from `low` to `high`, both included."""

    low: int
    high: int

    def encode(self, value: int) -> int:
        return value

    def decode(self, data: Any, owner: Any) -> int:
        if type(data) is not int or not self.low <= data <= self.high:
            raise ValueError(f"not a number from {self.low} to {self.high}")
        return data


@frozen
class Flag:
    """True or False."""

    def encode(self, value: bool) -> bool:
        return value

    def decode(self, data: Any, owner: Any) -> bool:
        if type(data) is not bool:
            raise ValueError("not true or false")
        return data


def Mask(bits: int) -> Range:  # noqa: N802
    """A set of up to `bits` members, as a bit mask."""
    return Range(0, (1 << bits) - 1)


Length = int | Callable[[Any], int]
"""A number of items, or how to tell it from the fields declared before."""


@frozen
class Row:
    """A list or tuple of items of one kind: exactly `length` items, or from `length` to `most`.

    `make` builds it from the list of its items.
    """

    item: FieldSpec
    length: Length
    most: Length | None = None
    make: Callable[[list[Any]], Any] = list

    def encode(self, value: Any) -> list[Any]:
        return [self.item.encode(item) for item in value]

    def decode(self, data: Any, owner: Any) -> Any:
        if not isinstance(data, list | tuple):
            raise ValueError("not a list")
        least = self.length(owner) if callable(self.length) else self.length
        most = least if self.most is None else self.most
        most = most(owner) if callable(most) else most
        if not least <= len(data) <= most:
            raise ValueError(f"{len(data)} items, not {least} to {most}")
        return self.make([self.item.decode(item, owner) for item in data])


def PerSeat(item: FieldSpec) -> Row:  # noqa: N802
    """A list with one item for each seat, in a position that declares `seats` before it."""
    return Row(item, _seats)


def _seats(position: Any) -> int:
    seats: int = position.seats
    return seats


@frozen
class Record:
    """A tuple whose items differ, each with a spec of its own; `make` builds it from them."""

    items: tuple[FieldSpec, ...]
    make: Callable[..., Any] = lambda *items: items

    def encode(self, value: Any) -> list[Any]:
        return [spec.encode(item) for spec, item in zip(self.items, value, strict=True)]

    def decode(self, data: Any, owner: Any) -> Any:
        if not isinstance(data, list | tuple) or len(data) != len(self.items):
            raise ValueError(f"not a list of {len(self.items)}")
        items = zip(self.items, data, strict=True)
        return self.make(*(spec.decode(item, owner) for spec, item in items))


@frozen
class Plain:
    """A value with functions of its own that make plain data of it and read it back.

    `read` raises ValueError on data that is not one.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]

    def encode(self, value: Any) -> Any:
        return self.write(value)

    def decode(self, data: Any, owner: Any) -> Any:
        return self.read(data)


_MADE = "<clone>"


class Shared:
    """Marks a list or dict that clones share, as nobody changes it in place."""


def hints(kind: Hashable) -> Iterator[tuple[str, Any]]:
    """The fields of a position class with their annotations, base classes first."""
    for name, hint in _hints(kind).items():
        if get_origin(hint) is not ClassVar:
            yield name, hint


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    """The annotations of a class and its bases, evaluated. mypyc keeps none of what `Annotated`
    says, so those of a compiled class are read from the source beside it."""
    hints: dict[str, Any] = {}
    for base in reversed(cast(type, kind).__mro__):
        module = sys.modules.get(base.__module__)
        source = _source_of_compiled(module)
        if source is None:
            hints |= get_type_hints(base, include_extras=True)
        else:
            for name, text in _annotations(source, base.__name__):
                hints[name] = eval(text, vars(module))
    return hints


def _source_of_compiled(module: ModuleType | None) -> Path | None:
    """The source file of a compiled module, None of an interpreted one."""
    file = getattr(module, "__file__", None)
    if file is None or not file.endswith(tuple(EXTENSION_SUFFIXES)):
        return None
    path = Path(file)
    return path.with_name(path.name.partition(".")[0] + ".py")


def _annotations(source: Path, class_name: str) -> Iterator[tuple[str, str]]:
    """The annotated names in the body of a class, with the text of each annotation."""
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                    yield line.target.id, ast.unparse(line.annotation)


@cache
def specs(kind: Hashable) -> dict[str, FieldSpec]:
    """The encoded fields of a position class with their specs, in the order of declaration."""
    specs_by_name: dict[str, FieldSpec] = {}
    for name, hint in hints(kind):
        for extra in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
            if extra is not Shared:
                specs_by_name[name] = extra
    return specs_by_name


def is_made(clone: Callable[..., Any]) -> bool:
    """Whether a `clone` is one that `clone_of` made."""
    code = getattr(clone, "__code__", None)
    return code is not None and code.co_filename == _MADE


@cache
def clone_of(kind: Hashable) -> Callable[[Any], Any]:
    """Make the function that copies a position of this class, one line for each field.

    Lists, lists of lists, dicts, sets and byte arrays are copied; everything else is shared.
    """
    lines = ["copy = kind.__new__(kind)", *assignments(kind, "copy", "self"), "return copy"]
    return _made("clone(self)", lines, kind)


@cache
def copier_of(kind: Hashable) -> Callable[[Any, Any], None]:
    """Make the function that gives a position of this class the fields of another."""
    return _made("become(self, other)", assignments(kind, "self", "other"), kind)


def assignments(kind: Hashable, target: str, source: str) -> list[str]:
    """The source of what copies every field from one variable's position to another's."""
    lines = []
    for name, hint in hints(kind):
        extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        value = _copy(f"{source}.{name}", hint, Shared in extras)
        lines.append(f"{target}.{name} = {value}")
    return lines


def _made(signature: str, lines: list[str], kind: Hashable) -> Callable[..., Any]:
    """Compile a function of these lines."""
    scope: dict[str, Any] = {"kind": kind}
    exec(compile("\n    ".join([f"def {signature}:", *lines]), _MADE, "exec"), scope)
    function: Callable[..., Any] = scope[signature.partition("(")[0]]
    return function


def _copy(value: str, hint: Any, shared: bool) -> str:
    """The source of a copy of a field's value."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    origin = get_origin(hint) or hint
    if shared or origin not in (list, dict, set, bytearray):
        return value
    if origin is bytearray:
        return f"{value}[:]"
    if origin is list:
        item = (get_args(hint) or (int,))[0]
        inner = _copy("item", item, False)
        return f"{value}[:]" if inner == "item" else f"[{inner} for item in {value}]"
    return f"{value}.copy()"


def are_same(one: Any, other: Any) -> bool:
    """Whether two positions of a class have the same values in all their encoded fields."""
    names = specs(cast(Hashable, type(one)))
    return all(getattr(one, name) == getattr(other, name) for name in names)


def encode(state: Any) -> dict[str, Any]:
    """The encoded fields of a position as plain data, by name."""
    kind = cast(Hashable, type(state))
    return {name: spec.encode(getattr(state, name)) for name, spec in specs(kind).items()}


def decode(kind: type, data: Any) -> Any:
    """A position from what `encode` gave, checked field by field, then as a whole.

    Raises ValueError with one line that names the field.
    """
    key: Hashable = kind
    wanted = specs(key)
    if not isinstance(data, dict) or data.keys() != wanted.keys():
        raise ValueError(f"not a position: its fields are not those of {kind.__name__}")
    blank: Any = kind
    state = blank.__new__(blank)
    for name, spec in wanted.items():
        annotation = _hints(key)[name]
        try:
            value = spec.decode(data[name], state)
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"{name}: {error}") from None
        is_tuple = (get_origin(get_args(annotation)[0]) or get_args(annotation)[0]) is tuple
        setattr(state, name, tuple(value) if is_tuple and type(value) is list else value)
    state.restored()
    return state
