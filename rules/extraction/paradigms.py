"""Rules for the forms of a pair that the sources leave out.

Paraphrase tables hold a pair of words in some forms and not in others (commenced, began, but not commences,
begins), or in forms that do not match (utilised, use). The pairs of one part of speech and the same two
basic forms are a *paradigm*. Where the sources hold enough of a paradigm, its missing forms become rules: both
sides inflected alike, with the mean feature values of the sources' own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from simplifier.languages.analysis.morphology import Morphology
from simplifier.rules.features.statistics import CONDITIONALS
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers import RANKED_SCORES
from simplifier.rules.tables.rule_labels import RuleLabeller

__all__ = ["CARRIED", "FormRule", "Paradigm", "Paradigms"]

#: Features of which a missing form takes the mean over the forms that the sources hold.
CARRIED: Final = (
    *(name for one in RANKED_SCORES.values() for name in (one.score, one.rank, one.relative)),
    *("PPDB2Score", "PPDBSize", "IsEquivalence", "IsForwardEntailment", "IsReverseEntailment"),
    *CONDITIONALS,
    *("Lex(e|f)", "Lex(f|e)", "LogCount", "RarityPenalty"),
    *("ParallelLogCount", "ParallelLogProb", "FramedShare", "SimplifyingShare"),
)
#: Provenance flags, each with the features that show that its source holds the pair.
_FLAGS: Final = {
    **{one.flag: (one.score,) for one in RANKED_SCORES.values()},
    "InPPDB": ("PPDB2Score", "PPDBSize"),
    "InParallel": ("ParallelLogProb",),
}
# Share of the uses of a form that have its tag, from which the pair is taken for one of this part of speech.
_CLEAR_SHARE = 0.5


class FormRule(NamedTuple):
    """A form that the sources leave out.

    Attributes:
        part: tag of the basic form.
        tag: label of the form (`Morphology.form_labels`).
        source: word or phrase.
        target: word or phrase that replaces it.
        values: features by name.
    """

    part: str
    tag: str
    source: str
    target: str
    values: tuple[tuple[str, float], ...]


@dataclass(slots=True)
class Paradigm:
    """What the sources tell of two basic forms.

    Attributes:
        matched: pairs whose two sides are in the same form, with the tag of that form.
        clear: those of them that are taken for pairs of this part of speech and no other.
        mismatched: pairs whose two sides are in different forms.
        origins: names of the sources that hold one of the pairs.
        sums: sum and number of the values of each carried feature, of matched pairs under True, of others under
            False.
    """

    matched: dict[tuple[str, str], str] = field(default_factory=dict)
    clear: set[tuple[str, str]] = field(default_factory=set)
    mismatched: set[tuple[str, str]] = field(default_factory=set)
    origins: set[str] = field(default_factory=set)
    sums: dict[bool, dict[str, list[float]]] = field(default_factory=lambda: {True: {}, False: {}})

    def add(self, origin: str, matched: bool, values: Mapping[str, float]) -> None:
        """Take in what a source says of one of the pairs."""
        self.origins.add(origin)
        for name, value in values.items():
            total = self.sums[matched].setdefault(name, [0.0, 0.0])
            total[0] += value
            total[1] += 1.0

    @property
    def is_certain(self) -> bool:
        """Whether the sources tell enough.

        With matched pairs, two of them or two sources are enough, if one of the pairs is clear. Without, it takes
        two mismatched pairs and two sources. A single source with a ranked score must also have a mean score of
        at least `RankedScore.least_alone`.
        """
        alone = RANKED_SCORES.get(next(iter(self.origins))) if len(self.origins) == 1 else None
        if alone is not None and self._means().get(alone.score, 0.0) < alone.least_alone:
            return False
        if self.matched:
            return bool(self.clear) and (len(self.matched) > 1 or len(self.origins) > 1)
        return len(self.mismatched) > 1 and len(self.origins) > 1

    def values(self) -> dict[str, float]:
        """Return the features of a missing form, by name."""
        means = self._means()
        flags = {flag: float(any(name in means for name in names)) for flag, names in _FLAGS.items()}
        return {**means, **flags, "InParadigm": 1.0, "ParadigmForms": float(len(self.matched))}

    def _means(self) -> dict[str, float]:
        sums = self.sums[True] or self.sums[False]
        return {name: total / number for name, (total, number) in sums.items()}


class Paradigms:
    """Collector of the paradigms of all sources, which yields their missing forms."""

    def __init__(self, words: Morphology, labeller: RuleLabeller) -> None:
        """Begin with no paradigm.

        Args:
            words: the inflection of words.
            labeller: gives labels to rules of sources that carry none.
        """
        self._words = words
        self._labeller = labeller
        self._paradigms: dict[tuple[str, str, str], Paradigm] = {}
        self._seen: dict[tuple[str, str], set[str]] = {}

    def __len__(self) -> int:
        return len(self._paradigms)

    def items(self) -> Iterable[tuple[tuple[str, str, str], Paradigm]]:
        """Return the paradigms with their keys (part of speech, basic form of source, of target), sorted by key."""
        return sorted(self._paradigms.items(), key=lambda item: item[0])

    def read(self, origin: str, batch: RuleBatch) -> None:
        """Take in rules of a source.

        Args:
            origin: name of the source; it must be that of the format where the source has a ranked score.
            batch: the rules.
        """
        names: list[str] = [name for name in CARRIED if name in batch.features]
        columns = [batch.features[name] for name in names]
        rows: list[int] = []
        for row, pair in enumerate(zip(batch.sources, batch.targets, strict=True)):
            keys = self._keys(*pair) if pair[0] != pair[1] else []
            if not keys:
                continue
            rows.append(row)
            label = None if batch.lhs is None else batch.lhs[row]
            values = {
                name: float(column[row])
                for name, column in zip(names, columns, strict=True)
                if not np.isnan(column[row])
            }
            for key, tag in keys:
                self._note(key, tag, pair, label, origin, values)
        self._mark(batch, rows)

    def missing(
        self, allows: Callable[[str, str], bool], wrong: Collection[tuple[str, str]] = ()
    ) -> Iterator[FormRule]:
        """Yield the missing forms of certain paradigms: those that no source holds under their label.

        Args:
            allows: tells whether a rule may be made of a source and a target.
            wrong: pairs that must not be made; a paradigm that has one of them yields nothing.
        """
        for (part, source, target), paradigm in self.items():
            if not paradigm.is_certain:
                continue
            # Comparatives alone say nothing of their basic forms: what is better is not what is good.
            if self._words.needs_basic_form(part) and part not in paradigm.matched.values():
                continue
            forms = self._words.form_pairs(part, source, target)
            pairs = {(source, target), *forms.values(), *paradigm.matched, *paradigm.mismatched}
            if any(pair in wrong for pair in pairs):
                continue
            values = tuple(paradigm.values().items())
            for tag, pair in forms.items():
                if pair[0] == pair[1] or not allows(*pair):
                    continue
                seen = self._seen.get(pair, set())
                if " " in pair[0]:  # the label of a phrase says more than its form, so any label counts as seen
                    wanted = [] if seen else [tag]
                else:
                    wanted = [one for one in self._words.form_labels(tag) if one not in seen]
                for one in wanted:
                    yield FormRule(part, one, *pair, values)

    def _mark(self, batch: RuleBatch, rows: list[int]) -> None:
        """Remember under which labels the source holds the pairs that belong to a paradigm."""
        pairs = [(batch.sources[row], batch.targets[row]) for row in rows]
        if batch.lhs is not None:
            for pair, row in zip(pairs, rows, strict=True):
                self._seen.setdefault(pair, set()).add(batch.lhs[row])
            return
        found = self._labeller.label_pairs([one for one, _ in pairs], [other for _, other in pairs])
        for place, label in zip(found.rows.tolist(), found.labels, strict=True):
            self._seen.setdefault(pairs[place], set()).add(label)

    def _keys(self, source: str, target: str) -> list[tuple[tuple[str, str, str], str]]:
        """Return the keys of the paradigms that a pair may belong to, each with the tag of both sides.

        The tag is empty where the two sides are in different forms.
        """
        found: dict[tuple[str, str, str], str] = {}
        others = self._words.readings(target)
        for part, tag, lemma in self._words.readings(source) if others else ():
            for part_there, tag_there, lemma_there in others:
                if part == part_there and not self._words.are_relatives(lemma, lemma_there):
                    key = part, lemma, lemma_there
                    if tag == tag_there:
                        found[key] = tag
                    else:
                        found.setdefault(key, "")  # readings with the same tag win over others
        return list(found.items())

    def _note(
        self,
        key: tuple[str, str, str],
        tag: str,
        pair: tuple[str, str],
        label: str | None,
        origin: str,
        values: Mapping[str, float],
    ) -> None:
        agrees = None if label is None else self._words.label_agrees(label, key[0])
        if agrees is False:
            return  # the source says that it is another part of speech
        paradigm = self._paradigms.setdefault(key, Paradigm())
        paradigm.add(origin, bool(tag), values)
        if not tag:
            paradigm.mismatched.add(pair)
            return
        paradigm.matched[pair] = tag
        share = min(self._words.share(side, tag) for side in pair)
        if agrees or share >= _CLEAR_SHARE:
            paradigm.clear.add(pair)
