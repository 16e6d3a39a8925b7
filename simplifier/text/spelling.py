"""The spelling of new words: that of the other words of the text, unless a setting names one."""

from __future__ import annotations

from collections import Counter
from typing import Final

from simplifier.base.errors import ConfigError, nearest
from simplifier.languages import Language

__all__ = ["TextSpelling", "check_spelling"]

_KEEP: Final = "keep"
_ANY: Final = "any"


def check_spelling(setting: str, language: Language) -> None:
    """Refuse a setting (``text.spelling``) that the language has no spelling for.

    Raises:
        ConfigError: the setting is unknown; the message names the spellings that the language has.
    """
    known = (_KEEP, _ANY, *language.spelling_names)
    if setting not in known:
        raise ConfigError(
            f"text.spelling is {setting!r}; with {language.name} it may be {', '.join(known)}{nearest(setting, known)}"
        )


class TextSpelling:
    """Follows a text piece by piece, and returns the spelling of new words for each piece.

    Args:
        setting: ``text.spelling``.
        language: the language of the text.
        whole: the whole text, if it is known; its counts then decide for every piece.
    """

    def __init__(self, setting: str, language: Language, whole: str | None = None) -> None:
        self._setting = setting
        self._language = language
        self._counts = Counter[str]() if whole is None else language.spelling_counts(whole)
        self._follows = setting == _KEEP and whole is None

    def after(self, piece: str) -> str | None:
        """Return the spelling of new words in a piece, by the text up to the end of this piece.

        The result is empty if the text shows no spelling, or two equally often; new words then stay as the model
        spells them. It is None if even the words of the text may be respelled.
        """
        if self._setting == _ANY:
            return None
        if self._setting != _KEEP:
            return self._setting
        if self._follows and (found := self._language.spelling_counts(piece)):
            self._counts.update(found)
        best = self._counts.most_common(2)
        if not best or (len(best) == 2 and best[0][1] == best[1][1]):
            return ""
        return best[0][0]
