"""A class language model from the text of the language models (docs/build/language_models.md).

Each closed-class word is a class of its own. The class of any other word is its part of speech and its cluster. The
same text and tagger give the same files.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.base.reading import read_text, text_lines
from simplifier.base.writing import open_output
from simplifier.languages.analysis.tagger import Tagger
from simplifier.lm import LanguageModel, convert, measure_perplexity, train, write_word_classes
from simplifier.recipes.data.word_clusters import cluster_words, neighbour_profiles
from simplifier.recipes.sections import ClassModel

__all__ = ["TaggedText", "build_class_model"]


@dataclass(frozen=True, slots=True)
class TaggedText:
    """Tagged text as arrays of numbers.

    Attributes:
        vocabulary: the words by number.
        tags: the tags by number.
        word: number of the word of each token, [tokens].
        tag: number of the tag of each token, [tokens].
        starts: token at which each line starts, and the number of tokens at the end, [lines + 1].
    """

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
        """One number for word and tag of each token together, [tokens]."""
        numbers: NDArray[np.int64] = self.word * len(self.tags) + self.tag
        return numbers

    def counts(self) -> NDArray[np.int64]:
        """Return how often each word has each tag, [words, tags]."""
        size = len(self.vocabulary) * len(self.tags)
        return np.bincount(self.pairs, minlength=size).reshape(-1, len(self.tags))


def read_lines(text: Path, every: Mapping[str, int]) -> list[str]:
    """Return the lines to learn from, in the order of the parts.

    Args:
        text: folder that the step ``texts`` wrote.
        every: n by name of a part: only every n-th line of the part is taken.

    Raises:
        InputError: the folder holds no texts.
    """
    if not (text / "parts.json").is_file():
        raise InputError(f"{text}: holds no parts.json; make the texts first (step texts)")
    lines: list[str] = []
    for part in json.loads(read_text(text / "parts.json")):
        lines += list(text_lines(text / f"{part['name']}.txt"))[:: every.get(part["name"], 1)]
    return lines


def closed_words(text: TaggedText, counts: NDArray[np.int64], recipe: ClassModel) -> NDArray[np.bool_]:
    """Return for each word of the vocabulary whether it is a class of its own, [words]."""
    closed_tags, closed = set(recipe.closed_tags.split()), set(recipe.closed_words.split())
    total = counts.sum(axis=1)
    own = counts[:, [tag in closed_tags for tag in text.tags]].sum(axis=1)
    listed = np.array([word in closed for word in text.vocabulary])
    stands: NDArray[np.bool_] = listed | ((own >= recipe.closed_share * total) & (total >= recipe.least_closed))
    return stands


def clusters_of(
    text: TaggedText, counts: NDArray[np.int64], closed: NDArray[np.bool_], recipe: ClassModel
) -> dict[tuple[int, int], str]:
    """Return the class of every frequent word under each open tag, by word and tag.

    Words are clustered by the classes of their neighbours, where a class is a closed-class word or a tag.
    """
    own = np.cumsum(closed) - 1 + len(text.tags)
    classes = np.where(closed[text.word], own[text.word], text.tag)
    edge = len(text.tags) + int(closed.sum())  # the class of the neighbour beyond either end of a line
    left, right = np.full_like(classes, edge), np.full_like(classes, edge)
    left[1:], right[:-1] = classes[:-1], classes[1:]
    # Empty lines are left out: they have neither a first nor a last token.
    firsts = text.starts[:-1][text.starts[:-1] < text.starts[1:]]
    left[firsts] = edge
    right[text.starts[1:][text.starts[:-1] < text.starts[1:]] - 1] = edge
    found: dict[tuple[int, int], str] = {}
    for tag, clusters in recipe.clusters.items():
        column = text.tags.index(tag)
        frequency = np.where(closed, 0, counts[:, column])
        items = np.flatnonzero(frequency >= recipe.least_clustered)
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


def build_class_model(
    recipe: ClassModel, text: Path, tagger: Path, output: Path, report: Callable[[str], None]
) -> None:
    """Build class.binary and class.classes, and report perplexities on the held-out lines.

    Args:
        recipe: settings of the class language model.
        text: folder that the step ``texts`` wrote.
        tagger: tagger model.
        output: folder to write to; made if it is missing.
        report: receives each line of progress.

    Raises:
        InputError: the text, the tagger or lmplz is missing.
    """
    tagged = TaggedText.read(read_lines(text, recipe.every), Tagger.load(tagger))
    report(f"{len(tagged.word):,} words tagged")
    counts = tagged.counts()
    closed = closed_words(tagged, counts, recipe)
    clusters = clusters_of(tagged, counts, closed, recipe)

    def name(word: int, tag: int) -> str:
        return tagged.vocabulary[word] if closed[word] else clusters.get((word, tag), tagged.tags[tag])

    output.mkdir(parents=True, exist_ok=True)
    listed = np.flatnonzero(~closed & (counts.sum(axis=1) >= recipe.least_listed))
    readings: dict[str, list[tuple[str, int]]] = {}
    for word in listed.tolist():
        row = counts[word]
        often = np.flatnonzero(row >= max(1.0, recipe.least_share * row.sum())).tolist()
        readings[tagged.vocabulary[word]] = [(name(word, tag), int(row[tag])) for tag in often]
    own = [tagged.vocabulary[word] for word in np.flatnonzero(closed).tolist()]
    write_word_classes(output / "class.classes", own, readings)
    report(f"{len(own)} closed-class words, {len(readings):,} others with {len(set(clusters.values()))} clusters")

    pairs, inverse = np.unique(tagged.pairs, return_inverse=True)
    names = [name(*divmod(pair, len(tagged.tags))) for pair in pairs.tolist()]
    class_text, held_out = output / "class.txt", []
    with open_output(class_text) as file:
        for i, (start, end) in enumerate(zip(tagged.starts[:-1], tagged.starts[1:], strict=True)):
            line = " ".join(names[j] for j in inverse[start:end])
            if i % recipe.held_out == 0:
                held_out.append(line)
            else:
                file.write(f"{line}\n".encode())
    arpa = output / "class.arpa"
    train(class_text, arpa, recipe.order, recipe.prune, recipe.memory, report=report)
    size = convert(
        arpa,
        output / "class.binary",
        "trie",
        recipe.probability_bits,
        pointer_bits=recipe.pointer_bits,
        words=False,
    )
    for used in (class_text, arpa):
        used.unlink()
    measured = measure_perplexity(LanguageModel(output / "class.binary"), held_out)
    own_share = emission(counts, names, pairs, inverse, tagged, recipe.held_out)
    # P(word, tag) = P(class) P(word, tag | class). The perplexity counts the ends of sentences too, which are classes
    # with one word.
    events = measured.words + len(held_out)
    words = math.exp(math.log(measured.including_unknown) - own_share / events)
    report(f"{size / 1e6:.2f} MB, perplexity of classes {measured.including_unknown:.2f}, of words {words:.1f}")


def emission(
    counts: NDArray[np.int64],
    names: Sequence[str],
    pairs: NDArray[np.int64],
    inverse: NDArray[np.int64],
    text: TaggedText,
    held_out: int,
) -> float:
    """Return the sum of ln P(word, tag | class) over the held-out lines.

    Args:
        counts: how often each word has each tag, [words, tags].
        names: class of each pair of word and tag, [pairs].
        pairs: number of each pair of word and tag (`TaggedText.pairs`), [pairs].
        inverse: place in ``pairs`` of each token, [tokens].
        text: the tagged text.
        held_out: one line in so many is held out.
    """
    numbers: dict[str, int] = {}
    class_of = np.array([numbers.setdefault(one, len(numbers)) for one in names])
    frequency = counts.ravel()[pairs]
    logs = np.log(frequency / np.bincount(class_of, weights=frequency)[class_of])
    lines = range(0, len(text.starts) - 1, held_out)
    return float(sum(logs[inverse[text.starts[i] : text.starts[i + 1]]].sum() for i in lines))
