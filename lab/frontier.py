"""Compare the rewritings of many systems by blind readers: make the sheets, count the verdicts.

    python -m lab.frontier sheets embedded --output FOLDER --seed 1 --system muss=muss.txt
    python -m lab.frontier report FOLDER --verdicts a.tsv --verdicts b.tsv --keep read.tsv.xz
    python -m lab.frontier report read.tsv.xz

The measure of the program is the text ``real``: published sentences with the versions of two editors. Of the others,
``turk`` (the last 500 TurkCorpus tuning sentences) was published too; ``own`` (our own sentences of both domains),
``office`` (others of our sentences of offices) and ``documents`` (sentences of letters, leaflets and contracts, without
references) were invented. FOLDER/sheets is for the readers, with
simplifier/evaluation/data/en/instructions/reading.md; they must not see FOLDER/key.tsv. ``--keep`` leaves out the
sentences of ``turk``, which we may not pass on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from lab.edits import presets_of
from lab.frontier_texts import DOCUMENTS, REAL, TURK, document_text, own_texts, real_text, turk_text
from lab.printing import OUTPUT, tell
from simplifier.base.errors import ConfigError
from simplifier.base.terminal import failures_told
from simplifier.evaluation.blind.keeping import keep, read_kept
from simplifier.evaluation.blind.results import markdown
from simplifier.evaluation.blind.sheets import make_sheets, read_sheets, write_sheets
from simplifier.evaluation.blind.verdicts import read_verdicts
from simplifier.evaluation.collection import PARTS, UNSEEN
from simplifier.evaluation.published import published_sentences

ROOT: Final = Path(__file__).resolve().parents[1]
TEXTS: Final = (REAL, TURK, "own", "office", DOCUMENTS)
_FILE: Final = click.Path(dir_okay=False, path_type=Path)


@click.group()
def main() -> None:
    """Sheets for blind readers, and how the systems fared."""


@main.command()
@click.argument("model")
@click.option("--output", required=True, type=click.Path(file_okay=False, path_type=Path), help="New folder.")
@click.option("--seed", required=True, type=int, help="Seed of all that is drawn.")
@click.option("--text", "texts", multiple=True, type=click.Choice(TEXTS), help="Default: all.")
@click.option("--preset", "presets", multiple=True, help="Default: default and all presets.")
@click.option("--system", "told", multiple=True, help="NAME=FILE: outputs for the 2,000 sources of turk.")
@click.option("--part", type=click.Choice((*PARTS, UNSEEN)), default="dev", show_default=True, help="Of our sentences.")
@click.option("--sentences", "number", type=click.IntRange(min=1), default=120, show_default=True)
@click.option(
    "--turk",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT.parent / "shared" / "data" / "turkcorpus",
    help="Folder of tune.truecase.*; default: beside the checkout, shared/data/turkcorpus.",
)
def sheets(
    model: str,
    output: Path,
    seed: int,
    texts: tuple[str, ...],
    presets: tuple[str, ...],
    told: tuple[str, ...],
    part: str,
    number: int,
    folder: Path,
) -> None:
    """Write sheets and key."""
    with failures_told():
        wanted, names = texts or TEXTS, presets_of(model, presets)
        others = systems_told(told)
        if others and TURK not in wanted:
            raise ConfigError(f"--system is for the text {TURK}; add --text {TURK}")
        found = [turk_text(folder, others, model, names, number, seed)] if TURK in wanted else []
        if not {"own", "office"}.isdisjoint(wanted):
            found += own_texts(part, wanted, model, names, number, seed)
        if REAL in wanted:
            found.append(real_text(part, model, names, number, seed))
        if DOCUMENTS in wanted:
            found.append(document_text(part, model, names, number, seed))
        made = make_sheets(found, seed)
        write_sheets(output, made)
        for text in found:
            pairs = sum(pair.text == text.name for pair in made.pairs)
            click.echo(f"{text.name}: {len(text.originals)} sentences, {len(text.systems)} systems, {pairs} pairs")


def systems_told(told: tuple[str, ...]) -> dict[str, Path]:
    """Return the files of systems by name.

    Args:
        told: the values of ``--system``, each NAME=FILE.

    Raises:
        ConfigError: a value is not NAME=FILE, or a name comes twice.
    """
    found: dict[str, Path] = {}
    for one in told:
        name, _, file = one.partition("=")
        if not name or not file or name in found:
            raise ConfigError(f"--system {one}: write NAME=FILE, every name once")
        found[name] = Path(file)
    return found


@main.command()
@click.argument("place", type=click.Path(exists=True, path_type=Path))
@click.option("--verdicts", "files", multiple=True, type=_FILE, help="A reader's file, named as the reader.")
@click.option("--keep", "kept", type=_FILE, help="FILE.tsv.xz for sheets, key and verdicts.")
@OUTPUT
def report(place: Path, files: tuple[Path, ...], kept: Path | None, output: Path | None) -> None:
    """Print how the systems fared; PLACE is the folder of sheets, or a file that was kept."""
    with failures_told():
        text = "\n".join(_counted(place, files, kept))
        tell(text, output)


def _counted(place: Path, files: tuple[Path, ...], kept: Path | None) -> Iterator[str]:
    if place.is_file():
        if files or kept is not None:
            raise ConfigError(f"{place} has its verdicts; --verdicts and --keep go with a folder of sheets")
        found = read_kept(place)
        return markdown(found.key, found.verdicts, _sources())
    readers = [file.stem for file in files]
    if not files or len(set(readers)) < len(readers):
        raise ConfigError(f"{place}: name the file of every reader with --verdicts, each another file name")
    made = read_sheets(place)
    pairs = [pair.id for pair in made.pairs]
    verdicts = {file.stem: read_verdicts(file, pairs) for file in files}
    if kept is not None:
        keep(kept, made, verdicts, without=[TURK])
    return markdown(made.key, verdicts, _sources())


def _sources() -> dict[str, str]:
    """Return the source of each published sentence, by the sentence's id."""
    return {name: one.source for name, one in published_sentences().items()}


if __name__ == "__main__":
    main()
