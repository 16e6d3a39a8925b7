"""Programs that try to make the project fail: damaged files, hostile inputs, kills, faults and long runs."""
