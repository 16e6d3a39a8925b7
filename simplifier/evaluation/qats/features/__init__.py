"""The features of the systems of QATS 2016, in one registry (`simplifier.evaluation.qats.features.registry`)."""
