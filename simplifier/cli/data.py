"""`simplifier data`: our own sentences, references, judged edits and traps; list, card, export, edits."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import click

from simplifier.base.errors import InputError
from simplifier.base.reading import read_text
from simplifier.base.terminal import note, say
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile
from simplifier.evaluation import collection
from simplifier.evaluation.collection import DOMAINS, PARTS, UNSEEN
from simplifier.evaluation.collection_summary import summary_lines

__all__ = ["data_group"]


@click.group("data")
def data_group() -> None:
    """Show and export our own English data: sentences with references, judged edits, traps.

    Learn from the part train, choose by dev; the parts test and unseen are meant to be opened once.
    """


@data_group.command("list")
def list_command() -> None:
    """Count the data by part and kind, and show how far two readers agree."""
    for line in summary_lines():
        click.echo(line)


@data_group.command("card")
def card_command() -> None:
    """Print the data card: contents, authors and readers, known faults."""
    click.echo(read_text(collection.data_folder() / "README.md"), nl=False)


@data_group.command("export")
@click.argument("folder", type=NamedFile())
@click.option("--part", type=click.Choice(PARTS), required=True, help="Which sentences.")
@click.option("--kind", type=click.Choice([*DOMAINS.values()]), help="One kind of text.  [default: both]")
def export_command(folder: Path, part: str, kind: str | None) -> None:
    """Write sentences and references into FOLDER, in the format of TurkCorpus.

    PART.src and PART.ref0 to PART.ref3: one sentence a line, cased and untokenised. ref0 and ref1 change
    words and phrases only, ref2 and ref3 anything.
    """
    chosen = [one for one in collection.sentences(part) if kind in (None, collection.domain_of(one.id))]
    texts = {"src": [one.source for one in chosen]}
    texts |= {f"ref{place}": [one.references[place] for one in chosen] for place in range(4)}
    paths = {folder / f"{part}.{ending}": lines for ending, lines in texts.items()}
    for path in paths:
        if os.path.lexists(path):
            raise InputError(f"{path} is there already; remove it, or name another folder")
    _warn_of(part)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"{folder}: not a folder; name one to write into") from None
    with ExitStack() as stack:  # all files are open until the end, so none appears before all are whole
        for path, lines in paths.items():
            stream = stack.enter_context(open_output(path))
            stream.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
    say(f"wrote {len(chosen)} sentences with four references: {folder / part}.src, .ref0 to .ref3")


@data_group.command("edits")
@click.option("--part", type=click.Choice((*PARTS, UNSEEN)), required=True, help="Of which sentences.")
def edits_command(part: str) -> None:
    """Print the judged edits of a part, with their sentences (TSV).

    Characters count from 0; end is the first character behind the edit. Marks: f fits, h harmless, s wrong
    sense, g broken, o opposite or false.
    """
    _warn_of(part)
    sources = {one.id: one.source for one in collection.sentences()}
    click.echo("id\tstart\tend\tsource\ttarget\tproposed by\tmark\tsecond\tsentence")
    for edit in collection.judged_edits(part):
        by = ",".join(edit.proposers)
        fields = (edit.id, edit.start, edit.end, edit.source, edit.target, by, edit.mark, edit.second_mark)
        click.echo("\t".join(map(str, (*fields, sources[edit.id]))))


def _warn_of(part: str) -> None:
    """Say on standard error, for a part that is meant for testing, what it is for."""
    if part in (PARTS[-1], UNSEEN):
        note(f"the part {part} is meant to be opened once, to report a final figure; work with train and dev")
