"""A phrase table from sentence pairs alone, after Wubben et al. (ACL 2012), and pairs held out to tune on.

`simplifier.evaluation.reordering.dissimilarity` adds the reranking that completes their system, PBMT-R.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from simplifier.base.errors import InputError
from simplifier.base.reading import read_lines
from simplifier.base.writing import open_gzip, write_text
from simplifier.languages import Language
from simplifier.languages.analysis.tagger import Tagger
from simplifier.recipes.data.parallel_text import LARGEST_OVERLAP, TrigramIndex, near_index, read_parallel
from simplifier.rules.extraction import Aligner, Corpus, tag_pairs
from simplifier.rules.extraction.phrase_rules import phrase_rules
from simplifier.rules.writers.moses import moses_lines

__all__ = ["extract_phrases", "hold_out", "write_pairs"]

Pair = tuple[list[str], list[str]]
Report = Callable[[str], None]


def hold_out(pairs: Sequence[Pair], count: int, seed: int) -> tuple[list[Pair], list[Pair]]:
    """Draw pairs to tune on, and return the pairs to train on and the drawn pairs.

    A pair is not trained on if a side is near a side of a drawn pair: they share half of the word trigrams of the one
    with fewer, as in `simplifier.recipes.data.parallel_text`.

    Raises:
        InputError: there are not more than ``count`` pairs.
    """
    if len(pairs) <= count:
        raise InputError(f"{len(pairs)} sentence pairs are too few to hold {count} out; give more parallel text")
    drawn = set(random.Random(seed).sample(range(len(pairs)), count))
    held_out = [pairs[number] for number in sorted(drawn)]
    near = TrigramIndex([side for pair in held_out for side in pair])
    held_out_pairs = {(tuple(source), tuple(target)) for source, target in held_out}
    rest = [
        (source, target)
        for number, (source, target) in enumerate(pairs)
        if number not in drawn
        and (tuple(source), tuple(target)) not in held_out_pairs
        and near.overlap(source) < LARGEST_OVERLAP
        and near.overlap(target) < LARGEST_OVERLAP
    ]
    return rest, held_out


def write_pairs(
    files: Iterable[Path],
    near: Iterable[Path],
    text: Path,
    held_out: int,
    seed: int,
    language: Language,
    report: Report,
) -> None:
    """Write the sides of the pairs to train on (train.src, train.ref0) and to tune on (dev.src, dev.ref0).

    Args:
        files: files of sentence pairs.
        near: files of sentences that no pair may be near.
        text: folder to write to; made if it is missing.
        held_out: number of pairs to tune on.
        seed: seed of the draw.
        language: language of the pairs.
        report: receives a line with the numbers of pairs.
    """
    pairs = [(source, target) for _, source, target in read_parallel(files, near_index(near, language), language)]
    training, tuning = hold_out(pairs, held_out, seed)
    report(f"{len(pairs):,} pairs, {len(training):,} to train on, {len(tuning):,} to tune on")
    text.mkdir(parents=True, exist_ok=True)
    for name, part in (("dev", tuning), ("train", training)):
        for ending, side in (("src", 0), ("ref0", 1)):
            write_text(text / f"{name}.{ending}", "".join(" ".join(pair[side]) + "\n" for pair in part))


def extract_phrases(text: Path, tagger: Path, output: Path, longest: int, language: Language, report: Report) -> None:
    """Align the training pairs and write their phrase table in the format of Moses, gzipped.

    The pairs are tagged because the aligner compares parts of speech.
    """
    sides = [read_lines(text / f"train.{ending}") for ending in ("src", "ref0")]
    words = ((source.split(), target.split()) for source, target in zip(*sides, strict=True))
    pairs = list(tag_pairs(words, Tagger.load(tagger)))
    links = Aligner(language).align(pairs)
    report(f"{sum(map(len, links)):,} links")
    lines, count = moses_lines(phrase_rules(Corpus(pairs, links, longest, language)), Counter(), "pbmt"), 0
    with open_gzip(output, 1) as packed:
        for line in lines:
            packed.write(line.encode("utf-8"))
            count += 1
    report(f"{count:,} phrase pairs")
