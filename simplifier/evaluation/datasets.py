"""Test sets as files: one sentence a line, sources beside their references.

::

    turkcorpus/tune.src   turkcorpus/tune.ref0 ... tune.ref7
    asset/valid.src       asset/valid.ref0 ... valid.ref9
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from simplifier.base.errors import InputError
from simplifier.base.reading import read_lines
from simplifier.evaluation.metrics import ReferenceSet
from simplifier.languages import Language

__all__ = ["Dataset", "find_dataset", "read_outputs"]


@dataclass(frozen=True, slots=True)
class Dataset:
    """The files of a test set; line i of each belongs to the same sentence.

    Attributes:
        source: file of the sources.
        references: files of the references.
        language: language of the texts. Metrics that ask about it refuse a test set without one.
    """

    source: Path
    references: tuple[Path, ...]
    language: Language | None = None

    def load(self, lines: slice = slice(None)) -> ReferenceSet:
        """Read the files, or some lines of them.

        Raises:
            FormatError: a file is not UTF-8 text.
            InputError: a file is missing, or has another number of lines than the source.
        """
        sources = read_lines(self.source)
        references = [read_lines(path) for path in self.references]
        names = [str(path) for path in self.references]

        def made(sources: list[str], references: list[list[str]]) -> ReferenceSet:
            return ReferenceSet(sources, references, names=names, source_name=str(self.source), language=self.language)

        whole = made(sources, references)
        if lines == slice(None):
            return whole
        return made(sources[lines], [reference[lines] for reference in references])


def find_dataset(place: Path, language: Language | None = None) -> Dataset:
    """Find the files of a test set by its folder, or by folder and prefix (``turkcorpus/tune``).

    Args:
        place: the folder, or the folder and the prefix.
        language: language of the texts.

    Raises:
        InputError: there is no source file, more than one, or no reference file.
    """
    folder, prefix = (place, None) if place.is_dir() else (place.parent, place.name)
    sources = sorted(folder.glob("*.src")) if prefix is None else [folder / f"{prefix}.src"]
    if not sources or not sources[0].is_file():
        raise InputError(f"{place}: no file {prefix or '*'}.src there; name a folder, or a folder and a prefix")
    if len(sources) > 1:
        choices = ", ".join(str(source.with_suffix("")) for source in sources)
        raise InputError(f"{place}: several test sets there; choose one of {choices}")
    stem = sources[0].with_suffix("").name
    references = [file for file in folder.iterdir() if re.fullmatch(re.escape(stem) + r"\.(ref|tgt)\d*", file.name)]
    if not references:
        raise InputError(f"{place}: no references {stem}.ref* beside {sources[0].name}")
    return Dataset(sources[0], tuple(sorted(references, key=_number)), language)


def _number(path: Path) -> tuple[int, str]:
    digits = re.search(r"\d+$", path.name)
    return (int(digits.group()) if digits else -1, path.name)


def read_outputs(path: Path, dataset: Dataset, lines: slice = slice(None)) -> list[str]:
    """Read a system's outputs for a test set, or some lines of them.

    Raises:
        InputError: the file has more or fewer lines than the source; the message names both files and their counts.
    """
    outputs = read_lines(path)
    expected = len(read_lines(dataset.source))
    if len(outputs) != expected:
        raise InputError(
            f"{path} has {len(outputs)} lines but {dataset.source} has {expected};"
            " line i of every file must belong to the same sentence"
        )
    return outputs[lines]
