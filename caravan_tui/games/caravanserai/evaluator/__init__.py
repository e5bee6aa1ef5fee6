"""The evaluator of Caravanserai."""
