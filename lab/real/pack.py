"""Pack drawn sentences and the versions of editors into the folder of data.

    python -m lab.real.pack sentences.tsv answers/*.answer.tsv
    python -m lab.real.pack sentences.tsv answers/*.answer.tsv --output FOLDER

An answer is called PART_EDITOR_SHEET.answer.tsv, as ``lab.real.sheets`` names the sheets. Marks of single changes are
kept by ``lab.real.marks``. `simplifier.evaluation.published` reads what is packed.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from lab.real.sheets import read_answer
from simplifier.base.errors import FormatError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_bytes
from simplifier.evaluation.collection import data_folder
from simplifier.evaluation.published import SENTENCES, VERSIONS, published_file, rows_of

__all__ = ["main", "packed_versions", "write_packed"]


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


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("sentences", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="Default: the folder of data.")
def main(sentences: Path, answers: tuple[Path, ...], output: Path | None) -> None:
    """Run from the command line."""
    try:
        drawn = {row[0]: row for row in rows_of(sentences, SENTENCES)}
        rows = packed_versions(drawn, answers)
        write_packed(published_file("sentences", output), SENTENCES, drawn.values())
        write_packed(published_file("versions", output), VERSIONS, rows)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    click.echo(f"{len({row[0] for row in rows})} sentences, {len(rows)} versions -> {output or data_folder('en')}")


if __name__ == "__main__":
    main()
