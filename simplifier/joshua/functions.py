"""Lines of a Joshua configuration that have arguments: grammars (``tm``) and feature functions.

Each has an old form, with fields in a fixed order, and a new one, with ``-name value`` pairs.
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

# The feature functions that are supported, each with its supported arguments.
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
    """One grammar of a configuration.

    Attributes:
        owner: the owner, which names the weights of its columns.
        span_limit: the longest span of a rule in words; 0 for no limit, -1 for glue rules.
        path: the file, as the configuration names it.
    """

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
        """True for a language model; these are numbered in order: ``lm_0``, ``lm_1``, ..."""
        return self.name in _LM_FUNCTIONS

    @property
    def word_value(self) -> float:
        """The value of a word penalty for each word: -log10(e) unless the argument ``value`` is given."""
        return float(self.arguments.get("value", -math.log10(math.e)))


def parse_tm(value: str) -> GrammarLine:
    """Read ``TYPE OWNER SPAN PATH`` or ``TYPE -owner OWNER -maxspan SPAN -path PATH``.

    Raises:
        ConfigError: the line has another form, or the type of the grammar is not supported.
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
        ConfigError: the line has another form.
    """
    fields = value.split()
    if len(fields) != 6:
        raise ConfigError(f"lm needs TYPE ORDER LEFT_STATE RIGHT_STATE CEILING PATH, not {value!r}")
    return FeatureFunction("LanguageModel", {"lm_type": fields[0], "lm_order": fields[1], "lm_file": fields[5]})


def parse_feature(value: str) -> FeatureFunction:
    """Read ``NAME -argument value ...``.

    Raises:
        ConfigError: the function or an argument is not supported, or an argument is missing or no number.
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
    """Return the arguments of ``-name value`` pairs; a name without a value is a switch, with an empty one."""
    found: dict[str, str] = {}
    name = ""
    for each in fields:
        # A minus before a digit or a point begins a negative number, which is a value.
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
