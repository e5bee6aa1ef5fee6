"""Several hosts that serve as one: who serves which match, and what they share in the broker."""
