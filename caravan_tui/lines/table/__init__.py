"""The table in line mode: its room, and the parts that read a move, report, and ask for help."""
