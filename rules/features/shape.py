"""Features of the shape of a rule, by the names and definitions of PPDB 1.0.

Lengths in characters count the words and the spaces between symbols, nonterminals as nothing; lengths in
words count terminals. Both were checked against released PPDB lines.
Source: Ganitkevitch, Van Durme, Callison-Burch 2013, "PPDB: The Paraphrase Database", and its data format.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simplifier.rules.features.encoding import BoolArray, EncodedBatch, FloatArray, Side, Vocabulary
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec
from simplifier.rules.grammar.rule import parse_alignment
from simplifier.rules.grammar.symbols import DEFAULT_LABEL, GOAL_LABEL

__all__ = ["ShapeFeatures"]


class ShapeFeatures(FeatureGroup):
    """What can be read off the symbols of a rule and its word alignment."""

    name = "shape"
    source = "PPDB 1.0"
    specs = (
        FeatureSpec("Abstract", "1 if neither side has a word", "flag"),
        FeatureSpec("Adjacent", "1 if two nonterminals touch on either side", "flag"),
        FeatureSpec("ContainsX", "1 if the left-hand side or a nonterminal has the default label X", "flag"),
        FeatureSpec("GlueRule", "1 if the left-hand side is GOAL", "flag"),
        FeatureSpec("Identity", "1 if s = t", "flag"),
        FeatureSpec("Lexical", "1 if the rule has no nonterminal", "flag"),
        FeatureSpec("OneWord", "1 if each side is one word", "flag", source="ours"),
        FeatureSpec("Monotonic", "1 if nonterminals keep their order (or there are fewer than two)", "flag"),
        FeatureSpec("PhrasePenalty", "1 for every rule", "rules"),
        FeatureSpec("SourceWords", "words of s", "words"),
        FeatureSpec("TargetWords", "words of t", "words"),
        FeatureSpec("WordCountDiff", "words of t - words of s", "words"),
        FeatureSpec("WordLogCR", "ln(words of t / words of s); 0 if either has none", "ln ratio"),
        FeatureSpec("CharCountDiff", "characters of t - characters of s", "characters"),
        FeatureSpec("CharLogCR", "ln(characters of t / characters of s); 0 if either has none", "ln ratio"),
        FeatureSpec("WordLenDiff", "mean word length of t - of s; 0 if either has no word", "characters"),
        FeatureSpec("SourceTerminalsButNoTarget", "1 if s has words and t has none", "flag"),
        FeatureSpec("TargetTerminalsButNoSource", "1 if t has words and s has none", "flag"),
        FeatureSpec("UnalignedSource", "words of s without alignment point", "words"),
        FeatureSpec("UnalignedTarget", "words of t without alignment point", "words"),
    )

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute all of them; unaligned words only where the rules carry alignments."""
        source, target = batch.source, batch.target
        source_chars, target_chars = (
            _characters(source, batch.vocabulary),
            _characters(target, batch.vocabulary),
        )
        source_letters, target_letters = (
            _letters(source, batch.vocabulary),
            _letters(target, batch.vocabulary),
        )
        both = (source.words > 0) & (target.words > 0)
        columns = {
            "Abstract": (source.words == 0) & (target.words == 0),
            "GlueRule": np.array([label == GOAL_LABEL for label in batch.lhs], dtype=np.bool_),
            "Identity": batch.identity,
            "OneWord": _one_word(source) & _one_word(target),
            "PhrasePenalty": np.ones(len(batch)),
            "SourceWords": source.words,
            "TargetWords": target.words,
            "WordCountDiff": target.words - source.words,
            "WordLogCR": _log_ratio(target.words, source.words),
            "CharCountDiff": target_chars - source_chars,
            "CharLogCR": _log_ratio(target_chars, source_chars),
            "WordLenDiff": np.where(
                both,
                target_letters / np.maximum(target.words, 1) - source_letters / np.maximum(source.words, 1),
                0,
            ),
            "SourceTerminalsButNoTarget": (source.words > 0) & (target.words == 0),
            "TargetTerminalsButNoSource": (target.words > 0) & (source.words == 0),
        }
        columns.update(_gaps(batch))
        if batch.rules.alignments is not None:
            columns.update(_unaligned(batch, batch.rules.alignments))
        return columns


def _one_word(side: Side) -> BoolArray:
    single: BoolArray = (side.lengths == 1) & (side.words == 1)
    return single


def _letters(side: Side, vocabulary: Vocabulary) -> FloatArray:
    return side.sum(vocabulary.characters[side.ids])


def _characters(side: Side, vocabulary: Vocabulary) -> FloatArray:
    return np.asarray(_letters(side, vocabulary) + np.maximum(side.lengths - 1, 0), dtype=np.float64)


def _log_ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    usable = (numerator > 0) & (denominator > 0)
    return np.log(np.where(usable, numerator, 1.0)) - np.log(np.where(usable, denominator, 1.0))


def _gaps(batch: EncodedBatch) -> dict[str, np.ndarray]:
    """Return the features of nonterminals; only rules with gaps are read one by one."""
    default = np.array([label == DEFAULT_LABEL for label in batch.lhs], dtype=np.bool_)
    gapped = batch.source.words != batch.source.lengths
    adjacent = np.zeros(len(batch), dtype=np.bool_)
    monotonic = np.ones(len(batch), dtype=np.bool_)
    for row in np.flatnonzero(gapped):
        source, target = (text.split() for text in (batch.rules.sources[row], batch.rules.targets[row]))
        terminal = batch.vocabulary.is_terminal
        links = [[w for w in side if not terminal[batch.vocabulary[w]]] for side in (source, target)]
        monotonic[row] = links[0] == links[1]
        adjacent[row] = _touching(source, links[0]) or _touching(target, links[1])
        default[row] |= any(link.startswith(f"[{DEFAULT_LABEL},") for link in links[0])
    return {"Adjacent": adjacent, "Monotonic": monotonic, "ContainsX": default, "Lexical": ~gapped}


def _touching(symbols: list[str], links: list[str]) -> bool:
    gaps = set(links)
    return any(left in gaps and right in gaps for left, right in zip(symbols, symbols[1:], strict=False))


def _unaligned(batch: EncodedBatch, alignments: list[str]) -> dict[str, FloatArray]:
    source, target = np.full(len(batch), np.nan), np.full(len(batch), np.nan)
    for row, text in enumerate(alignments):
        if not text:
            continue
        points = parse_alignment(text)
        source[row] = batch.source.lengths[row] - len({point[0] for point in points})
        target[row] = batch.target.lengths[row] - len({point[1] for point in points})
    return {"UnalignedSource": source, "UnalignedTarget": target}
