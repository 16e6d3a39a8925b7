"""Where a build of the model reads and writes, and the model's configuration over other files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from base.reading import read_text

__all__ = ["FILES", "MODELS", "ROOT", "Build", "model_config"]

ROOT: Final = Path(__file__).resolve().parent.parent
MODELS: Final = ("normal.binary", "simple.binary", "class.binary", "class.classes")
TREES: Final = ("selection.trees", "reranker.trees")
TABLES: Final = ("rules.table", "numbers.table")
FILES: Final = (*TABLES, *MODELS, "tagger.bin", "change_words.toml", *TREES, "weights.toml")


@dataclass(frozen=True, slots=True)
class Build:
    """Where a build reads and writes."""

    data: Path
    work: Path
    output: Path
    tagger: Path
    wheel: Path | None
    gaps: bool = False
    wordnet: Path | None = None

    @property
    def lists(self) -> tuple[str, ...]:
        """Names of the lists that rules are made of."""
        return ("plain", "paradigms", *(() if self.wordnet is None else ("wordnet",)))

    def say(self, line: str) -> None:
        """Report progress on standard error."""
        click.echo(line, err=True)


def model_config(
    table: Path,
    models: Path,
    tagger: Path,
    weights: Path | None = None,
    trees: Mapping[str, Path] | None = None,
    gaps: bool = False,
    numbers: Path | None = None,
) -> str:
    """Return the embedded model's configuration with other files in place of its own.

    Args:
        table: the rules.
        models: folder of the language models.
        tagger: the tagger, with the language's words of changes beside it.
        weights: weights by feature; none for a model that is still to be tuned.
        trees: the files of trees by their names in the model; those left out are not used.
        gaps: whether gaps are filled by label.
        numbers: the grammar of number forms; none leaves it out.
    """
    document = read_text(ROOT / "configs" / "en.toml")
    embedded = "../simplifier/models/en/"
    if gaps:
        document = document.replace("\nlabels = true\n", "\nlabels = true\ngaps_by_label = true\n")
    places = {"rules.table": table, "tagger.bin": tagger} | {name: models / name for name in MODELS}
    places["change_words.toml"] = tagger.with_name("change_words.toml")
    if numbers is None:
        document = re.sub(
            rf'\[\[grammars\]\]\n(?:#.*\n)*path = "{embedded}numbers\.table"\n(?:\w.*\n)*\n', "", document
        )
    else:
        places["numbers.table"] = numbers
    for name, path in (places | dict(trees or {})).items():
        document = document.replace(embedded + name, str(path.resolve()))
    for name in TREES:
        document = document.replace(f'path = "{embedded}{name}"\n', "")
    line = f'weights_file = "{embedded}weights.toml"'
    return document.replace(line, f'weights_file = "{weights.resolve()}"' if weights else "")
