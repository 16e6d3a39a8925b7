"""Programs that try to break what must not break; docs/measured/robustness.md holds what they print."""
