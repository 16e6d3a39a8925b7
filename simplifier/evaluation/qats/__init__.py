"""Quality of rewritings without references: the shared task QATS 2016, its measures and its systems.

Štajner, Popović, Saggion, Specia and Fishel (2016), Shared task on quality assessment for text
simplification, LREC workshop QATS.
"""
