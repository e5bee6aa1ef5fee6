"""How Dice Village is drawn."""
