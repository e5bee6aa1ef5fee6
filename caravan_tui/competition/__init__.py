"""Ratings, tournaments and leagues between people: plain data and rules, without a server."""
