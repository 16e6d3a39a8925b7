"""What every metric is made from: texts prepared alike, and sufficient statistics per segment."""
