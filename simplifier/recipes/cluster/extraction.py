"""Rules from sentence pairs on a Spark cluster: the files of `simplifier.recipes.data.extract_rules`, byte for byte.

The workers read, tokenise and tag the pairs, and count phrases, n-grams, linked words and patterns. The counts are then
grouped by phrase, n-gram, pair of words or pattern. Two things must fit into the memory of the driver: the alignment
model of the words that the sides of a pair do not share, and the distinct phrases with their counts. The driver makes
probabilities and rules with the same functions as on one machine.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as compute
from numpy.typing import NDArray
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from simplifier.batch.spark.job import told
from simplifier.languages import Language
from simplifier.recipes.cluster.phrase_counts import COUNTS, count_phrases
from simplifier.recipes.cluster.sentence_pairs import chunks_of, pairs_of, read_report
from simplifier.recipes.cluster.session import Scratch, session_for_scripts
from simplifier.recipes.data.extract_rules import Extracted, licences, thresholds, write_files
from simplifier.recipes.data.parallel_text import near_index
from simplifier.recipes.places import Places
from simplifier.recipes.sections import ParallelText
from simplifier.rules.extraction import Aligner, phrase_evidence
from simplifier.rules.extraction.alignment import CellCollector, Links
from simplifier.rules.extraction.gaps.gap_rules import PARALLEL_SCORE, gap_rules
from simplifier.rules.extraction.lexical_weights import LexicalWeights
from simplifier.rules.extraction.phrase_grammar import select_rules
from simplifier.rules.extraction.phrase_table import PhraseTable
from simplifier.rules.extraction.probabilities import conditional_costs
from simplifier.rules.extraction.propensity import PhraseFates
from simplifier.rules.grammar.batch import RuleBatch

__all__ = ["extract_with_spark", "session_for_scripts"]

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Phrases in a column of a table; the number of a phrase is its row."""

    column: Any

    def __len__(self) -> int:
        return len(self.column)

    def lengths(self, numbers: IntArray) -> IntArray:
        spaces = compute.count_substring(self.column, " ").to_numpy().astype(np.int64)
        lengths: IntArray = spaces[numbers] + 1
        return lengths

    def texts(self, numbers: IntArray) -> list[str]:
        texts: list[str] = self.column.take(pa.array(numbers)).to_pylist()
        return texts


@dataclass(frozen=True, slots=True)
class _Notes:
    """First occurrences of phrase pairs as `count_phrases` keeps them: links, a tab, tags."""

    column: Any

    def target_tags(self, rows: IntArray) -> list[tuple[str, ...]]:
        return [tuple(note.partition("\t")[2].split(" ")) for note in self._notes(rows)]

    def alignments(self, rows: IntArray) -> list[str]:
        return [note.partition("\t")[0] for note in self._notes(rows)]

    def _notes(self, rows: IntArray) -> list[str]:
        notes: list[str] = self.column.take(pa.array(rows)).to_pylist()
        return notes


def extract_with_spark(
    session: SparkSession,
    recipe: ParallelText,
    near: Sequence[str],
    places: Places,
    tagger_file: Path,
    output: Path,
    language: Language,
    report: Callable[[str], None],
) -> None:
    """Extract rules and phrase values as `simplifier.recipes.data.extract_rules.extract` does, with its arguments.

    Checkout, data, tagger and output must have the same paths on all machines. Intermediate results lie in a folder
    within the output and are removed at the end.
    """
    try:
        _extract(session, recipe, near, places, tagger_file, output, language, report)
    except PySparkException as error:
        raise told(error, str(output)) from error


def _extract(
    session: SparkSession,
    recipe: ParallelText,
    near: Sequence[str],
    places: Places,
    tagger_file: Path,
    output: Path,
    language: Language,
    report: Callable[[str], None],
) -> None:
    output.mkdir(parents=True, exist_ok=True)
    files = places.paths(recipe.simplifying | recipe.splitting)
    simpler = {places.path(place).name for place in recipe.simplifying}
    simpler_files = frozenset(number for number, path in enumerate(files) if path.name in simpler)
    index = near_index(places.paths(near), language)
    with tempfile.TemporaryDirectory(dir=output, prefix=".spark-") as folder:
        scratch = Scratch(session, Path(folder).resolve())
        pairs_of(scratch, [path.resolve() for path in files], index, language.code, tagger_file.resolve())
        read = read_report(scratch, files)
        count, chunks = chunks_of(scratch, language.code, recipe.per_pattern)
        report(f"{count} pairs read")
        linked = chunks.select("chunk", "pairs").join(_aligned(scratch, language), "chunk")
        # One piece per chunk, so that the counting is spread evenly over the workers.
        linked = linked.repartition(max(2, chunks.count()), "chunk")
        limits = thresholds(recipe.gaps)
        count_phrases(scratch, linked, language.code, recipe.longest, recipe.least_kept, simpler_files, limits)
        (sums,) = scratch.table("sums").to_pylist()
        used, links, simplifying, phrases, patterns = (sums[name] for name in COUNTS)
        report(f"{links} links in {used} pairs that keep enough words, {simplifying} of them simplifying")
        report(f"{phrases} phrase pairs and kept phrases")
        pairs = scratch.table("links", ["key0", "key1", "n0"]).to_pydict()
        lexical = LexicalWeights(dict(zip(zip(pairs["key0"], pairs["key1"], strict=True), pairs["n0"], strict=True)))
        gathered = scratch.table("gaps").sort_by([("source", "ascending"), ("at", "ascending")])
        patterns_found = (pickle.loads(one) for one in gathered.column("evidence").to_pylist())
        gaps, families = gap_rules(patterns_found, limits, PARALLEL_SCORE, language, lexical)
        rules, phrases, fates = _rules(scratch, language, lexical)
        evidence = phrase_evidence(fates, phrases.lengths(np.arange(len(phrases))))
        whole = Extracted(rules, gaps, families, patterns, phrases, fates, evidence, read, used)
        write_files(whole, recipe, licences(recipe, places), output, report)


def _aligned(scratch: Scratch, language: Language) -> Any:
    """Align all chunks on the driver, and keep their links."""
    # All pairs are aligned in the order of the files, as on one machine, and their links come back in this order.
    chunks = scratch.table("chunks", ["chunk", "cells", "anchors"]).sort_by("chunk").to_pylist()
    cells, anchors, sizes = CellCollector(language), [], []
    for chunk in chunks:
        cells.extend(pickle.loads(chunk["cells"]))
        own: list[Links] = pickle.loads(chunk["anchors"])
        anchors += own
        sizes.append(len(own))
    links = Aligner(language).linked(anchors, cells)
    ends = np.cumsum(sizes).tolist()
    blobs = [pickle.dumps(links[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    numbers = pa.array([chunk["chunk"] for chunk in chunks], pa.int32())
    return scratch.put("aligned", pa.table({"chunk": numbers, "links": pa.array(blobs, pa.binary())}))


def _rules(scratch: Scratch, language: Language, lexical: LexicalWeights) -> tuple[RuleBatch, _Phrases, PhraseFates]:
    """Return rules, phrases and their fates from the counts."""
    ngrams = scratch.table("ngrams").combine_chunks()
    phrases = _Phrases(ngrams.column("key0"))
    fates = PhraseFates(*(ngrams.column(name).to_numpy() for name in COUNTS))
    evidence = phrase_evidence(fates, phrases.lengths(np.arange(len(phrases))))
    table = scratch.table("phrases").combine_chunks()
    labels = sorted(compute.unique(table.column("key2")).to_pylist())

    def numbers(side: str, known: Any) -> IntArray:
        found: IntArray = compute.index_in(table.column(side), known).to_numpy().astype(np.int64)
        return found

    sources, targets = numbers("key0", phrases.column), numbers("key1", phrases.column)
    own = numbers("key2", pa.array(labels))
    counts, agreeing, flanks, simplifying = (table.column(name).to_numpy() for name in COUNTS[:4])
    costs = conditional_costs(counts, sources, targets, own)
    notes = _Notes(table.column("note"))
    counted = PhraseTable(sources, targets, own, counts, agreeing, flanks, simplifying, notes, costs)
    return select_rules(counted, phrases, labels, language, evidence, lexical), phrases, fates
