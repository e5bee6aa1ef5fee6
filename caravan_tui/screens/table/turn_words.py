"""What the first line of the prompt says while others are to move."""

from __future__ import annotations

from caravan_tui.bus.messages import SearchProgress
from caravan_tui.cast.characters import titled_name
from caravan_tui.engine import PERSON
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.prompt import progress_bar


def waiting_words(
    connection: TableConnection,
    actor: int,
    thinking: SearchProgress | None,
    hurry_key: str,
    ascii_only: bool,
) -> str:
    """Who is to move, and how far a computer player has thought."""
    mark = seat_mark(actor, ascii_only)
    name = titled_name(connection.kinds[actor], connection.names[actor])
    if thinking is not None and thinking.seat == actor:
        return _("{mark} {name} is thinking  {bar}  {key}: move now").format(
            mark=mark, name=name, bar=progress_bar(thinking.done, ascii_only), key=hurry_key
        )
    if connection.kinds[actor] == PERSON:
        return _("{mark} {name} is to move").format(mark=mark, name=name)
    return _("{mark} {name} is thinking").format(mark=mark, name=name)


def held_words(
    connection: TableConnection, mover: int | None, next_actor: int, ascii_only: bool
) -> str:
    """Whose move is being held on the screen; `mover` None: nobody's, so who comes next."""
    seat = next_actor if mover is None else mover
    text = _("{mark} {name} has moved   any key or a click: faster")
    if mover is None:
        text = _("{mark} {name} is next   any key or a click: faster")
    name = titled_name(connection.kinds[seat], connection.names[seat])
    return text.format(mark=seat_mark(seat, ascii_only), name=name)
