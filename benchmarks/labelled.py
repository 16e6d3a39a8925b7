"""Measure the search with a grammar of many labels, on one long sentence.

    python -m benchmarks.labelled --language-model .work/peers/text.binary --input tune.src

The grammar is made up, in the form of syntax-augmented grammars (Zollmann and Venugopal 2006): every word of
the sentence may have several labels out of many, phrases have labels joined of those of their words, and
rules with two gaps join neighbours. Glue rules of the grammar's own build the goal. The sentence is running
text cut to a length.
"""

from __future__ import annotations

import itertools
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from benchmarks.machine import describe_machine
from benchmarks.timing import median_of
from simplifier.base.reading import read_lines
from simplifier.core import LanguageModel, RuleTable, TableBuilder
from simplifier.decoder import (
    ANCHORED,
    ChartDecoder,
    GrammarPart,
    InputSentence,
    LanguageModelPart,
    ParseOptions,
    SearchOptions,
)
from simplifier.decoder.options import SearchOrder, SearchScope

_SPAN_LIMIT = 10
_LABELS_OF_A_WORD = 3
_TARGETS = 4
_SEED = 14


class _Rule(NamedTuple):
    label: str
    source: str
    target: str
    cost: float


@click.command()
@click.option("--language-model", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--labels", default=40, show_default=True, help="Labels of single words.")
@click.option("--length", default=142, show_default=True, help="Tokens of the sentence.")
@click.option("--pop-limit", "pop_limits", multiple=True, default=(10, 30, 100), show_default=True)
@click.option("--scope", "scopes", multiple=True, type=click.Choice(["label", "span"]), default=("label", "span"))
@click.option("--runs", default=3, show_default=True)
def main(
    language_model: Path,
    input_file: Path,
    labels: int,
    length: int,
    pop_limits: Sequence[int],
    scopes: Sequence[SearchScope],
    runs: int,
) -> None:
    """Print a table in Markdown."""
    print(describe_machine(), end="\n\n")
    words = [word for line in read_lines(input_file) for word in line.split()]
    sentence = words[:length]
    rules = list(_rules(sentence, sorted(set(words)), labels))
    with tempfile.TemporaryDirectory() as folder:
        table = _pack(rules, Path(folder) / "rules.table")
        glue = _pack(list(_glue({rule.label for rule in rules})), Path(folder) / "glue.table")
    decoder = ChartDecoder(
        [GrammarPart(table, "rules", _SPAN_LIMIT), GrammarPart(glue, "glue", ANCHORED)],
        [LanguageModelPart(LanguageModel(str(language_model)), "text")],
        {"Cost": -1.0, "lm_text": 0.5, "lm_text_oov": -4.0, "WordPenalty": 0.5},
        parse=ParseOptions(goal_label="GOAL"),
    )
    print(f"{length} tokens, {len(rules):,} rules, {len({rule.label for rule in rules}):,} labels\n")
    print(
        "| order, pop limit by | pop limit | seconds (cpu) | chart memory, MB | "
        "combinations | model score |\n"
        "|---|---|---|---|---|---|"
    )
    inputs = [InputSentence(tuple(sentence))]
    orders: tuple[SearchOrder, ...] = ("score", "outside")
    for order, scope in itertools.product(orders, scopes):
        decoder.search_options = options = SearchOptions(order, scope)
        for pop_limit in pop_limits:
            decoder.pop_limit = pop_limit
            (found,) = decoder.decode_native(inputs)
            seconds = median_of(runs, lambda: decoder.decode_native(inputs)).cpu
            print(
                f"| {options.order}, {options.scope} | {pop_limit} | {seconds:.2f} | "
                f"{found.statistics.arena_bytes / 1e6:,.0f} | {found.statistics.evaluations:,} | "
                f"{found.derivations[0].score:.3f} |",
                flush=True,
            )


def _rules(sentence: Sequence[str], vocabulary: Sequence[str], labels: int) -> Iterator[_Rule]:
    rng = random.Random(_SEED)
    simple = [f"L{i}" for i in range(labels)]
    labels_of: dict[str, list[str]] = {}
    for word in sorted(set(sentence)):
        labels_of[word] = rng.sample(simple, _LABELS_OF_A_WORD)
        for label in labels_of[word]:
            yield _Rule(label, word, word, round(rng.random(), 2))
            for target in rng.sample(list(vocabulary), _TARGETS):
                yield _Rule(label, word, target, round(1 + 2 * rng.random(), 2))
    pairs = {
        (a, b)
        for first, second in zip(sentence, sentence[1:], strict=False)
        for a in labels_of[first]
        for b in labels_of[second]
    }
    joined = set()
    for a, b in sorted(pairs):
        cost = round(2 * rng.random(), 2)
        joined.add(f"{a}+{b}")
        yield _Rule(f"{a}+{b}", f"[{a},1] [{b},2]", f"[{a},1] [{b},2]", cost)
        yield _Rule(rng.choice(simple), f"[{a},1] [{b},2]", f"[{b},2] [{a},1]", round(cost + 1, 2))
        yield _Rule(rng.choice(simple), f"[{a},1] [{b},2]", f"[{a},1] [{b},2]", round(cost + 0.3, 2))
    for label in sorted(joined):
        follower = rng.choice(simple)
        yield _Rule(rng.choice(simple), f"[{label},1] [{follower},2]", f"[{label},1] [{follower},2]", 0.5)


def _glue(labels: set[str]) -> Iterator[_Rule]:
    yield _Rule("GOAL", "<s>", "<s>", 0.0)
    yield _Rule("GOAL", "[GOAL,1] </s>", "[GOAL,1] </s>", 0.0)
    for label in sorted(labels):
        yield _Rule("GOAL", f"[GOAL,1] [{label},2]", f"[GOAL,1] [{label},2]", 1.0)


def _pack(rules: Sequence[_Rule], path: Path) -> RuleTable:
    builder = TableBuilder(str(path), ["Cost"], [0.0], ["made up"], "{}", str(path.parent))
    builder.add(
        [rule.label for rule in rules],
        [rule.source for rule in rules],
        [rule.target for rule in rules],
        np.array([[rule.cost] for rule in rules], dtype=np.float32),
        None,
        0,
    )
    builder.finish()
    return RuleTable(str(path))


if __name__ == "__main__":
    main()
