#!/usr/bin/env python3
"""Build a class language model from the text of the language models.

    python -m scripts.class_language_model .work/model/text .work/model/tagger.bin .work/model/lm

Needs `lmplz` (scripts/build_kenlm.py). Writes class.binary and class.classes, and prints perplexities;
docs/language_models.md tells what they are. The same text and tagger give the same files.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import numpy as np
from numpy.typing import NDArray

from base.errors import InputError, SimplifierError
from base.reading import read_text, text_lines
from base.writing import open_output
from languages.tagger import Tagger
from lm import LanguageModel, convert, measure_perplexity, train, write_word_classes
from scripts.word_clusters import cluster_words, neighbour_profiles

#: Every so many lines of a part are taken; parts not named are taken whole.
EVERY: Final = {"enwiki": 5, "medquad": 3, "movie_reviews": 3}
HELD_OUT: Final = 200  # one line of so many measures and does not train
ORDER, PRUNE, BITS, POINTER_BITS = 5, (0, 0, 2, 6, 10), 5, 22
CLUSTERS: Final = {
    "NN": 8, "NNS": 8, "NNP": 4, "JJ": 8, "RB": 8,
    "VB": 8, "VBD": 8, "VBG": 8, "VBN": 8, "VBP": 8, "VBZ": 8,
}  # fmt: skip
LEAST_CLUSTERED, LEAST_LISTED, LEAST_CLOSED = 60, 20, 500  # occurrences
LEAST_SHARE: Final = 0.015  # of a tag among a word's occurrences
CLOSED_SHARE: Final = 0.6  # of closed-class tags
CLOSED_TAGS: Final = frozenset(
    "CC DT EX IN MD PDT POS PRP PRP$ TO WDT WP WP$ WRB RP # $ '' `` , -LRB- -RRB- . :".split()
)
#: Auxiliaries, and adverbs and adjectives that behave like closed-class words.
CLOSED_WORDS: Final = frozenset(
    (
        "be is are was were am been being have has had having do does did done not n't 's 're 've 'm 'd 'll "
        "also more most less least very so too as only just even still already often such other same own "
        "many much few several able due both one there then however together instead away back again never "
        "ever yet once"
    ).split()
)


@dataclass(frozen=True, slots=True)
class TaggedText:
    """Running text as numbers: words and tags of tokens, and where lines start (one more at the end)."""

    vocabulary: list[str]
    tags: list[str]
    word: NDArray[np.int64]
    tag: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def read(cls, lines: Sequence[str], tagger: Tagger) -> TaggedText:
        """Tag lines of tokens."""
        ids, starts = tagger.tag_text(lines)
        numbers: dict[str, int] = {}
        word = np.fromiter(
            (numbers.setdefault(token, len(numbers)) for line in lines for token in line.split()),
            dtype=np.int64,
            count=len(ids),
        )
        return cls(list(numbers), tagger.tags, word, ids.astype(np.int64), starts)

    @property
    def pairs(self) -> NDArray[np.int64]:
        """One number for the word and the tag of each token."""
        numbers: NDArray[np.int64] = self.word * len(self.tags) + self.tag
        return numbers

    def counts(self) -> NDArray[np.int64]:
        """Return how often each word has each tag."""
        size = len(self.vocabulary) * len(self.tags)
        return np.bincount(self.pairs, minlength=size).reshape(-1, len(self.tags))


def read_lines(text: Path) -> list[str]:
    """Return the lines to learn from, in the order of the parts."""
    if not (text / "parts.json").is_file():
        raise InputError(f"{text}: holds no parts.json; make the text first (scripts/language_model_text.py)")
    lines: list[str] = []
    for part in json.loads(read_text(text / "parts.json")):
        lines += list(text_lines(text / f"{part['name']}.txt"))[:: EVERY.get(part["name"], 1)]
    return lines


def closed_words(text: TaggedText, counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say of each word of the vocabulary whether it stands for itself."""
    total = counts.sum(axis=1)
    own = counts[:, [tag in CLOSED_TAGS for tag in text.tags]].sum(axis=1)
    listed = np.array([word in CLOSED_WORDS for word in text.vocabulary])
    closed: NDArray[np.bool_] = listed | ((own >= CLOSED_SHARE * total) & (total >= LEAST_CLOSED))
    return closed


def clusters_of(
    text: TaggedText, counts: NDArray[np.int64], closed: NDArray[np.bool_]
) -> dict[tuple[int, int], str]:
    """Return the class of every frequent word under each open tag."""
    own = np.cumsum(closed) - 1 + len(text.tags)
    classes = np.where(closed[text.word], own[text.word], text.tag)
    edge = len(text.tags) + int(closed.sum())  # stands before and after a line
    left, right = np.full_like(classes, edge), np.full_like(classes, edge)
    left[1:], right[:-1] = classes[:-1], classes[1:]
    firsts = text.starts[:-1][text.starts[:-1] < text.starts[1:]]
    left[firsts] = edge
    right[text.starts[1:][text.starts[:-1] < text.starts[1:]] - 1] = edge
    found: dict[tuple[int, int], str] = {}
    for tag, clusters in CLUSTERS.items():
        column = text.tags.index(tag)
        frequency = np.where(closed, 0, counts[:, column])
        items = np.flatnonzero(frequency >= LEAST_CLUSTERED)
        if len(items) == 0:
            continue
        number = np.full(len(text.vocabulary), -1)
        number[items] = np.arange(len(items))
        here = text.tag == column
        occurrences = number[text.word[here]]
        profiles = np.concatenate(
            [neighbour_profiles(occurrences, side[here], len(items), edge + 1) for side in (right, left)],
            axis=1,
        )
        clustered = cluster_words(profiles, np.sqrt(frequency[items].astype(np.float64)), clusters)
        found |= {(int(i), column): f"{tag}~{k}" for i, k in zip(items, clustered, strict=True)}
    return found


def build_class_model(text: Path, tagger: Path, output: Path, report: Callable[[str], None]) -> None:
    """Build class.binary and class.classes.

    Raises:
        InputError: the text, the tagger or lmplz is missing.
    """
    tagged = TaggedText.read(read_lines(text), Tagger.load(tagger))
    report(f"{len(tagged.word):,} words tagged")
    counts = tagged.counts()
    closed = closed_words(tagged, counts)
    clusters = clusters_of(tagged, counts, closed)

    def name(word: int, tag: int) -> str:
        return tagged.vocabulary[word] if closed[word] else clusters.get((word, tag), tagged.tags[tag])

    output.mkdir(parents=True, exist_ok=True)
    listed = np.flatnonzero(~closed & (counts.sum(axis=1) >= LEAST_LISTED))
    readings: dict[str, list[tuple[str, int]]] = {}
    for word in listed.tolist():
        row = counts[word]
        often = np.flatnonzero(row >= max(1.0, LEAST_SHARE * row.sum())).tolist()
        readings[tagged.vocabulary[word]] = [(name(word, tag), int(row[tag])) for tag in often]
    own = [tagged.vocabulary[word] for word in np.flatnonzero(closed).tolist()]
    write_word_classes(output / "class.classes", own, readings)
    report(
        f"{len(own)} closed-class words, {len(readings):,} others with {len(set(clusters.values()))} clusters"
    )

    pairs, inverse = np.unique(tagged.pairs, return_inverse=True)
    names = [name(*divmod(pair, len(tagged.tags))) for pair in pairs.tolist()]
    class_text, held_out = output / "class.txt", []
    with open_output(class_text) as file:
        for i, (start, end) in enumerate(zip(tagged.starts[:-1], tagged.starts[1:], strict=True)):
            line = " ".join(names[j] for j in inverse[start:end])
            if i % HELD_OUT == 0:
                held_out.append(line)
            else:
                file.write(f"{line}\n".encode())
    arpa = output / "class.arpa"
    train(class_text, arpa, ORDER, PRUNE, "4G", report=report)
    size = convert(arpa, output / "class.binary", "trie", BITS, pointer_bits=POINTER_BITS, words=False)
    for used in (class_text, arpa):
        used.unlink()
    measured = measure_perplexity(LanguageModel(output / "class.binary"), held_out)
    own_share = emission(counts, names, pairs, inverse, tagged)
    events = measured.words + len(held_out)
    words = math.exp(math.log(measured.including_unknown) - own_share / events)
    report(
        f"{size / 1e6:.2f} MB, perplexity of classes {measured.including_unknown:.2f}, of words {words:.1f}"
    )


def emission(
    counts: NDArray[np.int64],
    names: Sequence[str],
    pairs: NDArray[np.int64],
    inverse: NDArray[np.int64],
    text: TaggedText,
) -> float:
    """Return the sum of ln P(word, tag | class) over the held-out lines."""
    numbers: dict[str, int] = {}
    class_of = np.array([numbers.setdefault(one, len(numbers)) for one in names])
    frequency = counts.ravel()[pairs]
    logs = np.log(frequency / np.bincount(class_of, weights=frequency)[class_of])
    lines = range(0, len(text.starts) - 1, HELD_OUT)
    return float(sum(logs[inverse[text.starts[i] : text.starts[i + 1]]].sum() for i in lines))


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("text", type=click.Path(path_type=Path))
@click.argument("tagger", type=click.Path(path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
def main(text: Path, tagger: Path, output: Path) -> None:
    """Parse the command line."""
    try:
        build_class_model(text, tagger, output, lambda line: click.echo(line, err=True))
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
