"""Search for the sentence that takes longest, by changing slow sentences at random and keeping slower ones.

    python -m lab.robustness.slow_inputs TEXT --minutes 10

The search begins with random words of TEXT, as many as a sentence may have (`text.max_sentence_tokens`). The program
cuts longer sentences into pieces of that size, so that no piece takes longer than the slowest of these. Words are
replaced by others of the text, and stretches of words are repeated, copied, or taken from another sentence. Every new
slowest sentence is printed.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from simplifier import Simplifier
from simplifier.base.reading import read_lines

__all__ = ["Slow", "changed", "climb"]

_KEPT: Final = 6  # slowest sentences that are changed further
_LEAST: Final = 1.02  # times as long as the slowest so far, to count as slower


@dataclass(frozen=True, slots=True)
class Slow:
    """A sentence, and the processor seconds that it takes."""

    seconds: float
    words: tuple[str, ...]


def changed(words: Sequence[str], other: Sequence[str], known: Sequence[str], chosen: random.Random) -> list[str]:
    """Return a sentence of the same length, changed in one way.

    Args:
        words: the words of the sentence.
        other: another sentence, from which a stretch may be taken.
        known: words that may be put in.
        chosen: the generator of random numbers.
    """
    made = list(words)
    first = chosen.randrange(len(made))
    length = min(chosen.choice((1, 1, 2, 4, 16, 64)), len(made) - first)
    way = chosen.randrange(4)
    if way == 0:
        made[first : first + length] = chosen.choices(known, k=length)
    elif way == 1:  # the same word again and again
        made[first : first + length] = [made[first]] * length
    elif way == 2:
        stretch = list(other[first : first + length])
        made[first : first + len(stretch)] = stretch
    else:
        stretch = made[first : first + length]
        at = chosen.randrange(len(made) - length + 1)
        made[at : at + length] = stretch
    return made


def _seconds(simplifier: Simplifier, words: Sequence[str]) -> float:
    began = time.process_time()
    simplifier.simplify(" ".join(words))
    return time.process_time() - began


def climb(simplifier: Simplifier, known: Sequence[str], size: int, seconds: float, seed: int = 1) -> list[Slow]:
    """Return the sentences that were the slowest so far when they were found, in that order.

    Args:
        simplifier: the model whose time is measured.
        known: the words to make sentences of, without marks that end sentences.
        size: number of words of a sentence.
        seconds: how long to search.
        seed: the seed of random numbers.
    """
    chosen = random.Random(seed)
    end = time.monotonic() + seconds
    kept: list[Slow] = []
    worst: list[Slow] = []
    tried = 0
    while time.monotonic() < end or tried < _KEPT:
        tried += 1
        if len(kept) < _KEPT:
            words = chosen.choices(known, k=size)
        else:
            one, other = chosen.choice(kept), chosen.choice(kept)
            words = changed(one.words, other.words, known, chosen)
        found = Slow(_seconds(simplifier, words), tuple(words))
        if worst and found.seconds > _LEAST * worst[-1].seconds:  # measured twice: other processes disturb the time
            found = Slow(min(found.seconds, _seconds(simplifier, words)), tuple(words))
        if not worst or found.seconds > _LEAST * worst[-1].seconds:
            worst.append(found)
            click.echo(f"{tried:6,} tried  {found.seconds:.3f} s  {' '.join(found.words)[:60]} ...")
        kept = sorted([*kept, found], key=lambda each: -each.seconds)[:_KEPT]
    return worst


@click.command()
@click.argument("text", type=click.Path(path_type=Path, exists=True))
@click.option("--minutes", default=10.0, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="A setting of the model.")
@click.option("--config", type=click.Path(path_type=Path, exists=True), help="Default: the embedded model.")
def main(text: Path, minutes: float, seed: int, settings: Sequence[str], config: Path | None) -> None:
    """Search for slow sentences, and print them."""
    overrides = {key: float(value) for key, _, value in (one.partition("=") for one in settings)}
    simplifier = Simplifier.load(config, overrides=overrides)
    lines = read_lines(text)
    known = sorted({word for line in lines for word in line.split() if not set(word) & set(".?!…")})
    usual = sorted(_seconds(simplifier, line.split()) for line in lines[:200])
    click.echo(f"usual: median {usual[100]:.3f} s, slowest of 200 lines {usual[-1]:.3f} s")
    size = simplifier.config.text.max_sentence_tokens
    worst = climb(simplifier, known, size, 60 * minutes, seed)[-1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"worst of {size} words: {worst.seconds:.3f} s, at most {memory:.0f} MB\n{' '.join(worst.words)}")


if __name__ == "__main__":
    main()
