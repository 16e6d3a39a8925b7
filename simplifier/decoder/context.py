"""Features of rule applications that depend on the sentence: of single tokens, and of whole changes.

A token feature is a function from a tagged sentence to one truth value per token. The decoder sums a token feature
over the tokens that a rule changes, so its weight is the price of changing such a token.

Features of changes (`edit_features`) are computed in the core, once per rule application.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError, InputError
from simplifier.core import (
    ApplicationFeatures,
    CoreInputError,
    FeatureName,
    FrameList,
    edge_features,
    tag_features,
    window_features,
)
from simplifier.decoder import LanguageModelPart
from simplifier.languages import Language
from simplifier.languages.analysis.change_words import ChangeWords
from simplifier.languages.analysis.tokens import Token
from simplifier.lm.files import unharmed

__all__ = ["TOKEN_FEATURES", "TokenFeature", "edit_features", "load_frames", "token_features"]

TokenFeature = Callable[[Language, Sequence[Token], Sequence[str]], list[bool]]


def _proper_noun(language: Language, tokens: Sequence[Token], tags: Sequence[str]) -> list[bool]:
    names = language.roles.names
    return [tag in names for tag in tags]


@lru_cache(maxsize=1 << 16)
def _has_digit(form: str) -> bool:
    return any(map(str.isdigit, form))


def _number(language: Language, tokens: Sequence[Token], tags: Sequence[str]) -> list[bool]:
    return [_has_digit(form) for _, form, _, _ in tokens]


def _quoted(language: Language, tokens: Sequence[Token], tags: Sequence[str]) -> list[bool]:
    """Mark tokens between quotation marks; a mark without a partner quotes nothing.

    Spaces tell single marks from apostrophes. An opening mark touches the word after it but no word before it;
    a closing mark touches the word before it.
    """
    inside = [False] * len(tokens)
    forms = {form for _, form, _, _ in tokens}
    if '"' not in forms and "'" not in forms:
        return inside
    marks = [place for place, token in enumerate(tokens) if token.form == '"']
    pairs = [*zip(marks[::2], marks[1::2], strict=False), *_single_quotations(tokens)]
    for opening, closing in pairs:
        for place in range(opening + 1, closing):
            inside[place] = True
    return inside


def _single_quotations(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    opening: int | None = None
    for place, token in enumerate(tokens):
        if token.form != "'":
            continue
        before = place > 0 and tokens[place - 1].end == token.start
        behind = place + 1 < len(tokens) and tokens[place + 1].start == token.end
        if behind and not (before and tokens[place - 1].form[-1].isalnum()):
            opening = place
        elif before and opening is not None:
            pairs.append((opening, place))
            opening = None
    return pairs


def _title(language: Language, tokens: Sequence[Token], tags: Sequence[str]) -> list[bool]:
    """Mark words of a name of several capitalised words: "Council Tax Reduction".

    No word is marked if most of the sentence is capitalised, because capitals then say nothing. The first word of a
    sentence belongs to a name if it is no function word and the next word has a capital.
    """
    capitals = [surface[:1].isupper() for surface, _, _, _ in tokens]
    words = sum(form[:1].isalpha() for _, form, _, _ in tokens[1:])
    if 4 * sum(capitals[1:]) > 3 * words:  # a headline: more than three quarters of the words after the first
        return [False] * len(tokens)
    if capitals and tokens[0].form in language.words.function:
        capitals[0] = False
    beside = [False, *capitals, False]
    return [own and (before or behind) for before, own, behind in zip(beside, beside[1:], beside[2:], strict=False)]


def _first(language: Language, tokens: Sequence[Token], tags: Sequence[str]) -> list[bool]:
    return [True, *[False] * (len(tokens) - 1)] if tokens else []


def _numeral(language: Language, tokens: Sequence[Token], tags: Sequence[str]) -> list[bool]:
    return language.whole_numerals([form for _, form, _, _ in tokens])


#: Every token feature by name.
TOKEN_FEATURES: Final[dict[str, TokenFeature]] = {
    FeatureName.ChangedProperNoun: _proper_noun,
    FeatureName.ChangedNumber: _number,
    FeatureName.ChangedQuoted: _quoted,
    FeatureName.ChangedFirst: _first,
    FeatureName.ChangedNumeral: _numeral,
    FeatureName.ChangedTitle: _title,
}


def token_features(
    language: Language, names: Sequence[str], tokens: Sequence[Token], tags: Sequence[str]
) -> memoryview[float] | None:
    """Return the token features of a sentence, float32 [tokens, names]; None without tokens or names.

    Args:
        language: the language of the sentence.
        names: names from `TOKEN_FEATURES`, one per column.
        tokens: the sentence.
        tags: parts of speech, one per token; empty without a tagger.
    """
    tags = tags or [""] * len(tokens)
    if not tokens or not names:
        return None
    width = len(names)
    values = array("f", bytes(array("f").itemsize * len(tokens) * width))
    for number, name in enumerate(names):
        column = TOKEN_FEATURES[name](language, tokens, tags)
        if True in column:  # few sentences have quotations or numbers
            values[number::width] = array("f", column)
    return memoryview(values).cast("B").cast("f", (len(tokens), width))


def edit_features(
    groups: Sequence[str], language_models: Sequence[LanguageModelPart], words: ChangeWords
) -> list[ApplicationFeatures]:
    """Return the native feature groups of changes in their sentence (docs/understand/search.md).

    Args:
        groups: any of ``windows`` (language models), ``tags`` (parts of speech) and ``edges`` (neighbouring words).
        language_models: the language models of the decoder.
        words: the words and tags of the language that ``tags`` and ``edges`` read.

    Raises:
        ConfigError: ``tags`` without a class language model, whose word classes they need.
    """
    found: list[ApplicationFeatures] = []
    for group in groups:
        if group == "windows":
            found.append(window_features([one.name for one in language_models]))
        elif group == "edges":
            found.append(edge_features(words.to_native()))
        else:
            classes = next((one.classes for one in language_models if one.classes is not None), None)
            if classes is None:
                raise ConfigError("edit features 'tags' need a language model with classes; add one or leave them out")
            found.append(tag_features(classes, words.to_native()))
    return found


def load_frames(path: Path, check: bool = True) -> FrameList:
    """Open a list of pairs with their frames (`simplifier.rules.resources.frame_file`).

    Args:
        path: the file.
        check: True to compare the file with the checksums beside it, if there are any.

    Raises:
        InputError: the file is missing, is broken, or does not match its checksums.
    """
    if check:
        unharmed(path)
    try:
        return FrameList(str(path))
    except CoreInputError as error:
        raise InputError(str(error)) from None
