"""The rules of one source of a build: a file, or a pipe, which can be read only once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from simplifier.core import GrammarBlock
from simplifier.languages.language import Language
from simplifier.rules.features.statistics import has_ranked_scores
from simplifier.rules.grammar.batch import RuleBatch, whole_sources
from simplifier.rules.readers import BadLines, read_rules
from simplifier.rules.readers.grammar_text import (
    GRAMMAR_FORMATS,
    grammar_batch,
    grammar_blocks,
    grammar_parser,
)
from simplifier.rules.tables.build_config import SourceConfig
from simplifier.rules.tables.filters import RuleFilter

__all__ = ["RulePart", "RuleStream"]

# A part of a source: a block that the core has parsed, or a batch in Python.
RulePart: TypeAlias = GrammarBlock | RuleBatch


class RuleStream:
    """Reads the rules of a source in parts.

    Attributes:
        source: the configuration.
        policy: what to do about broken lines, and their counts.
        computable: features that can be computed for its rules; the build sets them.
    """

    def __init__(self, source: SourceConfig, language: Language) -> None:
        self.source = source
        self._language = language
        self.policy = BadLines(source.skip_bad_rules)
        self.computable: frozenset[str] = frozenset()
        self._rest: Iterator[RulePart] | None = None
        self._given: frozenset[str] = frozenset()

    def head(self, size: int) -> RuleBatch | None:
        """Return up to ``size`` of the first rules, which `parts` yields again; None if there are no rules."""
        # A file is opened once more by `parts`, so its broken lines are not counted yet. A pipe cannot be read twice:
        # its first part is kept.
        rewinds = self.source.path.is_file()
        parts = self._open(size, BadLines(self.policy.skip) if rewinds else self.policy)
        first = next(parts, None)
        if first is None:
            return None
        if rewinds:
            del parts
        else:
            self._rest = chain([first], parts)
        batch = _batch(first)
        self._given = frozenset(batch.features)
        return batch.slice(0, min(size, len(batch)))

    def parts(self, size: int) -> Iterator[RulePart]:
        """Yield all rules in parts of about ``size``.

        Batches hold all consecutive rules of a source side, so that a filter or a rank sees them together. Where
        there is neither filter nor ranked score, parts come as they are read, and may be blocks of the core.
        """
        parts = self._open(size, self.policy) if self._rest is None else self._rest
        if self.source.filter == RuleFilter() and not has_ranked_scores(self._given):
            return parts
        return whole_sources(map(_batch, parts))

    def _open(self, size: int, policy: BadLines) -> Iterator[RulePart]:
        source = self.source
        if source.format in GRAMMAR_FORMATS:
            parser = grammar_parser(source.format, source.owner)
            return grammar_blocks(source.path, parser, size, policy)
        return iter(read_rules(source.path, source.format, source.owner, size, policy, self._language))


def _batch(part: RulePart) -> RuleBatch:
    return grammar_batch(part) if isinstance(part, GrammarBlock) else part
