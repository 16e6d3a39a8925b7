"""`simplifier data`: our own sentences and published ones, with what editors and readers made of them."""

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
from simplifier.evaluation import collection, published
from simplifier.evaluation.collection import DOMAINS, PARTS, UNSEEN
from simplifier.evaluation.collection_summary import summary_lines

__all__ = ["data_group"]


@click.group("data")
def data_group() -> None:
    """Show and export our English data: sentences with references or editors' versions, judged edits, traps.

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

    Characters count from 0; end is the first character behind the edit. Marks, one letter for each reader:
    f fits, h harmless, s wrong sense, g broken, o opposite or false.
    """
    _warn_of(part)
    sources = collection.sentence_texts()
    click.echo("id\tstart\tend\tsource\ttarget\tproposed by\tmarks\tsentence")
    for edit in collection.judged_edits(part):
        by = ",".join(edit.proposers)
        fields = (edit.id, edit.start, edit.end, edit.source, edit.target, by, edit.marks)
        click.echo("\t".join(map(str, (*fields, sources[edit.id]))))


@data_group.command("versions")
@click.option("--part", type=click.Choice((*PARTS, UNSEEN)), required=True, help="Of which sentences.")
def versions_command(part: str) -> None:
    """Print the published sentences of a part with the versions of editors (TSV).

    A version stands in braces: {old words=>new words|kind}. A sentence without a version has empty fields.
    """
    _warn_of(part)
    sentences = published.published_sentences()
    versions = published.versions_as_written()
    click.echo("id\tsource\tkind\tsentence\teditor\tversion")
    for one in sentences.values():
        if one.part == part:
            for editor, version in versions.get(one.id, {"": ""}).items():
                click.echo("\t".join((one.id, one.source, one.kind, one.text, editor, version)))


@data_group.command("changes")
@click.option("--part", type=click.Choice((*PARTS, UNSEEN)), required=True, help="Of which sentences.")
def changes_command(part: str) -> None:
    """Print the marked single changes of the published sentences of a part (TSV).

    Characters count from 0; end is the first character behind the change. Marks, one letter for each reader:
    f fits, h harmless, s wrong sense, g broken, o opposite or false. stopped and stands: what stopped the
    change in the program of 2026-11-28, and the probability that it stands, by that program.
    """
    _warn_of(part)
    sentences = published.published_sentences()
    click.echo("\t".join((*published.CHANGES, "sentence")))
    for change in published.marked_changes():
        if sentences[change.id].part == part:
            click.echo("\t".join(map(str, (*change, sentences[change.id].text))))


def _warn_of(part: str) -> None:
    """Say on standard error, for a part that is meant for testing, what it is for."""
    if part in (PARTS[-1], UNSEEN):
        note(f"the part {part} is meant to be opened once, to report a final figure; work with train and dev")
