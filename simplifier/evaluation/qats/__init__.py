"""Estimating the quality of rewritings without references: the task of QATS 2016, its measures and systems.

Štajner, Popović, Saggion, Specia and Fishel (2016), Shared task on quality assessment for text
simplification, LREC workshop QATS.
"""
