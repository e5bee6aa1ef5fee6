"""Caravan, played with the Decktet: a climbing game in hands for two."""
