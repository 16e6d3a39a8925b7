"""Studies, trials and attacks: programs that measure the project; the package does not import them."""
