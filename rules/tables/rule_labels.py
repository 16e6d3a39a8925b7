"""Left-hand sides, found by the tagger on both sides, for rules that come without labels.

The *profile* of a side is the labels that it can have, with their probabilities. A word has the labels of all
its tags (`Tagger.word_tags`). A phrase has the label of the tags that it gets when it is tagged alone; if the
word that decides the label can be another form that is spelt alike (`TagRoles.alike`), the phrase has the label
with that form too. A rule gets the labels that both sides can have, at most three. If the sides share none, the
rule gets the source side's own label and counts as a clash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.language import Language

__all__ = ["PairLabels", "RuleLabeller", "rule_labels"]

LEAST_SOURCE_SHARE = 0.1  # probability of a label that the source side can have
LEAST_TARGET_SHARE = 0.05  # probability of a label that the target side can have
MOST_LABELS = 3  # of one rule

Profile = tuple[tuple[str, float], ...]  # labels with their probabilities, best first


@dataclass(frozen=True, slots=True)
class PairLabels:
    """Labels of many pairs in columns: entry i says that pair ``rows[i]`` can have ``labels[i]``.

    Rows ascend; every pair has one to three entries, best first. ``agrees[i]`` is false for the only entry of
    a pair whose sides share no label.
    """

    rows: NDArray[np.int64]
    labels: list[str]
    agrees: NDArray[np.bool_]


class RuleLabeller:
    """Labeller of pairs of phrases; it remembers words and profiles between calls."""

    def __init__(self, tagger: Tagger, language: Language) -> None:
        self._tagger = tagger
        self._language = language
        self._tags = tagger.tags
        self._words: dict[str, dict[str, float]] = {}
        self._profile_ids: dict[Profile, int] = {}
        self._profiles: list[Profile] = []
        self._pairs: dict[tuple[int, int], tuple[list[str], bool]] = {}

    def label_pairs(self, sources: Sequence[str], targets: Sequence[str]) -> PairLabels:
        """Label pairs of space-separated lowercased phrases; every distinct phrase is tagged once.

        Raises:
            InputError: the two sides have different lengths.
        """
        if len(sources) != len(targets):
            raise InputError(f"{len(sources)} source sides but {len(targets)} target sides; give as many of each")
        known = self._phrase_profiles(list(dict.fromkeys((*sources, *targets))))
        rows: list[int] = []
        labels: list[str] = []
        agrees: list[bool] = []
        for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
            # Many phrases have one profile, so the labels of two profiles are found once and remembered.
            key = (known[source], known[target])
            found = self._pairs.get(key)
            if found is None:
                found = self._pairs[key] = _shared_labels(self._profiles[key[0]], self._profiles[key[1]])
            for label in found[0]:
                rows.append(row)
                labels.append(label)
                agrees.append(found[1])
        return PairLabels(np.array(rows, dtype=np.int64), labels, np.array(agrees, dtype=np.bool_))

    def _phrase_profiles(self, phrases: list[str]) -> dict[str, int]:
        """Return the number of the profile of each phrase."""
        ids, starts = self._tagger.tag_text(phrases, fragment=True)
        flat = [self._tags[tag] for tag in ids.tolist()]
        bounds = starts.tolist()
        result: dict[str, int] = {}
        for at, phrase in enumerate(phrases):
            profile = self._profile(phrase, tuple(flat[bounds[at] : bounds[at + 1]]))
            number = self._profile_ids.get(profile)
            if number is None:
                number = self._profile_ids[profile] = len(self._profiles)
                self._profiles.append(profile)
            result[phrase] = number
        return result

    def _profile(self, phrase: str, tags: tuple[str, ...]) -> Profile:
        if len(tags) == 1:
            shares = self._word_tags(phrase)
            tag_label = self._language.tag_label
            profile = [(tag_label(tag), share) for tag, share in shares.items() if share >= LEAST_TARGET_SHARE]
            return tuple(profile) or ((tag_label(tags[0]), 1.0),)
        label = self._language.phrase_label(tags)
        form = self._language.head_tag(label)
        other = self._language.roles.alike.get(form)
        if other is None:
            return ((label, 1.0),)
        head = tags.index(form)
        shares = self._word_tags(phrase.split()[head])
        either = shares.get(form, 0.0) + shares.get(other, 0.0)
        # Rounded, so that there are few distinct profiles.
        share = round(shares.get(other, 0.0) / either, 1) if either > 0 else 0.0
        if share < LEAST_SOURCE_SHARE:
            return ((label, 1.0),)
        # The tagger's own label stays possible even if the word's counts have next to nothing but the other form.
        swapped = self._language.phrase_label((*tags[:head], other, *tags[head + 1 :]))
        return ((label, 1.0 - share if share < 1.0 else 0.1), (swapped, share))

    def _word_tags(self, word: str) -> dict[str, float]:
        shares = self._words.get(word)
        if shares is None:
            shares = self._words[word] = self._tagger.word_tags(word)
        return shares


def _shared_labels(source: Profile, target: Profile) -> tuple[list[str], bool]:
    """Return the labels that both sides can have, likeliest first, and True; else the source's own and False."""
    shares = dict(target)
    shared = [
        (share * shares[label], label)
        for label, share in source
        if share >= LEAST_SOURCE_SHARE and shares.get(label, 0.0) >= LEAST_TARGET_SHARE
    ]
    shared.sort(key=lambda entry: -entry[0])
    if shared:
        return [label for _, label in shared[:MOST_LABELS]], True
    return [source[0][0]], False


def rule_labels(
    source: Sequence[str], target: Sequence[str], tagger: Tagger, language: Language
) -> tuple[list[str], bool]:
    """Return the labels of one rule without nonterminals, best first, and whether both sides can have them."""
    pairs = RuleLabeller(tagger, language).label_pairs([" ".join(source)], [" ".join(target)])
    return pairs.labels, bool(pairs.agrees[0])
