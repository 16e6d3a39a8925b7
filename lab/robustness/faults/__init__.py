"""Commands under faults: a disk that fails, kills at any moment, memory that runs out, odd surroundings."""
