"""Clauses and verb phrases joined by "and", "but", "so" or a semicolon."""

from __future__ import annotations

from typing import Final

from languages.en.splitting.tagged import Tagged
from languages.en.words.auxiliaries import FORMS_OF
from languages.en.words.tags import FINITE
from languages.parts.splits import Inserted, Split

__all__ = ["join_of_clauses", "join_of_verbs"]

# What the second sentence begins with, so that the sense of the connective stays.
_OPENING: Final[dict[str, tuple[str, ...]]] = {
    "and": (),
    ";": (),
    "but": ("but",),
    "yet": ("but",),
    "so": ("so",),
    "whereas": ("but",),
}
# A clause inside one of these would lose it: who says, asks or supposes; what a condition holds for.
_GOVERNING: Final = frozenset(
    "that whether if when while although though because since unless until as who which what where".split()
)
_SAYING: Final = frozenset(
    "said says say stated believed believe claims claimed argued thought think thinks".split()
)
# They are never objects, so that a clause begins with them even where no comma stands before.
_SUBJECT_PRONOUNS: Final = frozenset({"he", "she", "they", "we"})
_LONGEST_SUBJECT: Final = 4
_AUXILIARY: Final = frozenset(form for forms in FORMS_OF.values() for form in forms) - {
    *("am", "having", "done", "doing"),
}


def join_of_clauses(sentence: Tagged, at: int, stop: int) -> Split | None:
    """Split "A did this , and B did that ." at the connective ``at``."""
    word = sentence.words[at]
    opening = _OPENING.get(word)
    if opening is None or sentence.depth[at]:
        return None
    first_end = at
    if word != ";":
        comma = sentence.words[at - 1] == ","
        if not comma and sentence.words[at + 1] not in _SUBJECT_PRONOUNS:
            return None
        first_end = at - 1 if comma else at
    if _is_governed(sentence, first_end) or sentence.starts_clause(at + 1, stop) is None:
        return None
    if not _is_main_clause(sentence, first_end) or _may_be_list(sentence, first_end, at):
        return None
    second = (*(Inserted(text) for text in opening), *range(at + 1, stop), stop)
    return Split("coordination", (*range(first_end), Inserted(sentence.words[stop], stop)), second)


def join_of_verbs(sentence: Tagged, at: int, stop: int) -> Split | None:
    """Split "She did this and did that ." at "and" or "but", with the subject said again."""
    word = sentence.words[at]
    if word not in ("and", "but") or sentence.depth[at]:
        return None
    clause = sentence.starts_clause(0, at)
    verb = sentence.verb_group(at + 1)
    if clause is None or verb is None or verb.end >= stop or sentence.tags[verb.finite] == "MD":
        return None
    subject, first_verb = clause
    if subject > _LONGEST_SUBJECT or sentence.words[0] in ("this", "these", "there"):
        return None
    first_end = at - 1 if sentence.words[at - 1] == "," else at
    between = sentence.tags[first_verb.end : first_end]
    # With another verb or comma between, "and" may join something else.
    if any(tag in FINITE or tag in ("VBG", "VBN", "VB", "WDT", "WP", ",", ":") for tag in between):
        return None
    if any(later in ("and", "or", ",") for later in sentence.words[verb.end : verb.end + 2]):
        return None
    first_word, second_word = sentence.words[first_verb.finite], sentence.words[verb.finite]
    if sentence.tags[first_verb.finite] != sentence.tags[verb.finite]:
        return None
    if first_word in _AUXILIARY and second_word not in _AUXILIARY:  # "was built and opened"
        return None
    if not sentence.agrees(0, subject, verb):
        return None
    opening = (Inserted("but"),) if word == "but" else ()
    again = sentence.again(0, subject)
    return Split(
        "verbs",
        (*range(first_end), Inserted(sentence.words[stop], stop)),
        (*opening, *again, *range(at + 1, stop), stop),
    )


def _is_governed(sentence: Tagged, end: int) -> bool:
    words = sentence.words[:end]
    return any(word in _GOVERNING or word in _SAYING for word in words)


def _may_be_list(sentence: Tagged, end: int, at: int) -> bool:
    """Whether what follows the connective may end a list ("science , history , and English are offered")."""
    if sentence.words[at] == ";" or sentence.tags[at + 1] == "PRP":
        return False
    comma = next((place for place in range(end - 1, 0, -1) if sentence.words[place] == ","), None)
    return comma is not None and not sentence.has_finite(comma, end)


def _is_main_clause(sentence: Tagged, end: int) -> bool:
    """Whether a subject and its verb stand in the first clause, perhaps after an opening phrase."""
    if sentence.starts_clause(0, end) is not None:
        return True
    comma = next((place for place in range(1, min(end, 12)) if sentence.words[place] == ","), None)
    return comma is not None and sentence.starts_clause(comma + 1, end) is not None
