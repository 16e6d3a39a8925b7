"""From complex-simple sentence pairs to synchronous rules: alignment, phrase pairs, statistics."""

from __future__ import annotations

from simplifier.rules.extraction.alignment import Aligner
from simplifier.rules.extraction.occurrences import Corpus
from simplifier.rules.extraction.phrase_grammar import extract_rules, format_rules
from simplifier.rules.extraction.phrase_pairs import kept_share
from simplifier.rules.extraction.propensity import count_fates, phrase_evidence
from simplifier.rules.extraction.sentence_pairs import SentencePair, tag_pairs
from simplifier.rules.extraction.templates import first_of_patterns

__all__ = [
    "Aligner",
    "Corpus",
    "SentencePair",
    "count_fates",
    "extract_rules",
    "first_of_patterns",
    "format_rules",
    "kept_share",
    "phrase_evidence",
    "tag_pairs",
]
