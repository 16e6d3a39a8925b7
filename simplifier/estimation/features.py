"""Features of a pair for its estimate: numbers about the output, and about source and output together.

The groups follow the findings of the QATS 2016 task. Meaning shows in how much of the source is left, grammar in how
probable the output is, and simplicity in how long and how rare its words are. Every feature is defined for any pair; a
mean of no words is 0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.estimation.alignment import common_length
from simplifier.estimation.pairs import ReadPair, ReadSentence
from simplifier.languages import Language
from simplifier.languages.analysis.reading_grade import flesch_kincaid
from simplifier.languages.analysis.writing import ENDS
from simplifier.languages.word_tests import WordTests

__all__ = ["PairFeatures"]

_ORDERS: Final = (1, 2, 3, 4)
_LOW: Final = 3  # number of least probable words of a sentence whose mean is a feature


class PairFeatures:
    """The features of pairs, in a fixed order.

    Args:
        language: language of the sentences.
        word_models: names of the language models of words; the model of simple text comes last.
        class_models: names of the language models of word classes.
    """

    def __init__(self, language: Language, word_models: Sequence[str], class_models: Sequence[str] = ()) -> None:
        self._language = language
        self._word_models = tuple(word_models)
        self._models = (*word_models, *class_models)
        self._finite = frozenset(language.change_words.finite_tags)
        self._content = frozenset(
            language.change_words.noun_tags + language.change_words.verb_tags + language.change_words.modifier_tags
        )

    def matrix(self, pairs: Sequence[ReadPair], names: Sequence[str] | None = None) -> NDArray[np.float64]:
        """Return the named features, float64 [pairs, names]; without names, all features in their order."""
        rows = [self.of(pair) for pair in pairs]
        wanted = list(rows[0]) if names is None and rows else list(names or [])
        return np.array([[row[name] for name in wanted] for row in rows]).reshape(-1, len(wanted))

    def of(self, pair: ReadPair) -> dict[str, float]:
        """Return the features of one pair by name."""
        found = {f"output_{name}": value for name, value in self._sentence(pair.output)}
        found.update(self._overlap(pair))
        found.update(self._edits(pair))
        found.update(self._seams(pair))
        found.update(self._tests(pair))
        return found

    def _sentence(self, one: ReadSentence) -> Iterator[tuple[str, float]]:
        forms, tags = one.forms, one.tags
        words = [form for form in forms if any(map(str.isalnum, form))]
        count = max(1, len(words))
        syllables = self._language.syllables.counts(words)
        long_words = sum(value >= 3 for value in syllables)
        yield "characters", float(len(one.text))
        yield "words", float(len(words))
        yield "types", len(set(words)) / count
        yield "sentences", float(one.sentences)
        yield "words_a_sentence", len(words) / one.sentences
        yield "letters_a_word", sum(map(len, words)) / count
        yield "syllables_a_word", float(sum(syllables)) / count
        yield "long_words", long_words / count
        yield "grade", flesch_kincaid(len(words) / one.sentences, float(sum(syllables)) / count)
        marks = len(forms) - len(words)
        yield "marks", marks / max(1, len(forms))
        yield "commas", float(forms.count(","))
        yield "loose_marks", sum(map(one.text.count, (" ,", " .", " ;"))) / max(1, marks)
        yield "glued_marks", sum(map(one.text.count, (" ,", " ."))) - float(one.text.count(" , "))
        function = self._language.words.function
        yield "function_words", sum(word in function for word in words) / count
        yield "names", sum(tag in self._language.roles.names for tag in tags) / count
        yield "numbers", sum(tag in self._language.roles.numbers for tag in tags) / count
        finite = sum(tag in self._finite for tag in tags)
        yield "finite_verbs", float(finite)
        yield "finite_verbs_a_sentence", finite / one.sentences
        yield "capital", float(one.text[:1].isupper())
        yield "end_mark", float(forms[-1] in ENDS if forms else False)
        yield "doubled", float(sum(first == second for first, second in pairwise(forms)))
        yield from self._probabilities(one)

    def _probabilities(self, one: ReadSentence) -> Iterator[tuple[str, float]]:
        means = {}
        for name in self._models:
            scores = one.scores[name]
            values = one.log_probabilities[name]
            means[name] = sum(values) / len(values)
            yield f"{name}_mean", means[name]
            yield f"{name}_sum", sum(values)
            lowest = sorted(values)[:_LOW]
            yield f"{name}_lowest", lowest[0]
            yield f"{name}_low", sum(lowest) / len(lowest)
            yield f"{name}_length", sum(score.ngram_length for score in scores) / len(scores)
            yield f"{name}_short", sum(score.ngram_length < 2 for score in scores) / len(scores)
        for name in self._word_models:
            yield f"{name}_unknown", float(sum(score.unknown for score in one.scores[name]))
        first, last = self._word_models[0], self._word_models[-1]
        yield "simpler_words", means[last] - means[first]

    def _overlap(self, pair: ReadPair) -> Iterator[tuple[str, float]]:
        source, output = pair.source, pair.output
        precisions = []
        for order in _ORDERS:
            old, new = _ngrams(source.forms, order), _ngrams(output.forms, order)
            same = (old & new).total()
            precision, recall = same / max(1, new.total()), same / max(1, old.total())
            precisions.append((same + (order > 1)) / max(1, new.total() + (order > 1)))
            yield f"precision_{order}", precision
            yield f"recall_{order}", recall
            yield f"f_{order}", 2 * precision * recall / max(1e-9, precision + recall)
        brevity = min(0.0, 1 - len(source.forms) / max(1, len(output.forms)))
        bleu = sum(math.log(max(1e-9, one)) for one in precisions) / len(_ORDERS) + brevity
        yield "bleu", math.exp(bleu)
        old_tags, new_tags = _ngrams(source.tags, 3), _ngrams(output.tags, 3)
        same = (old_tags & new_tags).total()
        yield "tag_precision", same / max(1, new_tags.total())
        yield "tag_recall", same / max(1, old_tags.total())
        old_text, new_text = _ngrams("".join(source.forms), 4), _ngrams("".join(output.forms), 4)
        same = (old_text & new_text).total()
        precision, recall = same / max(1, new_text.total()), same / max(1, old_text.total())
        yield "character_precision", precision
        yield "character_recall", recall
        yield "character_f", 2 * precision * recall / max(1e-9, precision + recall)
        yield "common", common_length(source.forms, output.forms) / max(1, len(source.forms))
        yield "length_ratio", len(output.forms) / max(1, len(source.forms))
        yield "log_length_ratio", math.log(max(1, len(output.forms)) / max(1, len(source.forms)))
        yield "character_ratio", len(output.text) / max(1, len(source.text))
        yield "same_words", float(source.forms == output.forms)
        yield "same_text", float(source.text == output.text)

    def _edits(self, pair: ReadPair) -> Iterator[tuple[str, float]]:
        found, source, output = pair.alignment, pair.source, pair.output
        size = max(1, len(source.forms))
        yield "edits", float(found.edits)
        yield "wer", found.edits / size
        yield "exchanged", float(len(found.exchanged))
        yield "exchanged_share", len(found.exchanged) / size
        yield "deleted", float(len(found.deleted))
        yield "deleted_share", len(found.deleted) / size
        yield "inserted", float(len(found.inserted))
        yield "inserted_share", len(found.inserted) / size
        places = {place for place, _ in found.exchanged} | set(found.deleted)
        blocks = _blocks(sorted(places))
        yield "blocks", float(len(blocks))
        yield "longest_block", max(blocks, default=0) / size
        yield (
            "last_deleted",
            float(size - 1 - max(found.deleted, default=size - 1) < 3 and bool(found.deleted)),
        )
        yield "first_changed", float(bool(places) and min(places) < 2)
        lost, new = (
            Counter(source.forms) - Counter(output.forms),
            Counter(output.forms) - Counter(source.forms),
        )
        moved = found.edits - len(found.exchanged) - abs(len(source.forms) - len(output.forms))
        yield "moved", float(max(0, len(found.inserted) + len(found.exchanged) - new.total()))
        yield "surplus", float(moved)
        yield "lost", float(lost.total())
        yield "lost_share", lost.total() / size
        yield "new", float(new.total())
        yield "new_share", new.total() / max(1, len(output.forms))
        yield from self._lost(pair, lost)
        simple = self._word_models[-1]
        old, now = source.log_probabilities[simple], output.log_probabilities[simple]
        changes = [now[there] - old[here] for here, there in found.exchanged]
        yield "exchange_gain", sum(changes) / max(1, len(changes))
        yield "exchange_worst", min(changes, default=0.0)
        counts = self._language.syllables
        shorter = [
            counts.count(source.forms[here]) - counts.count(output.forms[there]) for here, there in found.exchanged
        ]
        yield "exchange_shorter", sum(shorter) / max(1, len(shorter))
        related = sum(
            self._language.is_inflection(source.forms[here], output.forms[there]) for here, there in found.exchanged
        )
        yield "exchange_inflected", float(related)
        same_tag = sum(source.tags[here] == output.tags[there] for here, there in found.exchanged)
        yield "exchange_same_tag", same_tag / max(1, len(found.exchanged))

    def _lost(self, pair: ReadPair, lost: Counter[str]) -> Iterator[tuple[str, float]]:
        """Yield how many words of each kind the output lost, and which share it kept."""
        tagged = [*zip(pair.source.forms, pair.source.tags, strict=True)]
        kinds = {
            "content": self._content,
            "names": self._language.roles.names,
            "numbers": self._language.roles.numbers,
            "finite": self._finite,
        }
        for kind, tags in kinds.items():
            own = [form for form, tag in tagged if tag in tags]
            gone = sum(form in lost for form in own)
            yield f"lost_{kind}", float(gone)
            yield f"kept_{kind}", 1 - gone / max(1, len(own))
        negations = [self._language.count_negations(side.forms) for side in (pair.source, pair.output)]
        yield "negations_lost", float(negations[0] - negations[1])

    def _seams(self, pair: ReadPair) -> Iterator[tuple[str, float]]:
        """Yield how probable the output is at its seams, where it joins words that the source does not join.

        A seam is the second word of two neighbours that are not neighbours in the source, or a first word that is not
        the source's first word.
        """
        known = pair.source.words.pairs
        forms = pair.output.forms
        seams = [place + 1 for place, two in enumerate(pairwise(forms)) if two not in known]
        if forms and pair.source.forms and forms[0] != pair.source.forms[0]:
            seams.insert(0, 0)
        yield "seams", float(len(seams))
        yield "seams_share", len(seams) / max(1, len(forms))
        for name in self._models:
            values = pair.output.log_probabilities[name]
            own = [values[place] for place in seams]
            yield f"{name}_seam_mean", sum(own) / max(1, len(own))
            yield f"{name}_seam_lowest", min(own, default=0.0)

    def _tests(self, pair: ReadPair) -> Iterator[tuple[str, float]]:
        """Yield the number of findings of the final check in the output (`simplifier.languages.word_tests`)."""
        findings = list(WordTests(self._language, pair.source.words).findings(pair.output.words))
        yield "findings", float(len(findings))


def _ngrams(row: Sequence[str], order: int) -> Counter[object]:
    if order == 1:
        return Counter(row)
    if isinstance(row, str):
        return Counter(row[place : place + order] for place in range(len(row) - order + 1))
    return Counter(zip(*(row[start:] for start in range(order)), strict=False))


def _blocks(places: Sequence[int]) -> list[int]:
    """Return the lengths of the runs of neighbouring places."""
    found: list[int] = []
    last = None
    for place in places:
        if last is not None and place == last + 1:
            found[-1] += 1
        else:
            found.append(1)
        last = place
    return found
