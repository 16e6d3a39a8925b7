"""Patterns over trees, one statement a line. Each statement binds tokens or tests them.

    V: root finite                     a token with conditions, all of which hold
    V -cc-> C: "and|but"               C depends on V with the label cc, and is one of these words
    V -nsubj|nsubjpass-> S: !pronoun   one of two labels; "!" turns a condition round
    no V -neg->                        V has no such dependent; conditions may follow after a colon
    V < C < W                          the order of their tokens
    comma(W)                           a condition of the language on bound tokens; "no" turns it round
    ? no runs_on(V, W)                 a condition that may fail: the match is then in doubt, and names the condition

Conditions of one token: a quoted list of words (``@name`` is a list of the file, by form or basic form), tags
in capitals (``VBD|VBN``), or a condition of the language by name. Every language has ``root`` and ``leaf``.

Words and tags are tested before a sentence is parsed: if no places satisfy these tests, no tree can match
(`Pattern.may_match`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, cast

from simplifier.base.errors import nearest
from simplifier.languages.structure.parsed import Grammar, Parsed, Tagged

__all__ = ["Binding", "Need", "Pattern", "parse_pattern"]

#: Places by the names of a pattern.
Binding = dict[str, int]
_Test = Callable[[Parsed, int], bool]
_WordTest = Callable[[Tagged, int], bool]

#: Rough number of forms of a word.
_FORMS: Final = 5

_VARIABLE: Final = r"[A-Z][A-Z0-9]?"
_ARC: Final = re.compile(
    rf"(?P<no>no )?(?P<head>{_VARIABLE}) -(?P<labels>[a-z:|]+)->"
    rf"(?: (?P<child>{_VARIABLE}))?(?:: (?P<tests>.+))?"
)
_NODE: Final = re.compile(rf"(?P<name>{_VARIABLE}): (?P<tests>.+)")
_ORDER: Final = re.compile(rf"{_VARIABLE}(?: < {_VARIABLE})+")
_CALL: Final = re.compile(rf"(?P<no>no )?(?P<name>[a-z_]+)\((?P<names>{_VARIABLE}(?:, {_VARIABLE})*)\)")
#: Marks a condition that may fail.
_DOUBT: Final = "? "
_TEST: Final = re.compile(r'!?(?:"[^"]*"|@[a-z_]+|[A-Z$|]+|[a-z_]+)')
_EVERYWHERE: Final[Mapping[str, _Test]] = {
    "root": lambda parsed, place: parsed.tree.heads[place] < 0,
    "leaf": lambda parsed, place: not parsed.tree.children(place),
}


@dataclass(frozen=True)
class Need:
    """What a sentence must have: at least one of some ``words``, ``tags`` or ``labels``.

    Attributes:
        kind: ``words``, ``tags`` or ``labels``.
        listed: the words, tags or labels, of which one is enough.
        forms: gives further forms of a listed word, which are enough too; None if there are none.
    """

    kind: str
    listed: frozenset[str]
    forms: Callable[[str], Iterable[str]] | None = None

    @property
    def size(self) -> int:
        """Rough number of values, any of which is enough."""
        return len(self.listed) * (1 if self.forms is None else _FORMS)

    @cached_property
    def values(self) -> frozenset[str]:
        """All values, any of which is enough; forms are computed on first use."""
        return self.listed if self.forms is None else self.listed.union(*map(self.forms, self.listed))


class _Doubt(NamedTuple):
    """A condition that may fail, on the tokens bound to ``names``."""

    name: str
    names: tuple[str, ...]
    holds: Callable[[Parsed, Sequence[int]], bool]


class _WordPart(NamedTuple):
    """What a statement says about words and tags: ``tests`` of one place, or a ``relation`` between several.

    ``need`` holds words or tags, which are quick to find; ``tests`` holds the other conditions.
    """

    names: tuple[str, ...]
    tests: tuple[_WordTest, ...] = ()
    relation: Callable[[Tagged, Sequence[int]], bool] | None = None
    need: Need | None = None

    def places(self, tagged: Tagged) -> Iterable[int]:
        """Return the places to test."""
        if self.need is None:
            return range(len(tagged))
        where = tagged.word_places if self.need.kind == "words" else tagged.tag_places
        return [place for one in self.need.values.intersection(where) for place in where[one]]


class _Step(NamedTuple):
    """One statement: ``run`` yields the bindings that satisfy it, and ``binds`` are the names that it may add."""

    run: Callable[[Parsed, Binding], Iterator[Binding]]
    binds: tuple[str, ...]
    needs: tuple[Need, ...] = ()
    word_part: _WordPart | None = None
    doubt: _Doubt | None = None


@dataclass(frozen=True)
class Pattern:
    """A pattern, ready to match.

    Attributes:
        steps: the statements.
        names: all names that the pattern binds.
        needs: what a sentence must have for the pattern to match; all are quick to look for.
    """

    steps: tuple[_Step, ...]
    names: frozenset[str]
    needs: tuple[Need, ...]

    def may_have(self, words: Set[str]) -> bool:
        """Return whether these words include those that the pattern needs."""
        return not any(need.kind == "words" and need.values.isdisjoint(words) for need in self.needs)

    def may_match(self, tagged: Tagged) -> bool:
        """Return whether a sentence with these words and tags may match, whatever its tree."""
        for need in self.needs:
            if need.kind == "words":
                if need.values.isdisjoint(tagged.word_places):
                    return False
            elif need.kind == "tags" and need.values.isdisjoint(tagged.tag_places):
                return False
        return self._may_go_on(tagged, 0, {})

    @cached_property
    def doubtful(self) -> tuple[str, ...]:
        """The names of the conditions that may fail, in order."""
        return tuple(step.doubt.name for step in self.steps if step.doubt is not None)

    def doubts(self, parsed: Parsed, binding: Binding) -> frozenset[str]:
        """Return the names of the conditions that may fail and do fail in a match."""
        asked = (step.doubt for step in self.steps if step.doubt is not None)
        return frozenset(one.name for one in asked if not one.holds(parsed, [binding[name] for name in one.names]))

    def matches(self, parsed: Parsed) -> Iterator[Binding]:
        """Yield every way to bind the names to tokens of a sentence; two names may be bound to one token."""
        if not any(need.values.isdisjoint(parsed.kinds[need.kind]) for need in self.needs):
            yield from self._from(parsed, 0, {})

    def _from(self, parsed: Parsed, step: int, binding: Binding) -> Iterator[Binding]:
        if step == len(self.steps):
            yield binding
            return
        for found in self.steps[step].run(parsed, binding):
            yield from self._from(parsed, step + 1, found)

    @cached_property
    def _word_parts(self) -> tuple[_WordPart, ...]:
        """What the statements say about words and tags: rare words first, relations once their places are known."""
        parts = [step.word_part for step in self.steps if step.word_part is not None]
        kinds = ("words", "tags")
        tests = sorted(
            (one for one in parts if one.relation is None),
            key=lambda one: len(kinds) if one.need is None else kinds.index(one.need.kind),
        )
        # An order is tested only for the names that word tests bind. A relation with any other name is left out.
        # Both make `may_match` weaker, but it never says no to a sentence that a tree could match.
        bound = {name for one in tests for name in one.names}
        relations = [
            one._replace(names=tuple(name for name in one.names if name in bound)) if one.relation is _in_order else one
            for one in parts
            if one.relation is not None
        ]
        found: list[_WordPart] = []
        known: set[str] = set()
        for one in tests:
            found.append(one)
            known.update(one.names)
            ready = [other for other in relations if known.issuperset(other.names)]
            relations = [other for other in relations if other not in ready]
            found += ready
        return tuple(found)

    def _may_go_on(self, tagged: Tagged, part: int, binding: Binding) -> bool:
        """Return whether places can be found for the remaining word parts, by backtracking."""
        if part == len(self._word_parts):
            return True
        one = self._word_parts[part]
        if one.relation is not None:
            places = [binding[name] for name in one.names]
            return one.relation(tagged, places) and self._may_go_on(tagged, part + 1, binding)
        (name,) = one.names
        for place in one.places(tagged):
            if binding.get(name, place) != place:
                continue
            for test in one.tests:
                if not test(tagged, place):
                    break
            else:
                if self._may_go_on(tagged, part + 1, {**binding, name: place}):
                    return True
        return False


def parse_pattern(text: str, grammar: Grammar) -> Pattern:
    """Read a pattern.

    Raises:
        ValueError: a line is no statement, or has an unknown name; the message says which.
    """
    steps: list[_Step] = []
    names: set[str] = set()
    for line in filter(None, (line.partition("#")[0].strip() for line in text.splitlines())):
        step = _statement(line, grammar, names)
        steps.append(step)
        names.update(step.binds)
    if not steps:
        raise ValueError("the pattern is empty")
    # The fewer values are enough, the more sentences lack them all: the smallest need is tested first.
    needs = dict.fromkeys(need for step in steps for need in step.needs)
    return Pattern(tuple(steps), frozenset(names), tuple(sorted(needs, key=lambda need: need.size)))


def _statement(line: str, grammar: Grammar, known: set[str]) -> _Step:
    if found := _NODE.fullmatch(line):
        name, text = found["name"], found["tests"]
        return _node(name, _tests(text, grammar), "root" in text.split())._replace(
            needs=_needs(text, grammar), word_part=_word_part(name, text, grammar)
        )
    if found := _ARC.fullmatch(line):
        if bool(found["no"]) == bool(found["child"]):
            raise ValueError(f"{line!r}: name the token on the right, or begin with 'no' and leave it out")
        labels = frozenset(found["labels"].split("|"))
        name, text = found["child"], found["tests"] or ""
        tests = _tests(text, grammar)
        if found["no"]:
            _bound([found["head"]], known, line)
            return _no_arc(found["head"], labels, tests)
        needs = (*_needs(text, grammar), Need("labels", labels))
        return _arc(found["head"], labels, name, tests)._replace(needs=needs, word_part=_word_part(name, text, grammar))
    if _ORDER.fullmatch(line):
        return _order(_bound(line.split(" < "), known, line))
    if found := _CALL.fullmatch(line.removeprefix(_DOUBT)):
        names = _bound(found["names"].split(", "), known, line)
        step = _call(found["name"], names, not found["no"], grammar)
        return _doubted(step, found["name"], names) if line.startswith(_DOUBT) else step
    raise ValueError(f"{line!r} is no statement of a pattern")


def _doubted(step: _Step, name: str, names: Sequence[str]) -> _Step:
    """Return a statement that never fails, and that tells whether the condition of another statement holds."""

    def holds(parsed: Parsed, places: Sequence[int]) -> bool:
        return next(step.run(parsed, dict(zip(names, places, strict=True))), None) is not None

    return _Step(lambda _, binding: iter((binding,)), (), doubt=_Doubt(name, tuple(names), holds))


def _call(name: str, names: Sequence[str], wanted: bool, grammar: Grammar) -> _Step:
    of_words = grammar.word_conditions.get(name)
    condition = of_words or grammar.conditions.get(name)
    if condition is None:
        known = [*grammar.conditions, *grammar.word_conditions]
        raise ValueError(f"no condition {name!r}{nearest(name, known)}")

    def holds(parsed: Tagged, places: Sequence[int]) -> bool:
        return condition(parsed, *places) == wanted

    def run(parsed: Parsed, binding: Binding) -> Iterator[Binding]:
        if holds(parsed, [binding[name] for name in names]):
            yield binding

    return _Step(run, (), word_part=None if of_words is None else _WordPart(tuple(names), (), holds))


def _bound(names: Sequence[str], known: set[str], line: str) -> Sequence[str]:
    for name in names:
        if name not in known:
            raise ValueError(f"{line!r}: {name} is not bound before")
    return names


def _node(name: str, tests: Sequence[_Test], root: bool) -> _Step:
    def run(parsed: Parsed, binding: Binding) -> Iterator[Binding]:
        everywhere: Sequence[int] = parsed.tree.roots if root else range(len(parsed))
        # A name that is bound already is only tested: statements about one name may follow each other.
        places = (binding[name],) if name in binding else everywhere
        for place in places:
            if all(test(parsed, place) for test in tests):
                yield {**binding, name: place}

    return _Step(run, (name,))


def _arc(head: str, labels: frozenset[str], child: str, tests: Sequence[_Test]) -> _Step:
    def run(parsed: Parsed, binding: Binding) -> Iterator[Binding]:
        tree = parsed.tree
        # Go from what is bound: a bound child has one head, a bound head has few children.
        if child in binding:
            below: Sequence[int] = (binding[child],)
        elif head in binding:
            below = tree.children(binding[head])
        else:
            below = range(len(parsed))
        for place in below:
            above = tree.heads[place]
            if above < 0 or tree.labels[place] not in labels or binding.get(head, above) != above:
                continue
            if all(test(parsed, place) for test in tests):
                yield {**binding, head: above, child: place}

    return _Step(run, (head, child))


def _no_arc(head: str, labels: frozenset[str], tests: Sequence[_Test]) -> _Step:
    def run(parsed: Parsed, binding: Binding) -> Iterator[Binding]:
        below = parsed.tree.children(binding[head], labels)
        if not any(all(test(parsed, place) for test in tests) for place in below):
            yield binding

    return _Step(run, ())


def _order(names: Sequence[str]) -> _Step:
    def run(parsed: Parsed, binding: Binding) -> Iterator[Binding]:
        if _in_order(parsed, [binding[name] for name in names]):
            yield binding

    return _Step(run, (), word_part=_WordPart(tuple(names), (), _in_order))


def _in_order(_: Tagged, places: Sequence[int]) -> bool:
    return list(places) == sorted(places)


def _tests(text: str, grammar: Grammar) -> list[_Test]:
    rest = _TEST.sub("", text)
    if rest.strip():
        raise ValueError(f"{text!r}: cannot read {rest.strip()!r}")
    return [_test(one, grammar) for one in _TEST.findall(text)]


def _needs(text: str, grammar: Grammar) -> tuple[Need, ...]:
    """Return what the tests of a token need in a sentence; for a list, one of its words in any form."""
    found = []
    for one in _TEST.findall(text):
        if one[0] == '"':
            found.append(Need("words", frozenset(one[1:-1].split("|"))))
        elif one[0].isupper():
            found.append(Need("tags", frozenset(one.split("|"))))
        elif one[0] == "@" and grammar.forms is not None:
            found.append(Need("words", grammar.lists.get(one[1:], frozenset()), grammar.forms))
    return tuple(found)


def _word_part(name: str, text: str, grammar: Grammar) -> _WordPart | None:
    """Return the tests of a token that need no tree; None if there are none."""
    needs = _needs(text, grammar)
    # Words before tags, then few values before many: this leaves the fewest places to test.
    need = min(needs, key=lambda need: (need.kind == "tags", need.size), default=None)
    tests: list[_WordTest] = []
    for one in _TEST.findall(text):
        own = one.removeprefix("!")
        if one[0] == "@" and grammar.forms is not None:
            continue  # the need is cheaper to check than the basic form
        if own[0] == '"' or own[0].isupper() or own in grammar.word_conditions:
            tests.append(cast("_WordTest", _test(one, grammar)))
    return _WordPart((name,), tuple(tests), need=need) if tests or need else None


def _test(text: str, grammar: Grammar) -> _Test:
    if text[0] == "!":
        test = _test(text[1:], grammar)
        return lambda parsed, place: not test(parsed, place)
    if text[0] == '"':
        words = frozenset(text[1:-1].split("|"))
        return lambda parsed, place: parsed.words[place] in words
    if text[0] == "@":
        listed = grammar.lists.get(text[1:])
        if listed is None:
            raise ValueError(f"no list {text!r}{nearest(text[1:], grammar.lists)}")
        basic = grammar.base_form
        return lambda parsed, place: parsed.words[place] in listed or basic(parsed, place) in listed
    if text[0].isupper():
        tags = frozenset(text.split("|"))
        return lambda parsed, place: parsed.tags[place] in tags
    known = {**_EVERYWHERE, **grammar.conditions, **grammar.word_conditions}
    if text not in known:
        raise ValueError(f"no condition {text!r}{nearest(text, known)}")
    return known[text]
