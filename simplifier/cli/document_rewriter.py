"""`simplify` on documents: passages are rewritten as a person wants them, file by file, and whole folders."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from simplifier.base.errors import InputError
from simplifier.base.reading import open_binary
from simplifier.base.terminal import note, progress
from simplifier.base.writing import copy_file, write_bytes
from simplifier.cli.documents import DocumentOptions, Failures, files_inside, report_cuts

if TYPE_CHECKING:
    from simplifier.cli.view import View
    from simplifier.documents import DocumentReader
    from simplifier.record.request import SearchRequest
    from simplifier.record.result import Result

__all__ = ["DocumentRewriter", "Passages"]

#: The number of sentences that are decoded together.
_BATCH: Final = 256
#: What stands in a passage for a picture.
_THING: Final = "\ufffc"
#: Line ends within a passage, but for those before the items of a list.
_LINE_ENDS: Final = re.compile(r"[ \t]*\n(?!- )\s*")


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
        from simplifier.documents.edits import file_of

        return file_of(self.document, self.results)

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
        places = [one.where(number) for number, one in enumerate(found, 1)]

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
        for path in files_inside(given, output):
            yield path, (output / path.relative_to(given)).with_name(_written_name(path.name))
