"""Extract rules with statistics from complex-simple sentence pairs, and what happens to every phrase.

    python scripts/extract_rules.py --data DATA --tagger tagger.bin --output FOLDER

DATA holds `parallel/`, `turkcorpus/` and `asset/` of the research data. Written into FOLDER:

    parallel.rules.gz   labelled grammar (PPDB 1.0), sorted by source side
    gaps.rules.gz       rules with one or two gaps, in the same format
    propensity.tsv.gz   per phrase: relative log-odds of change, of dropping and of simple text, and counts
    parallel.json       sources, licences, pairs read and left out, settings, sizes
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from base.errors import SimplifierError
from base.writing import write_gzip_lines, write_text
from languages import language_named
from languages.tagger import Tagger
from rules import extraction
from rules.extraction import Aligner, Corpus, SentencePair
from rules.extraction.gaps.gap_rules import PARALLEL_SCORE, GapThresholds, add_corpus_evidence, gap_rules
from rules.extraction.gaps.pattern_evidence import EvidenceSorter, collect_evidence
from rules.extraction.lexical_weights import LexicalWeights
from rules.extraction.propensity import PhraseEvidence, PhraseFates
from scripts.parallel_text import SIMPLIFYING, SPLITTING, ParallelReport, read_parallel

LONGEST = 5  # words of a phrase
PER_PATTERN = 3  # pairs that may share a sentence pattern
LEAST_KEPT = 0.4  # share of its words that a pair must keep
LEAST_WORD_COUNT = 2
GAP_THRESHOLDS = GapThresholds(fillers=3, share=0.05)
LEAST_PHRASE_COUNT = 4


def propensity_lines(corpus: Corpus, fates: PhraseFates, evidence: PhraseEvidence) -> Iterator[str]:
    """Yield the header and a line for every phrase seen often enough, sorted by phrase."""
    lengths = corpus.ngrams.lengths(np.arange(len(corpus.ngrams)))
    least = np.where(lengths == 1, LEAST_WORD_COUNT, LEAST_PHRASE_COUNT)
    chosen = np.flatnonzero(fates.complex + fates.simple >= least)
    yield "phrase\tchange\tdrop\tsimple\tkept\treplaced\tdropped\tcomplex\tsimple_count"
    values = (evidence.change, evidence.drop, evidence.simple)
    counts = (fates.kept, fates.replaced, fates.dropped, fates.complex, fates.simple)
    columns = [column[chosen].tolist() for column in (*values, *counts)]
    texts = corpus.ngrams.texts(chosen)
    for place in sorted(range(len(texts)), key=texts.__getitem__):
        numbers = [f"{column[place]:.3f}" for column in columns[:3]]
        numbers += [str(column[place]) for column in columns[3:]]
        yield "\t".join([texts[place], *numbers])


def read_pairs(
    data: Path, tagger: Tagger, names: Iterable[str], report: ParallelReport
) -> tuple[list[SentencePair], list[str]]:
    """Return the tagged pairs of files below DATA/parallel, and the file of each."""
    files: list[str] = []

    def sides() -> Iterator[tuple[list[str], list[str]]]:
        for name, source, target in read_parallel(data, names, report):
            files.append(name)
            yield source, target

    return list(extraction.tag_pairs(sides(), tagger)), files


def extract(
    data: Path,
    tagger_file: Path,
    output: Path,
    report: Callable[[str], None],
    longest: int = LONGEST,
    simplifying_files: Mapping[str, str] = SIMPLIFYING,
    splitting_files: Mapping[str, str] = SPLITTING,
) -> None:
    """Extract the rules and the phrase values of parallel text, all that is redistributable by default.

    Args:
        data: folder of the research data.
        tagger_file: tagger model.
        output: folder to write the files to; made if need be.
        report: receives a line for each step.
        longest: words of a phrase, on either side.
        simplifying_files: below DATA/parallel, with their licences; the second side is simpler.
        splitting_files: the same, where it is split and keeps its words.

    Raises:
        InputError: a file that cannot be read.
        FormatError: a broken line of the data, or no tagger model.
    """
    output.mkdir(parents=True, exist_ok=True)
    counts = ParallelReport()
    names = {**simplifying_files, **splitting_files}
    read, files = read_pairs(data, Tagger.load(tagger_file), names, counts)
    language = language_named("en")
    chosen = extraction.first_of_patterns(read, language, PER_PATTERN)
    pairs = [read[number] for number in chosen]
    simplifying = np.array([files[number] in simplifying_files for number in chosen])
    report(f"{len(read)} pairs, {len(pairs)} of them no more of a pattern, {simplifying.sum()} simplifying")
    links = Aligner(language).align(pairs)
    shares = [
        extraction.kept_share(pair.source, pair.target, points)
        for pair, points in zip(pairs, links, strict=True)
    ]
    close = [number for number, share in enumerate(shares) if share >= LEAST_KEPT]
    pairs, links = [pairs[number] for number in close], [links[number] for number in close]
    simplifying = simplifying[close]
    report(f"{sum(map(len, links))} links in {len(pairs)} pairs that keep enough words")
    corpus = Corpus(pairs, links, longest, language)
    changed, identities = corpus.changed(), corpus.identities()
    report(f"{len(changed)} phrase pairs, {len(identities)} kept phrases")
    fates = extraction.count_fates(corpus, changed, identities, simplifying)
    evidence = extraction.phrase_evidence(fates, corpus.ngrams.lengths(np.arange(len(corpus.ngrams))))
    write_gzip_lines(output / "propensity.tsv.gz", propensity_lines(corpus, fates, evidence))
    rules = extraction.extract_rules(corpus, changed, identities, evidence, simplifying)
    with tempfile.TemporaryDirectory(dir=output, prefix=".gaps-") as scratch:
        sorter = EvidenceSorter(Path(scratch))
        chosen_links = [links[number] for number in np.flatnonzero(simplifying)]
        chosen_pairs = [pairs[number] for number in np.flatnonzero(simplifying)]
        patterns = add_corpus_evidence(chosen_pairs, chosen_links, sorter, language)
        found = collect_evidence(sorter, GAP_THRESHOLDS.fillers)
        lexical = LexicalWeights(pairs, links)
        gaps, families = gap_rules(found, GAP_THRESHOLDS, PARALLEL_SCORE, language, lexical)
    write_gzip_lines(output / "gaps.rules.gz", extraction.format_rules(gaps))
    report(f"{patterns} occurrences of patterns, {sum(families.values())} kept, {len(gaps)} rules with gaps")
    summary = {
        "sources": names,
        "pairs_read": counts.read,
        "pairs_kept": counts.kept,
        "pairs_dropped": counts.dropped,
        "pairs_used": len(pairs),
        "settings": {"longest": longest, "per_pattern": PER_PATTERN, "least_kept": LEAST_KEPT},
        "rules": len(rules),
        "gap_rules": len(gaps),
        "gap_patterns": dict(families),
    }
    write_text(output / "parallel.json", json.dumps(summary, indent=1) + "\n")
    write_gzip_lines(output / "parallel.rules.gz", extraction.format_rules(rules))
    report(f"{len(rules)} rules written")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the research data")
    parser.add_argument("--tagger", type=Path, required=True, help="tagger model")
    parser.add_argument("--output", type=Path, required=True, help="folder to write to")
    parser.add_argument("--longest", type=int, default=LONGEST, help="words of a phrase, on either side")
    arguments = parser.parse_args()
    started = time.monotonic()

    def log(text: str) -> None:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        print(f"{time.monotonic() - started:5.0f} s {peak:4.1f} GB  {text}", file=sys.stderr, flush=True)

    try:
        extract(arguments.data, arguments.tagger, arguments.output, log, arguments.longest)
    except SimplifierError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
