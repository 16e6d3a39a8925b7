"""Tests of grammar that need parts of speech: names or finite verbs lost, forms of verbs and nouns changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from simplifier.languages.analysis.findings import Change, Finding, TaggedWords
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.checks.broken_pairs import BrokenPairs
from simplifier.languages.en.words.auxiliaries import PLURAL, SINGULAR
from simplifier.languages.en.words.inflection import PAST_ONLY
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, VERBS

__all__ = ["GrammarTests"]

#: Tags that the tagger confuses most, of forms that most verbs spell alike.
_ALIKE: Final = ({"VBD", "VBN"}, {"VB", "VBP"})
#: Old and new tags of words that may replace each other: "following" by "after" or "next", "necessary" by "needed".
_MODIFIERS: Final = frozenset(
    [("VBG", "IN"), ("VBG", "JJ"), ("VBN", "JJ"), ("VBN", "IN"), ("JJ", "VBN"), ("JJ", "VBG"), ("RB", "VBG")]
)
_SINGULAR: Final = SINGULAR.union("a an this that each every another".split())
_PLURAL: Final = PLURAL.union("these those many few several both".split())
_BEFORE_HEADS: Final = frozenset({"JJ", "JJR", "JJS", "NN", "VBN", "VBG", "RB", "POS"})
#: Tags of words that open a clause, whose verb may go with it.
_OPENERS: Final = frozenset({"WDT", "WP", "WP$", "WRB", "CC"})
_CONJUNCTIONS: Final = frozenset(
    "that because although though while whereas if unless since when after before until as so".split()
)
_BE: Final = frozenset({"is", "are", "was", "were", "be", "been"})
#: Nouns that cannot be counted; `_SINGLE` holds words that stand before single things only.
_UNCOUNTED: Final = frozenset(
    """permission advice information help evidence money equipment proof furniture traffic luggage knowledge
    progress research housing""".split()
)
_SINGLE: Final = frozenset("a an another each every one".split())
#: Most words between two verbs that may share an auxiliary.
_NEAR: Final = 14
#: Tags of what follows an adjective that modifies no noun after it.
_BEHIND_ADJECTIVES: Final = frozenset({"IN", "TO", "CC", ",", "."})
#: Least share of a word's uses (0 to 1) for a tag to count as its own, and for most of its uses.
_LEAST_SHARE: Final = 0.02
_MOSTLY: Final = 0.5


class GrammarTests:
    """The tests, with the tagger and its lexicon.

    The tagger is wrong about one word in thirty or so. So a finding is hard only if the lexicon bears it out: the old
    word can have the tag that the tagger gives it, and the new word cannot.
    """

    def __init__(self, tagger: Tagger) -> None:
        self._tagger = tagger
        self._pairs = BrokenPairs(tagger)
        self._known: dict[str, dict[str, float]] = {}

    def findings(self, before: TaggedWords, after: TaggedWords, changes: Sequence[Change]) -> Iterator[Finding]:
        """Yield what is wrong with the grammar of a new sentence.

        Args:
            before: the sentence as it was.
            after: the new sentence.
            changes: the changes to test.
        """
        yield from self._names(before, after)
        broken = sorted(self._pairs.find(after.new_pairs(before)))
        if broken:
            yield Finding("broken phrase", ", ".join(" ".join(pair) for pair in broken))
        yield from self._existential(before, after)
        for change in changes:
            old = before.within(change.start, change.end)
            new = after.within(change.output_start, change.output_end)
            what = f"{change.source} -> {change.target}"
            if len(old) == len(new) == 1:
                yield from self._word(before, after, old[0], new[0], what, change.label)
            if new and after.forms[new[-1]] in _UNCOUNTED and (article := _article_before(after, new[-1])):
                yield Finding("a or an", f"{article} {after.forms[new[-1]]}")
            if "not" in (after.forms[place] for place in new) and _without_behind(before, old):
                yield Finding("broken phrase", f"{what} (not ... without)")
            if torn := _torn_row(before, after, old, new):
                yield Finding("broken phrase", f"{what} ({torn})")
            lost = self._verbs_lost(before, after, old, new)
            if lost:
                hard = all(self._finite_share(verb) >= _MOSTLY for verb in lost)
                yield Finding("finite verb lost", f"{what} ({' '.join(lost)})", hard)

    def _existential(self, before: TaggedWords, after: TaggedWords) -> Iterator[Finding]:
        """Yield findings such as "there is needed for": after "there is", a new word that cannot be a noun."""
        old, new = before.forms, after.forms
        for place in range(len(new) - 3):
            there, be, word, behind = new[place : place + 4]
            if there != "there" or be not in _BE or after.tags[place + 3] not in ("IN", "TO"):
                continue
            known = self._tags(word)
            if (be, word) in after.new_pairs(before) and there in old and known.keys().isdisjoint(NOUNS):
                if any(known.get(tag, 0.0) >= _LEAST_SHARE for tag in ("VBN", "JJ")):
                    yield Finding("broken phrase", f"there {be} {word} {behind}")

    def _names(self, before: TaggedWords, after: TaggedWords) -> Iterator[Finding]:
        names = before.tagged_as(NAMES)
        if not names:
            return
        new = set(after.forms)
        lost = {token.form: self._is_name(token.form, token.surface) for token in names if token.form not in new}
        if lost:
            yield Finding("name", " ".join(lost), hard=any(lost.values()))

    def _is_name(self, form: str, surface: str) -> bool:
        tags = self._tags(form)
        if not tags:
            return surface[0].isupper()
        return sum(tags.get(tag, 0.0) for tag in NAMES) >= _MOSTLY

    def _word(
        self, before: TaggedWords, after: TaggedWords, old: int, new: int, what: str, label: str
    ) -> Iterator[Finding]:
        """Yield what is wrong with one word that replaces one word."""
        finding = self._form(before, after, old, new, what, label)
        if finding is not None:
            yield finding
        if before.tags[old] in NOUNS | VERBS and before.forms[old] in after.forms:
            yield Finding("one word said in two ways", what)
        if after.forms[new] in PAST_ONLY and _may_be_done_to(before, old):
            yield Finding("verb form or number", f"{what} (VBN -> VBD)")

    def _form(
        self, before: TaggedWords, after: TaggedWords, old: int, new: int, what: str, label: str
    ) -> Finding | None:
        """Return what is wrong with the form of a word that replaces a word; None if nothing is."""
        tag, tag_now = before.tags[old], after.tags[new]
        if not _form_lost(tag, tag_now):
            return None
        form, form_now = before.tokens[old].form, after.tokens[new].form
        if {tag, tag_now} == NOUNS:
            hard = not _agrees(after, new)
        elif (tag, tag_now) in _MODIFIERS or self._is_doubtful(form, tag, label):
            hard = False
        else:
            hard = not self._can_be(form_now, tag)
        return Finding("verb form or number", f"{what} ({tag} -> {tag_now})", hard)

    def _is_doubtful(self, form: str, tag: str, label: str) -> bool:
        """Return whether the rule's label or the lexicon contradicts the tag that the tagger gives the old word."""
        known = self._tags(form)
        if not known:
            return label != tag
        return known.get(tag, 0.0) < _LEAST_SHARE or (label != tag and known.get(label, 0.0) >= _LEAST_SHARE)

    def _verbs_lost(self, before: TaggedWords, after: TaggedWords, old: Sequence[int], new: Sequence[int]) -> list[str]:
        """Return the finite verbs that an edit loses; none if it also takes in a word that opens a clause."""
        verbs = [before.tokens[place].form for place in old if before.tags[place] in FINITE]
        if not verbs or self._opens_clause(before, old):
            return []
        count = sum(
            after.tags[place] in FINITE
            or after.tokens[place].form in verbs
            or any(self._can_be(after.tokens[place].form, tag) for tag in FINITE)
            for place in new
        )
        return verbs if count < len(verbs) else []

    def _finite_share(self, word: str) -> float:
        return sum(share for tag, share in self._tags(word).items() if tag in FINITE)

    @staticmethod
    def _opens_clause(words: TaggedWords, places: Sequence[int]) -> bool:
        return any(words.tags[at] in _OPENERS or words.tokens[at].form in _CONJUNCTIONS for at in places)

    def _can_be(self, word: str, tag: str) -> bool:
        tags = self._tags(word)
        if tag == "VBZ" and word.endswith("s") and "NNS" in tags:
            return True  # seen as a noun only, as "prints"
        alike = next((pair for pair in _ALIKE if tag in pair), {tag})
        return not tags or any(tags.get(one, 0.0) >= _LEAST_SHARE for one in alike)

    def _tags(self, word: str) -> dict[str, float]:
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._tagger.word_tags(word)
        return known


def _article_before(words: TaggedWords, noun: int) -> str:
    """Return the word before a noun and its adjectives if it is said of single things only; otherwise ""."""
    place = noun - 1
    while place >= 0 and words.tags[place] in _BEFORE_HEADS:
        place -= 1
    return words.forms[place] if place >= 0 and words.forms[place] in _SINGLE else ""


def _may_be_done_to(words: TaggedWords, verb: int) -> bool:
    """Return whether a past form after "and" may be a participle: "has been told of it and offered a seat"."""
    if not words.forms[verb].endswith("ed") or words.forms[verb - 1] not in ("and", "or"):
        return False
    before = range(max(verb - _NEAR, 1), verb - 1)
    return any(words.tags[one] == "VBN" and words.forms[one - 1] in _BE for one in before)


def _without_behind(before: TaggedWords, old: Sequence[int]) -> bool:
    """Return whether "without" follows in a clause that had no "not": "does not answer without good cause"."""
    if not old or "not" in (before.forms[place] for place in old):
        return False
    clause = range(old[-1] + 1, len(before.forms))
    end = next((place for place in clause if before.tags[place] in FINITE), len(before.forms))
    return "without" in before.forms[old[-1] + 1 : end]


def _torn_row(before: TaggedWords, after: TaggedWords, old: Sequence[int], new: Sequence[int]) -> str:
    """Return later words that went with what an edit changed, and do not go with the new words; "" if there are none.

    Such words are a preposition ("shared with her and to him"), an infinitive ("you should call, and to wait"), what
    somebody is ("can work, available and ready"), or a clause without it ("have a right, as are we").
    """
    if not (old and new):
        return ""
    words, tags = before.forms, before.tags
    first, last = old[0], old[-1]
    lost = {words[first]} if tags[first] == "IN" and after.forms[new[0]] != words[first] else set()
    if tags[last] == "IN" == after.tags[new[-1]] and after.forms[new[-1]] != words[last]:
        lost.add(words[last])
    asks = tags[last] == "TO" and after.forms[new[-1]] != "to"
    was = any(words[one] in _BE for one in old) and not any(after.forms[one] in _BE for one in new)
    for place in range(last + 1, len(words) - 2):
        joining, following, behind = words[place : place + 3]
        joined = tags[place] == "CC" and words[place - 1] != ","
        listed = tags[place] in ("CC", ",")
        if following in lost and tags[place + 1] == "IN" and (joined or joining == "than"):
            return f"{joining} {following}"
        if asks and listed and tags[place + 1] == "TO" and tags[place + 2] == "VB":
            return f"{joining} {following} {behind}"
        if was and joining == "as" and following in _BE:
            return f"{joining} {following}"
        adjective = tags[place + 1] in ("JJ", "VBN") and tags[place + 2] in _BEHIND_ADJECTIVES
        if was and listed and adjective and FINITE.isdisjoint(tags[last + 1 : place]):
            return f"{joining} {following}"
    return ""


def _form_lost(before: str, after: str) -> bool:
    """Return whether a word lost its form: a verb its tense, number or part of speech, a noun its number."""
    if before in VERBS or after in VERBS:
        return before != after and {before, after} not in _ALIKE
    return before in NOUNS and after in NOUNS and before != after


def _agrees(words: TaggedWords, place: int) -> bool:
    """Return whether a noun agrees in number with its article or pronoun and with a verb right after it."""
    clashing = _SINGULAR if words.tags[place] == "NNS" else _PLURAL
    start = place - 1
    while start >= 0 and words.tags[start] in _BEFORE_HEADS and words.tokens[start].form not in _PLURAL:
        start -= 1
    around = [start] if start >= 0 and words.tags[start] in ("DT", "JJ", "PDT", "CD") else []
    if place + 1 < len(words.tokens) and words.tags[place + 1] in FINITE:
        around.append(place + 1)
        if words.tags[place + 1] == ("VBZ" if words.tags[place] == "NNS" else "VBP"):
            return False
    return not any(words.tokens[at].form in clashing for at in around)
