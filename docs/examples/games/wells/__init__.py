"""The Wells, the example of `docs/new-game.md`."""
