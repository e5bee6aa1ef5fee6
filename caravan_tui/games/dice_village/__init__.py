"""Dice Village: dice are caravans, sold at villages that grow by merchants."""
