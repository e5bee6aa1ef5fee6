"""A match, step by step."""
