"""A toy game for the tests of the computer seats."""
