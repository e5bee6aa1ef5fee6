"""The Road: stations across the desert, what is to be done at each, and the story of the way."""
