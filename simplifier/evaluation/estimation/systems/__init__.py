"""The systems of QATS 2016, rebuilt as their papers tell (`simplifier.evaluation.estimation.systems.participants`).

They need scikit-learn (the extra ``estimate``).
"""
