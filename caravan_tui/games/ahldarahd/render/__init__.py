"""How the table is drawn: views to characters, without keys and rules."""
