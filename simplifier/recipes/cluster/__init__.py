"""Jobs on a Spark cluster with the results of the programs for one machine."""
