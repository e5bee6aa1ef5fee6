"""Notices: what calls a player back to the server, and how it reaches one who is away."""
