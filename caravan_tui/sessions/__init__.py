"""What every door shares: who may come in, the process of a session, and the way to it."""
