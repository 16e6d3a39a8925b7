"""Preprocessing: how a line of text becomes the words that a metric compares. Tokenizer, case, brackets.

Most disagreements between published numbers start here, so all three are in every signature. A text that is already a
sequence of words passes through unchanged: nothing is tokenised twice.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.installation import install_hint
from simplifier.languages.analysis.tokens import BRACKETS

__all__ = ["TOKENIZERS", "Preprocessing", "Text", "is_word"]

Text = str | Sequence[str]
"""A line of text, or its words when it is tokenised already."""


def _none() -> Callable[[str], str]:
    return lambda text: text


def _thirteen_a() -> Callable[[str], str]:
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    return Tokenizer13a()  # type: ignore[no-untyped-call]


def _intl() -> Callable[[str], str]:
    from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International

    return TokenizerV14International()  # type: ignore[no-untyped-call]


def _ptb() -> Callable[[str], str]:
    from nltk.tokenize.treebank import TreebankWordTokenizer

    tokenizer = TreebankWordTokenizer()
    return lambda text: " ".join(tokenizer.tokenize(text, convert_parentheses=True))


def _moses() -> Callable[[str], str]:
    try:
        from sacremoses import MosesTokenizer
    except ImportError:
        raise ConfigError(f"tokenizer 'moses' needs the package sacremoses; {install_hint('metrics')}") from None
    tokenizer = MosesTokenizer(lang="en")
    return lambda text: str(tokenizer.tokenize(text, return_str=True, escape=False))


TOKENIZERS: dict[str, Callable[[], Callable[[str], str]]] = {
    "none": _none,
    "13a": _thirteen_a,
    "intl": _intl,
    "ptb": _ptb,
    "moses": _moses,
}
"""Tokenizers by name: `none` splits on spaces; `13a` and `intl` are sacrebleu's; `ptb` is NLTK's Treebank
tokenizer with -LRB- brackets, the form of the TurkCorpus files; `moses` is sacremoses for English without escaping."""


@dataclass(frozen=True, slots=True)
class Preprocessing:
    """How a metric reads a line.

    Attributes:
        tokenizer: a key of `TOKENIZERS`.
        case: ``lc`` lowercases (before tokenising), ``mixed`` leaves the case alone.
        brackets: ``plain`` turns -LRB- and its kin into brackets before tokenising; ``keep`` leaves them.
    """

    tokenizer: str = "none"
    case: str = "lc"
    brackets: str = "keep"

    def __post_init__(self) -> None:
        for value, name, choices in (
            (self.tokenizer, "tokenizer", TOKENIZERS),
            (self.case, "case", ("lc", "mixed")),
            (self.brackets, "brackets", ("keep", "plain")),
        ):
            if value not in choices:
                raise ConfigError(
                    f"unknown {name} {value!r}; choose one of {', '.join(choices)}{nearest(value, choices)}"
                )

    def __call__(self, text: Text) -> Text:
        """Return the words of ``text`` between single spaces; a sequence of words is returned unchanged."""
        if not isinstance(text, str):
            return text
        if self.case == "lc":
            text = text.lower()
        if self.brackets == "plain":
            text = " ".join(BRACKETS.get(word.lower(), word) for word in text.split())
        words = " ".join(_tokenizer(self.tokenizer)(text).split())
        return words.lower() if self.case == "lc" else words  # again, for the -LRB- of the Treebank

    def line(self, text: Text) -> str:
        """Return the words of ``text`` as one string."""
        words = self(text)
        return words if isinstance(words, str) else " ".join(words)

    def settings(self) -> dict[str, str]:
        """Return the entries of a signature."""
        entries = {"tok": self.tokenizer, "case": self.case}
        return entries if self.brackets == "keep" else entries | {"brackets": self.brackets}


def is_word(token: str) -> bool:
    """Return whether a token is a word or number, not punctuation (-LRB- and the like are punctuation)."""
    return any(map(str.isalnum, token)) and token.lower() not in BRACKETS


@functools.cache
def _tokenizer(name: str) -> Callable[[str], str]:
    return TOKENIZERS[name]()
