"""The analysis of a match."""
