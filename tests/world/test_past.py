"""What lies on the disk when a world begins."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from caravan_tui.server.rooms import RoomFile
from tests.world.past import lay_down


class Unlucky(Random):
    """Draws two rooms, and the same code for both at first."""

    codes = ["AAAA", "AAAA", "BBBB"]

    def choice(self, options: Any) -> Any:
        return 2 if options == (0, 1, 1, 2) else super().choice(options)

    def choices(self, *_given: Any, **_more: Any) -> list[Any]:
        return list(self.codes.pop(0))


def test_no_two_rooms_of_the_past_have_one_code(tmp_path: Path) -> None:
    lay_down(tmp_path, Unlucky(1))
    rooms = RoomFile(tmp_path / "rooms.json").all()
    assert [room.code for room in rooms] == ["AAAA", "BBBB"]
