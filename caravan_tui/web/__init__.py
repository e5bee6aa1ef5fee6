"""The browser door: the page, and the way from it into a session."""
