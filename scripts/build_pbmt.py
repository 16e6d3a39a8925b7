#!/usr/bin/env python3
"""Build a phrase-based simplifier from parallel text alone, after Wubben et al. (ACL 2012).

    python -m scripts.build_pbmt ../shared/data --work .work/pbmt

Pairs of Wikipedia and Simple English Wikipedia (no tuning sentence among them, see scripts/parallel_text.py)
give the phrase table and the language model; 1,000 pairs that are held out, and nothing near them is trained
on, give the weights (configs/tune-pbmt.toml). Steps that are done already are skipped. Written to the folder:

text/           train and dev, one side a file, tokens parted by spaces
phrases.gz      the phrase table as Moses writes it: all phrases of up to 7 words
pbmt.table      the same, packed
simple.binary   language model of the simple sides (needs lmplz: scripts/build_kenlm.py)
tuning/         the tuning run
pbmt.toml       configuration of the system; `simplify --config` takes it

The reranking that makes it PBMT-R is `evaluation.reordering.dissimilarity`; both are measured by
scripts/studies/report_variants.py.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from base.errors import InputError, SimplifierError
from base.reading import read_lines
from base.writing import open_gzip, write_text
from languages import language_named
from languages.tagger import Tagger
from lm import convert, train
from rules.extraction import Aligner, Corpus, tag_pairs
from rules.extraction.phrase_rules import phrase_rules
from rules.readers.moses import SCORES
from rules.tables.build import build_table
from rules.tables.build_config import BuildConfig, SourceConfig
from rules.writers.moses import moses_lines
from scripts.parallel_text import LARGEST_OVERLAP, TrigramIndex, read_parallel
from tuning import load_tune_config, tune

__all__ = ["build_pbmt", "hold_out"]

ROOT = Path(__file__).resolve().parent.parent
FILES = ("kauchak_a.tsv.gz", "kauchak_b.tsv.gz")
LONGEST = 7  # words of a phrase, on either side
HELD_OUT, SEED = 1000, 2012
ORDER = 5
CONFIG = """# A phrase-based simplifier (docs/variants.md).
{weights}
[context]
labels = false
token_features = []

[[grammars]]
path = "pbmt.table"
owner = "pbmt"
span_limit = 7

[[language_models]]
path = "simple.binary"
name = "simple"
"""

Pair = tuple[list[str], list[str]]
Report = Callable[[str], None]


def hold_out(pairs: Sequence[Pair], count: int) -> tuple[list[Pair], list[Pair]]:
    """Draw pairs to tune on; return the pairs to train on, none of them near a drawn one, and those drawn.

    Near are sentences of which half of the word trigrams stand in the other, as in `scripts.parallel_text`.

    Raises:
        InputError: there are not more pairs than that.
    """
    if len(pairs) <= count:
        raise InputError(
            f"{len(pairs)} sentence pairs are too few to hold {count} out; give more parallel text"
        )
    drawn = set(random.Random(SEED).sample(range(len(pairs)), count))
    held_out = [pairs[number] for number in sorted(drawn)]
    near = TrigramIndex([side for pair in held_out for side in pair])
    held_out_pairs = {(tuple(source), tuple(target)) for source, target in held_out}
    rest = [
        (source, target)
        for number, (source, target) in enumerate(pairs)
        if number not in drawn
        and (tuple(source), tuple(target)) not in held_out_pairs
        and near.overlap(source) < LARGEST_OVERLAP
        and near.overlap(target) < LARGEST_OVERLAP
    ]
    return rest, held_out


def read_text(data: Path, text: Path, count: int, report: Report) -> None:
    """Write the sides of the pairs to train and to tune on."""
    pairs = [(source, target) for _, source, target in read_parallel(data, FILES)]
    training, held_out = hold_out(pairs, count)
    report(f"{len(pairs):,} pairs, {len(training):,} to train on, {len(held_out):,} to tune on")
    text.mkdir(parents=True, exist_ok=True)
    for name, part in (("dev", held_out), ("train", training)):
        for ending, side in (("src", 0), ("ref0", 1)):
            write_text(text / f"{name}.{ending}", "".join(" ".join(pair[side]) + "\n" for pair in part))


def extract_phrases(text: Path, tagger: Path, output: Path, report: Report) -> None:
    """Align the training pairs and write their phrase table."""
    sides = [read_lines(text / f"train.{ending}") for ending in ("src", "ref0")]
    words = ((source.split(), target.split()) for source, target in zip(*sides, strict=True))
    pairs, language = list(tag_pairs(words, Tagger.load(tagger))), language_named("en")
    links = Aligner(language).align(pairs)
    report(f"{sum(map(len, links)):,} links")
    lines, count = moses_lines(phrase_rules(Corpus(pairs, links, LONGEST, language)), Counter(), "pbmt"), 0
    with open_gzip(output, 1) as packed:
        for line in lines:
            packed.write(line.encode("utf-8"))
            count += 1
    report(f"{count:,} phrase pairs")


def pack_phrases(phrases: Path, table: Path, report: Report) -> None:
    """Pack the phrase table as one grammar of one label."""
    config = BuildConfig(
        sources=(SourceConfig(name="phrases", format="moses", path=phrases, label="X"),),
        self_rules=None,
        features=(*SCORES, "PhrasePenalty"),
    )
    built = build_table(config, table)
    report(f"{built.rules:,} rules in {built.seconds:.0f} s")


def train_language_model(text: Path, work: Path, report: Report) -> None:
    """Train the language model of the simple sides."""
    arpa = work / "simple.arpa"
    train(text / "train.ref0", arpa, ORDER, memory="2G", report=report)
    convert(arpa, work / "simple.binary", "trie")
    arpa.unlink()


def tune_weights(text: Path, work: Path, report: Report) -> None:
    """Tune toward BLEU on the pairs that were held out."""
    model = work / "untuned.toml"
    write_text(model, CONFIG.format(weights=""))
    output = work / "tuning"
    config = load_tune_config(
        ROOT / "configs" / "tune-pbmt.toml",
        {
            "model": str(model),
            "output": str(output),
            "data.source": str(text / "dev.src"),
            "data.references": [str(text / "dev.ref0")],
            "data.tuning": 0,
        },
    )
    result = tune(config, resume=(output / "checkpoint.json").exists(), report=report)
    if not result.finished:
        raise InputError(f"{output}: tuning was interrupted; run the build again to go on")


def build_pbmt(
    data: Path,
    work: Path,
    tagger: Path,
    held_out: int = HELD_OUT,
    report: Report = lambda line: None,
) -> Path:
    """Build what is missing and return the configuration of the system.

    Args:
        data: folder of the research data.
        work: folder to write to.
        tagger: tagger model; the aligner compares parts of speech.
        held_out: pairs to tune on.
        report: receives a line at a time.

    Raises:
        InputError: a file or lmplz is missing, or tuning was interrupted.
    """
    work.mkdir(parents=True, exist_ok=True)
    text, phrases, table = work / "text", work / "phrases.gz", work / "pbmt.table"
    if not (text / "train.ref0").exists():
        read_text(data, text, held_out, report)
    if not phrases.exists():
        extract_phrases(text, tagger, phrases, report)
    if not table.exists():
        pack_phrases(phrases, table, report)
    if not (work / "simple.binary").exists():
        train_language_model(text, work, report)
    if not (work / "tuning" / "weights.toml").exists():
        tune_weights(text, work, report)
    config = work / "pbmt.toml"
    write_text(config, CONFIG.format(weights='weights_file = "tuning/weights.toml"'))
    return config


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--work", default=".work/pbmt", show_default=True, type=click.Path(path_type=Path))
@click.option(
    "--tagger",
    default=ROOT / "simplifier" / "models" / "en" / "tagger.bin",
    type=click.Path(path_type=Path),
    show_default="embedded",
)
def main(data: Path, work: Path, tagger: Path) -> None:
    """Parse the command line."""
    try:
        build_pbmt(data, work, tagger, report=lambda line: click.echo(line, err=True))
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
