"""Look for the sentence that takes longest, by changing slow ones at random and keeping what is slower.

    python -m lab.robustness.slow_inputs TEXT --minutes 10

Begins with rows of words of TEXT as long as a sentence may be (`text.max_sentence_tokens`); longer ones are
cut into pieces of that size, so that no sentence can take longer than the slowest of them. Words are
replaced by others of the text, stretches repeated, moved and exchanged between sentences. Prints every new
worst one.
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

_KEPT: Final = 6
_LEAST: Final = 1.02  # times as long as the one before, to be called slower


@dataclass(frozen=True, slots=True)
class Slow:
    """A sentence and the processor time that it takes (seconds)."""

    seconds: float
    words: tuple[str, ...]


def changed(words: Sequence[str], other: Sequence[str], known: Sequence[str], chosen: random.Random) -> list[str]:
    """Return a sentence of the same length, changed in one way.

    Args:
        words: the words of the sentence.
        other: another one, to take from.
        known: words to put in.
        chosen: random numbers.
    """
    made = list(words)
    first = chosen.randrange(len(made))
    length = min(chosen.choice((1, 1, 2, 4, 16, 64)), len(made) - first)
    way = chosen.randrange(4)
    if way == 0:
        made[first : first + length] = chosen.choices(known, k=length)
    elif way == 1:  # the same again and again
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
    """Return the slowest sentences found, one behind the other as they were.

    Args:
        simplifier: the model that takes the time.
        known: words, without marks that end sentences.
        size: words of a sentence.
        seconds: how long to look.
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
        if worst and found.seconds > _LEAST * worst[-1].seconds:  # the lesser of two: others use the processor too
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
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="As everywhere.")
@click.option("--config", type=click.Path(path_type=Path, exists=True), help="Default: the embedded model.")
def main(text: Path, minutes: float, seed: int, settings: Sequence[str], config: Path | None) -> None:
    """Look for slow sentences."""
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
