"""Programs that try to break what must not break; docs/history.md holds what they print."""
