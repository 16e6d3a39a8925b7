"""`simplify` on documents: their formats, and whole folders."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import open_binary
from simplifier.base.terminal import note, progress, say
from simplifier.base.writing import copy_file, write_bytes

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier
    from simplifier.record.request import SearchRequest
    from simplifier.record.result import Result

__all__ = ["DocumentOptions", "DocumentRewriter", "output_problems", "report_cuts", "writes_folder"]

#: The bytes at the beginning of a file by which its format is recognised.
_HEAD: Final = 512
_FLAGS: Final = {"columns": "--column", "fields": "--field", "tracked": "--tracked-changes"}


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """The user's options about the formats of files.

    Attributes:
        input_format: the format of all files; None to recognise each by its name and beginning.
        columns: the columns of tables that hold text.
        fields: the fields of JSON Lines that hold text.
        tracked: True to write changes of Word and OpenDocument texts as revisions.
    """

    input_format: str | None = None
    columns: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    tracked: bool = False

    def formats(self, inputs: Sequence[Path]) -> tuple[str, ...]:
        """Return the format of each input, or of standard input if there are none.

        Raises:
            ConfigError: the user named an unknown format.
        """
        from simplifier.documents import FORMATS

        if self.input_format is not None and self.input_format not in FORMATS:
            known = ", ".join(FORMATS)
            raise ConfigError(f"--input-format {self.input_format}: no such format; there are {known}")
        return tuple(self.kind(path) for path in inputs or (Path("-"),))

    def problems(self, formats: Sequence[str]) -> Iterator[str]:
        """Yield a message for each option that was given but that none of the formats has."""
        from simplifier.documents import FORMATS

        for option, flag in _FLAGS.items():
            if getattr(self, option) and not any(option in FORMATS[kind].options for kind in formats):
                yield f"{flag} goes with another format; say which with --input-format"

    def kind(self, path: Path) -> str:
        """Return the format of a file or of standard input; what a person types there is plain text."""
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


class DocumentRewriter:
    """Rewrites documents, each as a whole.

    Args:
        simplifier: the model.
        request: the request for every sentence.
        options: the user's options about formats.
    """

    def __init__(self, simplifier: Simplifier, request: SearchRequest, options: DocumentOptions) -> None:
        self._simplifier = simplifier
        self._request = request
        self._options = options

    def results(self, data: bytes, name: str, kind: str) -> tuple[bytes, Sequence[Result]]:
        """Return a rewritten document and the results of its passages; notes tell what was not done as asked.

        Args:
            data: the bytes of the file.
            name: the name of the file.
            kind: the name of its format.

        Raises:
            InputError: the file is not of its format.
        """
        from simplifier.documents import FORMATS, rewrite

        factory = FORMATS[kind]
        options = {one: getattr(self._options, one) for one in factory.options if hasattr(self._options, one)}
        document = factory(data, name=name, **options)
        if self._options.tracked and "tracked" not in factory.options:
            note(f"{name}: the format {kind} has no tracked changes; it is changed without")
        if factory.remark:
            note(f"{name}: {factory.remark}")
        rewritten = rewrite(document, self._simplifier, self._request)
        limit = self._simplifier.config.text.max_sentence_tokens
        for number, result in enumerate(rewritten.results, 1):
            report_cuts(result, f"{name}: passage {number}", limit)
        return rewritten.data, rewritten.results

    def into(self, output: Path, inputs: Sequence[Path]) -> None:
        """Rewrite files, and all files of folders, into a folder; files of no known format are copied.

        A file that cannot be read or written is reported on standard error, and the others go on.

        Raises:
            InputError: two inputs would have the same output.
            click.exceptions.Exit: with code 1 if some file failed.
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
                    copied += self._one_into(path, target)
                except (InputError, OSError, RecursionError) as error:
                    failed += 1
                    say(f"error: {' '.join(str(error).split())}")
                advance(1, path.name)
        if copied:
            note(f"{copied} of {len(pairs)} files copied as they are: of no format that is read")
        if failed:
            say(f"error: {failed} of {len(pairs)} files were not written")
            raise click.exceptions.Exit(1)

    def _one_into(self, path: Path, target: Path) -> bool:
        """Write one file of a folder; return True if it was only copied."""
        new = not target.exists()  # a file that is replaced keeps its own permissions
        target.parent.mkdir(parents=True, exist_ok=True)
        rewritten = _is_text(path, self._options)
        if rewritten:
            with open_binary(path) as stream:
                data = stream.read()
            write_bytes(target, self.results(data, str(path), self._options.kind(path))[0])
        else:
            copy_file(path, target)
        if new:
            shutil.copymode(path, target)
        return not rewritten


def output_problems(formats: Sequence[str], output: Path | None) -> Iterator[str]:
    """Yield the reasons why documents cannot be written to an output in their own formats.

    An archive must be a file of its own, and must not go to a terminal. Plain text made of another format must not
    be written under a name of that format.
    """
    from simplifier.documents import FORMATS

    for kind in formats:
        if FORMATS[kind].archive and len(formats) > 1:
            yield f"a file of format {kind} is written by itself; name one input, or a folder with --output"
        if FORMATS[kind].archive and (output is None or str(output) == "-") and sys.stdout.isatty():
            yield f"a file of format {kind} is nothing for a terminal; name one with --output"
        if FORMATS[kind].written_as and output is not None and output.suffix.lower() in FORMATS[kind].suffixes:
            yield f"{output}: plain text is written of a {kind} file; name a {FORMATS[kind].written_as} file"


def report_cuts(result: Result, place: str, limit: int) -> None:
    """Print a note about sentences of a result that were too long and were cut."""
    parts = [sentence.part for sentence in result.sentences if sentence.part]
    if parts:
        what = f"{parts.count(1)} sentences" if parts.count(1) > 1 else "a sentence"
        note(f"{place}: {what} longer than {limit} tokens cut into {len(parts)} parts (text.max_sentence_tokens)")


def writes_folder(inputs: Sequence[Path], output: Path | None) -> bool:
    """Return True if the files of a command go into a folder, each under its name.

    Raises:
        InputError: an input is a folder, but the output is not one.
    """
    folders = [path for path in inputs if path.is_dir()]
    if folders and (output is None or str(output) == "-"):
        raise InputError(f"{folders[0]}: is a directory; name a file in it, or a folder to write with --output")
    if folders and output is not None and output.exists() and not output.is_dir():
        raise InputError(f"{output}: is no folder; the files of {folders[0]} need one")
    named = [path for path in inputs if str(path) != "-"]
    return bool(folders) or (bool(named) and output is not None and output.is_dir())


def _is_text(path: Path, options: DocumentOptions) -> bool:
    """Return True if a file is rewritten: its name has a known suffix, or the user names the format."""
    from simplifier.documents import FORMATS

    known = {suffix for one in FORMATS.values() for suffix in one.suffixes}
    return options.input_format is not None or path.suffix.lower() in known


def _written_name(name: str) -> str:
    """Return the name under which a file is written into a folder."""
    from simplifier.documents import FORMATS, recognise

    return name + FORMATS[recognise(name, b"")].written_as


def _pairs(inputs: Sequence[Path], output: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the files to read, each with its target, without hidden files and those of the output folder."""
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
