"""What the search knows of this game."""
