"""Studies of whole texts: how hard they are, what becomes of documents."""
