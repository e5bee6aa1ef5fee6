"""Line mode: the games in sentences, for screen readers, plain terminals and logs.

A door like the app: it plays on hosts and tables, and writes one line after the other. Nothing is
drawn, no cursor moves, and no escape sequence is ever written (`console.heard`).
"""
