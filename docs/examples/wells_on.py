"""Makes the registry find the example game: imported by worker processes of the tests."""

from pathlib import Path

import caravan_tui.games

HERE = Path(__file__).parent

caravan_tui.games.__path__.append(str(HERE / "games"))
