"""The drawing kit of the boards: pixels of half blocks, and text over them.

A *ground* is what never changes in a match; it is drawn once a size and theme, and copied. Pieces,
texts and marks are drawn on the copy. See `docs/boards.md`.
"""
