"""Texts as parsed sentences, by the tagger and the parser of a configuration.

Parsing needs a model. The model is opened when the first text is read, once for each configuration.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from simplifier.base.errors import ConfigError, FormatError
from simplifier.config import default_config_path, load_config
from simplifier.languages import Language, language_named
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tokens import tagger_words
from simplifier.languages.analysis.tree import Tree

__all__ = ["Parsed", "SentenceReader", "open_reader", "reading_settings"]

#: The words of one sentence and its tree.
Parsed = tuple[Sequence[str], Tree]


@dataclass(frozen=True)
class _Files:
    language: str
    tagger: Path
    parser: Path


@functools.cache
def _files(config: str) -> _Files:
    path = Path(config) if config else default_config_path()
    found = load_config(path)
    if found.tagger.path is None or found.parser.path is None:
        raise ConfigError(f"{path}: names no tagger (tagger.path) or no parser (parser.path); clauses need both")
    return _Files(found.model.language, found.tagger.path, found.parser.path)


@functools.cache
def reading_settings(config: str) -> dict[str, str]:
    """Return the entries of a signature for a reader: language, tagger and parser, the files with checksums.

    Raises:
        ConfigError: the configuration cannot be read, or names no tagger or no parser.
        FormatError: a file is missing.
    """
    files = _files(config)
    return {"lang": files.language, "tagger": _mark(files.tagger), "parser": _mark(files.parser)}


def _mark(path: Path) -> str:
    """Return a file's name and the first 8 digits of its SHA-256."""
    try:
        with path.open("rb") as stream:
            return f"{path.name}@{hashlib.file_digest(stream, 'sha256').hexdigest()[:8]}"
    except OSError as error:
        raise FormatError(path, f"cannot be read ({error.strerror})") from None


class SentenceReader:
    """Cuts texts into sentences and parses these.

    Attributes:
        language: the language of the texts.

    Args:
        language: the language of the texts.
        tagger: the tagger of the tags that the parser learnt from.
        parser: the parser of the sentences.
    """

    def __init__(self, language: Language, tagger: Tagger, parser: TransitionParser) -> None:
        self.language = language
        self._tagger = tagger
        self._parser = parser

    def read(self, texts: Sequence[str]) -> list[list[Parsed]]:
        """Return the sentences of each text."""
        cut = [[*self._sentences(text)] for text in texts]
        words = [sentence for own in cut for sentence in own]
        trees = iter(self._parser.parse(words, self._tagger.tag_batch(words)))
        return [[(sentence, next(trees)) for sentence in own] for own in cut]

    def _sentences(self, text: str) -> Iterator[list[str]]:
        for start, end in self.language.sentence_spans(text):
            words = tagger_words(self.language.tokenise(text[start:end]))
            if words:
                yield words


@functools.cache
def open_reader(config: str) -> SentenceReader:
    """Return the reader of a configuration, loaded once. An empty name means the embedded model.

    Raises:
        ConfigError: as `reading_settings`.
        FormatError: a file is missing, or is not a complete model.
    """
    files = _files(config)
    language, tagger = language_named(files.language), Tagger.load(files.tagger)
    return SentenceReader(language, tagger, TransitionParser.load(files.parser, language.relations.auxiliaries))
