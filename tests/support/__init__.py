"""Helpers shared by all tests: a home folder, waiting, the screen as text, and bare apps."""
