"""How hard a text is to read: formulas, scores by language models and by questions, and where it is hard."""
