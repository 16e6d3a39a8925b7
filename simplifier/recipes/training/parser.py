"""Train the parser on labelled text and measure it on the sentences held out.

    simplifier train parser --labelled FOLDER/*.tsv.gz --tagger tagger.bin \
        --classes class.classes --output parser.bin

The labelled text comes from `simplifier/recipes/data/label_parser_text.py`. Tags are those of our own tagger, as at run
time. Every fortieth sentence is held out. The others are learnt from, about one in six in lowercase, some with a
capital on every longer word, and some without their final mark. For one sentence in four, a phrase is learnt from too
(a word with everything below it in the tree), because headings and list items are parsed as well. The word classes
are those of the class language model. The same text, tagger, classes, options and seed give the same file.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import click

from simplifier.base.reading import text_lines
from simplifier.core import ParserTrainer
from simplifier.languages import language_named
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tree import Tree

ENGLISH = language_named("en")
#: Label of punctuation.
MARK = ENGLISH.relations.punctuation
HELD_OUT_EVERY = 40
#: Names of sources by kind of text.
KINDS = {
    "encyclopaedia": ("enwiki_59m",),
    "news": ("wikinews",),
    "health": ("medquad",),
    "tales and school": ("fairytaleqa", "openstax_philschatz", "prathambooks"),
    "simple and short": ("simple", "common_voice_sentences"),
}
SHORTEST_PHRASE, LONGEST_PHRASE = 2, 12


class Labelled(NamedTuple):
    """A sentence with its tree."""

    source: str
    words: list[str]
    heads: list[int]
    labels: list[str]


def read_labelled(paths: Sequence[Path], limit: int | None) -> Iterator[Labelled]:
    """Yield the sentences of labelled files, at most `limit` of each."""
    for path in paths:
        for line in islice(text_lines(path), limit):
            source, words, heads, labels = line.split("\t")
            yield Labelled(source, words.split(" "), [int(head) for head in heads.split()], labels.split(" "))


def in_lowercase(sentence: Labelled) -> Labelled:
    """Return the sentence without capitals."""
    return sentence._replace(words=[word.lower() for word in sentence.words])


def in_title_case(sentence: Labelled) -> Labelled:
    """Return the sentence with a capital on every longer word, as headings have."""
    words = [word[:1].upper() + word[1:] if len(word) > 3 else word for word in sentence.words]
    return sentence._replace(words=words)


def phrase(sentence: Labelled, draw: random.Random) -> Labelled | None:
    """Return a random word of a sentence with everything below it in the tree, without punctuation at the ends.

    Returns:
        None if the phrase is too short or too long, or if the head of one of its other words lies outside.
    """
    tree = Tree(tuple(sentence.heads), tuple(sentence.labels))
    top = draw.randrange(len(tree))
    start, end = tree.span(top)
    while start < top and sentence.labels[start] == MARK:
        start += 1
    while end > top + 1 and sentence.labels[end - 1] == MARK:
        end -= 1
    inside = [start <= sentence.heads[place] < end for place in range(start, end) if place != top]
    if not SHORTEST_PHRASE <= end - start <= LONGEST_PHRASE or not all(inside):
        return None
    heads = [-1 if place == top else sentence.heads[place] - start for place in range(start, end)]
    labels = [ENGLISH.relations.names[0] if place == top else sentence.labels[place] for place in range(start, end)]
    return Labelled(sentence.source, sentence.words[start:end], heads, labels)


def with_capital(sentence: Labelled) -> Labelled:
    """Return the sentence with a capital on its first word."""
    first = sentence.words[0]
    return sentence._replace(words=[first[:1].upper() + first[1:], *sentence.words[1:]])


def without_end(sentence: Labelled) -> Labelled:
    """Return the sentence without its final mark, unless a word depends on the mark."""
    last = len(sentence.words) - 1
    if last == 0 or sentence.labels[last] != MARK or last in sentence.heads:
        return sentence
    return Labelled(sentence.source, sentence.words[:last], sentence.heads[:last], sentence.labels[:last])


def copies(sentence: Labelled, draw: random.Random) -> Iterator[Labelled]:
    """Yield a sentence in the one form in which it is learnt, and sometimes a phrase of the sentence."""
    forms = draw.choices((sentence, in_lowercase(sentence), in_title_case(sentence)), (80, 17, 3))
    yield from (without_end(form) if draw.random() < 0.07 else form for form in forms)
    if draw.random() < 0.25 and (cut := phrase(sentence, draw)) is not None:
        yield draw.choice((with_capital, in_lowercase, in_title_case))(cut)


class Agreement:
    """Counts of how often the parser agrees with the labelled trees."""

    def __init__(self) -> None:
        self.words = self.heads = self.both = self.without_marks = self.heads_without_marks = 0
        self.sentences = self.whole = 0
        self.gold: Counter[str] = Counter()
        self.guessed: Counter[str] = Counter()
        self.right: Counter[str] = Counter()

    def add(self, sentence: Labelled, tree: Tree) -> None:
        """Count the words of a sentence, its labelled tree against the parser's tree."""
        # The parser's trees come lifted over auxiliaries, so the labelled tree is lifted before they are compared.
        own = Tree(tuple(sentence.heads), tuple(sentence.labels)).lifted(ENGLISH.relations.auxiliaries)
        agreed = [gold == guess for gold, guess in zip(own.heads, tree.heads, strict=True)]
        self.sentences += 1
        self.whole += all(agreed)
        for same, gold, guess in zip(agreed, sentence.labels, tree.labels, strict=True):
            self.words += 1
            self.heads += same
            self.both += same and gold == guess
            self.without_marks += gold != MARK
            self.heads_without_marks += same and gold != MARK
            self.gold[gold] += 1
            self.guessed[guess] += 1
            self.right[gold] += same and gold == guess

    def __str__(self) -> str:
        return (
            f"{self.heads / self.words:.4f} heads, {self.both / self.words:.4f} with labels, "
            f"{self.heads_without_marks / max(1, self.without_marks):.4f} heads but punctuation; "
            f"{self.whole / self.sentences:.3f} whole trees ({self.sentences} sentences, {self.words} words)"
        )

    def by_label(self) -> Iterator[str]:
        """Yield lines with precision, recall and F1 of arcs by label, most frequent first, 0 to 1."""
        for label, count in self.gold.most_common():
            right, guessed = self.right[label], self.guessed[label]
            precision, score = right / max(1, guessed), 2 * right / (count + guessed)
            yield f"{label:12}{count:7}  P {precision:.3f}  R {right / count:.3f}  F {score:.3f}"


def word_kinds(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield word, tag (empty for any) and class for the words whose class says more than their tag.

    These are clusters, named ``TAG~NUMBER``, and words that are classes of their own.
    """
    for line in text_lines(path):
        word, *classes = line.split("\t")
        for name in classes[::2]:
            tag, mark, _ = name.partition("~")
            if mark and tag in ENGLISH.tags:
                yield word, tag, name
            elif len(classes) == 1 and name not in ENGLISH.tags:
                yield word, "", name


def tagged(tagger: Tagger, sentences: Sequence[Labelled]) -> list[list[str]]:
    """Return the tags of sentences."""
    return tagger.tag_batch([sentence.words for sentence in sentences])


def measured(parser: TransitionParser, tagger: Tagger, sentences: Sequence[Labelled]) -> Agreement:
    """Return the agreement of the parser with labelled sentences."""
    result = Agreement()
    trees = parser.parse([sentence.words for sentence in sentences], tagged(tagger, sentences))
    for sentence, tree in zip(sentences, trees, strict=True):
        result.add(sentence, tree)
    return result


def report(parser: TransitionParser, tagger: Tagger, held_out: Sequence[Labelled], seed: int) -> None:
    """Print the agreement by kind of text, by form and by label."""
    for kind, sources in KINDS.items():
        chosen = [sentence for sentence in held_out if sentence.source in sources]
        if chosen:
            print(f"{kind:18}{measured(parser, tagger, chosen)}")
            print(f"{'  lowercased':18}{measured(parser, tagger, list(map(in_lowercase, chosen)))}")
    draw = random.Random(seed)
    phrases = [cut for sentence in held_out if (cut := phrase(sentence, draw)) is not None]
    forms: dict[str, Callable[[Labelled], Labelled]] = {
        "phrases": with_capital,
        "  lowercased": in_lowercase,
        "  in title case": in_title_case,
    }
    print(f"{'all':18}{measured(parser, tagger, held_out)}")
    print(f"{'  lowercased':18}{measured(parser, tagger, list(map(in_lowercase, held_out)))}")
    print(f"{'  without end':18}{measured(parser, tagger, list(map(without_end, held_out)))}")
    print(f"{'  in title case':18}{measured(parser, tagger, list(map(in_title_case, held_out)))}")
    for name, form in forms.items():
        print(f"{name:18}{measured(parser, tagger, list(map(form, phrases)))}")
    for line in measured(parser, tagger, held_out).by_label():
        print(line)


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--labelled", type=_FILE, multiple=True, required=True, help="Repeatable.")
@click.option("--tagger", "tagger_file", type=_FILE, required=True)
@click.option(
    "--classes",
    type=_FILE,
    required=True,
    help="File of the classes of a class language model.",
)
@click.option("--output", type=_FILE, required=True)
@click.option("--sentences", type=int, help="Number of sentences read of each file, from the first.")
@click.option("--epochs", type=int, default=4, show_default=True, help="Epochs before the features are pruned.")
@click.option("--settle", type=int, default=3, show_default=True, help="Epochs after the features are pruned.")
@click.option("--transition-features", type=int, default=1_300_000, show_default=True, help="Number kept by pruning.")
@click.option("--label-weights", type=int, default=900_000, show_default=True, help="Number kept by pruning.")
@click.option("--min-feature-count", type=int, default=4, show_default=True)
@click.option("--margin", type=float, default=0.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--measure", is_flag=True, help="Only measure the model at --output.")
def main(
    labelled: tuple[Path, ...],
    tagger_file: Path,
    classes: Path,
    output: Path,
    sentences: int | None,
    epochs: int,
    settle: int,
    transition_features: int,
    label_weights: int,
    min_feature_count: int,
    margin: float,
    seed: int,
    measure: bool,
) -> None:
    """Train, prune, settle, save, measure."""
    started = time.monotonic()
    tagger = Tagger.load(tagger_file)
    draw = random.Random(seed)
    held_out: list[Labelled] = []
    learnt: list[Labelled] = []
    for number, sentence in enumerate(read_labelled(sorted(labelled), sentences)):
        if number % HELD_OUT_EVERY == 0:
            held_out.append(sentence)
        elif not measure:
            learnt.extend(copies(sentence, draw))
    if not measure:
        trainer = ParserTrainer(
            list(ENGLISH.tags),
            list(ENGLISH.relations.names),
            [list(kind) for kind in ENGLISH.landmarks],
            seed,
            min_feature_count,
            margin,
        )
        for kind in word_kinds(classes):
            trainer.add_kind(*kind)
        for sentence, tags in zip(learnt, tagged(tagger, learnt), strict=True):
            trainer.add(sentence.words, tags, sentence.heads, sentence.labels)
        del learnt

        def run_epochs(count: int) -> None:
            for _ in range(count):
                right = trainer.epoch()
                seconds = time.monotonic() - started
                print(f"{seconds:6.0f} s  {trainer.feature_count} features, {right:.4f} right", file=sys.stderr)

        run_epochs(epochs)
        trainer.prune(transition_features, label_weights)
        run_epochs(settle)
        trainer.save(str(output))
    print(f"model of {output.stat().st_size} bytes")
    report(TransitionParser.load(output, ENGLISH.relations.auxiliaries), tagger, held_out, seed)
