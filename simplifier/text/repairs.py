"""Repairs of the text around edits: stray marks, the first capital, "a" and "an", endings such as "'s"."""

from __future__ import annotations

from simplifier.languages.analysis.writing import BREAKS, CLOSING, ENDS, OPENING
from simplifier.text.casing import Casing, capitalise, casing_of
from simplifier.text.draft import QUOTES, Draft, Piece

__all__ = ["agree_articles", "agree_endings", "capitalise_start", "drop_stray_marks"]


def drop_stray_marks(draft: Draft) -> None:
    """Remove punctuation marks that a deletion left with nothing to separate or enclose."""
    pieces = draft.pieces
    place = 0
    while place <= len(pieces):
        left = pieces[place - 1] if place else None
        right = pieces[place] if place < len(pieces) else None
        if left is not None and right is not None and draft.verbatim(left, right):
            place += 1
            continue
        victims = [piece for piece in _stray(draft, left, right) if piece.source not in draft.kept]
        if not victims:
            place += 1
            continue
        for victim in victims:
            if victim.source is not None:
                draft.dropped.append(victim.source)
        draft.pieces = pieces = [piece for piece in pieces if not any(piece is victim for victim in victims)]
        place = max(0, place - 1)  # the piece before has a new neighbour, so that one more mark may be stray now


def _stray(draft: Draft, left: Piece | None, right: Piece | None) -> list[Piece]:
    """Return the marks to drop between two neighbours that a deletion brought together."""
    if left is None:
        if right is None or right.first == 0 or right.source is None:
            return []
        return [right] if right.form in BREAKS | CLOSING else []
    if right is None:
        last = left.last is None or left.last == len(draft.tokens) - 1
        return [] if last or left.source is None or left.form not in BREAKS else [left]
    if left.last is None or right.first is None or right.first - left.last < 2:
        return []  # nothing between them was deleted
    if left.form in OPENING and right.form in CLOSING:
        return [left, right]
    if left.form == right.form == '"' and left.clings_right and right.clings_left:
        return [left, right]
    if left.form in OPENING and right.form in BREAKS:
        return [right]
    if left.form in BREAKS and right.form in BREAKS | ENDS | CLOSING:
        return [left]
    return []


def capitalise_start(draft: Draft) -> None:
    """Move the capital: to the word that begins the sentence now, from the word that began it before.

    The new first word gets a capital only if the sentence began with one. The old first word loses its capital unless
    it is a name.
    """
    original = next((at for at, token in enumerate(draft.tokens) if token.surface[0].isalnum()), None)
    words = [piece for piece in draft.pieces if piece.surface[0].isalnum()]
    if original is None or not words or words[0].source == original:
        return
    if _begins_with_capital(draft, draft.tokens[original].surface):
        if casing_of(words[0].surface) is not Casing.MIXED:
            _respell(draft, words[0], capitalise(words[0].surface), "capital")
    for piece in words[1:]:
        if piece.source != original or original in draft.names or piece.form in draft.language.writing.capitals:
            continue
        if casing_of(piece.surface) is Casing.TITLE or piece.form in draft.language.writing.letters:
            _respell(draft, piece, piece.surface.lower(), "capital")


def _begins_with_capital(draft: Draft, surface: str) -> bool:
    """Return True if a sentence that began with this word begins with a capital as a rule.

    A digit says nothing, so that any capital in the sentence decides. A word such as "iPhone" counts as a capital.
    """
    if surface[0].isdigit():
        return draft.style.capitals
    return surface[0].isupper() or casing_of(surface) is Casing.MIXED


def _respell(draft: Draft, piece: Piece, surface: str, kind: str) -> None:
    if surface != piece.surface and (piece.source is None or piece.source not in draft.kept):
        piece.surface = surface
        piece.repaired = kind if piece.source is not None else ""


def agree_articles(draft: Draft) -> None:
    """Make words such as "a" and "an" agree with the word behind them, if that word is a new neighbour."""
    pieces = draft.pieces
    for place, piece in enumerate(pieces[:-1]):
        following = pieces[place + 1]
        verbatim = draft.verbatim(piece, following)
        if following.form in QUOTES and place + 2 < len(pieces):
            verbatim = verbatim and draft.verbatim(following, pieces[place + 2])
            following = pieces[place + 2]
        if verbatim:
            continue
        if not following.surface[0].isalnum() or _is_letter(piece):
            continue
        fitting = draft.language.fitting_form(piece.form, following.surface)
        if fitting is not None and fitting != piece.form:
            shouted = piece.surface.isupper() and following.surface.isupper() and len(following.surface) > 1
            surface = fitting.upper() if shouted else fitting
            _respell(draft, piece, capitalise(surface) if piece.surface[0].isupper() else surface, "article")


def agree_endings(draft: Draft) -> None:
    """Make endings such as "'s" agree with the word before them, if that word is new."""
    quoted = False
    for before, piece in zip(draft.pieces, draft.pieces[1:], strict=False):
        quoted = quoted or (before.form == "'" and not before.clings_left)
        if before.source is not None or piece.source is None or not piece.source:
            continue
        owner = draft.tokens[piece.source - 1]
        if quoted and piece.form == "'":  # it may close a quotation, and is then no ending
            continue
        fitting = draft.language.fitting_ending(piece.form, before.form, owner.form)
        if fitting is not None and fitting != piece.form:
            curly = "’" in piece.surface
            _respell(draft, piece, fitting.replace("'", "’") if curly else fitting, "ending")


def _is_letter(piece: Piece) -> bool:
    """Return True if a piece is a lone capital inside a sentence: a name ("vitamin A") and no article."""
    return (
        len(piece.surface) == 1
        and piece.surface.isupper()
        and piece.source is not None
        and piece.source > 0
        and piece.repaired != "capital"
    )
