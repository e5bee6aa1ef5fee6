"""Computer seats: the search family, levels, the worker pool and the arena."""
