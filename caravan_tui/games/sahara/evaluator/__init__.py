"""The evaluator of Caravan (Joseph Huber)."""
