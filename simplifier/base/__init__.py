"""What every room stands on: the tree of exceptions, files, strict settings, the terminal."""
