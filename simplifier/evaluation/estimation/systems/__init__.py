"""The systems of QATS 2016, rebuilt from their papers (`simplifier.evaluation.estimation.systems.participants`).

They need scikit-learn (the extra ``estimate``).
"""
