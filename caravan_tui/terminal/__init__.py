"""What the terminal can do, and what the app does to it."""
