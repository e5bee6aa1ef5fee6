"""The games, one folder each. They know nothing of screens, search, time or files."""
