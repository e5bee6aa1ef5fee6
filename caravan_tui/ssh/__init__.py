"""The server that people reach by SSH."""
