"""The evaluator of Caravan (Decktet)."""
