"""Programs of delivery: the bill of materials, reproducible wheels, and a check on old processors."""
