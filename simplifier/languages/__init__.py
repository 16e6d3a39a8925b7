"""Languages: one object and one folder for each, with all that the machinery needs to know.

>>> from simplifier.languages import language_named
>>> english = language_named("en")
>>> english.fitting_form("a", "hour"), [token.form for token in english.tokenise("It isn't.")]
('an', ['it', 'is', "n't", '.'])
"""

from __future__ import annotations

from simplifier.languages.analysis.writing import Writing
from simplifier.languages.language import Language, TagRoles, WordForm, WordLists
from simplifier.languages.registry import known_languages, language_named

__all__ = [
    "Language",
    "TagRoles",
    "WordForm",
    "WordLists",
    "Writing",
    "known_languages",
    "language_named",
]
