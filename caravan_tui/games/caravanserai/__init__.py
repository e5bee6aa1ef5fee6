"""Caravanserai: the longest caravan over a board of hexagons, for one to six."""
