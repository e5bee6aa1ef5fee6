"""How Caravan (Decktet) is drawn."""
