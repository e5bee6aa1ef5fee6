"""Typed messages between table, seats, screens and search, in one process or over a socket."""
