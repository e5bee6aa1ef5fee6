"""The base of every game's positions.

It stands apart from the contract because it is compiled: a compiled class inherits from compiled
classes only.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from mypy_extensions import mypyc_attr

from caravan_tui.games.kit import fields
from caravan_tui.games.kit.ranks import ranks

if TYPE_CHECKING:
    from caravan_tui.games.event import Event

CHANCE: Final = -1
OVER: Final = -2

IS_COMPILED: Final = not __file__.endswith(".py")
"""Whether mypyc has compiled this module, and with it rules, evaluators and search."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position: plain ints, lists and bit masks in slots; one actor at any moment.

    Subclasses are dataclasses with slots that declare their fields (`kit.fields`). A plain base
    class, no Protocol, so that calls stay direct when compiled.
    """

    __slots__ = ()

    OPEN_MOVES: ClassVar[bool] = False
    """No seat's move is hidden from another, only chance may be: `observed` returns every move of
    a seat as it is, and the search does not call it for moves."""

    def to_act(self) -> int:
        """The seat whose decision it is, or CHANCE, or OVER."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """All actions of the actor: fixed order, no duplicates, never empty unless OVER.

        At CHANCE: every possible outcome, without its weight.
        """
        raise NotImplementedError

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        """Play an action in place. It must be legal or an interrupt: that is not checked.

        Events are appended only if a list is given.
        """
        raise NotImplementedError

    def draw(self, rng: Random) -> int:
        """Sample one outcome of the chance that is due, by its weight. Here: all weigh the same."""
        return rng.choice(self.legal())

    def __init_subclass__(cls) -> None:
        """Have each class make a `clone` of its own when it is first called."""
        super().__init_subclass__()
        if not IS_COMPILED and (cls.clone is State.clone or fields.is_made(cls.clone)):
            cls.clone = State.clone  # type: ignore[method-assign]  # it makes its own

    def clone(self) -> Self:
        """An independent copy, of the same class: field by field, as they are declared.

        A class that overrides it calls `fields.clone_of(type(self))(self)`: the parent's may be
        made for the parent alone.
        """
        kind: Any = type(self)
        copy: Self
        if IS_COMPILED:  # calls do not look at the class, but `become` is compiled
            copy = kind.__new__(kind)
            copy.become(self)
        else:
            make_copy = kind.clone = fields.clone_of(kind)
            copy = make_copy(self)
        return copy

    def become(self, other: Self) -> None:
        """Be a copy of another position of the same class, in place: what `clone` does, without a
        new object. Searches call it where `clone` is not overridden.

        The games of this package have it written out in their `state`, so that it is compiled:
        `python -m tools.copying` makes it of the declared fields.
        """
        kind: Any = type(self)
        fields.copier_of(kind)(self, other)

    def scores(self) -> tuple[float, ...]:
        """The standing during the match, the result at its end: one number for each seat."""
        raise NotImplementedError

    def outcome(self) -> tuple[int, ...]:
        """The rank of each seat, 1 is best; a shared rank uses up the next ones (1, 1, 3).

        Here: by scores, without tie-breaks.
        """
        return ranks(self.scores())

    def interrupts(self) -> dict[int, list[int]]:
        """The actions of seats during another seat's decision; by seat, ascending."""
        return {}

    def observed(self, action: int, seat: int) -> int:
        """What a seat sees of an action that is about to be applied, as an int.

        Two actions with the same answer look alike to the seat. A game without hidden moves
        keeps this default. The search keys its tree by the answers.
        """
        return action

    def imagine(self, seat: int, rng: Random) -> bool:
        """Imagine anew, in place, what a seat does not know, in a position that
        `Game.determinize` made of its view: with the same chance it becomes what that would make.

        A shortcut for searches, which need many such positions of one view. False: the game has
        none.
        """
        return False

    def restored(self) -> None:
        """Set derived fields after `decode`, and check the position as a whole.

        Raises ValueError, with one line, if its fields contradict each other. That somebody can
        move in it is checked by `Game.decode`.
        """
