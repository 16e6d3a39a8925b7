"""A decoder set up by a Joshua configuration: Joshua's feature values outside, those of `ChartDecoder` inside.

These values differ, and are converted as follows (checked against Joshua's own test cases):

- ``lm_i`` is a base-10 logarithm in Joshua, a natural one in `ChartDecoder`.
- ``WordPenalty`` is -log10(e) = -0.434 in Joshua for each target word, ``<s>`` and ``</s>`` among them, and 1
  in `ChartDecoder`.
- ``OOVPenalty`` in Joshua is -100 for each unknown word (1 in version 5), or with an oov-list the natural
  logarithm of the prior of its label. Unless true-oovs-only is set, every word may also be passed on as an
  unknown one, whether rules know it or not.
- Unlabelled columns of a grammar are negated (`simplifier.rules.readers.grammar_text`), labelled ones are not.
"""

from __future__ import annotations

import dataclasses
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from simplifier.base.errors import ConfigError
from simplifier.core import DecodedDerivation
from simplifier.decoder import (
    ChartDecoder,
    Derivation,
    Forest,
    ForestStatistics,
    GrammarPart,
    InputSentence,
    LanguageModelPart,
    ParseOptions,
    SearchOptions,
    SearchResult,
)
from simplifier.joshua.config import JoshuaConfig
from simplifier.joshua.derivation import Tree, build_tree
from simplifier.joshua.packing import open_grammar
from simplifier.lm.model import load_native

__all__ = ["JoshuaDecoder", "JoshuaVersion", "TranslatedSentence", "Translation"]

JoshuaVersion = Literal[5, 6]

_LN10: Final = math.log(10.0)
_OOV_VALUE: Final[dict[int, float]] = {5: 1.0, 6: -100.0}
_OOV_MARK: Final = "_OOV"
# Joshua's spelling of the characters that have a meaning in its grammars.
_ESCAPES: Final = (("[", "-lsb-"), ("]", "-rsb-"), ("|", "-pipe-"))


@dataclass(frozen=True, slots=True)
class Translation:
    """One line of output.

    Attributes:
        number: the number of the sentence, from 0.
        rank: the rank in the k-best list of the sentence, from 1.
        source: the words of the sentence.
        tokens: the target words; without a derivation, the words of the source.
        score: the model score; 0 without a derivation.
        features: feature values with Joshua's names, scale and order; empty without a derivation.
        tree: the rules of the derivation, if they were asked for.
        found: True if there is a derivation.
    """

    number: int
    rank: int
    source: tuple[str, ...]
    tokens: tuple[str, ...]
    score: float
    features: dict[str, float]
    tree: Tree | None
    found: bool

    def tree_text(self) -> str:
        """Return the target side as a bracketed tree; ``()`` without one."""
        return "()" if self.tree is None else self.tree.bracketed()

    def alignment_text(self) -> str:
        """Return the word alignment as ``source-target`` points, counted from 0 and ordered by target position."""
        points = sorted(set(self.tree.points()), key=lambda point: (point[1], point[0])) if self.tree else ()
        return " ".join(f"{source}-{target}" for source, target in points)


@dataclass(frozen=True, slots=True)
class TranslatedSentence:
    """A line of input with its translations.

    Attributes:
        translations: the translations, best first; at least one.
        forest: the forest with Joshua's features and owners, if it was asked for.
        search: the size of the search; present with the forest.
    """

    translations: list[Translation]
    forest: Forest | None = None
    search: ForestStatistics | None = None


class JoshuaDecoder:
    """Decode as a Joshua configuration says.

    Args:
        config: the configuration.
        version: the version of Joshua that decides on the value of OOVPenalty. None means 5 if its weight is
            negative and there is no oov-list, else 6.
        tables: the folder where packed grammars are kept for the next time; None packs them anew.

    Attributes:
        notes: one line for each setting of the configuration that is left out without harm.
        warn: a function that is called with each warning about a sentence; it does nothing until replaced.

    Raises:
        InputError: a file cannot be read.
        FormatError: a rule is broken, or KenLM cannot open a language model.
        ConfigError: a feature function appears twice, or a named file is missing.
    """

    def __init__(self, config: JoshuaConfig, version: JoshuaVersion | None = None, tables: Path | None = None) -> None:
        self.config = config
        self.notes = list(config.notes)
        self.warn: Callable[[str], object] = lambda message: None
        self._check_functions()
        self._oov_value = self._oov_value_of(version)
        if tables is None:
            with tempfile.TemporaryDirectory(prefix="simplifier-joshua-") as folder:
                self._grammars = self._open_grammars(Path(folder))  # an open table outlives its file
        else:
            tables.mkdir(parents=True, exist_ok=True)
            self._grammars = self._open_grammars(tables)
        self._table_features = {name for part in self._grammars for name in part.table.feature_names}
        models = [each for each in config.functions if each.is_language_model]
        self._dense, self._scales = self._dense_features(len(models))
        self._decoder = ChartDecoder(
            self._grammars,
            [
                LanguageModelPart(load_native(config.locate(each.arguments["lm_file"])), str(number))
                for number, each in enumerate(models)
            ],
            pop_limit=config.pop_limit,
            search=SearchOptions(free_lexical=config.num_translation_options),
            parse=ParseOptions(
                default_label=config.default_non_terminal,
                goal_label=config.goal_symbol,
                unknown_labels=self._unknown_labels(),
                unknown_when="no rule" if config.true_oovs_only else "every",
                unknown_suffix=_OOV_MARK if config.mark_oovs else "",
            ),
        )
        self._decoder.set_weights(self._weights())

    def translate(self, lines: Iterable[str], trees: bool = False, batch: int = 256) -> Iterator[list[Translation]]:
        """Yield the best translations of every line of words, at most ``top-n`` and at least one.

        Args:
            lines: lines of words, separated by spaces.
            trees: True to keep the rules of every translation.
            batch: the number of lines decoded at a time.
        """
        for sentence in self.search(lines, trees, batch=batch):
            yield sentence.translations

    def search(
        self, lines: Iterable[str], trees: bool = False, forests: bool = False, batch: int = 256
    ) -> Iterator[TranslatedSentence]:
        """Yield every line with its translations, and on request its forest and the size of the search.

        Args:
            lines: lines of words, separated by spaces.
            trees: True to keep the rules of every translation.
            forests: True to keep the forests.
            batch: the number of lines decoded at a time.
        """
        held: list[tuple[str, ...]] = []
        number = 0
        for line in lines:
            words = line.lower().split() if self.config.lowercase else line.split()
            if len(words) > self.config.maxlen:
                self.warn(f"sentence {number + len(held)} cut to its first {self.config.maxlen} words (maxlen)")
            held.append(tuple(words[: self.config.maxlen]))
            if len(held) == batch:
                yield from self._search(held, number, trees, forests)
                number += len(held)
                held = []
        yield from self._search(held, number, trees, forests)

    def _open_grammars(self, folder: Path) -> list[GrammarPart]:
        """Open all grammars. Their owners inside are numbers, since several ``tm`` lines may share an owner."""
        config = self.config
        parts = [
            GrammarPart(
                open_grammar(config.locate(line.path), line, config.functions, folder),
                str(number),
                line.span_limit,
            )
            for number, line in enumerate(config.grammars)
        ]
        self.notes += [
            f"{part.table.path}: values are the nearest of 256, so scores may differ from Joshua's in the "
            "third digit; build the table with --exact"
            for part in parts
            if not part.table.exact
        ]
        return parts

    def _search(
        self, sentences: Sequence[tuple[str, ...]], first: int, trees: bool, forests: bool
    ) -> Iterator[TranslatedSentence]:
        config = self.config
        inputs = [InputSentence(tuple(_escape(word) for word in words)) for words in sentences]
        k, unique = max(config.top_n, 1), config.use_unique_nbest
        found: list[tuple[Sequence[Derivation | DecodedDerivation], TranslatedSentence]]
        if trees or forests:
            searched = self._decoder.search(inputs, k, unique, config.threads, forest=forests)
            found = [(one.derivations, self._told(one)) for one in searched]
        else:  # faster: no Python objects are made for rules
            decoded = self._decoder.decode_native(inputs, k, unique, config.threads)
            found = [(one.derivations, TranslatedSentence([])) for one in decoded]
        for number, (words, (derivations, told)) in enumerate(zip(sentences, found, strict=True), start=first):
            translations = [
                self._translation(number, rank, words, derivation, trees)
                for rank, derivation in enumerate(derivations if words else (), start=1)
            ]
            none = Translation(number, 1, words, words, 0.0, {}, None, False)
            yield dataclasses.replace(told, translations=translations or [none])

    def _translation(
        self,
        number: int,
        rank: int,
        words: tuple[str, ...],
        derivation: Derivation | DecodedDerivation,
        with_tree: bool,
    ) -> Translation:
        tree = None
        if isinstance(derivation, Derivation):
            values = derivation.features
            if with_tree:
                applied = derivation.applications
                tree = build_tree((each, self._alignment(each.grammar, each.rule_id)) for each in applied)
        else:
            row = derivation.features
            values = {self._decoder.feature_names[i]: float(row[i]) for i in np.flatnonzero(row)}
        features = {name: self._scales.get(name, 1.0) * values.get(name, 0.0) for name in self._dense}
        features.update((name, values[name]) for name in sorted(values) if self._is_sparse(name))
        tokens = tuple(_unescape(token) for token in derivation.tokens)
        return Translation(number, rank, words, tokens, derivation.score, features, tree, True)

    def _told(self, found: SearchResult) -> TranslatedSentence:
        """Return a sentence with its forest, if there is one, and without translations yet."""
        if found.forest is None:
            return TranslatedSentence([])
        return TranslatedSentence([], self._forest(found.forest), found.forest.statistics(found.statistics))

    def _forest(self, forest: Forest) -> Forest:
        """Return the forest with Joshua's owners and features, whose values times Joshua's weights make the scores."""
        owners = {str(number): line.owner for number, line in enumerate(self.config.grammars)}
        edges = [
            dataclasses.replace(
                edge,
                grammar=owners.get(edge.grammar, edge.grammar),
                features={
                    name: self._scales.get(name, 1.0) * value
                    for name, value in edge.features.items()
                    if name in self._dense or self._is_sparse(name)
                },
            )
            for edge in forest.edges
        ]
        return dataclasses.replace(forest, edges=tuple(edges))

    def _alignment(self, grammar: str, rule: int) -> str:
        # A negative number is the rule of an unknown word, which no table holds.
        return "0-0" if rule < 0 else self._grammars[int(grammar)].table.rule(rule)[3]

    def _is_sparse(self, name: str) -> bool:
        """Return True for a labelled feature of a grammar, which is printed only where it is not 0."""
        return name in self._table_features and name not in self._dense

    def _check_functions(self) -> None:
        names = [each.name for each in self.config.functions if not each.is_language_model]
        for name in sorted({each for each in names if names.count(each) > 1}):
            if name not in ("PhraseModel", "SourcePath", "ArityPhrasePenalty", "PhrasePenalty"):
                raise ConfigError(f"{self.config.path}: feature function {name} stands twice; once is supported")

    def _oov_value_of(self, version: JoshuaVersion | None) -> float:
        config = self.config
        if version is None:
            negative = config.weights.get("OOVPenalty", 0.0) < 0.0 and not config.oov_list
            version = 5 if negative else 6
            if negative:
                self.notes.append(
                    f"{config.path}: the weight of OOVPenalty is negative, so it counts 1 an unknown word as "
                    "in Joshua 5 (--joshua-version 6 makes it -100)"
                )
        return _OOV_VALUE[version]

    def _unknown_labels(self) -> tuple[tuple[str, float], ...]:
        config = self.config
        if config.oov_list:
            return tuple((label, math.log(prior)) for label, prior in config.oov_list)
        return ((config.default_non_terminal, self._oov_value),)

    def _dense_features(self, models: int) -> tuple[list[str], dict[str, float]]:
        """Return the features that Joshua always prints, in order, and the factors from our values to Joshua's."""
        names: dict[str, None] = {}
        for owner in dict.fromkeys(line.owner for line in self.config.grammars):
            columns = {
                name
                for part, line in zip(self._grammars, self.config.grammars, strict=True)
                if line.owner == owner
                for name in part.table.feature_names
            }
            count = 0  # unlabelled columns are numbered from 0 without gaps; other names are labels
            while f"tm_{owner}_{count}" in columns:
                names[f"tm_{owner}_{count}"] = None
                count += 1
        scales = {f"lm_{number}": 1.0 / _LN10 for number in range(models)}
        number = 0
        for each in self.config.functions:
            if each.is_language_model:
                names[f"lm_{number}"] = None
                number += 1
            elif each.name in ("WordPenalty", "OOVPenalty", "PhrasePenalty"):
                names[each.name] = None
            elif each.name == "ArityPhrasePenalty":
                names["ArityPenalty"] = None
            if each.name == "WordPenalty":
                scales["WordPenalty"] = each.word_value
        return list(names), scales

    def _weights(self) -> dict[str, float]:
        """Return the decoder's weights from Joshua's; a weight without a feature has no effect and is noted."""
        known = {*self._dense, *self._table_features} & set(self._decoder.feature_names)
        unused = sorted(set(self.config.weights) - known)
        if unused:
            shown = ", ".join(unused[:8]) + (", ..." if len(unused) > 8 else "")
            self.notes.append(
                f"{self.config.path}: weights without a feature function or a rule that has the feature "
                f"count nothing: {shown}"
            )
        # A weight is scaled like the value of its feature, so that the product, and so the score, is Joshua's.
        given = {name: weight for name, weight in self.config.weights.items() if name in known}
        return {name: weight * self._scales.get(name, 1.0) for name, weight in given.items()}


def _escape(word: str) -> str:
    for plain, escaped in _ESCAPES:
        word = word.replace(plain, escaped)
    return word


def _unescape(word: str) -> str:
    for plain, escaped in _ESCAPES:
        word = word.replace(escaped, plain)
    return word
