"""Measure what scoring one candidate costs: native kernel, plain Python, sacrebleu.

    python benchmarks/metrics.py --source tune.src --reference tune.ref0 --reference tune.ref1 ...

Without files it makes up sentences of the length of TurkCorpus's and 8 references of each. Candidates are
the source with words dropped, doubled and replaced by words of the references. Times are the best of three
rounds, in milliseconds per candidate, on one thread; the kernel's goes from Python words to scores.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import click
import numpy as np
from sacrebleu.metrics.bleu import BLEU

from benchmarks.plain_metrics import plain_bleu, plain_fkbleu, plain_sari
from simplifier.base.reading import read_lines
from simplifier.evaluation.metrics import CandidateScorer
from simplifier.languages import language_named

ENGLISH = language_named("en")

Sentences = list[list[str]]


def invented(rng: random.Random, sentences: int, references: int) -> tuple[Sentences, list[Sentences]]:
    """Make up sources of 20 words on average, words as skewed as natural ones, and references of them."""
    lexicon = [f"word{i}" for i in range(5000)]
    skew = [1 / (rank + 1) for rank in range(len(lexicon))]
    sources = [rng.choices(lexicon, skew, k=rng.randint(8, 32)) for _ in range(sentences)]
    return sources, [[changed(rng, source, lexicon) for source in sources] for _ in range(references)]


def changed(rng: random.Random, words: list[str], others: list[str]) -> list[str]:
    """Drop a tenth of the words, replace a tenth, double a few."""
    result: list[str] = []
    for word in words:
        chance = rng.random()
        if chance > 0.1:
            result += [rng.choice(others)] if chance < 0.2 else [word] * (2 if chance > 0.98 else 1)
    return result


def milliseconds(work: Callable[[], object], candidates: int) -> float:
    """Return the best of three rounds, per candidate."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return 1000 * best / candidates


@click.command()
@click.option("--source", type=click.Path(exists=True, path_type=Path))
@click.option("--reference", "reference_files", multiple=True, type=click.Path(exists=True, path_type=Path))
@click.option("--sentences", default=200, show_default=True, help="Sentences to use.")
@click.option("--candidates", default=300, show_default=True, help="Candidates per sentence.")
def main(source: Path | None, reference_files: tuple[Path, ...], sentences: int, candidates: int) -> None:
    """Measure and print one line per objective and implementation."""
    rng = random.Random(1)
    if source:
        sources = [line.split() for line in read_lines(source)[:sentences]]
        references = [[line.split() for line in read_lines(file)[:sentences]] for file in reference_files]
    else:
        sources, references = invented(rng, sentences, 8)
    outputs = [
        [changed(rng, words, [w for r in references for w in r[i]] or words) for _ in range(candidates)]
        for i, words in enumerate(sources)
    ]
    count = sum(map(len, outputs))
    mean_length = np.mean([len(words) for of_sentence in outputs for words in of_sentence])
    print(f"{len(sources)} sentences, {len(references)} references")
    print(f"{count} candidates of {mean_length:.1f} words")

    for objective in ("sari-paper", "sentence-bleu", "fkbleu", "0.5*sari-paper + 0.5*fkbleu"):
        start = time.perf_counter()
        scorer = CandidateScorer(objective, sources, references, language=ENGLISH)
        scorer.score(0, outputs[0][:1])
        indexing = time.perf_counter() - start
        cost = milliseconds(lambda s=scorer: [s.score(i, batch) for i, batch in enumerate(outputs)], count)  # type: ignore[misc]
        print(f"kernel   {objective:32} {cost:.5f} ms  (indexing {1000 * indexing:.0f} ms)")

    some = [(i, words) for i, batch in enumerate(outputs) for words in batch[:2]]
    per_sentence = [[reference[i] for reference in references] for i in range(len(sources))]
    count_syllables = ENGLISH.syllables.count
    plain: dict[str, Callable[[int, list[str]], float]] = {
        "sari-paper": lambda i, words: plain_sari(sources[i], words, per_sentence[i]),
        "sentence-bleu": lambda i, words: plain_bleu(words, per_sentence[i]),
        "fkbleu": lambda i, words: plain_fkbleu(sources[i], words, per_sentence[i], count_syllables),
    }
    for objective, score in plain.items():
        cost = milliseconds(lambda s=score: [s(i, words) for i, words in some], len(some))  # type: ignore[misc]
        print(f"plain    {objective:32} {cost:.5f} ms")
    library = BLEU(tokenize="none", effective_order=True, force=True)
    lines = [(" ".join(words), [" ".join(r) for r in per_sentence[i]]) for i, words in some]
    cost = milliseconds(lambda: [library.sentence_score(line, refs).score for line, refs in lines], len(lines))
    print(f"sacrebleu {'sentence-bleu':31} {cost:.5f} ms")


if __name__ == "__main__":
    main()
