"""Packed tables made from packed tables: the rules of a text, of some sources, or of several tables."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, InputError, nearest
from simplifier.base.temporary import scratch_folder
from simplifier.core import CoreInputError, RuleTable, TableBuilder, applicable_sources, rule_columns
from simplifier.rules.features import Registry, build_registry

__all__ = ["applicable_rules", "filter_table", "keep_sources", "merge_tables", "new_builder"]

_LINES = 10_000
_RULES = 100_000


def applicable_rules(table: RuleTable, sentences: Iterable[Sequence[str]], span_limit: int = 0) -> NDArray[np.uint32]:
    """Return the numbers of the rules that can apply somewhere in the sentences.

    The words of a source side must follow each other, with one or more tokens for every nonterminal. It is not
    tested whether a nonterminal with its label can be built there, so no rule of any derivation is missing.

    Args:
        table: the packed table.
        sentences: decoder forms of each sentence.
        span_limit: most tokens that a rule may cover; 0 is no limit.
    """
    marks = np.zeros(table.source_count, dtype=np.bool_)
    lines = (" ".join(sentence) for sentence in sentences)
    while chunk := list(islice(lines, _LINES)):
        marks |= applicable_sources(table, chunk, span_limit)
    return np.flatnonzero(marks[table.source_numbers()]).astype(np.uint32)


def filter_table(table: RuleTable, out: Path, sentences: Iterable[Sequence[str]], span_limit: int = 0) -> int:
    """Write the rules that can apply to the sentences as a new table, and return their number.

    Decoding those sentences gives the same bytes with either table, because values, the order of rules and the
    labels that charts tell apart stay as they are.

    Raises:
        InputError: no rule applies, or the table cannot be written.
    """
    rules = applicable_rules(table, sentences, span_limit)
    if not len(rules):
        raise InputError(f"{table.path}: none of its {len(table)} rules applies to the text; is it of their language?")
    metadata = json.loads(table.metadata or "{}") | {"filtered": {"span_limit": span_limit}}
    names = table.feature_names
    with scratch_folder(out) as scratch:
        builder = new_builder(
            out, names, [0.0] * len(names), table.provenance, metadata, str(scratch), exact=table.exact
        )
        builder.copy(table, rules, keep_nonterminals=True)
        return builder.finish()


def keep_sources(table: RuleTable, out: Path, names: Collection[str]) -> int:
    """Write the rules that at least one of the named sources holds as a new table, and return their number.

    A rule that other sources hold too keeps the values that came from them.

    Raises:
        ConfigError: the table has no source of that name.
        InputError: no rule is left, or the table cannot be written.
    """
    known = table.provenance
    for name in names:
        if name not in known:
            raise ConfigError(f"{table.path}: has no rules of a source {name!r}{nearest(name, known)}")
    mask = sum(1 << place for place, name in enumerate(known) if name in names)
    bits = np.concatenate(
        [rule_columns(table, start, min(start + _RULES, len(table)))[4] for start in range(0, len(table), _RULES)]
    )
    rules = np.flatnonzero(bits & mask).astype(np.uint32)
    if not len(rules):
        raise InputError(f"{table.path}: no rule comes from {', '.join(sorted(names)) or 'nowhere'}")
    metadata = json.loads(table.metadata or "{}") | {"kept_sources": sorted(names)}
    features = table.feature_names
    with scratch_folder(out) as scratch:
        builder = new_builder(out, features, [0.0] * len(features), known, metadata, str(scratch), exact=table.exact)
        builder.copy(table, rules, keep_nonterminals=True)
        return builder.finish()


def merge_tables(tables: Sequence[RuleTable], out: Path, registry: Registry | None = None, exact: bool = False) -> int:
    """Write the rules of several tables as one table, and return their number.

    Rules of several tables with the same label, source and target become one rule: provenances are united, and
    each feature follows its registered merge policy. A feature that a table does not store gets its registered
    default. If one of the tables is exact, so is the result, and the values of the others stay as those tables
    have them.

    Args:
        tables: in the order of their sources.
        out: the table to write.
        registry: the register of features; None takes `build_registry` without resources.
        exact: write an exact table whatever the others are.

    Raises:
        InputError: more than 32 sources of rules altogether, or the table cannot be written.
    """
    specs = registry or build_registry()
    names = list(dict.fromkeys(name for table in tables for name in table.feature_names))
    provenance = list(dict.fromkeys(name for table in tables for name in table.provenance))
    if len(provenance) > 32:  # a rule's provenance is a set of 32 bits
        raise InputError(f"{len(provenance)} sources of rules; a table tells at most 32 apart")
    # Metadata beside those of sources and features are taken from the first table.
    told = [json.loads(table.metadata or "{}") for table in tables]
    metadata: dict[str, object] = {
        **told[0],
        "merged": [Path(table.path).name for table in tables],
        "sources": [source for one in told for source in one.get("sources", ())],
        "features": {name: spec for one in told for name, spec in one.get("features", {}).items()},
    }
    defaults = [specs[name].default if name in specs else 0.0 for name in names]
    merges: list[str] = [specs[name].merge if name in specs else "max" for name in names]
    with scratch_folder(out) as scratch:
        exact = exact or any(table.exact for table in tables)
        builder = new_builder(out, names, defaults, provenance, metadata, str(scratch), merges, exact)
        for table in tables:
            builder.copy(table, np.arange(len(table), dtype=np.uint32))
        return builder.finish()


def new_builder(
    out: Path,
    names: Sequence[str],
    defaults: Sequence[float],
    provenance: Sequence[str],
    metadata: dict[str, object],
    scratch: str,
    merges: Sequence[str] = (),
    exact: bool = False,
) -> TableBuilder:
    """Begin a table; metadata are written as JSON.

    Raises:
        InputError: the core refuses an argument.
    """
    try:
        return TableBuilder(
            str(out),
            list(names),
            list(defaults),
            list(provenance),
            json.dumps(metadata, sort_keys=True),
            scratch,
            1024,
            list(merges),
            exact,
        )
    except CoreInputError as error:
        raise InputError(str(error)) from None
