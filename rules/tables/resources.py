"""Opening the files that a build configuration names: language models, counts, lexicons, the tagger."""

from __future__ import annotations

from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.base.reading import line_blocks, shorten
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.language import Language
from simplifier.lm.model import load_native
from simplifier.rules.features import FeatureResources
from simplifier.rules.resources.judgements import read_judgements
from simplifier.rules.resources.phrase_evidence import read_phrase_values
from simplifier.rules.resources.reviews import read_reviews
from simplifier.rules.resources.word_values import WordValues, read_counts, read_word_list, read_word_values
from simplifier.rules.tables.build_config import BuildConfig, LexiconConfig, SelfRuleConfig
from simplifier.rules.tables.labelling import Labelling
from simplifier.rules.tables.rule_labels import RuleLabeller

__all__ = ["load_labelling", "load_resources", "load_vocabulary", "read_word_pairs"]


def load_resources(config: BuildConfig, language: Language) -> FeatureResources:
    """Open the resources of the features.

    Raises:
        InputError: a file that is missing, cannot be read, or does not hold what it should.
    """
    given = config.resources
    counts = None if given.unigram_counts is None else read_counts(given.unigram_counts)
    common: list[str] = []
    if given.common_words is not None:
        common = read_word_list(given.common_words)
    elif counts is not None:
        words = (word for word in counts if word.isalpha())
        common = sorted(words, key=lambda word: (-counts[word], word))[: given.common_words_from_counts]
    return FeatureResources(
        language=language,
        language_models={
            "normal": None if given.normal_lm is None else load_native(given.normal_lm),
            "simple": None if given.simple_lm is None else load_native(given.simple_lm),
        },
        unigram_counts=counts,
        common_words=frozenset(common),
        lexicons=[_lexicon(lexicon) for lexicon in config.lexicons],
        antonyms=None if given.antonyms is None else read_word_pairs(given.antonyms),
        phrases=None if given.phrases is None else read_phrase_values(given.phrases),
        reviews=read_reviews(given.reviews) if given.reviews else None,
        judgements=read_judgements(given.judgements, language) if given.judgements else None,
    )


def load_labelling(config: BuildConfig, language: Language) -> Labelling:
    """Return what labels the rules: by the tagger, where the configuration names one.

    Raises:
        FormatError: not a tagger model.
    """
    path = config.resources.tagger
    if path is None:
        return Labelling(None)
    return Labelling(RuleLabeller(Tagger.load(path), language))


def load_vocabulary(config: SelfRuleConfig) -> list[str]:
    """Return the words of the self-rule vocabulary whose count is high enough; those of a plain list all are.

    Raises:
        FormatError: neither a word list nor counts.
    """
    if config.vocabulary is None:
        return []
    _, first = next(line_blocks(config.vocabulary, 1), (1, [""]))
    if "\t" not in first[0]:
        return read_word_list(config.vocabulary)
    return [word for word, count in read_counts(config.vocabulary).items() if count >= config.minimum_count]


def read_word_pairs(path: Path) -> set[tuple[str, str]]:
    """Read tab-separated pairs of words, lowercased.

    Raises:
        FormatError: a line that is not two words.
    """
    pairs = set()
    for first, lines in line_blocks(path, 50_000):
        for number, line in enumerate(lines, first):
            words = line.lower().split("\t")
            if len(words) != 2 or not all(words):
                raise FormatError(path, f"expected two words with a tab between; found {shorten(line)!r}", number)
            pairs.add((words[0], words[1]))
    return pairs


def _lexicon(config: LexiconConfig) -> WordValues:
    if config.column is not None:
        aggregate = config.aggregate or "max"
        return read_word_values(config.path, config.name, config.column, aggregate, config.missing)
    values = dict.fromkeys(read_word_list(config.path), 1.0)
    missing = 0.0 if config.missing is None else config.missing
    return WordValues(config.name, values, config.aggregate or "mean", missing, unlisted=0.0)
