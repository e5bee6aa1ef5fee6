"""The Road: its map, its stations, and what a try there has brought."""
