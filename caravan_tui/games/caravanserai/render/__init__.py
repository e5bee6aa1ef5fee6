"""How the table of Caravanserai is drawn."""
