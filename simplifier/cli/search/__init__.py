"""`simplifier decode`: the search itself, with lists, constraints, lattices, forests, and models of Joshua."""
