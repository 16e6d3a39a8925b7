"""Looking into rule tables: rank the candidates of a source, compare tables or weights, audit the rules."""
