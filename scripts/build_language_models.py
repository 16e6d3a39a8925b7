#!/usr/bin/env python3
"""Build the embedded language models from the research data: text, vocabulary, training, binary, measurement.

    python -m scripts.build_language_models ../shared/data .work/model/lm --work .work/model

Needs `lmplz` (scripts/build_kenlm.py). Writes NAME.binary per recipe below and language_models.json, the
facts about them. docs/language_models.md tells why these recipes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from base.errors import SimplifierError
from base.reading import read_text, text_lines
from base.writing import write_text
from lm import LanguageModel, Perplexity, convert, measure_perplexity, train
from scripts.language_model_text import make_text
from simplifier.text import words

HELD_OUT = 500  # last sentences of the tuning set: for reports, never for tuning


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one model is made.

    Attributes:
        name: of the binary.
        kinds: of text parts to train on (``simple``, ``normal``).
        order: length of the longest n-grams.
        prune: per order, drop n-grams seen at most so often; the last holds for higher orders.
        minimum_count: words seen less often are unknown words.
        probability_bits: quantisation of the trie; back-offs take as many.
        pointer_bits: pointer compression of the trie.
    """

    name: str
    kinds: tuple[str, ...]
    order: int
    prune: tuple[int, ...]
    minimum_count: int
    probability_bits: int = 5
    pointer_bits: int = 22


RECIPES = (
    Recipe("normal", ("normal", "simple"), order=4, prune=(0, 3, 4, 6), minimum_count=10),
    Recipe("simple", ("simple",), order=4, prune=(0, 0, 1), minimum_count=3),
)


def build_language_models(
    data: Path,
    output: Path,
    work: Path,
    recipes: Sequence[Recipe] = RECIPES,
    memory: str = "6G",
    report: Callable[[str], None] = lambda line: None,
) -> list[dict[str, object]]:
    """Build the models of the recipes into ``output`` and return the facts about them.

    Args:
        data: folder of the research data.
        output: folder for NAME.binary and language_models.json.
        work: folder for the text and the ARPA files; text that is there already is used again.
        recipes: what to build.
        memory: limit for lmplz.
        report: gets a line at a time.

    Raises:
        InputError: the data or lmplz is missing.
    """
    text = work / "text"
    if not (text / "parts.json").exists():
        report("making the text")
        make_text(data, text)
    parts = json.loads(read_text(text / "parts.json"))
    output.mkdir(parents=True, exist_ok=True)
    held_out = {name: held_out_lines(data, name) for name in ("src", "simplewiki")}
    facts: list[dict[str, object]] = []
    for recipe in recipes:
        used = [part for part in parts if part["kind"] in recipe.kinds]
        files = [text / f"{part['name']}.txt" for part in used]
        report(f"{recipe.name}: counting words")
        vocabulary = work / f"{recipe.name}.vocabulary"
        write_text(vocabulary, "\n".join(frequent_words(files, recipe.minimum_count)) + "\n")
        arpa, binary = work / f"{recipe.name}.arpa", output / f"{recipe.name}.binary"
        done = train(files, arpa, recipe.order, recipe.prune, memory, vocabulary, report=report)
        # Scoring needs no strings, and without them the file is a tenth smaller.
        size = convert(
            arpa, binary, "trie", recipe.probability_bits, pointer_bits=recipe.pointer_bits, words=False
        )
        model = LanguageModel(binary)
        measured = {name: measure_perplexity(model, lines) for name, lines in held_out.items()}
        facts.append(
            {
                "name": recipe.name,
                "file": binary.name,
                "bytes": size,
                "recipe": asdict(recipe),
                "training_words": sum(part["words"] for part in used),
                "ngrams": done.ngrams,
                "discount_fallback": done.discount_fallback,
                "held_out": {name: _figures(result) for name, result in measured.items()},
                "text": [
                    {key: part[key] for key in ("name", "kind", "source", "licence", "kept", "words")}
                    for part in used
                ],
            }
        )
        figures = ", ".join(f"{name} {result.including_unknown:.1f}" for name, result in measured.items())
        report(f"{recipe.name}: {size / 1e6:.2f} MB, perplexity {figures}")
    write_text(output / "language_models.json", json.dumps(facts, indent=1) + "\n")
    return facts


def frequent_words(files: Iterable[Path], minimum_count: int) -> list[str]:
    """Return the words seen at least so often, sorted."""
    counts: Counter[str] = Counter()
    for file in files:
        for line in text_lines(file):
            counts.update(line.split())
    return sorted(word for word, count in counts.items() if count >= minimum_count)


def held_out_lines(data: Path, name: str) -> list[str]:
    """Return the held-out tuning sentences (``src`` or ``simplewiki``) as the models see words."""
    lines = list(text_lines(data / "turkcorpus" / f"tune.{name}"))
    return [" ".join(words(line)) for line in lines[-HELD_OUT:]]


def _figures(result: Perplexity) -> dict[str, float]:
    return {
        "perplexity": round(result.including_unknown, 2),
        "perplexity_of_known_words": round(result.excluding_unknown, 2),
        "words": result.words,
        "unknown_words": result.unknown,
    }


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--work", type=click.Path(path_type=Path), default=Path(".work/model"), show_default=True)
@click.option("--memory", default="6G", show_default=True, help="Limit for lmplz.")
def main(data: Path, output: Path, work: Path, memory: str) -> None:
    """Parse the command line."""
    try:
        build_language_models(
            data, output, work, memory=memory, report=lambda line: click.echo(line, err=True)
        )
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
