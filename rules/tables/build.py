"""Building a packed rule table: stream sources, label, compute features, filter, pack.

Memory stays bounded whatever the size of the sources: there is one batch in flight, a vocabulary of limited
size, and the limit of the table builder itself.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import ParamSpec, TypeVar

import numpy as np

from simplifier.base.errors import InputError
from simplifier.core import CoreInputError, GrammarBlock, TableBuilder
from simplifier.languages.registry import language_named
from simplifier.rules.features import EncodedBatch, FeatureSpec, Registry, Vocabulary, build_registry
from simplifier.rules.features.statistics import SELF_RULE_VALUES, rank_targets
from simplifier.rules.grammar.batch import FloatColumn, RuleBatch
from simplifier.rules.grammar.symbols import DEFAULT_LABEL, GOAL_LABEL
from simplifier.rules.readers.grammar_text import grammar_batch
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.tables.build_config import BuildConfig, SourceConfig
from simplifier.rules.tables.labelling import Labelling
from simplifier.rules.tables.resources import load_labelling, load_resources, load_vocabulary
from simplifier.rules.tables.rule_stream import RuleStream

__all__ = ["SELF_RULES", "BuildReport", "SourceReport", "build_table"]

SELF_RULES = "self"

_BATCH = 50_000
_PROBE = 2_000  # rules of each source that decide which features the table stores
_LARGEST_VOCABULARY = 2_000_000  # symbols; a larger one is begun anew
_NOT_WORDS = frozenset({"<s>", "</s>", "<unk>"})

Progress = Callable[[str, int], None]
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(slots=True)
class SourceReport:
    """What became of one source: rules read, rules added (one for each label), rules dropped by reason."""

    name: str
    read: int = 0
    added: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    bad_lines: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class BuildReport:
    """What a build did: rules in the table after merging, seconds taken, features stored, and its sources."""

    rules: int
    seconds: float
    features: list[str]
    sources: list[SourceReport]


def build_table(config: BuildConfig, out: Path, progress: Progress | None = None) -> BuildReport:
    """Build a packed rule table; the file appears under its name only when it is complete.

    Args:
        config: sources, resources, features.
        out: the table to write.
        progress: called with a source's name and the number of rules read since the last call.

    Raises:
        InputError: a file that cannot be read or written.
        FormatError: a broken rule or resource.
        ConfigError: a feature name that is not registered, or names that collide.
    """
    started = time.monotonic()
    if not out.parent.is_dir():
        raise InputError(f"{out}: no such folder {str(out.parent)!r}; make it first")
    build = _Build(config, out, progress or (lambda name, count: None))
    reports = [build.add_source(index) for index in range(len(config.sources))]
    if config.self_rules is not None:
        reports.append(build.add_self_rules())
    rules = build.finish()
    return BuildReport(rules, time.monotonic() - started, build.names, reports)


class _Build:
    """One build under way."""

    def __init__(self, config: BuildConfig, out: Path, progress: Progress) -> None:
        self._config = config
        self._progress = progress
        self._language = language_named(config.language)
        self._registry: Registry = build_registry(load_resources(config, self._language))
        self._labelling: Labelling = load_labelling(config, self._language)
        self._exclusions = read_exclusions(config.exclusions)
        self._vocabulary = Vocabulary()
        self._source_words: set[str] = set()
        self._streams = [RuleStream(source, self._language) for source in config.sources]
        specs = self._stored_features()
        self.names = [spec.name for spec in specs]
        provenance = [source.name for source in config.sources]
        if config.self_rules is not None:
            provenance.append(SELF_RULES)
        self._builder = TableBuilder(
            str(out),
            self.names,
            [spec.default for spec in specs],
            provenance,
            json.dumps(_metadata(config, specs), sort_keys=True),
            str(out.parent),
            config.memory_limit_mb,
            [spec.merge for spec in specs],
            config.stores_exactly,
        )

    def add_source(self, index: int) -> SourceReport:
        stream = self._streams[index]
        source = stream.source
        report = SourceReport(source.name, bad_lines=stream.policy.counts)
        for part in stream.parts(_BATCH):
            self._progress(source.name, len(part))
            report.read += len(part)
            # The short way: the core packs what it has parsed. Blocks come only from sources without filters and
            # ranks (`RuleStream.parts`); whatever asks to see single rules takes the way through Python.
            if isinstance(part, GrammarBlock):
                if not self._exclusions and self._is_complete(part, stream):
                    self._add_block(part, index, source, report)
                    continue
                part = grammar_batch(part)
            wanted = self._exclusions.select(rank_targets(part), report.dropped)
            self._add(source.filter.select(wanted, report.dropped, self._language), index, source, report)
        return report

    def add_self_rules(self) -> SourceReport:
        assert self._config.self_rules is not None
        report = SourceReport(SELF_RULES)
        words = self._source_words | set(load_vocabulary(self._config.self_rules))
        ordered = iter(sorted(filter(_is_word, words)))
        while chunk := list(islice(ordered, _BATCH)):
            self._progress(SELF_RULES, len(chunk))
            report.read += len(chunk)
            self._add(_self_rules(chunk), len(self._config.sources), None, report)
        return report

    def finish(self) -> int:
        return _checked(self._builder.finish)

    def _is_complete(self, block: GrammarBlock, stream: RuleStream) -> bool:
        """Return whether every rule of the block came with all stored features that could be computed for it."""
        complete = set(block.complete_features)
        return not any(name in stream.computable and name not in complete for name in self.names)

    def _add_block(self, block: GrammarBlock, provenance: int, source: SourceConfig, report: SourceReport) -> None:
        """Add the rules of a block as the core has parsed them."""
        self._refuse_unknown(block.feature_names, source)
        _checked(self._builder.add_block, block, provenance, source.label)
        if self._config.self_rules is not None and self._config.self_rules.sources:
            self._source_words.update(block.source_words())
        report.added += len(block)

    def _add(self, batch: RuleBatch, provenance: int, source: SourceConfig | None, report: SourceReport) -> None:
        if not len(batch):
            return
        encoded, features = self._compute(batch, source)
        if source is not None:
            keep = source.filter.passes(features, len(encoded), report.dropped)
            if source.filter.drop_label_clashes and encoded.labels_agree is not None:
                report.dropped["label clash"] += int((keep & ~encoded.labels_agree).sum())
                keep &= encoded.labels_agree
            features = {name: column[keep] for name, column in features.items()}
            rules, lhs = encoded.rules.select(keep), [a for a, k in zip(encoded.lhs, keep, strict=True) if k]
            if self._config.self_rules is not None and self._config.self_rules.sources:
                self._remember_words(encoded)
        else:
            rules, lhs = encoded.rules, encoded.lhs
        self._refuse_unknown(features, source)
        matrix = self._matrix(features, len(rules))
        _checked(self._builder.add, lhs, rules.sources, rules.targets, matrix, rules.alignments, provenance)
        report.added += len(rules)
        if len(self._vocabulary) > _LARGEST_VOCABULARY:
            self._vocabulary = Vocabulary()

    def _encode(self, batch: RuleBatch, source: SourceConfig | None) -> EncodedBatch:
        labelled = self._labelling.label(batch, None if source is None else source.label)
        return EncodedBatch(labelled.rules, labelled.lhs, self._vocabulary, labelled.agree)

    def _compute(self, batch: RuleBatch, source: SourceConfig | None) -> tuple[EncodedBatch, dict[str, FloatColumn]]:
        encoded = self._encode(batch, source)
        wanted = None if source is None else {*self.names, *source.filter.minimum, *source.filter.maximum}
        return encoded, self._registry.compute(encoded, wanted)

    def _matrix(self, features: dict[str, FloatColumn], size: int) -> FloatColumn:
        matrix = np.full((size, len(self.names)), np.nan, dtype=np.float32)
        for index, name in enumerate(self.names):
            if name in features:
                matrix[:, index] = features[name]
        return matrix

    def _remember_words(self, encoded: EncodedBatch) -> None:
        words = self._vocabulary.words
        numbers = np.unique(encoded.source.ids[encoded.source.terminal])
        self._source_words.update(words[number] for number in numbers.tolist())

    def _stored_features(self) -> list[FeatureSpec]:
        """Return the features that the table stores: those asked for, or all that the sources' first rules have."""
        # The builder has to know its features before the first rule, so the head of every source is read first.
        found: dict[str, None] = {}
        self._seen: set[str] = set()
        for stream in self._streams:
            batch = stream.head(_PROBE)
            if batch is None:
                path = stream.source.path
                raise InputError(f"{path}: no rules; leave the source out or name another file")
            encoded = self._encode(rank_targets(batch), stream.source)
            stream.computable = self._registry.computable(encoded)
            found.update(dict.fromkeys([*encoded.given, *stream.computable]))
        self._seen.update(found)
        registered = [spec for _, spec in self._registry if spec.level == "rule"]
        names = self._config.features or [
            *(spec.name for spec in registered if spec.name in found),
            *(name for name in found if name not in self._registry),
        ]
        return [self._spec(name, found) for name in names if name not in self._config.without_features]

    def _spec(self, name: str, found: dict[str, None]) -> FeatureSpec:
        if name in found and name not in self._registry:
            return FeatureSpec(name, "as in the source of the rules", "value of the source")
        return self._registry[name]

    def _refuse_unknown(self, features: Iterable[str], source: SourceConfig | None) -> None:
        if self._config.features or source is None:
            return
        # The first rules of the sources decided what the table stores; a later feature would be lost in silence.
        late = sorted(set(features) - self._seen - set(self._config.without_features))
        if late:
            raise InputError(
                f"{source.path}: feature {late[0]!r} first appears after the first {_PROBE} rules; "
                "list the features to store under 'features'"
            )


def _self_rules(words: list[str]) -> RuleBatch:
    values = {name: np.full(len(words), value, dtype=np.float32) for name, value in SELF_RULE_VALUES.items()}
    return RuleBatch(words, list(words), None, values)


def _is_word(text: str) -> bool:
    """Return whether a vocabulary entry can stand in a sentence: no marker such as ``<s>``, nothing like a gap."""
    return text not in _NOT_WORDS and not (len(text) > 2 and text[0] == "[" and text[-1] == "]")


def _metadata(config: BuildConfig, specs: list[FeatureSpec]) -> dict[str, object]:
    return {
        "default_label": DEFAULT_LABEL,
        "goal_label": GOAL_LABEL,
        "sources": [
            {"name": source.name, "format": source.format, "file": source.path.name} for source in config.sources
        ],
        "features": {spec.name: {"formula": spec.formula, "unit": spec.unit, "merge": spec.merge} for spec in specs},
    }


def _checked(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call the core; its `CoreInputError` becomes an `InputError`."""
    try:
        return call(*args, **kwargs)
    except CoreInputError as error:
        raise InputError(str(error)) from None
