"""The output lines of Joshua, written by its ``output-format``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from simplifier.base.errors import ConfigError
from simplifier.languages.analysis.writing import Writing

if TYPE_CHECKING:
    from simplifier.joshua.decoder import Translation

__all__ = ["OutputFormat"]

_VARIABLE: Final = re.compile(r"%([a-zA-Z])")
_KNOWN: Final = "iksSefcta"
_NOT_SUPPORTED: Final = {"d": "the rule-by-rule derivation", "w": "the weights"}


class OutputFormat:
    """A template with variables.

    The variables are ``%i`` (number of the sentence from 0), ``%k`` (rank from 1), ``%s`` (words), ``%S`` (words
    with a capital and joined marks), ``%e`` (source), ``%f`` (features), ``%c`` (score), ``%t`` (tree) and
    ``%a`` (word alignment). Other names stay in the output as they are.

    Args:
        template: the format, with variables.
        writing: the rules for joining punctuation marks to the words beside them.

    Raises:
        ConfigError: the template has a variable of Joshua's that is not supported.
    """

    def __init__(self, template: str, writing: Writing) -> None:
        self.template = template
        self._writing = writing
        self.variables = frozenset(_VARIABLE.findall(template))
        for name in sorted(self.variables & _NOT_SUPPORTED.keys()):
            raise ConfigError(
                f"output-format: %{name} ({_NOT_SUPPORTED[name]}) is not supported; %{', %'.join(_KNOWN)} are"
            )

    @property
    def needs_tree(self) -> bool:
        """True if a variable needs the rules of a translation."""
        return bool(self.variables & {"t", "a"})

    def line(self, translation: Translation) -> str:
        """Return the line of one translation, without a line end."""
        return _VARIABLE.sub(lambda match: self._value(match, translation), self.template)

    def _value(self, match: re.Match[str], translation: Translation) -> str:
        name = match[1]
        if name not in _KNOWN:
            return match[0]
        if name in "ik":
            return str(translation.number if name == "i" else translation.rank)
        if name == "s":
            return " ".join(translation.tokens)
        if name == "S":
            return self._sentence(translation.tokens)
        if name == "e":
            return " ".join(translation.source) if translation.found else ""
        if name == "f":
            return " ".join(f"{feature}={_number(value)}" for feature, value in translation.features.items())
        if name == "c":
            return _number(translation.score)
        return translation.tree_text() if name == "t" else translation.alignment_text()

    def _sentence(self, tokens: tuple[str, ...]) -> str:
        text, writing = "", self._writing
        for index, token in enumerate(tokens):
            joined = index == 0 or writing.clings_left(token) or writing.clings_right(tokens[index - 1])
            text += token if joined else f" {token}"
        return text[:1].upper() + text[1:]


def _number(value: float) -> str:
    """Return a number as Joshua prints it: single precision, three decimals, no minus before zero."""
    text = f"{np.float32(value):.3f}"
    return "0.000" if text == "-0.000" else text
