"""The foundation of all other packages: exceptions, files, strict settings, the terminal."""
