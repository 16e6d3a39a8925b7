"""How good is it: metrics, systems side by side, significance."""
