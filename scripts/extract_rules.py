"""Extract rules with statistics from complex-simple sentence pairs, and what happens to every phrase.

    python scripts/extract_rules.py --data DATA --tagger tagger.bin --output FOLDER

DATA holds `parallel/`, `turkcorpus/` and `asset/` of the research data. Written into FOLDER:

    parallel.rules.gz   labelled grammar (PPDB 1.0), sorted by source side
    propensity.tsv.gz   per phrase: relative log-odds of change, of dropping and of simple text, and counts
    parallel.json       sources, licences, pairs read and left out, settings, sizes
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import resource
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from rules.extraction import (
    Aligner,
    Corpus,
    SentencePair,
    count_fates,
    extract_rules,
    first_of_patterns,
    format_rules,
    kept_share,
    phrase_evidence,
    tag_pairs,
)
from rules.extraction.propensity import PhraseEvidence, PhraseFates
from rules.tagger import Tagger
from scripts.parallel_text import SIMPLIFYING, SPLITTING, ParallelReport, read_parallel

LEAST_WORD_COUNT = 2
LEAST_PHRASE_COUNT = 4


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write gzip text that appears under its name only when it is complete; equal lines give equal bytes."""
    partial = path.with_name(path.name + ".part")
    with open(partial, "wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
        for line in lines:
            packed.write(line.encode("utf-8") + b"\n")
    os.replace(partial, path)


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


def main() -> None:
    """Read, tag, align, count, select, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the research data")
    parser.add_argument("--tagger", type=Path, required=True, help="tagger model")
    parser.add_argument("--output", type=Path, required=True, help="folder to write to")
    parser.add_argument("--longest", type=int, default=5, help="words of a phrase, on either side")
    parser.add_argument("--per-pattern", type=int, default=2, help="pairs that may share a sentence pattern")
    parser.add_argument("--least-kept", type=float, default=0.4, help="share of words that a pair must keep")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()

    def log(text: str) -> None:
        print(f"{time.monotonic() - started:6.0f} s  {text}", file=sys.stderr, flush=True)

    tagger = Tagger.load(arguments.tagger)
    report = ParallelReport()

    def read(names: Iterable[str]) -> list[SentencePair]:
        pairs = ((source, target) for _, source, target in read_parallel(arguments.data, names, report))
        return list(first_of_patterns(tag_pairs(pairs, tagger), arguments.per_pattern))

    simplifying = read(SIMPLIFYING)
    pairs = simplifying + read(SPLITTING)
    log(f"{len(pairs)} pairs, {len(simplifying)} of them from normal to simple text")
    links = Aligner().align(pairs)
    shares = [kept_share(pair.source, pair.target, points) for pair, points in zip(pairs, links, strict=True)]
    close = [number for number, share in enumerate(shares) if share >= arguments.least_kept]
    mask = np.array(close) < len(simplifying)
    pairs, links = [pairs[number] for number in close], [links[number] for number in close]
    log(f"{sum(map(len, links))} links in {len(pairs)} pairs that keep enough words")
    corpus = Corpus(pairs, links, arguments.longest)
    changed, identities = corpus.changed(), corpus.identities()
    log(f"{len(changed)} phrase pairs, {len(identities)} kept phrases")
    fates = count_fates(corpus, changed, identities, mask)
    evidence = phrase_evidence(fates, corpus.ngrams.lengths(np.arange(len(corpus.ngrams))))
    write_lines(arguments.output / "propensity.tsv.gz", propensity_lines(corpus, fates, evidence))
    log("phrase fates written")
    rules = extract_rules(corpus, changed, identities, evidence, mask)
    write_lines(arguments.output / "parallel.rules.gz", format_rules(rules))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    log(f"{len(rules)} rules written; at most {peak:.1f} GB of memory")
    summary = {
        "sources": SIMPLIFYING | SPLITTING,
        "pairs_read": report.read,
        "pairs_kept": report.kept,
        "pairs_dropped": report.dropped,
        "pairs_used": len(pairs),
        "longest": arguments.longest,
        "least_kept": arguments.least_kept,
        "per_pattern": arguments.per_pattern,
        "rules": len(rules),
    }
    (arguments.output / "parallel.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
