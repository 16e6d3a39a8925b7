"""`simplify` on documents: their formats, and whole folders."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import open_binary
from simplifier.base.terminal import note, progress, say
from simplifier.base.writing import copy_file, write_bytes

if TYPE_CHECKING:
    from simplifier.cli.view import View
    from simplifier.documents import DocumentReader, Passage
    from simplifier.record.request import SearchRequest
    from simplifier.record.result import Result

__all__ = [
    "DocumentOptions",
    "DocumentRewriter",
    "Failures",
    "Passages",
    "files_of",
    "is_written_as_text",
    "output_problems",
    "report_cuts",
    "writes_folder",
]

#: The bytes at the beginning of a file by which its format is recognised.
_HEAD: Final = 512
#: The number of sentences that are decoded together.
_BATCH: Final = 256
#: What stands in a passage for a picture.
_THING: Final = "\ufffc"
#: Line ends within a passage, but for those before the items of a list.
_LINE_ENDS: Final = re.compile(r"[ \t]*\n(?!- )\s*")
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


class Passages(NamedTuple):
    """The passages of a document after the work.

    Attributes:
        document: the file as its format reads it.
        results: the result of every passage, with the changes that the file can take and no others.
        places: where each passage stands, for people: "document paragraph 3".
    """

    document: DocumentReader
    results: list[Result]
    places: list[str]

    def data(self) -> bytes:
        """Return the bytes of the new file."""
        from simplifier.documents import written

        return written(self.document, self.results).data

    def text(self) -> bytes:
        """Return the new text alone, a line for every passage."""
        lines = (one.text.replace(_THING, "").strip() for one in self.results)
        return "".join(f"{_LINE_ENDS.sub(' ', line)}\n" for line in lines if line).encode("utf-8")


class DocumentRewriter:
    """Rewrites documents, each as a whole.

    Args:
        view: the view, with the model, and with what a person wants of results.
        request: the request for every sentence.
        options: the user's options about formats.
    """

    def __init__(self, view: View, request: SearchRequest, options: DocumentOptions) -> None:
        self._view = view
        self._request = request
        self._options = options

    def passages(self, data: bytes, name: str, kind: str, *, as_text: bool = False) -> Passages:
        """Return the rewritten passages of a document; notes tell what was not done as asked.

        Args:
            data: the bytes of the file.
            name: the name of the file.
            kind: the name of its format.
            as_text: True if the text alone is wanted, where no marks are in the way of changes.

        Raises:
            InputError: the file is not of its format.
        """
        from simplifier.documents import FORMATS
        from simplifier.documents.edits import fitted, is_one_document, request_for

        factory = FORMATS[kind]
        options = {one: getattr(self._options, one) for one in factory.options if hasattr(self._options, one)}
        document = factory(data, name=name, **options)
        if self._options.tracked and "tracked" not in factory.options:
            note(f"{name}: the format {kind} has no tracked changes; it is changed without")
        if factory.remark:
            note(f"{name}: {factory.remark}")
        found = document.passages()
        places = [_place(one, number) for number, one in enumerate(found, 1)]

        def alone(number: int, result: Result) -> Result:
            return result if as_text else fitted(document, [(number, result)])[0]

        chosen = list(
            self._view.results(
                [one.text for one in found],
                lambda number: f"{name}, {places[number]}",
                _BATCH,
                request_for(document, self._request),
                document=is_one_document(document),
                apart=True,
                fitted=alone,
            )
        )
        results = chosen if as_text else fitted(document, enumerate(chosen))
        lost = sum(len(one.changes) for one in chosen) - sum(len(one.changes) for one in results)
        if self._view.asks and lost:
            note(f"{name}: changes left out because marks of the file are in the way: {lost}")
        limit = self._view.simplifier.config.text.max_sentence_tokens
        for result, place in zip(results, places, strict=True):
            report_cuts(result, f"{name}: {place}", limit)
            self._view.count(result)
        return Passages(document, results, places)

    def into(self, output: Path, inputs: Sequence[Path], told: Callable[[Passages, str], None], *, hidden: bool) -> int:
        """Rewrite files, and all files of folders, into a folder; files of no known format are copied.

        A file that cannot be read or written is reported on standard error, and the others go on.

        Args:
            output: the folder.
            inputs: the files and folders.
            told: called with the passages and the name of every file that was written.
            hidden: True for no progress bar.

        Returns:
            How many files failed.

        Raises:
            InputError: two inputs would have the same output.
        """
        pairs = list(_pairs(inputs, output))
        targets: dict[Path, Path] = {}
        for path, target in pairs:
            if target in targets:
                raise InputError(f"{path} and {targets[target]} would both become {target}; write them apart")
            targets[target] = path
        failures = Failures("written")
        copied = 0
        with progress(len(pairs), "files", hidden=hidden) as advance:
            for path, target in pairs:
                with failures.told():
                    passages = self._one_into(path, target)
                    if passages is None:
                        copied += 1
                    else:
                        told(passages, str(path))
                advance(1, path.name)
        if copied:
            note(f"{copied} of {len(pairs)} files copied as they are: of no format that is read")
        failures.sum_up(len(pairs))
        return failures.count

    def _one_into(self, path: Path, target: Path) -> Passages | None:
        """Write one file of a folder, and return its passages; None if it was only copied."""
        new = not target.exists()  # a file that is replaced keeps its own permissions
        target.parent.mkdir(parents=True, exist_ok=True)
        passages = None
        if self._options.reads(path):
            with open_binary(path) as stream:
                data = stream.read()
            passages = self.passages(data, str(path), self._options.kind(path))
            write_bytes(target, passages.data())
        else:
            copy_file(path, target)
        if new:
            shutil.copymode(path, target)
        return passages


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
        if one.written_as and packed:
            yield f"{output}: plain text is written of a {kind} file; name a {one.written_as} file"
        elif target and target != kind and path.suffix.lower() != suffix and (packed or kind != "text"):
            text = "" if kind == "text" or one.written_as else ", or a .txt file for the text alone"
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
        own = [path for path in _inside(given) if options.reads(path)]
        if not own:
            raise InputError(f"{given}: no file in this folder is of a format that is read")
        found += own
    return tuple(found)


def _place(passage: Passage, number: int) -> str:
    """Return where a passage stands, as its format says it, or by its number."""
    return passage.place if isinstance(passage.place, str) else f"passage {number}"


def _written_name(name: str) -> str:
    """Return the name under which a file is written into a folder."""
    from simplifier.documents import FORMATS, recognise

    return name + FORMATS[recognise(name, b"")].written_as


def _pairs(inputs: Sequence[Path], output: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the files to read, each with its target, without hidden files and those of the output folder."""
    for given in inputs:
        if not given.is_dir():
            yield given, output / _written_name(given.name)
            continue
        for path in _inside(given, output):
            yield path, (output / path.relative_to(given)).with_name(_written_name(path.name))


def _inside(given: Path, output: Path | None = None) -> Iterator[Path]:
    """Yield the files of a folder and of the folders in it, in order, without hidden ones and those of an output."""
    own = None if output is None or given.resolve() == output.resolve() else output.resolve()
    for folder, names, files in os.walk(given):
        names[:] = sorted(name for name in names if name[0] != "." and (Path(folder) / name).resolve() != own)
        yield from (Path(folder) / name for name in sorted(files) if name[0] != ".")
