"""Jobs on a Spark cluster that make what the programs of one machine make, byte for byte."""
