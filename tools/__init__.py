"""What those who work on the program run; no part of it."""
