"""Development sentences with their references, in the decoder forms that decoder and metric share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from simplifier import Simplifier
from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import read_lines
from simplifier.core import SelectionInputs
from simplifier.decoder import InputSentence, SelectionRows
from simplifier.languages import Language
from simplifier.text import Sentence, pretokenised, words

__all__ = ["DevSet", "fold_numbers"]

#: A line of more tokens is refused: it is not a sentence.
_MOST_TOKENS: Final = 400


@dataclass(frozen=True, slots=True)
class DevSet:
    """Sentences with the words of every reference.

    Attributes:
        sentences: the sentences, annotated for the decoder; their tokens are the sources of the metric.
        references: the words of the references as decoder forms, [reference][sentence].
        language: the language of sentences and references.
    """

    sentences: Sequence[InputSentence]
    references: Sequence[Sequence[Sequence[str]]]
    language: Language = field(default_factory=Language)

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def sources(self) -> list[tuple[str, ...]]:
        """The words of every source."""
        return [sentence.tokens for sentence in self.sentences]

    @classmethod
    def read(cls, source: Path, references: Sequence[Path], tokenised: bool, simplifier: Simplifier) -> DevSet:
        """Read files with one sentence on each line, and annotate the sources as the simplifier does.

        Args:
            source: the file of sources.
            references: one file per reference.
            tokenised: True if the tokens of all files are separated by spaces already.
            simplifier: the model that annotates the sources.

        Raises:
            InputError: a file is missing, the source is empty, a reference has another number of lines than the
                source, or a source line is empty or far too long.
        """
        lines = read_lines(source)
        if not lines:
            raise InputError(f"{source}: is empty; it must hold the sentences to tune on")
        of_files = [_lines_of(path, source, len(lines)) for path in references]
        return cls.of_lines(lines, of_files, tokenised, simplifier, source)

    @classmethod
    def of_lines(
        cls,
        lines: Sequence[str],
        references: Sequence[Sequence[str]],
        tokenised: bool,
        simplifier: Simplifier,
        source: Path,
        first: int = 1,
    ) -> DevSet:
        """Return the development set of lines that were read already.

        Args:
            lines: the sentences.
            references: the references, [reference][line]; each has as many lines as there are sentences.
            tokenised: True if tokens are separated by spaces already.
            simplifier: the model that annotates the sentences.
            source: the file of the sentences, which errors name.
            first: number of the first line in that file.

        Raises:
            FormatError: a line is empty or far too long.
        """
        sentences = [
            _whole(source, number, line, tokenised, simplifier.language)
            for number, line in enumerate(lines, start=first)
        ]
        found = [_forms(one, tokenised, simplifier.language) for one in references]
        return cls(simplifier.annotate(sentences), found, simplifier.language)

    def with_references(self, references: Sequence[Path], tokenised: bool) -> DevSet:
        """Return the same sentences with references from other files.

        Raises:
            InputError: a file is missing or has another number of lines than there are sentences.
        """
        of_files = [_lines_of(path, "the source", len(self)) for path in references]
        return replace(self, references=[_forms(one, tokenised, self.language) for one in of_files])

    def joined_with(self, other: DevSet) -> DevSet:
        """Return the sentences with their own references and those of another set of the same sentences."""
        return replace(self, references=[*self.references, *other.references])

    def part(self, start: int, stop: int) -> DevSet:
        """Return the sentences from ``start`` to ``stop``, which is not included, with their references."""
        references = [reference[start:stop] for reference in self.references]
        return replace(self, sentences=self.sentences[start:stop], references=references)

    def with_folds(self, folds: int) -> DevSet:
        """Return the sentences with the numbers of their folds (`fold_numbers`), for cross-fitted trees."""
        numbered = zip(self.sentences, fold_numbers(len(self), folds), strict=True)
        return replace(self, sentences=[replace(one, fold=fold) for one, fold in numbered])

    def selection_rows(
        self, simplifier: Simplifier, inputs: SelectionInputs, most: int, margin: float
    ) -> SelectionRows:
        """Return the changes that the charts offer, to train selection trees on.

        Args:
            simplifier: the model whose decoder offers them.
            inputs: the inputs that are read for every change.
            most: most changes by rules of one source side on one span (`ChartDecoder.selection_rows`).
            margin: how far below the best of them a change may score.
        """
        references = [[list(one[i]) for one in self.references] for i in range(len(self))]
        return simplifier.decoder.selection_rows(inputs, self.sentences, references, most, margin, simplifier.threads)


def fold_numbers(count: int, folds: int) -> list[int]:
    """Return the fold of each of ``count`` sentences, numbered from 1; neighbouring sentences share a fold."""
    return [1 + i * folds // count for i in range(count)]


def _lines_of(path: Path, source: Path | str, count: int) -> list[str]:
    """Read the lines of a reference, and check that there are as many as in the source."""
    lines = read_lines(path)
    if len(lines) != count:
        raise InputError(
            f"{path}: has {len(lines)} lines but {source} has {count}; line i of every file must "
            "belong to the same sentence"
        )
    return lines


def _forms(lines: Sequence[str], tokenised: bool, language: Language) -> list[Sequence[str]]:
    """Return the words of every line of a reference."""
    read: Callable[[str], Sequence[str]] = words if tokenised else language.tokenise_forms
    return [read(line) for line in lines]


def _whole(path: Path, number: int, line: str, tokenised: bool, language: Language) -> Sentence:
    """Return a line as one sentence, however many full stops it has."""
    tokens = tuple(pretokenised(line) if tokenised else language.tokenise(line))
    if not tokens:
        raise FormatError(path, "is empty; every line must hold a sentence", number)
    if len(tokens) > _MOST_TOKENS:
        raise FormatError(path, f"has {len(tokens)} tokens, more than {_MOST_TOKENS}; one sentence a line", number)
    return Sentence(line, 0, tokens)
