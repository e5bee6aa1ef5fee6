"""Makes the problems that games ship: `python -m ai.problems` (`make problems`)."""
