"""Pack drawn sentences and the versions of editors into the folder of data.

    python -m lab.real.pack sentences.tsv answers/*.answer.tsv
    python -m lab.real.pack sentences.tsv answers/*.answer.tsv --faults dev_01.faults.tsv --output FOLDER

An answer is called PART_EDITOR_SHEET.answer.tsv, as ``lab.real.sheets`` names the sheets. Marks of single changes are
kept by ``lab.real.marks``. `simplifier.evaluation.published` reads what is packed.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from lab.real.sheets import Fault, read_answer, read_faults
from simplifier.base.errors import FormatError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_bytes
from simplifier.evaluation.collection import data_folder
from simplifier.evaluation.published import SENTENCES, VERSIONS, published_file, rows_of

__all__ = ["corrected", "main", "packed_versions", "write_packed"]

#: An edit in braces; its group is the old words.
_EDIT: Final = re.compile(r"\{([^{}]*?)=>[^{}]*?\}")


def write_packed(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table with a line of names, packed by xz."""
    lines = "".join("\t".join(row) + "\n" for row in (columns, *rows))
    write_bytes(path, lzma.compress(lines.encode("utf-8"), preset=9))


def packed_versions(rows: dict[str, list[str]], answers: Iterable[Path]) -> list[tuple[str, str, str]]:
    """Return the rows of the file of versions, by the id of the sentence and the editor.

    Args:
        rows: the drawn sentences by id.
        answers: the editors' files; of two versions of one editor the last stands.

    Raises:
        FormatError: a line of an answer cannot be read.
    """
    texts = {name: row[5] for name, row in rows.items()}
    found: dict[tuple[str, str], tuple[str, str, str]] = {}
    for path in answers:
        part, editor, *_ = path.name.split("_")
        versions, wrong = read_answer(path, texts)
        unread = [one for one in wrong if not one.startswith("no version of")]
        if unread:
            raise FormatError(path, unread[0])
        marked = dict(line.split("\t", 1) for line in text_lines(path))
        for name in versions:
            if rows[name][1] == part:
                found[name, editor] = (name, editor, marked[name])
    return [found[key] for key in sorted(found)]


def corrected(
    rows: Sequence[tuple[str, str, str]], faults: Iterable[Fault], parts: Mapping[str, str]
) -> list[tuple[str, str, str]]:
    """Return the versions with the faulty ones corrected or dropped.

    Of the part ``train``, a version without a correction is dropped; of the others the sentence itself takes its place,
    so that every sentence keeps its two versions.

    Args:
        rows: id, editor and version.
        faults: what readers found; later ones stand over earlier ones.
        parts: the part of each sentence.
    """
    found = {(name, editor): (name, editor, marked) for name, editor, marked in rows}
    for one in faults:
        key = one.id, one.editor
        if one.corrected != "-":
            found[key] = (*key, one.corrected)
        elif parts[one.id] == "train":
            found.pop(key, None)
        else:
            found[key] = (*key, _EDIT.sub(r"\1", found[key][2]))
    return [found[key] for key in sorted(found)]


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("sentences", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--faults", multiple=True, type=click.Path(path_type=Path), help="What readers of versions found.")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="Default: the folder of data.")
def main(sentences: Path, answers: tuple[Path, ...], faults: tuple[Path, ...], output: Path | None) -> None:
    """Run from the command line."""
    try:
        drawn = {row[0]: row for row in rows_of(sentences, SENTENCES)}
        rows = packed_versions(drawn, answers)
        texts = {name: row[5] for name, row in drawn.items()}
        found = [one for path in faults for one in read_faults(path, texts)]
        rows = corrected(rows, found, {name: row[1] for name, row in drawn.items()})
        write_packed(published_file("sentences", output), SENTENCES, drawn.values())
        write_packed(published_file("versions", output), VERSIONS, rows)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    click.echo(f"{len({row[0] for row in rows})} sentences, {len(rows)} versions -> {output or data_folder('en')}")


if __name__ == "__main__":
    main()
