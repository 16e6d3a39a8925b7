"""How hard a text is to read, and where: formulas, scores by language models, scores by questions."""
