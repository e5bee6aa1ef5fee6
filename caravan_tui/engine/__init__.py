"""The only holder of full states: matches, their records and their chance."""
