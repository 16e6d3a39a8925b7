"""Markdown: headings, paragraphs, list items, quotes and table cells are rewritten; marks, code and HTML stay.

markdown-it-py finds the blocks. Its inline rules are observed while they run, so that the place of every character of
running text in the file is known. A passage that cannot be placed stays as it is. The new text is parsed again, and a
passage whose change would alter the structure of the document stays as it was.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from simplifier.documents.base import BEHIND, ITEM, Passage, PassageResult
from simplifier.documents.decoding import decoded
from simplifier.documents.markdown_lines import content_positions
from simplifier.documents.positions import (
    BREAK,
    FIXED,
    LITERAL,
    THING,
    WHOLE,
    Place,
    PlaceBuilder,
    Replacement,
    fitting_at,
    replaced,
    shown,
    spliced,
    with_lines,
)

__all__ = ["Markdown"]

_NEWLINE: Final = re.compile(r"\r\n|\r|\n")
_FRONT: Final = re.compile(
    r"\ufeff?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)(?:.*?(?:\r\n|\r|\n))??\1[ \t]*(?:\r\n|\r|\n|\Z)", re.S
)
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>~|]|&(?=[#A-Za-z])")
#: Inline rules for paired marks; a mark without a partner is text.
_DELIMITERS: Final = frozenset({"emphasis", "strikethrough"})


#: Kinds of entries in the shape of a text that change when a list is put into a paragraph.
_OF_LISTS: Final = frozenset(
    "bullet_list_open bullet_list_close list_item_open list_item_close paragraph_open paragraph_close .".split()
)
#: Blocks whose text is rewritten word by word but not restructured.
_WHOLE_BLOCKS: Final = ("heading", "list_item", "blockquote", "table")


#: The number of a passage, and its replacements.
_Made = tuple[int, list[Replacement]]


class _Event(NamedTuple):
    """An inline rule that matched ``[start, end)`` of the content of a block, and the tokens that it made."""

    rule: str
    start: int
    end: int
    tokens: tuple[Token, ...]


class _Parser:
    """markdown-it-py, with tables and strikethrough, whose inline rules are observed."""

    def __init__(self) -> None:
        self._md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        # Joining neighbouring pieces of text would lose the places of escapes and unpaired marks.
        self._md.disable(["inline", "text_join"])
        self._md.inline.ruler2.disable("fragments_join")
        self._events: list[_Event] = []
        self._depth = 0
        for rule in list(self._md.inline.ruler.__rules__):
            self._md.inline.ruler.at(rule.name, self._followed(rule.name, rule.fn))

    def blocks(self, text: str) -> tuple[list[Token], dict[str, Any]]:
        """Return the blocks of a text, and the environment with the links that the text defines."""
        env: dict[str, Any] = {}
        return self._md.parse(text, env), env

    def inline(self, content: str, env: dict[str, Any]) -> tuple[list[_Event], list[Token]]:
        """Return the matches of inline rules in a block's content, in the order in which they end, and the tokens."""
        self._events = []
        tokens: list[Token] = []
        self._md.inline.parse(content, self._md, env, tokens)
        return self._events, tokens

    def _followed(self, name: str, rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
        def follow(state: StateInline, silent: bool) -> bool:
            if silent or self._depth:
                return rule(state, silent)
            start, made = state.pos, len(state.tokens)
            self._depth += name == "image"  # its description is parsed separately, with other places
            try:
                taken = rule(state, silent)
            finally:
                self._depth -= name == "image"
            if taken:
                self._events.append(_Event(name, start, state.pos, tuple(state.tokens[made:])))
            return taken

        return follow


class Markdown:
    """A Markdown file (CommonMark, tables, strikethrough, front matter).

    Args:
        data: the bytes of the file, UTF-8.
        name: the name of the file, for messages.

    Raises:
        FormatError: a byte that is not UTF-8.
    """

    name: ClassVar[str] = "markdown"
    suffixes: ClassVar[tuple[str, ...]] = (".md", ".markdown", ".mkd")

    def __init__(self, data: bytes, name: str = "<input>") -> None:
        self._text = decoded(data, name)
        self._parser = _Parser()
        passages, self._shape = self._read(self._text)
        self._passages = with_lines(self._text, passages)

    def passages(self) -> Sequence[Passage]:
        """See `DocumentReader`."""
        return self._passages

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """See `DocumentReader`."""
        fitting = [fitting_at(self._passages[one.number], one, self._listed) for one in changed]
        sound = {number for number, _ in self._sound([], [(one.number, self._replaced(one)) for one in fitting])}
        return [one if one.number in sound else one.only(self._passages[one.number].text, ()) for one in fitting]

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """See `DocumentReader`."""
        kept = self._sound([], [(one.number, self._replaced(one)) for one in changed])
        return spliced(self._text, [one for _, own in kept for one in own]).encode("utf-8")

    def _replaced(self, result: PassageResult) -> list[Replacement]:
        passage = self._passages[result.number]
        assert isinstance(passage.place, Place)
        return replaced(self._text, passage.text, passage.place, result, _escaped, self._listed)

    def _sound(self, before: list[_Made], made: list[_Made]) -> list[_Made]:
        """Return the replacements of passages, without those that would alter the structure of the document.

        If all replacements together are not sound, each half is tried by itself, on top of those already accepted. One
        bad passage thus costs a logarithmic number of parses, not one for every passage.
        """
        together = [one for _, own in before + made for one in own]
        if not made or self._keeps_shape(self._read(spliced(self._text, together))[1], together):
            return before + made
        if len(made) == 1:
            return before
        half = len(made) // 2
        return self._sound(self._sound(before, made[:half]), made[half:])

    def _keeps_shape(self, shape: list[str], made: Sequence[Replacement]) -> bool:
        """Return True if a text of this shape has the structure of the source, apart from lists that were put in."""
        lists = [one for one in made if one.items]
        if not lists:
            return shape == self._shape
        new, old = Counter(map(_kind, shape)), Counter(map(_kind, self._shape))
        more = Counter(
            {
                "bullet_list_open": len(lists),
                "list_item_open": sum(one.items for one in lists),
                "paragraph_open": sum(one.items + one.more for one in lists),
            }
        )
        others = [[one for one in own if _kind(one) not in _OF_LISTS] for own in (shape, self._shape)]
        return others[0] == others[1] and all(new[kind] == old[kind] + more[kind] for kind in more)

    def _listed(self, one: Replacement) -> Replacement:
        """Write a list: every item is a line of its own, and a blank line comes before any text behind the list."""
        end = "\r\n" if "\r\n" in self._text else "\n"
        head, *items = one.target.split(ITEM)
        last, behind, rest = items[-1].partition(BEHIND)
        lines = [head, *(f"- {_escaped(item.strip())}" for item in (*items[:-1], last))]
        target = end.join([_escaped(lines[0]), *lines[1:]]) + (2 * end + _escaped(rest) if behind else "")
        return Replacement(one.start, one.end, target, len(items), bool(behind))

    def _read(self, text: str) -> tuple[list[Passage], list[str]]:
        """Return the passages of a text, and its shape: everything that a change of words must not alter."""
        front = _FRONT.match(text)
        start = front.end() if front else int(text.startswith("\ufeff"))
        lines: list[tuple[int, str]] = []
        for end in _NEWLINE.finditer(text, start):
            lines.append((start, text[start : end.start()]))
            start = end.end()
        lines.append((start, text[start:]))
        tokens, env = self._parser.blocks("\n".join(line for _, line in lines))
        passages: list[Passage] = []
        shape: list[str] = []
        # Link definitions make no tokens, so they are added to the shape here.
        shape += [f"{key} {one['href']} {one['title']}" for key, one in sorted(env.get("references", {}).items())]
        place = 0  # how far the row of a table has been read
        inside = 0  # number of open blocks that are not restructured
        for before, token in zip([None, *tokens], tokens, strict=False):
            if token.type == "tr_open":
                place = 0
            if token.type.startswith(_WHOLE_BLOCKS):
                inside += token.nesting
            if token.type != "inline":
                shape.append(f"{token.type} {token.markup} {token.info} {token.attrs} {token.content}")
                continue
            kind = before.type if before is not None else ""
            assert token.map is not None
            own = lines[token.map[0] : token.map[1]]
            positions, place = content_positions(token.content, own, kind, place)
            shape += self._inline(token.content, positions, env, passages, whole=inside > 0)
        return passages, shape

    def _inline(
        self,
        content: str,
        positions: list[int] | None,
        env: dict[str, Any],
        passages: list[Passage],
        *,
        whole: bool,
    ) -> list[str]:
        """Add the passage of a block, and return its shape: the kinds and contents of its marks."""
        events, tokens = self._parser.inline(content, env)
        marks = [
            f"{one.type} {one.markup} {one.attrs} {one.content if one.type != 'image' else one.children}"
            for one in tokens
            if one.type not in ("text", "text_special", "softbreak")
        ]
        if positions is None:
            return [*marks, content]
        builder = PlaceBuilder()
        for kind, text, start, end in _pieces(content, events):
            builder.add(text, positions[start], positions[end - 1] + 1 if kind != BREAK else positions[end], kind)
        text = builder.text(whole)
        if any(map(str.isalpha, text)):
            passages.append(Passage(text, builder.place()))
        return [*marks, "."]


def _kind(entry: str) -> str:
    """Return the type of a token in the shape of a text."""
    return entry.partition(" ")[0]


def _pieces(content: str, events: Sequence[_Event]) -> Iterator[tuple[str, str, int, int]]:
    """Yield the pieces of running text in a block's content: kind, text, start and end; marks stand between."""
    place = 0
    # The event of a link comes after those of its content, so links are looked up by their starts.
    links = {(one.start, one.end): one for one in events if one.rule == "link"}
    bounds = {one.start: one for one in links.values()}
    starts = sorted(bounds)
    flat = sorted((one for one in events if one.rule != "link"), key=lambda one: one.start)
    ends: list[int] = []
    number = 0
    while place < len(content):
        while ends and ends[-1] <= place:
            ends.pop()
        if place in bounds:  # a link: its opening mark is skipped, and its content is read next
            link = bounds.pop(place)
            ends.append(link.end)
            place += 1
            continue
        while number < len(flat) and flat[number].start < place:
            number += 1
        following = flat[number] if number < len(flat) else None
        limit = min([len(content), *ends[-1:]])
        if following is None or following.start >= limit:
            # Behind the last event inside a link comes "](...)", which is skipped. Elsewhere it is text that no rule
            # matched.
            if ends:
                place = ends.pop()
            else:
                yield LITERAL, content[place:limit], place, limit
                place = limit
            continue
        later = bisect_right(starts, place)
        upto = min([following.start, *starts[later : later + 1]])
        if upto > place:
            yield LITERAL, content[place:upto], place, upto
            place = upto
            continue
        yield from _piece(content, following)
        place = following.end
        number += 1


def _piece(content: str, event: _Event) -> Iterator[tuple[str, str, int, int]]:
    rule, start, end, tokens = event
    source = content[start:end]
    if rule == "text":
        yield LITERAL, source, start, end
    elif rule == "newline":
        hard = any(one.type == "hardbreak" for one in tokens)
        yield FIXED if hard else BREAK, "\n", start, end
    elif rule in _DELIMITERS:
        # The rule makes one token per mark, perhaps after a token for the text before.
        size = 2 if rule == "strikethrough" else 1
        own = tokens[len(tokens) - (end - start) // size :]
        for number, token in enumerate(own):
            if token.type == "text" and token.content:
                yield (
                    FIXED,
                    source[number * size : (number + 1) * size],
                    start + number * size,
                    start + (number + 1) * size,
                )
    elif rule in ("escape", "entity"):
        text = "".join(one.content for one in tokens if one.type == "text_special")
        if any(one.type == "hardbreak" for one in tokens):
            yield FIXED, "\n", start, end
        else:
            yield WHOLE, text or source, start, end
    elif rule == "backticks":
        code = next((one.content for one in tokens if one.type == "code_inline"), source)
        yield FIXED, shown(code), start, end
    elif rule == "autolink":
        yield FIXED, shown(source[1:-1]), start, end
    elif rule == "image":
        yield FIXED, THING, start, end
    elif re.match(r"<br\b", source, re.I):  # html_inline
        yield FIXED, "\n", start, end


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda match: f"\\{match[0]}", text)
