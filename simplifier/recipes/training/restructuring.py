"""Sentences with their structural plans, for studies that need no search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from simplifier.config import Config
from simplifier.languages import Language, language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tokens import tagger_words
from simplifier.languages.analysis.tree import Parser
from simplifier.languages.structure.halves import Tokens
from simplifier.languages.structure.parsed import Parsed, Tagged
from simplifier.languages.structure.plans import Plan, Structure
from simplifier.opening import open_language_models, open_parser, open_split_judge, word_models
from simplifier.text import Sentence, joined, pretokenised
from simplifier.text.restructuring import keeps_capital, restructured

__all__ = ["Restructurer"]

_BATCH: Final = 512


class Restructurer:
    """Parses sentences and finds their structural plans, with the tagger and the parser of a configuration.

    Args:
        config: a configuration with a tagger and a parser.
    """

    def __init__(self, config: Config) -> None:
        parser = open_parser(config)
        structure = language_named(config.model.language).structure
        assert parser is not None and structure is not None and config.tagger.path is not None
        self.language: Language = language_named(config.model.language)
        self.structure: Structure = structure
        language_models = open_language_models(config)
        self.models = word_models(language_models)
        self._standing = open_split_judge(config, language_models)
        self._parser: Parser = parser
        self._names = frozenset(rule.entry.name for rule in structure.rules)
        self._tagger = Tagger.load(config.tagger.path)

    def parsed(self, sentences: Iterable[str], tokenised: bool = False) -> Iterator[tuple[Sentence, Parsed]]:
        """Yield every sentence with the analysis that structural rules read.

        Args:
            sentences: texts of one sentence each.
            tokenised: true if spaces separate the tokens.
        """
        rest = iter(sentences)
        while batch := list(islice(rest, _BATCH)):
            tokens = [tuple(pretokenised(one) if tokenised else self.language.tokenise(one)) for one in batch]
            words = [tagger_words(own) for own in tokens]
            tags = self._tagger.tag_batch(words)
            trees = self._parser.parse(words, tags)
            forms_of = [[token.form for token in own] for own in tokens]
            halves = self.structure.by_parts(
                self._parser,
                [(Tokens(own, tag), Tagged(forms, tag)) for own, tag, forms in zip(words, tags, forms_of, strict=True)],
                [self._names] * len(words),
            )
            for text, own, forms, tag, tree, by_parts in zip(batch, tokens, forms_of, tags, trees, halves, strict=True):
                fixed = keeps_capital(own, tag, self.language)
                yield (
                    Sentence(text, 0, own),
                    Parsed(forms, tag, tree.closing(forms), frozenset(), fixed, by_parts=by_parts),
                )

    def judged(self, parsed: Parsed, plans: Iterable[Plan]) -> list[Plan]:
        """Return the plans with the probability that an editor lets each stand; unchanged without a split judge."""
        return list(plans) if self._standing is None else self._standing.judged(parsed, plans)

    def texts(self, sentence: Sentence, plan: Plan) -> list[str]:
        """Return the new sentences of a plan."""
        return [one.text for one in restructured(sentence, plan, self.language)]

    def text(self, sentence: Sentence, plan: Plan) -> str:
        """Return the new sentences of a plan as one running text."""
        return joined((one.split, one.text) for one in restructured(sentence, plan, self.language))
