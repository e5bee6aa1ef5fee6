"""Colour themes: those that ship with the app, and the user's own."""
