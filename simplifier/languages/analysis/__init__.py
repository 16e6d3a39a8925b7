"""What languages are described by: tokens, findings, splits, readings, writing; no language by itself."""
