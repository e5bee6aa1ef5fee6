"""Accounts, lobby, matches and sessions of a server. No transport."""
