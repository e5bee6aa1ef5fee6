"""Five caravan-themed board and card games for the terminal."""

__version__ = "1.0.0"
