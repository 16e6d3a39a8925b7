"""Metrics of text simplification: exact, named, fast.

>>> from tuning.metrics import ReferenceSet, parse_metric
>>> data = ReferenceSet(["about 95 species are accepted ."], [["about 95 species are known ."]])
>>> str(parse_metric("sari-paper").signature(data))
'sari-paper|counts:types|del:precision|combine:per-order|level:sentence|tok:none|case:lc|refs:1|v:1'
"""

from __future__ import annotations

from tuning.metrics.candidates import CandidateScorer
from tuning.metrics.combination import Combination, GeometricMean, WeightedSum
from tuning.metrics.expression import parse_metric
from tuning.metrics.metric import Metric
from tuning.metrics.preprocessing import Preprocessing, Text
from tuning.metrics.presets import PRESETS
from tuning.metrics.reference_set import ReferenceSet
from tuning.metrics.score import Score
from tuning.metrics.signature import Signature

__all__ = [
    "PRESETS",
    "CandidateScorer",
    "Combination",
    "GeometricMean",
    "Metric",
    "Preprocessing",
    "ReferenceSet",
    "Score",
    "Signature",
    "Text",
    "WeightedSum",
    "parse_metric",
]
