"""Which spelling the new words of a text are written in: the one that its own words show."""

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
        ConfigError: it names the ones that there are.
    """
    known = (_KEEP, _ANY, *language.spelling_names)
    if setting not in known:
        raise ConfigError(
            f"text.spelling is {setting!r}; with {language.name} it may be {', '.join(known)}{nearest(setting, known)}"
        )


class TextSpelling:
    """Follows a text, piece by piece in its order, and tells the spelling of new words after each.

    Args:
        setting: ``text.spelling``.
        language: the language of the text.
        whole: the text, where all of it is known: it decides for every piece.
    """

    def __init__(self, setting: str, language: Language, whole: str | None = None) -> None:
        self._setting = setting
        self._language = language
        self._counts = Counter[str]() if whole is None else language.spelling_counts(whole)
        self._follows = setting == _KEEP and whole is None

    def after(self, piece: str) -> str | None:
        """Return the spelling of the text up to the end of a piece.

        Empty where nothing tells it, so that new words stay as the model has them; None where even the
        words of the text may get another spelling.
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
