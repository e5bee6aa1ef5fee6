"""Problems: the list of them, and one on its board."""
