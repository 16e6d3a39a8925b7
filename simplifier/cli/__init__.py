"""The command line, with one module per group of commands. They only parse options; the logic is elsewhere."""
