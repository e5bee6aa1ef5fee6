"""What the search knows of this toy."""
