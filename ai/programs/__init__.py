"""Programs that play over the engine protocol: any program in a seat, and this search as one."""
