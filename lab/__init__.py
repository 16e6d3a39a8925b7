"""Studies, trials and attacks: programs that measure the project and that nothing imports."""
