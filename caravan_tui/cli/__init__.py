"""The command line: one module a family of commands, each imported when it is called."""
