"""Counts on a cluster: phrase pairs, n-grams, linked words and patterns with gaps in aligned sentence pairs."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from simplifier.languages import language_named
from simplifier.languages.language import Language
from simplifier.recipes.cluster.session import Rows, Scratch, mapped
from simplifier.rules.extraction import Corpus, SentencePair, count_fates, kept_share
from simplifier.rules.extraction.alignment import Links
from simplifier.rules.extraction.gaps.gap_rules import GapThresholds, best_targets, corpus_patterns
from simplifier.rules.extraction.gaps.pattern_evidence import collect_evidence, evidence_line
from simplifier.rules.extraction.lexical_weights import word_links
from simplifier.rules.extraction.phrase_table import PhraseTable, build_phrase_table

__all__ = ["COUNTS", "count_phrases"]

#: Columns that say what is counted: texts of one or two sides, and a label.
KEYS: Final = ("key0", "key1", "key2")
#: Columns of counts; their meaning depends on the kind of row (`count_phrases`).
COUNTS: Final = tuple(f"n{number}" for number in range(5))
_COUNTED: Final = pa.schema(
    [
        *((name, pa.string()) for name in ("kind", *KEYS)),
        *((name, pa.int64()) for name in COUNTS),
        ("place", pa.int64()),
        ("note", pa.string()),
    ]
)
Row = dict[str, Any]

_EVIDENCE: Final = pa.schema([("source", pa.string()), ("at", pa.int32()), ("evidence", pa.binary())])


def count_phrases(
    scratch: Scratch,
    chunks: DataFrame,
    language: str,
    longest: int,
    least_kept: float,
    simpler: frozenset[int],
    gaps: GapThresholds,
) -> None:
    """Count phrases, n-grams, links and patterns, and keep each kind as a frame.

    ``phrases`` has a row for each source, target and label. Its `COUNTS` are occurrences, agreeing, flanks, and
    occurrences in simplifying text; its note has links and tags of the first occurrence. ``ngrams`` counts how often an
    n-gram is kept, replaced, dropped, on complex sides, and on simple sides. ``links`` counts pairs of linked words.
    ``sums`` has one row: pairs, links, simplifying pairs, phrase pairs and kept phrases together, and occurrences of
    patterns. ``gaps`` has the evidence for patterns with gaps.

    Args:
        scratch: where the frames are kept.
        chunks: the chunks of pairs, with the pickled columns ``pairs`` and ``links``.
        language: code of the language.
        longest: most words of a phrase.
        least_kept: least share of the words of its shorter side that a pair must keep, 0 to 1.
        simpler: numbers of the files whose second side is simpler.
        gaps: the evidence that a pattern needs.
    """
    make = partial(_counted, language, longest, least_kept, simpler)
    counted = scratch.keep("counted", mapped(chunks, make, _COUNTED), by="kind")
    totals = [sql.sum(name).alias(name) for name in COUNTS]
    note = sql.min_by("note", "place").alias("note")
    keys = {"phrases": KEYS, "ngrams": KEYS[:1], "links": KEYS[:2], "sums": ()}
    for kind, columns in keys.items():
        of_kind = counted.filter(sql.col("kind") == kind)
        scratch.keep(kind, of_kind.groupBy(*columns).agg(*totals, *([note] if kind == "phrases" else [])))
    lines = counted.filter("kind = 'gaps'").select("key0", "key1")
    sorted_lines = lines.repartition("key0").sortWithinPartitions("key1")
    scratch.keep("gaps", mapped(sorted_lines, partial(_evidence, language, gaps), _EVIDENCE))


def _counted(language: str, longest: int, least_kept: float, simpler: frozenset[int], rows: Rows) -> Rows:
    spoken = language_named(language)
    for row in rows:
        found: list[tuple[int, SentencePair]] = pickle.loads(row["pairs"])
        every: list[Links] = pickle.loads(row["links"])
        close = [
            (file, pair, links)
            for (file, pair), links in zip(found, every, strict=True)
            if kept_share(pair.source, pair.target, links) >= least_kept
        ]
        pairs, links = [pair for _, pair, _ in close], [points for _, _, points in close]
        simplifying = np.array([file in simpler for file, _, _ in close], dtype=np.bool_)
        yield from _of_chunk(row["chunk"], pairs, links, simplifying, longest, spoken)


def _row(kind: str, keys: Sequence[str], counts: Sequence[int] = (), place: int = 0, note: str = "") -> Row:
    values = dict(zip(COUNTS, (*counts, *(0 for _ in COUNTS[len(counts) :])), strict=True))
    sides = dict(zip(KEYS, (*keys, "", "", ""), strict=False))
    return {"kind": kind, **sides, **values, "place": place, "note": note}


def _of_chunk(
    chunk: int,
    pairs: list[SentencePair],
    links: list[Links],
    simplifying: Any,
    longest: int,
    language: Language,
) -> Rows:
    if not pairs:
        return
    corpus = Corpus(pairs, links, longest, language)
    changed, identities = corpus.changed(), corpus.identities()
    table = build_phrase_table(corpus, changed, identities, simplifying)
    columns = (table.counts, table.agreeing, table.flanks, table.simplifying)
    sides = corpus.ngrams.texts(table.sources), corpus.ngrams.texts(table.targets)
    notes = _notes(table)
    for at, (source, target, label, *counts) in enumerate(
        zip(*sides, table.labels.tolist(), *(column.tolist() for column in columns), strict=True)
    ):
        # A chunk has one row for each phrase pair, so the least chunk number finds the note of the first occurrence.
        yield _row("phrases", (source, target, corpus.labels[label]), counts, chunk, notes[at])
    fates = count_fates(corpus, changed, identities, simplifying)
    fated = (fates.kept, fates.replaced, fates.dropped, fates.complex, fates.simple)
    texts = corpus.ngrams.texts(np.arange(len(corpus.ngrams)))
    for text, *counts in zip(texts, *(column.tolist() for column in fated), strict=True):
        yield _row("ngrams", (text,), counts)
    for linked, count in word_links(pairs, links).items():
        yield _row("links", linked, (count,))
    chosen = np.flatnonzero(simplifying).tolist()
    patterns = 0
    for pattern, lhs in corpus_patterns([pairs[n] for n in chosen], [links[n] for n in chosen], language):
        line = evidence_line(pattern, lhs, 1.0).rstrip("\n")
        yield _row("gaps", (line.partition("\t")[0], line))
        patterns += 1
    sizes = (len(pairs), sum(map(len, links)), len(chosen), len(changed) + len(identities), patterns)
    yield _row("sums", (), sizes)


def _notes(table: PhraseTable) -> list[str]:
    """Return links, a tab and tags of the first occurrence of each phrase pair; empty if both sides are equal."""
    notes = [""] * len(table)
    rows = np.flatnonzero(table.sources != table.targets)
    tags, alignments = table.examples.target_tags(rows), table.examples.alignments(rows)
    for at, own, points in zip(rows.tolist(), tags, alignments, strict=True):
        notes[at] = f"{points}\t{' '.join(own)}"
    return notes


def _evidence(language: str, gaps: GapThresholds, rows: Rows) -> Rows:
    """Yield the evidence for the patterns of a piece, which has all lines of each of its source patterns."""
    lines = (row["key1"].split("\t") for row in rows)
    evidence = best_targets(collect_evidence(lines, gaps.fillers), gaps, language_named(language))
    for source, group in groupby(evidence, key=lambda pair: pair.source):
        for at, pair in enumerate(group):
            yield {"source": source, "at": at, "evidence": pickle.dumps(pair)}
