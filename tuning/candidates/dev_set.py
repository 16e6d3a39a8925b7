"""Development sentences with their references, in the form that decoder and metric share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from base.errors import FormatError, InputError
from base.reading import read_lines
from languages import Language
from simplifier import Simplifier
from simplifier.decoder import InputSentence
from simplifier.text import Sentence, pretokenised, words

__all__ = ["DevSet"]

#: A longer line is no sentence.
_MOST_TOKENS: Final = 400


@dataclass(frozen=True, slots=True)
class DevSet:
    """Sentences, and for each the words of every reference.

    Attributes:
        sentences: annotated for the decoder; their tokens are the sources of the metric.
        references: [reference][sentence], decoder forms.
        language: of both.
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
    def read(
        cls, source: Path, references: Sequence[Path], tokenised: bool, simplifier: Simplifier
    ) -> DevSet:
        """Read files of one sentence a line, and annotate the sources as the simplifier does.

        Raises:
            InputError: a file is missing, empty, or has another number of lines than the source; or a source
                line is empty or far too long.
        """
        lines = read_lines(source)
        if not lines:
            raise InputError(f"{source}: is empty; it must hold the sentences to tune on")
        sentences = [
            _whole(source, number, line, tokenised, simplifier.language)
            for number, line in enumerate(lines, start=1)
        ]
        found = _references(references, source, len(lines), tokenised, simplifier.language)
        return cls(simplifier.annotate(sentences), found, simplifier.language)

    def with_references(self, references: Sequence[Path], tokenised: bool) -> DevSet:
        """Return the sentences with the references of other files.

        Raises:
            InputError: a file is missing or has another number of lines than there are sentences.
        """
        found = _references(references, "the source", len(self), tokenised, self.language)
        return replace(self, references=found)

    def joined_with(self, other: DevSet) -> DevSet:
        """Return the sentences with the references of another set of the same sentences too."""
        return replace(self, references=[*self.references, *other.references])

    def part(self, start: int, stop: int) -> DevSet:
        """Return the sentences of a range."""
        references = [reference[start:stop] for reference in self.references]
        return replace(self, sentences=self.sentences[start:stop], references=references)

    def with_folds(self, folds: int) -> DevSet:
        """Return the sentences in so many folds of neighbours, numbered from 1, for cross-fitted trees."""
        count = len(self)
        sentences = [replace(one, fold=1 + i * folds // count) for i, one in enumerate(self.sentences)]
        return replace(self, sentences=sentences)


def _references(
    paths: Sequence[Path], source: Path | str, count: int, tokenised: bool, language: Language
) -> list[list[Sequence[str]]]:
    """Read files of one reference a line."""
    read = words if tokenised else language.tokenise_forms
    of_files: list[list[Sequence[str]]] = []
    for path in paths:
        of_file = read_lines(path)
        if len(of_file) != count:
            raise InputError(
                f"{path}: has {len(of_file)} lines but {source} has {count}; line i of every file must "
                "belong to the same sentence"
            )
        of_files.append([read(line) for line in of_file])
    return of_files


def _whole(path: Path, number: int, line: str, tokenised: bool, language: Language) -> Sentence:
    """Return a line as one sentence, however many full stops it has."""
    tokens = tuple(pretokenised(line) if tokenised else language.tokenise(line))
    if not tokens:
        raise FormatError(path, "is empty; every line must hold a sentence", number)
    if len(tokens) > _MOST_TOKENS:
        raise FormatError(
            path, f"has {len(tokens)} tokens, more than {_MOST_TOKENS}; one sentence a line", number
        )
    return Sentence(line, 0, tokens)
