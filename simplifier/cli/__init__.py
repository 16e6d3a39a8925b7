"""The command line: one file per group of commands; each only parses, the logic lives with its room."""
