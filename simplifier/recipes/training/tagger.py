"""Train the part-of-speech tagger on labelled text and measure it on the sentences held out.

    simplifier train tagger --labelled labelled.tsv.gz --output tagger.bin

The labelled text comes from `simplifier/recipes/data/label_tagger_text.py`. Every fiftieth sentence is held out. The
others are learnt from as they are. Most of them are learnt from again in lowercase (with the tags of the cased form),
and in lowercased fragments of one to seven words, because rules are tagged as phrases without a sentence. The same
text, options and seed give the same file.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import click

from simplifier.base.reading import text_lines
from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger

HELD_OUT_EVERY = 50
LONGEST_FRAGMENT = 7
Labelled = tuple[list[str], list[str]]  # words, tags


def read_labelled(paths: Sequence[Path], limit: int | None) -> Iterator[Labelled]:
    """Yield the sentences of labelled files, at most `limit` of each."""
    for path in paths:
        for line in islice(text_lines(path), limit):
            words, tags = line.split("\t")
            yield words.split(" "), tags.split(" ")


def join_cannot(words: list[str], tags: list[str]) -> Labelled:
    """Write `can not` as the one word `cannot`, which not every tokeniser splits."""
    for at in range(len(words) - 1):
        if words[at].lower() == "can" and words[at + 1] == "not":
            return [*words[:at], words[at] + "not", *words[at + 2 :]], [*tags[: at + 1], *tags[at + 2 :]]
    return words, tags


def add_sentence(trainer: TaggerTrainer, words: list[str], tags: list[str], draw: random.Random) -> None:
    """Add a sentence and its altered copies to the training data."""
    if draw.random() < 0.5:
        words, tags = join_cannot(words, tags)
    trainer.add(words, tags)
    lower = [word.lower() for word in words]
    if draw.random() < 0.7:
        trainer.add(lower, tags, count_words=False)
    for _ in range(2):
        if draw.random() < 0.5:
            length = draw.randint(1, LONGEST_FRAGMENT)
            start = draw.randrange(max(1, len(words) - length + 1))
            end = start + length
            trainer.add(lower[start:end], tags[start:end], fragment=True, count_words=False)


def agreement(tagger: Tagger, sentences: Sequence[Labelled], lowercase: bool) -> float:
    """Return the share of tokens on which the tagger and the labels agree."""
    words = [[word.lower() if lowercase else word for word in sentence] for sentence, _ in sentences]
    guesses = tagger.tag_batch(words)
    pairs = [
        pair for (_, tags), guess in zip(sentences, guesses, strict=True) for pair in zip(tags, guess, strict=True)
    ]
    return sum(gold == guess for gold, guess in pairs) / len(pairs)


def fragment_agreement(tagger: Tagger, sentences: Sequence[Labelled], length: int, seed: int) -> float:
    """Return the agreement on lowercased fragments of `length` words, tagged without their sentence."""
    draw = random.Random(seed)
    words, golds = [], []
    for sentence, tags in sentences:
        if len(sentence) >= length:
            start = draw.randrange(len(sentence) - length + 1)
            words.append([word.lower() for word in sentence[start : start + length]])
            golds.append(tags[start : start + length])
    guesses = tagger.tag_batch(words, fragment=True)
    right = sum(gold == guess for a, b in zip(golds, guesses, strict=True) for gold, guess in zip(a, b, strict=True))
    return right / (length * len(words))


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--labelled", type=_FILE, multiple=True, required=True, help="Repeatable.")
@click.option("--output", type=_FILE, required=True)
@click.option("--sentences", type=int, help="Number of sentences read of each file, from the first.")
@click.option("--epochs", type=int, default=3, show_default=True, help="Epochs before the features are pruned.")
@click.option("--settle", type=int, default=3, show_default=True, help="Epochs after the features are pruned.")
@click.option("--weights", type=int, default=700_000, show_default=True, help="Weights kept when pruning.")
@click.option("--min-feature-count", type=int, default=4, show_default=True)
@click.option("--min-word-count", type=int, default=2, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def main(
    labelled: tuple[Path, ...],
    output: Path,
    sentences: int | None,
    epochs: int,
    settle: int,
    weights: int,
    min_feature_count: int,
    min_word_count: int,
    seed: int,
) -> None:
    """Train, prune, settle, save, measure."""
    started = time.monotonic()
    trainer = TaggerTrainer(list(language_named("en").tags), seed, min_feature_count, min_word_count)
    draw = random.Random(seed)
    held_out: list[Labelled] = []
    for number, (words, tags) in enumerate(read_labelled(labelled, sentences)):
        if number % HELD_OUT_EVERY == 0:
            held_out.append((words, tags))
        else:
            add_sentence(trainer, words, tags, draw)

    def run_epochs(count: int) -> None:
        for _ in range(count):
            right = trainer.epoch()
            seconds = time.monotonic() - started
            print(f"{seconds:6.0f} s  {trainer.feature_count} features, {right:.4f} right", file=sys.stderr)

    run_epochs(epochs)
    trainer.prune(weights)
    run_epochs(settle)
    trainer.save(str(output))

    tagger = Tagger.load(output)
    print(f"model of {output.stat().st_size} bytes, {tagger.word_count} words")
    print(f"agreement with the labels on {len(held_out)} sentences held out:")
    print(f"  cased      {agreement(tagger, held_out, lowercase=False):.4f}")
    print(f"  lowercased {agreement(tagger, held_out, lowercase=True):.4f}")
    for length in (1, 2, 3, 5):
        share = fragment_agreement(tagger, held_out, length, seed)
        print(f"  lowercased fragments of {length}: {share:.4f}")
