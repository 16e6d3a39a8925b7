"""Rules with gaps from evidence: which patterns are worth a rule, their labels and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from simplifier.languages.language import Language
from simplifier.rules.extraction.anchors import is_content
from simplifier.rules.extraction.gaps.families import family
from simplifier.rules.extraction.gaps.pattern_evidence import EvidenceSorter, PatternEvidence
from simplifier.rules.extraction.gaps.patterns import GapPattern, sentence_patterns
from simplifier.rules.extraction.lexical_weights import LexicalWeights
from simplifier.rules.extraction.pair_thresholds import is_sound
from simplifier.rules.extraction.probabilities import conditional_costs
from simplifier.rules.extraction.sentence_pairs import SentencePair
from simplifier.rules.grammar.batch import RuleBatch

__all__ = [
    "PARALLEL_SCORE",
    "GapThresholds",
    "add_corpus_evidence",
    "best_targets",
    "corpus_patterns",
    "gap_rules",
    "is_gap_rule",
]

Links = Sequence[tuple[int, int]]

#: Score feature of rules from parallel text.
PARALLEL_SCORE = "ParallelLogProb"

# A rule that leaves words out beside a lone gap needs so many fillers, and so large a share of occurrences
# that leave a phrase of the same class.
_LEAST_DELETED = 5
_LEAST_SAME = 0.5


@dataclass(frozen=True, slots=True)
class GapThresholds:
    """The evidence that a pattern needs to become a rule.

    Attributes:
        fillers: least number of different fillers.
        share: least share of its fillers among those of its source pattern, 0 to 1.
        log_weight: least ln of the mean weight of its occurrences.
        label_share: least share of its occurrences that a combination of labels needs for a rule of its own.
        most_targets: most target patterns kept for a source pattern.
        deletions: also take rules that leave words out beside a lone gap.
    """

    fillers: int = 3
    share: float = 0.02
    log_weight: float = -4.0
    label_share: float = 0.05
    most_targets: int = 8
    deletions: bool = False


def add_corpus_evidence(
    pairs: Iterable[SentencePair], links: Iterable[Links], sorter: EvidenceSorter, language: Language
) -> int:
    """Add the patterns of aligned pairs of simplifying text; return their number."""
    count = 0
    for pattern, lhs in corpus_patterns(pairs, links, language):
        sorter.add(pattern, lhs, 1.0)
        count += 1
    return count


def corpus_patterns(
    pairs: Iterable[SentencePair], links: Iterable[Links], language: Language
) -> Iterator[tuple[GapPattern, str]]:
    """Yield the patterns of aligned pairs, each with the label of its whole source span."""
    for pair, points in zip(pairs, links, strict=True):
        if pair.source == pair.target:
            continue
        for pattern in sentence_patterns(
            pair.source, pair.target, pair.source_tags, pair.target_tags, points, language
        ):
            start, end = pattern.outer.source_start, pattern.outer.source_end
            yield pattern, language.phrase_label(pair.source_tags[start:end])


def is_gap_rule(source: Sequence[str], target: Sequence[str], language: Language) -> bool:
    """Return whether a pattern can be a paraphrase.

    The source side must hold a word with a letter. Refused are patterns that only add words, that leave out
    several words and write none, that bring in a content word where there was none, that break brackets or
    quotes or add a number (`is_sound`), and that only exchange function words around gaps which stay in order
    (`[N,1] are` -> `the [N,1] were`).
    """
    words, others = ([symbol for symbol in side if not _is_gap(symbol)] for side in (source, target))
    if not any(any(map(str.isalpha, word)) for word in words):
        return False
    if not others and len(words) > 1:
        return False
    before, after = (any(is_content(word, language) for word in side) for side in (words, others))
    kept_order = [symbol for symbol in source if _is_gap(symbol)] == [symbol for symbol in target if _is_gap(symbol)]
    if after > before or (not before and kept_order):
        return False
    rest = iter(others)
    if len(others) > len(words) and all(word in rest for word in words):
        return False
    # The x stands for the gaps, so that a side without words is no reason to refuse. Without tags, no word is a name.
    stand_in = others or ["x"]
    return is_sound([*words, "x"], [*stand_in, "x"], ("",) * (len(stand_in) + 1), 2, language)


def gap_rules(
    evidence: Iterable[PatternEvidence],
    thresholds: GapThresholds,
    score: str,
    language: Language,
    lexical: LexicalWeights | None = None,
) -> tuple[RuleBatch, Counter[str]]:
    """Return the rules that the evidence supports, and how many patterns each family has.

    Args:
        evidence: the evidence from `collect_evidence`.
        thresholds: what a pattern needs.
        score: name of the feature that holds ln p(target | source): `PARALLEL_SCORE` for parallel text, else the
            feature of the table that the evidence was generalised from.
        language: the language of the rules.
        lexical: word translation probabilities, where there is word alignment.
    """
    rows: list[tuple[PatternEvidence, str, str, str, int]] = []
    families: Counter[str] = Counter()
    for pair in best_targets(evidence, thresholds, language):
        families[family(pair.source.split(), pair.target.split(), language)] += 1
        for labels, lhs, count in _label_rows(pair, thresholds.label_share, language):
            source = _with_labels(pair.source, labels)
            rows.append((pair, source, _with_labels(pair.target, labels), lhs, count))
    rows.sort(key=lambda row: (row[1], row[2]))
    return _batch(rows, score, lexical), families


def best_targets(
    evidence: Iterable[PatternEvidence], thresholds: GapThresholds, language: Language
) -> Iterator[PatternEvidence]:
    """Yield the patterns that can be rules: for each source pattern its best target patterns.

    The evidence must keep the targets of one source pattern together, as `collect_evidence` does.
    """
    waiting: list[PatternEvidence] = []
    for pair in evidence:
        if waiting and waiting[0].source != pair.source:
            yield from _cut(waiting, thresholds.most_targets)
            waiting = []
        if (
            len(pair.fillers) >= thresholds.fillers
            and len(pair.fillers) >= thresholds.share * pair.source_fillers
            and pair.mean_log_weight >= thresholds.log_weight
            and is_gap_rule(pair.source.split(), pair.target.split(), language)
            and _keeps_kind(pair, thresholds.deletions, language)
        ):
            waiting.append(pair)
    yield from _cut(waiting, thresholds.most_targets)


def _keeps_kind(pair: PatternEvidence, deletions: bool, language: Language) -> bool:
    """Return whether a pattern may leave words out beside a lone gap; True for patterns that do not.

    It may where deletions are wanted, it has enough fillers, and it mostly leaves a phrase of the same class.
    """
    if " " in pair.target or not _is_gap(pair.target):
        return True
    if not deletions or len(pair.fillers) < _LEAST_DELETED:
        return False
    kind = language.gap_class
    same = sum(count for (label, lhs), count in pair.labels.items() if kind(lhs) == kind(label))
    return same >= _LEAST_SAME * pair.count


def _cut(pairs: list[PatternEvidence], most: int) -> list[PatternEvidence]:
    # Best is what has the greatest product of fillers and mean weight.
    return sorted(pairs, key=lambda pair: (-len(pair.fillers) * pair.weight / pair.count, pair.target))[:most]


def _label_rows(
    pair: PatternEvidence, least_share: float, language: Language
) -> list[tuple[tuple[str, ...], str, int]]:
    """Return the label combinations that get a rule: labels of the gaps, label of the whole, occurrences."""
    by_labels: dict[tuple[str, ...], Counter[str]] = {}
    for (labels, lhs), count in pair.labels.items():
        by_labels.setdefault(tuple(labels.split()), Counter())[lhs] += count
    top = max(by_labels.values(), key=lambda counter: counter.total()).most_common(1)[0][0]
    rows = {
        labels: (counter.most_common(1)[0][0], counter.total())
        for labels, counter in by_labels.items()
        if counter.total() >= least_share * pair.count
    }
    always = [language.gap_labels(symbol[1:].partition(",")[0]) for symbol in pair.source.split() if _is_gap(symbol)]
    # Some labels of a class are always accepted (all kinds of nouns for N). Their combinations become rules even
    # if no occurrence had them: with the commonest label of the whole, and a count of 1, the least that
    # `conditional_costs` takes.
    if any(always) and rows:
        seen = next(iter(rows))
        for combination in product(*[own or (seen[at],) for at, own in enumerate(always)]):
            rows.setdefault(combination, (top, 1))
    return [(combination, lhs, count) for combination, (lhs, count) in sorted(rows.items())]


def _with_labels(pattern: str, labels: Sequence[str]) -> str:
    symbols = []
    for symbol in pattern.split():
        if len(symbol) > 3 and symbol[0] == "[" and symbol[-1] == "]":
            number = int(symbol[symbol.rindex(",") + 1 : -1])
            symbol = f"[{labels[number - 1]},{number}]"
        symbols.append(symbol)
    return " ".join(symbols)


def _batch(
    rows: list[tuple[PatternEvidence, str, str, str, int]], score: str, lexical: LexicalWeights | None
) -> RuleBatch:
    sources, targets, labels = [row[1] for row in rows], [row[2] for row in rows], [row[3] for row in rows]
    pairs = [row[0] for row in rows]
    counts = np.array([row[4] for row in rows], dtype=np.int64)
    numbers = [np.unique(np.array(side, dtype=object), return_inverse=True)[1] for side in (sources, targets, labels)]
    features = conditional_costs(counts, *(number.astype(np.int64) for number in numbers))
    fillers = np.array([len(pair.fillers) for pair in pairs], dtype=np.float64)
    totals = np.array([pair.source_fillers for pair in pairs], dtype=np.float64)
    features["LogCount"] = np.log(counts)
    features["RarityPenalty"] = np.exp(1.0 - counts)
    features["LogFillers"] = np.log(fillers)
    features["FillerShare"] = fillers / np.maximum(totals, 1)
    if score == PARALLEL_SCORE:
        # Half a count is held back, as for pairs of phrases.
        features[score] = np.log((fillers - 0.5) / np.maximum(totals, 1))
        features["ParallelLogCount"] = np.log1p([pair.count for pair in pairs])
        features["SimplifyingShare"] = np.ones(len(pairs))  # evidence comes from simplifying text alone
    else:
        features[score] = np.array([pair.mean_log_weight for pair in pairs])
    if lexical is not None:
        costs = [_lexical(lexical, row[1], row[2], row[0].alignment) for row in rows]
        values = np.array(costs, dtype=np.float64).reshape(-1, 2)
        features |= {"Lex(e|f)": values[:, 0], "Lex(f|e)": values[:, 1]}
    return RuleBatch(
        sources,
        targets,
        labels,
        {key: np.asarray(values, dtype=np.float32) for key, values in features.items()},
        [pair.alignment for pair in pairs],
    )


def _lexical(lexical: LexicalWeights, source: str, target: str, alignment: str) -> tuple[float, float]:
    """Return the lexical weights of the words of a pattern; its gaps are left out."""
    sides = source.split(), target.split()
    places = [
        {at: number for number, at in enumerate(at for at, symbol in enumerate(side) if not _is_gap(symbol))}
        for side in sides
    ]
    links = (tuple(map(int, point.split("-"))) for point in alignment.split())
    inside = [f"{places[0][i]}-{places[1][j]}" for i, j in links if i in places[0] and j in places[1]]
    words = [[symbol for symbol in side if not _is_gap(symbol)] for side in sides]
    return lexical.costs(words[0], words[1], " ".join(inside))


def _is_gap(symbol: str) -> bool:
    return len(symbol) > 3 and symbol[0] == "[" and symbol[-1] == "]"
