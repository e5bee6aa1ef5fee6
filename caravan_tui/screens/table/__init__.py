"""The table: the board with everything around it while a match is played."""
