"""Hosts open tables for screens: on this machine, or through a server."""
