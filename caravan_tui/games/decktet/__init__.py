"""Caravan, played with the Decktet: a climbing game for two, played in hands."""
