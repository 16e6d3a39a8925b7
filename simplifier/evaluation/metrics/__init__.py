"""Metrics of text simplification: exact, named, fast.

>>> from simplifier.evaluation.metrics import ReferenceSet, parse_metric
>>> data = ReferenceSet(["about 95 species are accepted ."], [["about 95 species are known ."]])
>>> str(parse_metric("sari-paper").signature(data))
'sari-paper|counts:types|del:precision|combine:per-order|level:sentence|tok:none|case:lc|refs:1|v:1'
"""

from __future__ import annotations

from simplifier.evaluation.metrics.candidates import CandidateScorer
from simplifier.evaluation.metrics.combination import Combination, GeometricMean, WeightedSum
from simplifier.evaluation.metrics.expression import metric_of_tokens, parse_metric
from simplifier.evaluation.metrics.presets import PRESETS
from simplifier.evaluation.metrics.registry import (
    metric_names,
    metric_summary,
    register_metric,
    unregister_metric,
)
from simplifier.evaluation.segments.metric import Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.evaluation.segments.score import Score, Signature

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
    "metric_names",
    "metric_summary",
    "metric_of_tokens",
    "parse_metric",
    "register_metric",
    "unregister_metric",
]
