"""Five caravan-themed board and card games for the terminal."""

__version__ = "0.1.0"
