"""Labelled rules that were not counted in a corpus: from lists, WordNet, number forms and missing forms.

The section ``[lists]`` of a recipe says which lists are made. Each list becomes NAME.rules.gz in the format `listed`,
with the flags of `simplifier.rules.features.listed_pairs`. WordNet's files are those of the Debian package
wordnet-base; its licence allows passing on what is made of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from simplifier.base.errors import ConfigError
from simplifier.base.reading import text_lines
from simplifier.languages import Language
from simplifier.languages.analysis.listed_forms import ListedForms
from simplifier.languages.analysis.tagger import Tagger
from simplifier.rules.extraction.paradigms import Paradigms
from simplifier.rules.features.statistics import rank_targets
from simplifier.rules.grammar.batch import whole_sources
from simplifier.rules.grammar.symbols import format_label
from simplifier.rules.readers import read_rules
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.resources.frame_file import write_frames
from simplifier.rules.resources.frames import NEVER
from simplifier.rules.resources.plain_forms import plain_forms
from simplifier.rules.resources.plain_list import read_plain_list
from simplifier.rules.resources.wordnet import PARTS, WordNet
from simplifier.rules.tables.build_config import SourceConfig
from simplifier.rules.tables.resources import read_word_pairs
from simplifier.rules.tables.rule_labels import RuleLabeller

__all__ = [
    "ListRule",
    "Vocabulary",
    "number_rules",
    "pair_rules",
    "paradigm_rules",
    "paradigms_of",
    "plain_rules",
    "read_pairs",
    "rule_lines",
    "wordnet_rules",
    "write_plain_frames",
    "wrong_pairs",
]

LEAST_SOURCE, LEAST_TARGET = 30, 1500  # least occurrences of the rarest word of a side in the texts
LEAST_RATIO = 1.0  # least frequency of a target, as a multiple of its source's
MOST_WORDS = 4
LEAST_SHARE = 0.05  # least share of the uses of a source that have the sense, 0 to 1


class ListRule(NamedTuple):
    """A labelled rule with the values of its features."""

    label: str
    source: str
    target: str
    features: tuple[tuple[str, float], ...]


class Vocabulary:
    """Counts of words in the texts.

    Args:
        counts: count by word.
    """

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts

    @classmethod
    def read(cls, path: Path) -> Vocabulary:
        """Read the counts from a file of ``word TAB count`` lines."""
        pairs = (line.split("\t") for line in text_lines(path))
        return cls({word: int(count) for word, count in pairs})

    def rarest(self, phrase: str) -> int:
        """Return the count of the rarest word of a phrase; 0 for an unknown word."""
        return min(self._counts.get(word, 0) for word in phrase.split(" "))

    def prefers(self, source: str, target: str) -> bool:
        """Return whether a source is frequent enough (`LEAST_SOURCE`) and its target is no rarer."""
        own = self.rarest(source)
        return own >= LEAST_SOURCE and self.rarest(target) >= LEAST_RATIO * own

    def allows(self, source: str, target: str) -> bool:
        """Return whether `prefers` holds and the target is common (`LEAST_TARGET`)."""
        return self.prefers(source, target) and self.rarest(target) >= LEAST_TARGET


def plain_rules(path: Path, language: Language, tagger: Tagger) -> Iterator[ListRule]:
    """Yield rules for the entries of a plain list, in all inflected forms.

    Entries that fit nowhere are left out. Where the others fit, the decoder checks by their frames.
    """
    for form in plain_forms(read_plain_list(path, language), language, tagger):
        if form.frame == NEVER:
            continue
        label = form.label or language.phrase_label(tagger.tag(form.source, fragment=True))
        values = (("InPlainList", 1.0), ("PlainDoubt", form.doubt), ("LabelAgree", 1.0))
        yield ListRule(label, " ".join(form.source), " ".join(form.target), values)


def write_plain_frames(path: Path, language: Language, tagger: Tagger, output: Path) -> None:
    """Write the pairs of a plain list with their frames, for the decoder (`simplifier.rules.resources.frame_file`)."""
    write_frames(output, plain_forms(read_plain_list(path, language), language, tagger), language.frame_classes)


def wordnet_rules(net: WordNet, language: Language, tagger: Tagger, counts: Vocabulary) -> Iterator[ListRule]:
    """Yield rules for WordNet's pairs in all inflected forms, where `Vocabulary.allows` the forms."""
    listed = _listed_forms(language)
    for pair in net.pairs():
        if pair.share < LEAST_SHARE or not (_is_phrase(pair.source) and _is_phrase(pair.target)):
            continue
        values = (
            ("InWordNet", 1.0),
            ("WordNetShare", round(pair.share, 3)),
            ("WordNetBroader", float(pair.broader)),
            ("LabelAgree", 1.0),
        )
        for tag, source, target in listed.forms_of(pair.source, pair.target, PARTS[pair.part]):
            if source != target and counts.allows(source, target):
                for label in listed.labels_of(source, tag, tagger):
                    yield ListRule(label, source, target, values)


def pair_rules(
    pairs: Iterable[tuple[str, str]], language: Language, tagger: Tagger, counts: Vocabulary
) -> Iterator[ListRule]:
    """Yield rules for pairs of words without scores, in the direction of the more frequent word.

    A rule has a label that the tagger knows for both words, each with a share of at least 0.1.
    """
    word_labels = _listed_forms(language).word_labels
    values = (("InPairList", 1.0), ("LabelAgree", 1.0))
    for source, target in sorted(set(pairs)):
        if not counts.allows(source, target):
            continue
        known = tagger.word_tags(target)
        for label, share in tagger.word_tags(source).items():
            if label in word_labels and min(share, known.get(label, 0.0)) >= 0.1:
                yield ListRule(label, source, target, values)


def number_rules(language: Language, tagger: Tagger) -> Iterator[ListRule]:
    """Yield rules that write numbers, spans of time and dates in plainer form."""
    for label, source, target, worth in _listed_forms(language).number_rules(tagger):
        yield ListRule(label, source, target, (("InNumberList", worth), ("LabelAgree", 1.0)))


def _listed_forms(language: Language) -> ListedForms:
    """Return the object by which a language inflects listed pairs.

    Raises:
        ConfigError: the language has none.
    """
    if language.listed_forms is None:
        raise ConfigError(f"[lists] needs forms of words, and the language {language.code!r} tells none; leave it out")
    return language.listed_forms


def paradigm_rules(
    paradigms: Paradigms,
    language: Language,
    tagger: Tagger,
    counts: Vocabulary,
    wrong: Collection[tuple[str, str]] = (),
) -> Iterator[ListRule]:
    """Yield rules for the forms that the sources leave out, where `Vocabulary.prefers` the target.

    Args:
        paradigms: the pairs of the sources, by paradigm.
        language: the language.
        tagger: the tagger.
        counts: counts of words in the texts.
        wrong: pairs that must not be made; a paradigm with one of them yields nothing.
    """
    listed = _listed_forms(language)
    for form in paradigms.missing(counts.prefers, wrong):
        values = (*form.values, ("LabelAgree", 1.0))
        label = listed.form_label(form.source, form.tag, form.part, tagger)
        yield ListRule(label, form.source, form.target, values)


def read_pairs(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the pairs in files of ``word OTHER OTHER ...`` lines, in lowercase and in both directions.

    Raises:
        InputError: a file cannot be read.
    """
    for path in files:
        for line in text_lines(path):
            head, *others = line.split()
            for other in others:
                if head.isalpha() and other.isalpha() and head != other:
                    yield head.lower(), other.lower()
                    yield other.lower(), head.lower()


def _is_phrase(text: str) -> bool:
    words = text.split(" ")
    return len(words) <= MOST_WORDS and all(word.replace("-", "").isalpha() for word in words)


def rule_lines(rules: Iterable[ListRule]) -> Iterator[str]:
    """Yield rules as lines of a grammar file, sorted, each rule once."""
    for rule in sorted(dict.fromkeys(rules)):
        values = " ".join(f"{name}={value:g}" for name, value in rule.features)
        yield f"{format_label(rule.label)} ||| {rule.source} ||| {rule.target} ||| {values}"


def paradigms_of(
    sources: Iterable[SourceConfig], language: Language, tagger: Tagger, counts: Mapping[str, int]
) -> Paradigms:
    """Return the paradigms of the pairs in rule sources."""
    words = language.morphology(counts, tagger, LEAST_SOURCE)
    assert words is not None, "the language has inflection"
    found = Paradigms(words, RuleLabeller(tagger, language))
    for source in sources:
        for batch in whole_sources(read_rules(source.path, source.format, source.owner)):
            chosen = source.filter.select(rank_targets(batch), Counter(), language)
            found.read(source.name.split("-")[0], chosen)
    return found


def wrong_pairs(exclusions: Iterable[Path], antonyms: Path | None) -> set[tuple[str, str]]:
    """Return the pairs that must not be made: excluded pairs, and antonyms in both directions."""
    wrong = {*read_exclusions(exclusions).pairs}
    for one, other in read_word_pairs(antonyms) if antonyms is not None else ():
        wrong |= {(one, other), (other, one)}
    return wrong
