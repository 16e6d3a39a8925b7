"""Extract rules with statistics from complex-simple sentence pairs, and how often each phrase is changed.

    simplifier rules extract RECIPE --data DATA --tagger tagger.bin --output FOLDER

The section ``[parallel]`` of the recipe names the files of pairs and the settings. Written into FOLDER:

    parallel.rules.gz   labelled grammar (PPDB 1.0), sorted by source side
    gaps.rules.gz       rules with one or two gaps, in the same format
    propensity.tsv.gz   per phrase: relative log-odds of change, of dropping and of simple text, and counts
    parallel.json       sources, licences, pairs read and left out, settings, sizes
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simplifier.base.temporary import scratch_folder
from simplifier.base.writing import write_gzip_lines, write_text
from simplifier.languages import Language
from simplifier.languages.analysis.tagger import Tagger
from simplifier.recipes.data.parallel_text import ParallelReport, TrigramIndex, near_index, read_parallel
from simplifier.recipes.places import Places
from simplifier.recipes.sections import Gaps, ParallelText
from simplifier.rules import extraction
from simplifier.rules.extraction import Aligner, Corpus, SentencePair
from simplifier.rules.extraction.gaps.gap_rules import (
    PARALLEL_SCORE,
    GapThresholds,
    add_corpus_evidence,
    gap_rules,
)
from simplifier.rules.extraction.gaps.pattern_evidence import EvidenceSorter, collect_evidence
from simplifier.rules.extraction.lexical_weights import LexicalWeights, word_links
from simplifier.rules.extraction.phrase_table import Phrases
from simplifier.rules.extraction.propensity import PhraseEvidence, PhraseFates
from simplifier.rules.grammar.batch import RuleBatch

__all__ = ["Extracted", "extract", "licences", "thresholds", "write_files"]


def thresholds(gaps: Gaps) -> GapThresholds:
    """Return the evidence that a pattern needs."""
    return GapThresholds(gaps.fillers, gaps.share, gaps.log_weight)


@dataclass(frozen=True, slots=True)
class Extracted:
    """Results of extraction from sentence pairs.

    Attributes:
        rules: rules of words and phrases.
        gaps: rules with gaps.
        families: number of kept patterns with gaps, by family.
        patterns: number of occurrences of patterns with gaps.
        phrases: the phrases, by number.
        fates: counts of what happened to each phrase.
        evidence: the same as log-odds.
        read: numbers of pairs that were read and left out.
        pairs_used: number of pairs from which rules were extracted.
    """

    rules: RuleBatch
    gaps: RuleBatch
    families: Mapping[str, int]
    patterns: int
    phrases: Phrases
    fates: PhraseFates
    evidence: PhraseEvidence
    read: ParallelReport
    pairs_used: int


def propensity_lines(found: Extracted, recipe: ParallelText) -> Iterator[str]:
    """Yield the header and a line for every phrase seen often enough, sorted by phrase."""
    fates, evidence, phrases = found.fates, found.evidence, found.phrases
    lengths = phrases.lengths(np.arange(len(phrases)))
    least = np.where(lengths == 1, recipe.least_word_count, recipe.least_phrase_count)
    chosen = np.flatnonzero(fates.complex + fates.simple >= least)
    yield "phrase\tchange\tdrop\tsimple\tkept\treplaced\tdropped\tcomplex\tsimple_count"
    values = (evidence.change, evidence.drop, evidence.simple)
    counts = (fates.kept, fates.replaced, fates.dropped, fates.complex, fates.simple)
    columns = [column[chosen].tolist() for column in (*values, *counts)]
    texts = phrases.texts(chosen)
    for place in sorted(range(len(texts)), key=texts.__getitem__):
        numbers = [f"{column[place]:.3f}" for column in columns[:3]]
        numbers += [str(column[place]) for column in columns[3:]]
        yield "\t".join([texts[place], *numbers])


def write_files(
    found: Extracted,
    recipe: ParallelText,
    sources: Mapping[str, str],
    output: Path,
    report: Callable[[str], None],
) -> None:
    """Write the four files of an extraction.

    Args:
        found: the results.
        recipe: settings of the extraction.
        sources: licences by name of the file of pairs.
        output: folder to write to.
        report: receives each line of progress.
    """
    write_gzip_lines(output / "propensity.tsv.gz", propensity_lines(found, recipe))
    write_gzip_lines(output / "gaps.rules.gz", extraction.format_rules(found.gaps))
    kept = sum(found.families.values())
    report(f"{found.patterns} occurrences of patterns, {kept} kept, {len(found.gaps)} rules with gaps")
    summary = {
        "sources": sources,
        "pairs_read": found.read.read,
        "pairs_kept": found.read.kept,
        "pairs_dropped": found.read.dropped,
        "pairs_used": found.pairs_used,
        "settings": {name: getattr(recipe, name) for name in ("longest", "per_pattern", "least_kept")},
        "rules": len(found.rules),
        "gap_rules": len(found.gaps),
        "gap_patterns": dict(found.families),
    }
    write_text(output / "parallel.json", json.dumps(summary, indent=1) + "\n")
    write_gzip_lines(output / "parallel.rules.gz", extraction.format_rules(found.rules))
    report(f"{len(found.rules)} rules written")


def licences(recipe: ParallelText, places: Places) -> dict[str, str]:
    """Return the licences of the files of pairs, by name of the file."""
    sources = recipe.simplifying | recipe.splitting
    return {places.path(place).name: licence for place, licence in sources.items()}


def read_pairs(
    paths: Iterable[Path], near: TrigramIndex, language: Language, tagger: Tagger, report: ParallelReport
) -> tuple[list[SentencePair], list[str]]:
    """Return the tagged pairs of files, and for each pair the name of its file."""
    files: list[str] = []

    def sides() -> Iterator[tuple[list[str], list[str]]]:
        for name, source, target in read_parallel(paths, near, language, report):
            files.append(name)
            yield source, target

    return list(extraction.tag_pairs(sides(), tagger)), files


def extract(
    recipe: ParallelText,
    near: Sequence[str],
    places: Places,
    tagger_file: Path,
    output: Path,
    language: Language,
    report: Callable[[str], None],
) -> None:
    """Extract the rules and the phrase values of parallel text.

    Args:
        recipe: files of pairs, and settings.
        near: places of the files of sentences that no pair may be near.
        places: the folders of the build.
        tagger_file: tagger model.
        output: folder to write the files to; made if it is missing.
        language: language of the pairs.
        report: receives each line of progress.

    Raises:
        InputError: a file cannot be read.
        FormatError: a line of the data is broken, or the tagger file is no tagger model.
    """
    output.mkdir(parents=True, exist_ok=True)
    counts = ParallelReport()
    sources = recipe.simplifying | recipe.splitting
    names = licences(recipe, places)
    simpler = {places.path(place).name for place in recipe.simplifying}
    index = near_index(places.paths(near), language)
    read, files = read_pairs(places.paths(sources), index, language, Tagger.load(tagger_file), counts)
    chosen = extraction.first_of_patterns(read, language, recipe.per_pattern)
    pairs = [read[number] for number in chosen]
    simplifying = np.array([files[number] in simpler for number in chosen])
    report(f"{len(read)} pairs, {len(pairs)} of them no more of a pattern, {simplifying.sum()} simplifying")
    # Alignment learns from all pairs together, so pairs that keep too few words are left out only afterwards.
    links = Aligner(language).align(pairs)
    shares = [
        extraction.kept_share(pair.source, pair.target, points) for pair, points in zip(pairs, links, strict=True)
    ]
    close = [number for number, share in enumerate(shares) if share >= recipe.least_kept]
    pairs, links = [pairs[number] for number in close], [links[number] for number in close]
    simplifying = simplifying[close]
    report(f"{sum(map(len, links))} links in {len(pairs)} pairs that keep enough words")
    corpus = Corpus(pairs, links, recipe.longest, language)
    changed, identities = corpus.changed(), corpus.identities()
    report(f"{len(changed)} phrase pairs, {len(identities)} kept phrases")
    fates = extraction.count_fates(corpus, changed, identities, simplifying)
    evidence = extraction.phrase_evidence(fates, corpus.ngrams.lengths(np.arange(len(corpus.ngrams))))
    rules = extraction.extract_rules(corpus, changed, identities, evidence, simplifying)
    with scratch_folder(output / "gaps") as scratch:
        sorter = EvidenceSorter(scratch)
        # Patterns with gaps come from simplifying pairs only; the others just split sentences and keep their words.
        chosen_links = [links[number] for number in np.flatnonzero(simplifying)]
        chosen_pairs = [pairs[number] for number in np.flatnonzero(simplifying)]
        patterns = add_corpus_evidence(chosen_pairs, chosen_links, sorter, language)
        evidences = collect_evidence(sorter, recipe.gaps.fillers)
        lexical = LexicalWeights(word_links(pairs, links))
        gaps, families = gap_rules(evidences, thresholds(recipe.gaps), PARALLEL_SCORE, language, lexical)
    found = Extracted(rules, gaps, families, patterns, corpus.ngrams, fates, evidence, counts, len(pairs))
    write_files(found, recipe, names, output, report)
