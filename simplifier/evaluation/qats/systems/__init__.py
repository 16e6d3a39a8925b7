"""The systems of QATS 2016, rebuilt from their papers (`simplifier.evaluation.qats.systems.participants`).

They need scikit-learn (the extra ``estimate``).
"""
