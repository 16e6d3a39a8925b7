"""Pack drawn sentences and the versions of editors into the folder of data, and read them again.

    python -m lab.real.pack sentences.tsv answers/*.answer.tsv
    python -m lab.real.pack sentences.tsv answers/*.answer.tsv --output FOLDER

An answer is called PART_EDITOR_SHEET.answer.tsv, as ``lab.real.sheets`` names the sheets. Only sentences with a version
are packed; a sentence of a train part without one can be drawn again at any time.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from lab.real.sheets import read_answer
from simplifier.base.errors import FormatError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_bytes
from simplifier.evaluation.collection import data_folder
from simplifier.evaluation.probes.marked import Version, read_marked

__all__ = ["FILE", "RealSentence", "main", "read_packed", "read_sentences"]

FILE: Final = "real_versions.tsv.xz"
_SENTENCES: Final = ["id", "part", "source", "kind", "paragraph", "sentence"]
_PACKED: Final = [*_SENTENCES, "editor", "version"]


@dataclass(frozen=True, slots=True)
class RealSentence:
    """A published sentence with the versions of its editors.

    Attributes:
        id: the id of the sentence.
        part: ``train``, ``dev``, ``test`` or ``unseen``.
        source: the name of the source.
        kind: the kind of text.
        text: the sentence as it was published.
        versions: the version of each editor, by the editor's name.
    """

    id: str
    part: str
    source: str
    kind: str
    text: str
    versions: dict[str, Version]


def read_sentences(path: Path) -> dict[str, list[str]]:
    """Return the rows that ``lab.real.draw`` wrote, by id.

    Raises:
        FormatError: the file is another one.
    """
    rows = [line.split("\t") for line in text_lines(path)]
    if not rows or rows[0] != _SENTENCES or any(len(row) != len(_SENTENCES) for row in rows):
        raise FormatError(path, f"expected the columns {', '.join(_SENTENCES)}, as lab.real.draw writes them")
    return {row[0]: row for row in rows[1:]}


def read_packed(path: Path | None = None) -> list[RealSentence]:
    """Return the packed sentences that have a version.

    Args:
        path: the packed file; that of English if None.

    Raises:
        FormatError: the file is another one, or a version does not belong to its sentence.
    """
    path = data_folder("en") / FILE if path is None else path
    rows = [line.split("\t") for line in text_lines(path)]
    if not rows or rows[0] != _PACKED:
        raise FormatError(path, f"expected the columns {', '.join(_PACKED)}, as lab.real.pack writes them")
    found: dict[str, RealSentence] = {}
    for name, part, source, kind, _, text, editor, marked in rows[1:]:
        own = found.setdefault(name, RealSentence(name, part, source, kind, text, {}))
        own.versions[editor] = read_marked(marked, text, name)
    return list(found.values())


def _packed(rows: dict[str, list[str]], answers: Iterable[Path]) -> list[Sequence[str]]:
    """Return the rows of the packed file: one for each version, by the id of the sentence and the editor."""
    texts = {name: row[5] for name, row in rows.items()}
    found: dict[tuple[str, str], Sequence[str]] = {}
    for path in answers:
        part, editor, *_ = path.name.split("_")
        versions, wrong = read_answer(path, texts)
        unread = [one for one in wrong if not one.startswith("no version of")]
        if unread:
            raise FormatError(path, unread[0])
        marked = dict(line.split("\t", 1) for line in text_lines(path))
        for name in versions:
            if rows[name][1] == part:
                found[name, editor] = (*rows[name], editor, marked[name])
    return [found[key] for key in sorted(found)]


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("sentences", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="Default: the folder of data.")
def main(sentences: Path, answers: tuple[Path, ...], output: Path | None) -> None:
    """Run from the command line."""
    try:
        rows = _packed(read_sentences(sentences), answers)
        lines = "".join("\t".join(row) + "\n" for row in (_PACKED, *rows))
        folder = data_folder("en") if output is None else output
        write_bytes(folder / FILE, lzma.compress(lines.encode("utf-8")))
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    click.echo(f"{len({row[0] for row in rows})} sentences, {len(rows)} versions -> {folder / FILE}")


if __name__ == "__main__":
    main()
