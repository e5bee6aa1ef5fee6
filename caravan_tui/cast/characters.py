"""The characters of computer players, and which seat of a match gets whom.

A seat keeps the name of its character in the record of the match, and nothing else: a seat whose
name is that of no character, as in matches of earlier versions, has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from attrs import frozen

from caravan_tui.engine.record import PERSON, Seat, distinct_names
from caravan_tui.engine.rng import stream
from caravan_tui.i18n import _


class Temper(Enum):
    """What a character is like: how it speaks, and which styles of play suit it."""

    CALM = "calm"
    CAREFUL = "careful"
    EAGER = "eager"
    SLY = "sly"
    FORESIGHTED = "foresighted"


TEMPER_OF_STYLE = {
    "cautious": Temper.CAREFUL,
    "greedy": Temper.EAGER,
    "racer": Temper.EAGER,
    "thief": Temper.SLY,
    "spoiler": Temper.SLY,
    "builder": Temper.FORESIGHTED,
    "trader": Temper.FORESIGHTED,
}
"""The temper that suits a style; any other style, and the level's own, is played by a calm one."""


@frozen
class Character:
    """Somebody who can sit in the seat of a computer player."""

    name: str
    """At most eight letters, plain ones, the same in every language."""
    temper: Temper = Temper.CALM
    levels: tuple[str, ...] = ()
    """The levels that suit a calm character; the others suit every level."""

    @property
    def face(self) -> str:
        """The name of the sprite of its portrait."""
        return f"face-{self.name.lower()}"

    @property
    def home(self) -> str:
        """The city that it comes from."""
        return {
            "Omar": _("Timbuktu"), "Musa": _("Gao"), "Leila": _("Damascus"), "Samira": _("Fez"),
            "Davit": _("Tbilisi"), "Roxana": _("Samarkand"), "Batu": _("Karakorum"),
            "Idris": _("Cairo"), "Amina": _("Kano"), "Yusuf": _("Aleppo"),
            "Tariq": _("Sijilmasa"), "Gulnar": _("Kashgar"), "Silvio": _("Genoa"),
            "Parisa": _("Isfahan"), "Wei": _("Dunhuang"), "Zubayda": _("Kufa"),
        }[self.name]  # fmt: skip


CAST: tuple[Character, ...] = (
    Character("Omar", levels=("trader", "merchant", "guide", "adaptive")),
    Character("Musa", levels=("porter", "trader", "drover")),
    Character("Leila", levels=("merchant", "master", "elder")),
    Character("Samira", levels=("porter", "trader", "herder", "drover")),
    Character("Davit", levels=("trader", "merchant", "guide", "adaptive")),
    Character("Roxana", levels=("merchant", "master", "elder", "legend")),
    Character("Batu", levels=("porter", "herder")),
    Character("Idris", levels=("master", "legend")),
    Character("Amina", Temper.CAREFUL),
    Character("Yusuf", Temper.CAREFUL),
    Character("Tariq", Temper.EAGER),
    Character("Gulnar", Temper.EAGER),
    Character("Silvio", Temper.SLY),
    Character("Parisa", Temper.SLY),
    Character("Wei", Temper.FORESIGHTED),
    Character("Zubayda", Temper.FORESIGHTED),
)

_BY_NAME = {character.name: character for character in CAST}


def character_of(kind: str, name: str) -> Character | None:
    """The character in a seat, None for a person or a computer player without one."""
    return None if kind == PERSON else _BY_NAME.get(name)


def characters_of(kinds: Sequence[str], names: Sequence[str]) -> dict[int, Character]:
    """The characters at a table by their seats."""
    by_seat = {
        seat: character_of(kind, name)
        for seat, (kind, name) in enumerate(zip(kinds, names, strict=False))
    }
    return {seat: character for seat, character in by_seat.items() if character is not None}


def faces(kinds: Sequence[str], names: Sequence[str]) -> list[str]:
    """The sprite of each seat's character, empty for a seat without one."""
    characters = characters_of(kinds, names)
    return [characters[seat].face if seat in characters else "" for seat in range(len(names))]


def named(seats: Iterable[Seat], seed: int) -> list[Seat]:
    """The seats of a new match, each computer player without a name with that of a character.

    The same seats and seed give the same characters. No character sits twice at a table, or beside
    a person of the same name; a style gets one whom it suits. A name that is given stays.
    """
    given = list(seats)
    taken = {seat.name.casefold() for seat in given}
    filled: list[Seat] = []
    for number, seat in enumerate(given):
        if seat.is_person or seat.name:
            filled.append(seat)
            continue
        character = _choose(seat, taken, seed, number)
        name = character.name if character else level_title(seat.kind) or _("Computer")
        taken.add(name.casefold())
        filled.append(Seat(seat.kind, name, seat.style))
    names = distinct_names(seat.name for seat in filled)
    return [Seat(seat.kind, name, seat.style) for seat, name in zip(filled, names, strict=True)]


def _choose(seat: Seat, taken: set[str], seed: int, number: int) -> Character | None:
    """The best free character for a seat, None if none is free."""
    free = [character for character in CAST if character.name.casefold() not in taken]
    if not free:
        return None
    stream(seed, "cast", number).shuffle(free)
    temper = TEMPER_OF_STYLE.get(seat.style or "", Temper.CALM)
    return min(free, key=lambda character: _distance(character, temper, seat.kind))


def _distance(character: Character, temper: Temper, level: str) -> tuple[int, bool]:
    """How badly a character suits a temper and a level. A calm one is the second best for every
    temper: what is said of its play is true of any style."""
    if character.temper is temper:
        return 0, bool(character.levels) and level not in character.levels
    return (1 if character.temper is Temper.CALM else 2), level not in character.levels


# In words


def level_title(level: str) -> str:
    """The level of a computer player in one short word; empty if it is none that people meet."""
    return {
        "herder": _("Herder"),
        "porter": _("Porter"),
        "drover": _("Drover"),
        "trader": _("Trader"),
        "guide": _("Guide"),
        "merchant": _("Merchant"),
        "elder": _("Elder"),
        "master": _("Master"),
        "legend": _("Legend"),
        "adaptive": _("Companion"),
    }.get(level, "")


def titled_name(kind: str, name: str) -> str:
    """The name of a player with the level: `Omar · Trader`; without where the name says it, and for
    people."""
    level = level_title(kind)
    return name if name.startswith(level) else f"{name} · {level}"


def manner(level: str, temper: Temper) -> str:
    """How a computer player plays, in a line: `plays fast and grabs goods`."""
    pace = {
        "herder": _("plays what it sees first"),
        "porter": _("plays what comes to mind"),
        "drover": _("hardly looks ahead"),
        "trader": _("plays fast"),
        "guide": _("looks ahead"),
        "merchant": _("thinks before every move"),
        "elder": _("has seen it all"),
        "master": _("overlooks very little"),
        "legend": _("thinks long"),
        "adaptive": _("keeps up with you"),
    }.get(level, _("plays along"))
    taste = {
        Temper.CALM: _("takes what is worth most"),
        Temper.CAREFUL: _("avoids every risk"),
        Temper.EAGER: _("grabs goods"),
        Temper.SLY: _("spoils your plans"),
        Temper.FORESIGHTED: _("plans for later"),
    }[temper]
    return _("{pace} and {taste}").format(pace=pace, taste=taste)
