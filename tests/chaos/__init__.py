"""Hosts, thinkers and brokers of a cluster are killed, paused and cut off while robots play."""
