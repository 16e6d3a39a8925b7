"""What a command line says about documents: their formats, the files of folders, where new files go."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import open_binary
from simplifier.base.terminal import note, say

if TYPE_CHECKING:
    from simplifier.record.result import Result

__all__ = [
    "DocumentOptions",
    "Failures",
    "files_inside",
    "files_of",
    "is_written_as_text",
    "output_problems",
    "report_cuts",
    "writes_folder",
]

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

    def reads(self, path: Path) -> bool:
        """Return True if a file of a folder is read: its name has a known suffix, or the user names the format."""
        from simplifier.documents import FORMATS

        known = {suffix for one in FORMATS.values() for suffix in one.suffixes}
        return self.input_format is not None or path.suffix.lower() in known

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


class Failures:
    """Files that cannot be read or written: each is told on standard error, and the others go on.

    Args:
        what: what the files were not, for the summary: "written".

    Attributes:
        count: how many files failed.
    """

    def __init__(self, what: str) -> None:
        self.count = 0
        self._what = what

    @contextmanager
    def told(self) -> Iterator[None]:
        """Report what goes wrong with a file in the block."""
        try:
            yield
        except (InputError, OSError, RecursionError) as error:
            self.count += 1
            say(f"error: {' '.join(str(error).split())}")

    def sum_up(self, files: int) -> None:
        """Print how many of the files failed, if some did."""
        if self.count:
            say(f"error: {self.count} of {files} files were not {self._what}")


def output_problems(
    inputs: Sequence[Path], formats: Sequence[str], output: Path | None, *, showing: bool
) -> Iterator[str]:
    """Yield the reasons why the new files, or what is shown of them, cannot be written to an output.

    An archive must be a file of its own, and must not go to a terminal. What is written must have the format that the
    name of the output says; an output that is called ``.txt`` gets the text alone.

    Args:
        inputs: the files; empty for standard input.
        formats: the format of each.
        output: the file that is written; None for standard output.
        showing: True if text about the changes is written in place of the new files.
    """
    from simplifier.documents import FORMATS

    suffix = "" if output is None else output.suffix.lower()
    target = next((name for name, one in FORMATS.items() if suffix in one.suffixes), "")
    packed = bool(target) and (FORMATS[target].archive or bool(FORMATS[target].written_as))
    if showing:
        if packed:
            yield f"{output}: is the name of a {target} file, and text is written; name a .txt file"
        return
    for path, kind in zip(inputs or (Path("-"),), formats, strict=True):
        if is_written_as_text(path, kind, output):
            continue
        one = FORMATS[kind]
        if one.archive and len(formats) > 1:
            yield f"a file of format {kind} is written by itself; name one input, or a folder with --output"
        if one.archive and (output is None or str(output) == "-") and sys.stdout.isatty():
            yield f"a file of format {kind} is nothing for a terminal; name one with --output"
        if one.written_as and target not in ("", "text"):
            yield f"{output}: plain text is written of a {kind} file; name a {one.written_as} file"
        elif target and target != kind and path.suffix.lower() != suffix and (packed or kind != "text"):
            text = "" if kind == "text" else ", or a .txt file for the text alone"
            yield f"{output}: a file of format {kind} is written as such; name a {one.suffixes[0]} file{text}"


def is_written_as_text(path: Path, kind: str, output: Path | None) -> bool:
    """Return True if the output is called ``.txt`` and the input is not: the text alone is written then."""
    from simplifier.documents import FORMATS

    plain = FORMATS["text"].suffixes
    named = output is not None and output.suffix.lower() in plain and path.suffix.lower() not in plain
    return named and kind != "text" and not FORMATS[kind].written_as


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


def files_of(inputs: Sequence[Path], options: DocumentOptions) -> tuple[Path, ...]:
    """Return the files, and in the place of a folder all files in it whose format is read, without hidden ones.

    Raises:
        InputError: a folder has none.
    """
    found: list[Path] = []
    for given in inputs:
        if not given.is_dir():
            found.append(given)
            continue
        own = [path for path in files_inside(given) if options.reads(path)]
        if not own:
            raise InputError(f"{given}: no file in this folder is of a format that is read")
        found += own
    return tuple(found)


def files_inside(given: Path, output: Path | None = None) -> Iterator[Path]:
    """Yield the files of a folder and of the folders in it, in order, without hidden ones and those of an output."""
    own = None if output is None or given.resolve() == output.resolve() else output.resolve()
    for folder, names, files in os.walk(given):
        names[:] = sorted(name for name in names if name[0] != "." and (Path(folder) / name).resolve() != own)
        yield from (Path(folder) / name for name in sorted(files) if name[0] != ".")
