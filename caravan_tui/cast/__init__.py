"""The cast: the characters that sit in the seats of computer players, and what they say.

`characters.py` has who they are and which seat gets whom, `lines.py` what they can say,
`remarks.py` when they say it. Nothing here knows more than everybody at the table does.
"""
