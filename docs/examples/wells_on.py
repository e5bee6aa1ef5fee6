"""Imported by a process that shall find the example game and its knowledge where they lie here."""

from pathlib import Path

import ai.knowledge
import caravan_tui.games

HERE = Path(__file__).parent

caravan_tui.games.__path__.append(str(HERE / "games"))
ai.knowledge.__path__.append(str(HERE / "minds"))
