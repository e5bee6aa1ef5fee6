"""Widgets that two or more games or screens share."""
