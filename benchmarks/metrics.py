"""Measure what scoring one candidate costs: native kernel, plain Python, sacrebleu.

    python benchmarks/metrics.py --source tune.src --reference tune.ref0 --reference tune.ref1 ...

Without files it makes up sentences of the length of TurkCorpus's and 8 references of each. Candidates are
the source with words dropped, doubled and replaced by words of the references. Times are the best of three
rounds, in milliseconds per candidate, on one thread; the kernel's goes from Python words to scores.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import click
import numpy as np
from sacrebleu.metrics.bleu import BLEU

from simplifier.base.reading import read_lines
from simplifier.evaluation.metrics import CandidateScorer
from simplifier.languages import language_named

Words = Sequence[str]
Ngrams = Counter[tuple[str, ...]]


def ngrams(words: Words, order: int) -> Ngrams:
    """Count the n-grams of one order."""
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def plain_sari(
    source: Words,
    output: Words,
    references: Sequence[Words],
    counts: str = "types",
    deletion: str = "precision",
    combine: str = "per-order",
) -> float:
    """Return sentence-level SARI, 0-100; the switches are those of `simplifier.evaluation.metrics.sari.Sari`."""
    keep, delete, add = [], [], []
    for order in range(1, 5):
        i, o = ngrams(source, order), ngrams(output, order)
        rs = [ngrams(reference, order) for reference in references]
        total: Ngrams = sum(rs, Counter())
        many = len(references)
        i_scaled = Counter({g: many * n for g, n in i.items()})
        o_scaled = Counter({g: many * n for g, n in o.items()})

        kept, keepable = i_scaled & o_scaled, i_scaled & total
        keep.append(_precision_recall(kept & total, kept, keepable, counts))
        deleted, deletable = i_scaled - o_scaled, i_scaled - total
        good = deleted - total if counts == "types" else deleted & deletable
        delete.append(_precision_recall(good, deleted, deletable, counts))
        added, addable = set(o) - set(i), set(total) - set(i)
        add.append((_over(len(added & set(total)), len(added)), _over(len(added & set(total)), len(addable))))
    if deletion == "precision":
        delete_score = sum(precision for precision, _ in delete) / 4
    else:
        delete_score = _combine(delete, combine)
    return 100 * (_combine(add, combine) + _combine(keep, combine) + delete_score) / 3


def _precision_recall(good: Ngrams, chosen: Ngrams, right: Ngrams, counts: str) -> tuple[float, float]:
    if counts == "tokens":
        hits = sum(good.values())
        return _over(hits, sum(chosen.values())), _over(hits, sum(right.values()))
    precision = sum((Fraction(good[g], n) for g, n in chosen.items()), Fraction(0))
    recall = sum((Fraction(good[g], n) for g, n in right.items()), Fraction(0))
    return _over(float(precision), len(chosen)), _over(float(recall), len(right))


def _combine(pairs: list[tuple[float, float]], combine: str) -> float:
    if combine == "per-order":
        return sum(_f1(precision, recall) for precision, recall in pairs) / 4
    return _f1(sum(precision for precision, _ in pairs) / 4, sum(recall for _, recall in pairs) / 4)


def _f1(precision: float, recall: float) -> float:
    return _over(2 * precision * recall, precision + recall)


def _over(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else 0.0


def plain_bleu(output: Words, references: Sequence[Words]) -> float:
    """Return sentence BLEU with exp smoothing and effective order, 0-100."""
    length = len(output)
    closest = min((len(reference) for reference in references), key=lambda n: (abs(n - length), n))
    logarithms: list[float] = []
    halving = 1.0
    any_match = False
    for order in range(1, min(length, 4) + 1):
        own = ngrams(output, order)
        allowed: Ngrams = Counter()
        for reference in references:
            allowed |= ngrams(reference, order)
        matches = sum((own & allowed).values())
        any_match = any_match or matches > 0
        if not matches:
            halving *= 2
        logarithms.append(math.log((matches or 1 / halving) / (length - order + 1)))
    if not any_match:
        return 0.0
    penalty = math.exp(1 - closest / length) if length < closest else 1.0
    return 100 * penalty * math.exp(sum(logarithms) / len(logarithms))


def plain_fk(words: Words, count_syllables: Callable[[str], int]) -> float:
    """Return the Flesch-Kincaid grade of one line."""
    syllables = sum(count_syllables(word) for word in words)
    return 0.39 * len(words) + 11.8 * _over(syllables, len(words)) - 15.59


def plain_fkbleu(
    source: Words, output: Words, references: Sequence[Words], count_syllables: Callable[[str], int]
) -> float:
    """Return sentence-level FKBLEU, 0-100."""
    ibleu = 0.9 * plain_bleu(output, references) - 0.1 * plain_bleu(output, [source])
    easing = plain_fk(source, count_syllables) - plain_fk(output, count_syllables)
    return 100 * math.sqrt(max(0.0, ibleu / 100) / (1 + math.exp(-easing)))


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
