"""Lines of a Joshua configuration with arguments of their own: grammars (``tm``) and feature functions.

Both come in an old form with fields in order and in a new one with ``-name value`` pairs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from simplifier.base.errors import ConfigError, nearest

__all__ = ["FeatureFunction", "GrammarLine", "parse_feature", "parse_lm", "parse_tm"]

_TEXT_GRAMMARS: Final = frozenset({"thrax", "hiero", "samt"})
_LM_FUNCTIONS: Final = frozenset({"LanguageModel", "StateMinimizingLanguageModel"})
_PACKED_ADVICE: Final = "give the text grammar it was made from, or a table of `simplifier rules build`"

# Arguments that are understood, of functions that are.
_KNOWN: Final[Mapping[str, frozenset[str]]] = {
    "LanguageModel": frozenset({"lm_type", "lm_order", "lm_file", "minimizing"}),
    "StateMinimizingLanguageModel": frozenset({"lm_type", "lm_order", "lm_file", "minimizing"}),
    "WordPenalty": frozenset({"value"}),
    "OOVPenalty": frozenset(),
    "PhrasePenalty": frozenset({"owner"}),
    "ArityPhrasePenalty": frozenset({"owner", "min-arity", "max-arity"}),
    "PhraseModel": frozenset({"owner"}),
    "SourcePath": frozenset(),
}


@dataclass(frozen=True, slots=True)
class GrammarLine:
    """One grammar: the file, whose columns' weights it has (``owner``) and how much its rules may cover."""

    owner: str
    span_limit: int
    path: str


@dataclass(frozen=True, slots=True)
class FeatureFunction:
    """One feature function with its arguments."""

    name: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_language_model(self) -> bool:
        """Whether it is the next of the language models ``lm_0``, ``lm_1``, ..."""
        return self.name in _LM_FUNCTIONS

    @property
    def word_value(self) -> float:
        """What a word penalty counts for each word: -log10(e) unless told otherwise."""
        return float(self.arguments.get("value", -math.log10(math.e)))


def parse_tm(value: str) -> GrammarLine:
    """Read ``TYPE OWNER SPAN PATH`` or ``TYPE -owner OWNER -maxspan SPAN -path PATH``.

    Raises:
        ConfigError: another form, or a grammar of a type that is not supported.
    """
    kind, *rest = value.split()
    if kind == "packed":
        raise ConfigError(f"tm of type packed is Joshua's own binary form; {_PACKED_ADVICE}")
    if kind in ("moses", "phrase"):
        raise ConfigError(f"tm of type {kind} is for phrase-based decoding, which is not supported")
    if kind not in _TEXT_GRAMMARS:
        raise ConfigError(f"tm of type {kind!r} is not known; thrax, hiero and samt are")
    if rest and rest[0].startswith("-") and not rest[0][1:2].isdigit():
        arguments = _arguments(rest)
        unknown = set(arguments) - {"owner", "maxspan", "path"}
        if unknown or len(arguments) < 3:
            what = f"does not know -{min(unknown)}" if unknown else "needs -owner, -maxspan and -path"
            raise ConfigError(f"tm {what}")
        owner, span, path = arguments["owner"], arguments["maxspan"], arguments["path"]
    elif len(rest) == 3:
        owner, span, path = rest
    else:
        raise ConfigError(f"tm needs TYPE OWNER SPAN PATH, not {value!r}")
    try:
        limit = int(span)
    except ValueError:
        limit = -2
    if limit < -1:
        raise ConfigError(f"tm needs a span limit: a number of words, 0 for none or -1 for glue, not {span!r}")
    return GrammarLine(owner, limit, path)


def parse_lm(value: str) -> FeatureFunction:
    """Read the old form ``TYPE ORDER LEFT RIGHT CEILING PATH`` of a language model.

    Raises:
        ConfigError: another form.
    """
    fields = value.split()
    if len(fields) != 6:
        raise ConfigError(f"lm needs TYPE ORDER LEFT_STATE RIGHT_STATE CEILING PATH, not {value!r}")
    return FeatureFunction("LanguageModel", {"lm_type": fields[0], "lm_order": fields[1], "lm_file": fields[5]})


def parse_feature(value: str) -> FeatureFunction:
    """Read ``NAME -argument value ...``.

    Raises:
        ConfigError: a function or an argument that is not supported.
    """
    name, *rest = value.split() or [""]
    for known in _KNOWN:
        if name.lower().removesuffix("ff") == known.lower():
            name = known
    if name not in _KNOWN:
        raise ConfigError(f"feature function {name} is not supported{nearest(name, _KNOWN)}")
    function = FeatureFunction(name, _arguments(rest))
    unknown = sorted(set(function.arguments) - _KNOWN[name])
    if unknown:
        raise ConfigError(f"feature function {name}: -{unknown[0]} is not supported")
    if function.is_language_model and "lm_file" not in function.arguments:
        raise ConfigError(f"feature function {name} needs -lm_file")
    if name == "ArityPhrasePenalty" and len(function.arguments) < 3:
        raise ConfigError(f"feature function {name} needs -owner, -min-arity and -max-arity")
    for key in ("value", "min-arity", "max-arity"):
        if key in function.arguments:
            _check_number(name, key, function.arguments[key])
    return function


def _arguments(fields: Sequence[str]) -> dict[str, str]:
    """Pairs of ``-name value``; a name without a value is a switch."""
    found: dict[str, str] = {}
    name = ""
    for each in fields:
        if each.startswith("-") and not each[1:2].isdigit() and each[1:2] != ".":
            name = each[1:]
            found[name] = ""
        elif name and not found[name]:
            found[name] = each
        else:
            raise ConfigError(f"expected -name value pairs, not {each!r}")
    return found


def _check_number(name: str, key: str, text: str) -> None:
    try:
        float(text)
    except ValueError:
        raise ConfigError(f"feature function {name}: -{key} needs a number, not {text!r}") from None
