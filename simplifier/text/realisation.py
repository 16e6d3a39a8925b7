"""Writing of a changed sentence: unchanged text stays byte for byte, and new words get spacing and casing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token
from simplifier.text.casing import Casing, cased, casing_of
from simplifier.text.draft import Draft, Piece, Style
from simplifier.text.repairs import agree_articles, agree_endings, capitalise_start, drop_stray_marks

__all__ = ["OutputWord", "Realisation", "Repair", "realise"]


class OutputWord(NamedTuple):
    """One word of the new sentence: a copy of source token ``source``, or a new word of ``change``.

    If a new word has a ``surface``, it is written just so.
    """

    form: str
    source: int | None
    change: int | None = None
    surface: str | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that the text layer itself made to keep the sentence well written.

    Attributes:
        kind: ``article``, ``capital``, ``ending`` or ``punctuation``.
        token: the source token that was repaired.
        target: the text that stands there now; empty if the token was dropped.
        start: first character of ``target`` in the new text.
        end: after the last character.
    """

    kind: str
    token: int
    target: str
    start: int
    end: int

    def moved(self, tokens: int, characters: int) -> Repair:
        """Return the repair with places in a larger text, in which so many tokens and characters come before."""
        return Repair(self.kind, self.token + tokens, self.target, self.start + characters, self.end + characters)


@dataclass(frozen=True, slots=True)
class Realisation:
    """The new text, the half-open character span of every change in it, and the repairs."""

    text: str
    spans: tuple[tuple[int, int], ...]
    repairs: tuple[Repair, ...] = ()


def realise(
    text: str,
    tokens: Sequence[Token],
    output: Sequence[OutputWord],
    changes: Sequence[Sequence[int]],
    language: Language,
    *,
    names: Collection[int] = (),
    kept: Collection[int] = (),
    tokenised: bool = False,
    written: Mapping[str, str] = MappingProxyType({}),
    style: Style | None = None,
) -> Realisation:
    """Write the new sentence.

    Args:
        text: the sentence as it stands in the document; text before the first token and after the last is kept.
        tokens: its tokens, with offsets into ``text``.
        output: the words of the new sentence, in order.
        changes: for each change, the source tokens that it replaced or deleted, in order.
        language: the language of the text.
        names: places of source tokens that keep their capital wherever they stand.
        kept: places of source tokens that no repair may touch.
        tokenised: True if the text is tokenised; all words are then joined by single spaces.
        written: how some new words are written wherever they stand, by their decoder form.
        style: the style of the whole sentence, if ``text`` is only a part of it.

    Returns:
        The new text; ``text`` itself if the output copies every token in order.
    """
    if len(output) == len(tokens) and all(word.source == place for place, word in enumerate(output)):
        return Realisation(text, tuple((0, 0) for _ in changes))
    style = style or Style.of(text, tokens, names)
    draft = Draft(language, text, tokens, changes, tokenised, names, kept, style)
    _write_words(draft, output, written)
    # Stray marks go first, because they stand between words that the other repairs take for neighbours. Articles come
    # after the capital: a lone capital "A" inside a source sentence is a name unless that repair has made it.
    drop_stray_marks(draft)
    capitalise_start(draft)
    agree_articles(draft)
    agree_endings(draft)
    return _join(draft)


def _write_words(draft: Draft, output: Sequence[OutputWord], written_as: Mapping[str, str]) -> None:
    """Give every word its surface: copies keep their own, new words get the casing of the words they replace."""
    tokens = draft.tokens
    style = draft.style
    kept = {word.source for word in output if word.source is not None}
    new: dict[int, list[str]] = {}
    for word in output:
        if word.source is None and word.change is not None:
            new.setdefault(word.change, []).append(word.form)
    first_word = next((word for word in output if word.form[0].isalnum()), None)
    opening = None if first_word is None or first_word.source is not None else first_word.change
    written: dict[int, list[tuple[str, int | None, int | None]]] = {}
    for change, forms in new.items():
        sources = draft.changes[change]
        gone = [source for source in sources if source not in kept]
        replaced = [tokens[source].surface for source in gone]
        starts = bool(sources) and _opens(tokens, sources[0])
        if starts and replaced and opening != change and gone[0] == sources[0] not in draft.names:
            # This word had its capital as the start of the sentence, but other words begin the sentence now.
            replaced[0] = replaced[0].lower() if casing_of(replaced[0]) is Casing.TITLE else replaced[0]
        surfaces = cased(
            forms, replaced, draft.language.writing, starts=starts, shouted=style.shouted, written=written_as
        )
        first, last = (sources[0], sources[-1]) if sources else (None, None)
        if len(gone) == len(forms):  # word for word: each new word has its own place, so that the gaps can stay
            places: list[tuple[int | None, int | None]] = [(source, source) for source in gone]
        else:
            places = [(first, last)] * len(forms)
        # Reversed, because the words are taken off the end of the list, first word first.
        written[change] = [(word, *place) for word, place in zip(surfaces, places, strict=True)][::-1]
    for word in output:
        if word.source is not None:
            draft.pieces.append(draft.copied(word.source, word.change))
            continue
        surface, first, last = written[word.change].pop() if word.change is not None else (word.form, None, None)
        if surface == word.form:
            surface = style.names.get(word.form, surface)
        if style.curly:
            surface = surface.replace("'", "’")
        if word.surface is not None:
            surface = word.surface
        left, right = draft.clings(word.form)
        draft.pieces.append(Piece(word.form, surface, None, word.change, first, last, left, right))


def _opens(tokens: Sequence[Token], index: int) -> bool:
    """Return True if a token is the first word of its sentence, quotation marks and brackets aside."""
    return not any(character.isalnum() for token in tokens[:index] for character in token.surface)


def _join(draft: Draft) -> Realisation:
    pieces, tokens, text = draft.pieces, draft.tokens, draft.text
    head, tail = text[: tokens[0].start], text[tokens[-1].end :]
    gaps = [_space(draft, left, right) for left, right in zip(pieces, pieces[1:], strict=False)]
    _keep_line_breaks(draft, gaps)
    parts = [head]
    length = len(head)
    for place, piece in enumerate(pieces):
        if place:
            parts.append(gaps[place - 1])
            length += len(gaps[place - 1])
        piece.start = length
        parts.append(piece.surface)
        length += len(piece.surface)
    if not pieces and head.strip() == "" and tail.strip() == "" and "\n" not in tail:
        tail = ""
    parts.append(tail)
    spans = tuple(_change_span(draft, change, length) for change in range(len(draft.changes)))
    return Realisation("".join(parts), spans, tuple(_repairs(draft, length)))


def _space(draft: Draft, left: Piece, right: Piece) -> str:
    """Return the white space between two neighbours: that of the source wherever it still fits."""
    if draft.verbatim(left, right):
        return draft.use_gap(left.source or 0)
    if draft.tokenised:
        return " "
    clings = left.clings_right or right.clings_left
    if left.source is None and left.change == right.change and (left.form, right.form) in draft.language.writing.joined:
        clings = True
    natural = "" if clings else " "
    # Words of one change, and words whose order was changed, have no gap between them in the source.
    if left.last is None or right.first is None or right.first <= left.last:
        return natural
    if clings:
        # Text that puts a space before a mark ("word ,") or behind it ("# word") keeps that space.
        if right.source is not None and right.clings_left and draft.gap(right.first - 1).isspace():
            return draft.use_gap(right.first - 1)
        loose = left.source is not None and left.clings_right and draft.gap(left.last).isspace()
        return draft.use_gap(left.last) if loose else ""
    near = (left.last, right.first - 1)
    return next((draft.use_gap(gap) for gap in near if draft.gap(gap).isspace()), natural)


def _keep_line_breaks(draft: Draft, gaps: list[str]) -> None:
    """Move a line break that stood inside a replaced phrase to the next space, so that lines stay lines."""
    pieces = draft.pieces
    for left in range(len(draft.tokens) - 1):
        lost = draft.gap(left)
        if "\n" not in lost or lost.strip() or left in draft.used_gaps:
            continue
        for place, gap in enumerate(gaps):
            reach = pieces[place + 1].last
            if gap == " " and reach is not None and reach > left:
                gaps[place] = lost
                break


def _change_span(draft: Draft, change: int, end: int) -> tuple[int, int]:
    """Return the half-open span of a change in the new text; for a deletion, an empty span at its place."""
    own = [piece for piece in draft.pieces if piece.change == change]
    if own:
        return own[0].start, own[-1].start + len(own[-1].surface)
    sources = draft.changes[change]
    return (_place_of(draft, sources[0] if sources else 0, end),) * 2


def _place_of(draft: Draft, token: int, end: int) -> int:
    """Return the place of a token that is gone: the start of the next word that is left."""
    later = (piece.start for piece in draft.pieces if piece.first is not None and piece.first > token)
    return next(later, end)


def _repairs(draft: Draft, end: int) -> list[Repair]:
    repairs = [
        Repair(piece.repaired, piece.source, piece.surface, piece.start, piece.start + len(piece.surface))
        for piece in draft.pieces
        if piece.repaired and piece.source is not None
    ]
    for token in draft.dropped:
        place = _place_of(draft, token, end)
        repairs.append(Repair("punctuation", token, "", place, place))
    return sorted(repairs, key=lambda repair: repair.token)
