"""How Caravan (Joseph Huber) is drawn."""
