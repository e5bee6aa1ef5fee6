"""Caravans of Ahldarahd: auction favours and cards, build on everyone's maps, hold cities, deal."""
