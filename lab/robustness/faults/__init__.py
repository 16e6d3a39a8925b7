"""Commands under faults: a failing disk, kills at random moments, failing allocations, unusual environments."""
