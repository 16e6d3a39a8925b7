"""Templates: what a rule gives. Each line is a new sentence, made of pieces of the old one and words put in.

    all                                everything but the mark at the end
    V    V*                            a token; a token with all its descendants
    S..V                               from one token to another
    V* - C - W*                        a piece without some others
    R*[P -> again(N), A -> ]           a piece with P replaced and A left out
    "because of this"                  words
    again(N)                           words that the language gives; if it is not sure, the rule does not apply

Each side of a replacement is a token, a token with its descendants, or a range. `tidied` then removes the commas
around what was left out, and adds the end mark.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from simplifier.base.errors import nearest
from simplifier.languages.analysis.new_sentence import Clause, Inserted, Item
from simplifier.languages.structure.parsed import Grammar, Insertion, Parsed
from simplifier.languages.structure.pattern import Binding

__all__ = ["Template", "parse_template", "tidied"]

_VARIABLE: Final = r"[A-Z][A-Z0-9]?"
_TOKEN: Final = re.compile(
    rf'\s*(?:(?P<words>"[^"]*")|(?P<call>[a-z_]+\({_VARIABLE}(?:, {_VARIABLE})*\))|(?P<all>all\b)'
    rf"|(?P<range>{_VARIABLE}\.\.{_VARIABLE})|(?P<piece>{_VARIABLE}\*?)|(?P<mark>->|[-\[\],]))"
)
_SEPARATORS: Final = frozenset({",", ";", ":", "--", "-"})


class _Words(NamedTuple):
    """Words put in."""

    clause: Clause

    def items(self, parsed: Parsed, binding: Binding) -> list[Item] | None:
        return list(self.clause)


class _Call(NamedTuple):
    """Words that the language puts in."""

    insertion: Insertion
    names: tuple[str, ...]

    def items(self, parsed: Parsed, binding: Binding) -> list[Item] | None:
        found = self.insertion(parsed, *(binding[name] for name in self.names))
        return None if found is None else list(found)


class _Same(NamedTuple):
    """Tokens of the sentence that replace others."""

    text: str

    def items(self, parsed: Parsed, binding: Binding) -> list[Item] | None:
        return sorted(_places(self.text, parsed, binding))


_New = _Words | _Call | _Same


class _Piece(NamedTuple):
    """Tokens of the sentence: ``all``, ``V``, ``V*`` or ``S..V``, some of them left out or replaced."""

    text: str
    without: tuple[str, ...] = ()
    replaced: tuple[tuple[str, tuple[_New, ...]], ...] = ()

    def items(self, parsed: Parsed, binding: Binding) -> list[Item] | None:
        new = self.changes(parsed, binding)
        if new is None:
            return None
        places = sorted(_places(self.text, parsed, binding))
        return [item for place in places for item in new.get(place, (place,))]

    def changes(self, parsed: Parsed, binding: Binding) -> dict[int, tuple[Item, ...]] | None:
        """Return the new words for each token that changes, an empty tuple if it is left out; None as in `items`."""
        new: dict[int, tuple[Item, ...]] = {
            place: () for text in self.without for place in _places(text, parsed, binding)
        }
        for text, parts in self.replaced:
            found: list[Item] = []
            for part in parts:
                own = part.items(parsed, binding)
                if own is None:
                    return None
                found += own
            places = sorted(_places(text, parsed, binding))
            # The first of the replaced tokens carries the new words; the others give none.
            new |= dict.fromkeys(places, ())
            new[places[0]] = tuple(found)
        return new


_Term = _Words | _Call | _Piece


class Template(NamedTuple):
    """The sentences that a rule gives."""

    sentences: tuple[tuple[_Term, ...], ...]

    def items(self, parsed: Parsed, binding: Binding) -> tuple[Clause, ...] | None:
        """Return the words of the new sentences, not tidied; None if the language is not sure of an insertion."""
        found: list[Clause] = []
        for terms in self.sentences:
            own = [term.items(parsed, binding) for term in terms]
            if None in own:
                return None
            found.append(tuple(item for items in own for item in items or ()))
        return tuple(found)

    def changes(self, parsed: Parsed, binding: Binding) -> dict[int, tuple[Item, ...]] | None:
        """Return what the template changes in place; only for a template that is `in_place`."""
        ((piece,),) = self.sentences
        assert isinstance(piece, _Piece)
        return piece.changes(parsed, binding)

    @property
    def in_place(self) -> bool:
        """True if the template is one sentence whose tokens are replaced or left out where they stand."""
        if len(self.sentences) != 1 or len(self.sentences[0]) != 1:
            return False
        (piece,) = self.sentences[0]
        return isinstance(piece, _Piece) and piece.text == "all"


def _places(text: str, parsed: Parsed, binding: Binding) -> Sequence[int]:
    if text == "all":
        return range(parsed.stop)
    if ".." in text:
        first, last = text.split("..")
        return range(binding[first], binding[last] + 1)
    if text.endswith("*"):
        return parsed.tree.subtree(binding[text[:-1]])
    return (binding[text],)


def tidied(items: Sequence[Item], parsed: Parsed, subjects: Container[str]) -> Clause | None:
    """Return items as a sentence: without the marks around holes, and with the end mark of the source.

    A hole is where tokens of the source were left out. None if nothing is left, or if a mark before a hole has no
    partner after it.

    Args:
        items: words of the new sentence.
        parsed: the sentence that they come from.
        subjects: labels of subjects.
    """

    def is_mark(item: Item) -> bool:
        return isinstance(item, int) and parsed.words[item] in _SEPARATORS

    kept: list[Item] = []
    for item in items:
        if item == parsed.stop or (is_mark(item) and not any(isinstance(one, int) for one in kept)):
            continue
        last = kept[-1] if kept else None
        # A mark before a hole and one after it enclosed what was left out. Of two commas, the first stays, unless it
        # would then part a subject from its verb.
        if isinstance(last, int) and isinstance(item, int) and item != last + 1 and is_mark(last):
            if not is_mark(item):
                return None
            if parsed.words[item] != "," or _verb_follows(parsed, last, item, subjects):
                kept.pop()
            else:
                continue
            if parsed.words[item] == ",":
                continue
        kept.append(item)
    while kept and is_mark(kept[-1]):
        kept.pop()
    if len(kept) > 1 and _is_quote(parsed, kept[-1]) and is_mark(kept[-2]):
        del kept[-2]
    if not kept:
        return None
    # The old first word loses its capital if other words now stand before it.
    small = (
        Inserted(parsed.words[0], 0, False) if place and item == 0 and not parsed.keeps_capital else item
        for place, item in enumerate(kept)
    )
    return (*small, Inserted(parsed.words[parsed.stop], parsed.stop))


def _is_quote(parsed: Parsed, item: Item) -> bool:
    return isinstance(item, int) and parsed.words[item] in ('"', "''", "”")


def _verb_follows(parsed: Parsed, left: int, right: int, subjects: Container[str]) -> bool:
    """Return whether the comma at ``left`` ends a subject and its verb follows right after the comma at ``right``."""
    if left == 0 or right + 1 >= len(parsed):
        return True
    heads, labels = parsed.tree.heads, parsed.tree.labels
    above = (left - 1, *parsed.tree.ancestors(left - 1))
    return any(labels[one] in subjects and heads[one] in (right + 1, heads[right + 1]) for one in above)


def parse_template(text: str, names: frozenset[str], grammar: Grammar) -> Template:
    """Read a template.

    Args:
        text: one sentence a line.
        names: the names that the pattern binds.
        grammar: what the language answers.

    Raises:
        ValueError: a line cannot be read, or has an unknown name; the message says which.
    """
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    if not lines:
        raise ValueError("nothing is given")
    return Template(tuple(_Reader(line, names, grammar).terms() for line in lines))


class _Reader:
    """Reads one line of a template: a recursive descent over its tokens."""

    def __init__(self, line: str, names: frozenset[str], grammar: Grammar) -> None:
        self._line = line
        self._names = names
        self._grammar = grammar
        self._tokens = list(self._scan())
        self._place = 0

    def terms(self) -> tuple[_Term, ...]:
        found: list[_Term] = []
        while self._next():
            found.append(self._term())
        return tuple(found)

    def _scan(self) -> Iterator[re.Match[str]]:
        place = 0
        while place < len(self._line.rstrip()):
            token = _TOKEN.match(self._line, place)
            if token is None:
                raise ValueError(f"{self._line!r}: cannot read {self._line[place:]!r}")
            yield token
            place = token.end()

    def _next(self, mark: str = "") -> bool:
        """Return whether there is another token and, if a mark is given, whether the token is that mark."""
        if self._place == len(self._tokens):
            return False
        return not mark or self._tokens[self._place]["mark"] == mark

    def _take(self, mark: str = "") -> re.Match[str]:
        if not self._next(mark):
            raise ValueError(f"{self._line!r}: {mark or 'a piece'} is missing")
        self._place += 1
        return self._tokens[self._place - 1]

    def _term(self) -> _Term:
        token = self._take()
        put_in = self._put_in(token)
        if put_in is not None:
            return put_in
        text = self._piece(token)
        replaced: list[tuple[str, tuple[_New, ...]]] = []
        without: list[str] = []
        if self._next("["):
            closing = "["
            while closing != "]":
                self._take(closing)
                replaced.append(self._replacement())
                closing = "," if self._next(",") else "]"
            self._take("]")
        while self._next("-"):
            self._take("-")
            without.append(self._piece(self._take()))
        return _Piece(text, tuple(without), tuple(replaced))

    def _replacement(self) -> tuple[str, tuple[_New, ...]]:
        text = self._piece(self._take())
        self._take("->")
        parts: list[_New] = []
        while self._next() and not self._next(",") and not self._next("]"):
            token = self._take()
            parts.append(self._put_in(token) or _Same(self._piece(token)))
        return text, tuple(parts)

    def _put_in(self, token: re.Match[str]) -> _Words | _Call | None:
        if token["words"]:
            return _Words(tuple(map(Inserted, token["words"].strip('"').split())))
        if not token["call"]:
            return None
        name, _, rest = token["call"].partition("(")
        insertion = self._grammar.insertions.get(name)
        if insertion is None:
            raise ValueError(f"no insertion {name!r}{nearest(name, self._grammar.insertions)}")
        names = tuple(rest[:-1].split(", "))
        for one in names:
            self._known(one)
        return _Call(insertion, names)

    def _piece(self, token: re.Match[str]) -> str:
        text = token["all"] or token["range"] or token["piece"]
        if not text:
            raise ValueError(f"{self._line!r}: {token[0].strip()!r} is no piece of the sentence")
        for name in () if text == "all" else text.rstrip("*").split(".."):
            self._known(name)
        return text

    def _known(self, name: str) -> None:
        if name not in self._names:
            raise ValueError(f"{self._line!r}: the pattern binds no {name}")
