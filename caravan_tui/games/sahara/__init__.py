"""Caravan by Joseph Huber: goods pass along chains of camels to the cities that want them."""
