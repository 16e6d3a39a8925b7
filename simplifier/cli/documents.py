"""`simplify` on documents: formats, their options, whole folders."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import open_binary
from simplifier.base.terminal import note, progress, say
from simplifier.base.writing import copy_file, write_bytes

if TYPE_CHECKING:
    from simplifier.cli.records import RecordWriter
    from simplifier.pipeline import Simplifier
    from simplifier.records.requests import SearchRequest
    from simplifier.records.result import Result

__all__ = [
    "DocumentOptions",
    "check_output",
    "document_options",
    "report_cuts",
    "rewrite_into",
    "writes_folder",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])
#: Bytes of a file by which its format is told.
_HEAD: Final = 512
_FLAGS: Final = {"columns": "--column", "fields": "--field", "tracked": "--tracked-changes"}


def document_options(function: _Function) -> _Function:
    """Add `--input-format`, `--column`, `--field` and `--tracked-changes`."""
    for option in (
        click.option(
            "--tracked-changes",
            "tracked",
            is_flag=True,
            help="Write changes of Word and OpenDocument texts as revisions to accept or reject.",
        ),
        click.option(
            "--field",
            "fields",
            multiple=True,
            metavar="NAME",
            help="Field of JSON Lines that is text, such as a.b; may be repeated.",
        ),
        click.option(
            "--column",
            "columns",
            multiple=True,
            metavar="NAME",
            help="Column of a CSV or TSV file that is text; may be repeated.",
        ),
        click.option(
            "--input-format",
            metavar="FORMAT",
            help="text, markdown, html, ...  [default: told by name and content]",
        ),
    ):
        function = option(function)
    return function


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """What the user said of the formats of files.

    Attributes:
        input_format: of all of them; None to tell each by its name and beginning.
        columns: of tables.
        fields: of JSON Lines.
        tracked: write changes of Word and OpenDocument texts as revisions.
    """

    input_format: str | None
    columns: tuple[str, ...]
    fields: tuple[str, ...]
    tracked: bool = False

    def formats(self, inputs: Sequence[Path], text_only: Sequence[str], folder: bool) -> list[str]:
        """Return the formats of the inputs of a command; nothing for a folder's.

        Args:
            inputs: files; standard input if there are none.
            text_only: options in use that go with plain text alone.
            folder: whether the inputs are written into a folder.

        Raises:
            ConfigError: an unknown format, or options that do not go together.
        """
        from simplifier.documents import FORMATS

        if self.input_format is not None and self.input_format not in FORMATS:
            known = ", ".join(FORMATS)
            raise ConfigError(f"--input-format {self.input_format}: no such format; there are {known}")
        if folder:
            if text_only:
                raise ConfigError(f"{text_only[0]} goes with files, not with folders")
            return []
        if self.input_format is None and text_only and not inputs:
            return ["text"]
        found = [self.kind(path) for path in inputs or (Path("-"),)]
        for path, kind in zip(inputs or (Path("<stdin>"),), found, strict=True):
            if kind != "text" and text_only:
                raise ConfigError(f"{text_only[0]} goes with plain text; --input-format text reads {path} as such")
        for option, flag in _FLAGS.items():
            if getattr(self, option) and not any(option in FORMATS[kind].options for kind in found):
                raise ConfigError(f"{flag} goes with another format; say which with --input-format")
        return found

    def kind(self, path: Path) -> str:
        """Return the format of a file, or of standard input unless somebody types there."""
        from simplifier.documents import recognise

        if self.input_format is not None:
            return self.input_format
        if str(path) == "-":
            source = sys.stdin.buffer
            peek = getattr(source, "peek", None)
            return "text" if source.isatty() or peek is None else recognise(None, peek(_HEAD)[:_HEAD])
        if not path.is_file():  # a pipe cannot be looked into
            return recognise(path.name, b"")
        with open_binary(path) as stream:
            return recognise(path.name, stream.read(_HEAD))

    def written(
        self,
        simplifier: Simplifier,
        data: bytes,
        name: str,
        kind: str,
        request: SearchRequest,
        records: RecordWriter | None,
        told: Callable[[Result, str], None] | None = None,
    ) -> bytes:
        """Return what is written of a document: itself rewritten, or records of its passages.

        Args:
            simplifier: that rewrites.
            data: of the file.
            name: of the file.
            kind: its format.
            request: for every sentence.
            records: for records; where it writes text the document comes as it is.
            told: of every passage, with its place.

        Raises:
            InputError: the file is not of its format.
        """
        from simplifier.documents import FORMATS, rewrite

        factory = FORMATS[kind]
        options = {option: getattr(self, option) for option in factory.options if hasattr(self, option)}
        document = factory(data, name=name, **options)
        if self.tracked and "tracked" not in factory.options:
            note(f"{name}: the format {kind} has no tracked changes; it is changed without")
        if factory.remark:
            note(f"{name}: {factory.remark}")
        rewritten = rewrite(document, simplifier, request)
        limit = simplifier.config.text.max_sentence_tokens
        for number, result in enumerate(rewritten.results, 1):
            report_cuts(result, f"{name}: passage {number}", limit)
            if told is not None:
                told(result, f"{name}: passage {number}")
        if records is None or not records.of_sentences:
            return rewritten.data
        lines = [records.write(one, name, number, "passage") for number, one in enumerate(rewritten.results, 1)]
        return "".join(lines).encode("utf-8")


def check_output(formats: Sequence[str], output: Path | None) -> None:
    """Refuse to write a document where it makes no file of its own.

    Raises:
        ConfigError: an archive among other files or for a terminal, or text under the name of another format.
    """
    from simplifier.documents import FORMATS

    for kind in formats:
        if FORMATS[kind].archive and len(formats) > 1:
            raise ConfigError(
                f"a file of format {kind} is written by itself; name one input, or a folder with --output"
            )
        if FORMATS[kind].archive and (output is None or str(output) == "-") and sys.stdout.isatty():
            raise ConfigError(f"a file of format {kind} is nothing for a terminal; name one with --output")
        if FORMATS[kind].written_as and output is not None and output.suffix.lower() in FORMATS[kind].suffixes:
            raise ConfigError(
                f"{output}: plain text is written of a {kind} file; name a {FORMATS[kind].written_as} file"
            )


def report_cuts(result: Result, place: str, limit: int) -> None:
    """Note sentences of a result that were too long and cut."""
    parts = [sentence.part for sentence in result.sentences if sentence.part]
    if parts:
        what = f"{parts.count(1)} sentences" if parts.count(1) > 1 else "a sentence"
        note(f"{place}: {what} longer than {limit} tokens cut into {len(parts)} parts (text.max_sentence_tokens)")


def writes_folder(inputs: Sequence[Path], output: Path | None) -> bool:
    """Whether the files of a command go into a folder, each under its name.

    Raises:
        InputError: a folder to read and none to write.
    """
    folders = [path for path in inputs if path.is_dir()]
    if folders and (output is None or str(output) == "-"):
        raise InputError(f"{folders[0]}: is a directory; name a file in it, or a folder to write with --output")
    if folders and output is not None and output.exists() and not output.is_dir():
        raise InputError(f"{output}: is no folder; the files of {folders[0]} need one")
    named = [path for path in inputs if str(path) != "-"]
    return bool(folders) or (bool(named) and output is not None and output.is_dir())


def rewrite_into(
    simplifier: Simplifier,
    inputs: Sequence[Path],
    output: Path,
    options: DocumentOptions,
    request: SearchRequest,
) -> None:
    """Rewrite files, and all files of folders, into a folder; files of no known format are copied.

    What cannot be read or written is told on standard error, and the rest goes on.

    Raises:
        InputError: two inputs with one name.
        click.exceptions.Exit: with 1 if some file failed.
    """
    pairs = list(_pairs(inputs, output))
    targets: dict[Path, Path] = {}
    for path, target in pairs:
        if target in targets:
            raise InputError(f"{path} and {targets[target]} would both become {target}; write them apart")
        targets[target] = path
    failed = copied = 0
    with progress(len(pairs), "files") as advance:
        for path, target in pairs:
            try:
                new = not target.exists()
                target.parent.mkdir(parents=True, exist_ok=True)
                if _is_text(path, options):
                    with open_binary(path) as stream:
                        data = stream.read()
                    kind = options.kind(path)
                    write_bytes(target, options.written(simplifier, data, str(path), kind, request, None))
                else:
                    copy_file(path, target)
                    copied += 1
                if new:
                    shutil.copymode(path, target)
            except (InputError, OSError, RecursionError) as error:
                failed += 1
                say(f"error: {' '.join(str(error).split())}")
            advance(1, path.name)
    if copied:
        note(f"{copied} of {len(pairs)} files copied as they are: of no format that is read")
    if failed:
        say(f"error: {failed} of {len(pairs)} files were not written")
        raise click.exceptions.Exit(1)


def _is_text(path: Path, options: DocumentOptions) -> bool:
    """Whether a file is rewritten: of a format by its name, or told by the user."""
    from simplifier.documents import FORMATS

    known = {suffix for one in FORMATS.values() for suffix in one.suffixes}
    return options.input_format is not None or path.suffix.lower() in known


def _written_name(name: str) -> str:
    """Return the name of what is written of a file into a folder."""
    from simplifier.documents import FORMATS, recognise

    return name + FORMATS[recognise(name, b"")].written_as


def _pairs(inputs: Sequence[Path], output: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the files to read and to write; neither hidden ones nor those of the output folder."""
    own = output.resolve()
    for given in inputs:
        if not given.is_dir():
            yield given, output / _written_name(given.name)
            continue
        inside = given.resolve() != own
        for folder, names, files in os.walk(given):
            names[:] = sorted(
                name for name in names if name[0] != "." and not (inside and (Path(folder) / name).resolve() == own)
            )
            for name in sorted(name for name in files if name[0] != "."):
                path = Path(folder) / name
                yield path, (output / path.relative_to(given)).with_name(_written_name(name))
