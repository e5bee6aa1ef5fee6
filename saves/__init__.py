"""Saved matches, the profile and its statistics."""
