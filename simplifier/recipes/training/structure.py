"""Learn where to split and what to leave out: weights for the choice among structural plans.

    simplifier train structure DATA configs/en-structure.toml

DATA is a folder of data (docs/build/data.md). Where to split is learnt from WikiSplit, DeSSE (whose essay sentences
were often left whole) and MinWiki. What to leave out is learnt from pairs of Wikipedia and Simple English Wikipedia.
The choices for a sentence are all its plans and the sentence as it is. People are assumed to prefer the choices with
the fewest word edits to what they wrote. The last fifth of each corpus only measures. BiSECT only measures too, because
its licence is not stated. The same data give the same file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import click
import numpy as np

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.base.reading import text_lines
from simplifier.base.terminal import progress
from simplifier.base.toml import dump_toml
from simplifier.base.writing import write_text
from simplifier.config import load_config
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import Language, language_named
from simplifier.planning import plan_weights
from simplifier.tuning.structure.examples import Example, every_plan, nearness, read_examples
from simplifier.tuning.structure.ranking import ChoiceTable, Pull, fit_choices, likelihood

#: Name of each corpus, the kinds of rules whose plans are considered, and true if the corpus is learnt from.
CORPORA: Final = (
    ("wikisplit", ("split", "reorder"), True),
    ("desse", ("split", "reorder"), True),
    ("minwiki", ("split", "reorder"), True),
    ("kauchak_a", ("shorten",), True),
    ("bisect", ("split", "reorder"), False),
)
HELD_OUT: Final = 5
#: Weights set by hand, in natural log odds. Doubts count as they were judged. Rules that reword are wanted wherever
#: they match. Users who ask for shortening want more than Simple English Wikipedia has. Users who ask for lists want
#: them wherever they match.
DOUBT, REWORDED, ASKED_FOR, LISTED = 1.0, 3.0, 2.0, 6.0
HEADER: Final = (
    "# Made by simplifier/recipes/training/structure.py: what speaks for each way to say a sentence, in log odds.\n"
)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Examples of one corpus.

    Attributes:
        name: name of the corpus.
        pairs: number of pairs that were read.
        examples: examples for the pairs whose sentence can be said in another way.
    """

    name: str
    pairs: int
    examples: Sequence[Example]

    def parts(self, learnt: bool) -> tuple[Sequence[Example], Sequence[Example]]:
        """Return the examples to learn from, and the examples that only measure."""
        count = len(self.examples) - len(self.examples) // HELD_OUT if learnt else 0
        return self.examples[:count], self.examples[count:]


def read_corpus(data: Path, name: str, rules: Sequence[str], sentences: int, config: Path | None) -> Corpus:
    """Read the first pairs of a corpus and find the ways to say their sentences."""
    lines = islice(text_lines(data / "parallel" / f"{name}.tsv.gz"), sentences)
    pairs = [(fields[0], fields[1]) for fields in (line.split("\t") for line in lines)]
    simplifier = Simplifier.load(config, overrides=every_plan(rules))
    with progress(len(pairs), name) as bar:
        return Corpus(name, len(pairs), [*read_examples(simplifier, pairs, bar)])


def table_of(examples: Sequence[Example]) -> ChoiceTable:
    """Return the features of all ways to say the sentences."""
    return ChoiceTable.of([[way.features for way in one.ways] for one in examples])


def measured(examples: Sequence[Example], weights: dict[str, float], language: Language) -> tuple[float, ...]:
    """Measure what weights choose.

    Returns:
        Percent of sentences that are changed; percent that are said as people preferred; mean word edits to what
        people wrote; split-f1; mean log probability of the ways that people preferred.
    """
    table, gains = table_of(examples), nearness(examples)
    wanted = table.best(gains)
    chosen = table.chosen(table.vector(weights))
    texts = [text for one in examples for text in one.texts]
    data = ReferenceSet([one.source for one in examples], [[one.reference for one in examples]], language=language)
    return (
        100 * float((chosen != table.starts[:-1]).mean()),
        100 * float(wanted[chosen].mean()),
        -float(gains[chosen].mean()),
        parse_metric("split-f1").score([texts[row] for row in chosen.tolist()], data).value,
        likelihood(table, wanted, weights),
    )


def learn(examples: Sequence[Example], strength: float) -> dict[str, float]:
    """Return the weights under which what people preferred is most probable."""
    table = table_of(examples)
    pull = Pull({"doubt": DOUBT}, strength, fixed=["doubt"], positive=["score"])
    return fit_choices(table, table.best(nearness(examples)), pull)


def report(
    corpora: Sequence[Corpus], found: dict[str, float], before: dict[str, float], language: Language
) -> list[str]:
    """Return a table in Markdown of the held-out examples, with one row for each set of weights.

    The rows are: no weights (all sentences stay whole), the model's weights before, and the learnt weights.
    """
    lines = [
        "| corpus, held out | with a choice | weights | changed, % | as people, % | word edits | split-f1 | "
        "log likelihood |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one, (_, _, learnt) in zip(corpora, CORPORA, strict=True):
        examples = one.parts(learnt)[1]
        for name, weights in (("none: all whole", {}), ("before", before), ("learnt", found)):
            changed, same, edits, f1, mean = measured(examples, weights, language)
            lines.append(
                f"| {one.name} | {len(examples)} of {one.pairs // (HELD_OUT if learnt else 1):,} | {name} | "
                f"{changed:.1f} | {same:.1f} | {edits:.2f} | {f1:.1f} | {mean:.3f} |"
            )
    return lines


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Model; the embedded one if not given.")
@click.option("--sentences", default=4000, show_default=True, help="Number of pairs read of each corpus.")
@click.option("--strength", default=0.003, show_default=True, help="Strength of the pull of weights to 0.")
def main(data: Path, output: Path, config: Path | None, sentences: int, strength: float) -> None:
    """Learn, measure, write."""
    model = load_config(config)
    language = language_named(model.model.language)
    structure = language.structure
    if structure is None:
        raise ConfigError(f"there are no structural rules for {model.model.language}")
    corpora = []
    for name, kinds, _ in CORPORA:
        rules = [rule.entry.name for rule in structure.rules if rule.entry.kind in kinds]
        corpora.append(read_corpus(data, name, rules, sentences, config))
    learnt = [example for one, (_, _, learns) in zip(corpora, CORPORA, strict=True) for example in one.parts(learns)[0]]
    found = learn(learnt, strength)
    for line in report(corpora, found, plan_weights(structure, model.structure), language):
        click.echo(line)
    found |= {
        "listed": LISTED,
        "reworded": REWORDED,
        "shortening": found.get("shortening", 0.0) + ASKED_FOR,
    }
    write_text(output, HEADER + dump_toml({name: round(found[name], 4) for name in sorted(found)}))
    click.echo(f"{len(learnt)} sentences learnt from; {output}: {np.count_nonzero([*found.values()])} weights")
