"""Computer seats against each other, and what the results say."""
