"""`python -m ai.learn`: a correction of a game's evaluation, learned from matches of the search."""
