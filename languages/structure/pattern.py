"""Patterns over trees: one statement a line, each binding or testing tokens.

    V: root finite                     a token with conditions, all of which hold
    V -cc-> C: "and|but"               C depends on V with the label cc, and is one of these words
    V -nsubj|nsubjpass-> S: !pronoun   one of two labels; "!" turns a condition round
    no V -neg->                        nothing depends on V so; conditions may follow after a colon
    V < C < W                          the order of their tokens
    comma(W)                           a condition of the language on bound tokens; "no" turns it round

Conditions of one token: a quoted list of words (``@name`` is a list of the file, by form or basic form), tags
in capitals (``VBD|VBN``), or a name that the language answers. ``root`` and ``leaf`` are of every language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from base.errors import nearest
from languages.structure.parsed import Grammar, Parsed

__all__ = ["Binding", "Need", "Pattern", "parse_pattern"]

#: Places by the names of a pattern.
Binding = dict[str, int]
_Test = Callable[[Parsed, int], bool]

_VARIABLE: Final = r"[A-Z][A-Z0-9]?"
_ARC: Final = re.compile(
    rf"(?P<no>no )?(?P<head>{_VARIABLE}) -(?P<labels>[a-z|]+)->"
    rf"(?: (?P<child>{_VARIABLE}))?(?:: (?P<tests>.+))?"
)
_NODE: Final = re.compile(rf"(?P<name>{_VARIABLE}): (?P<tests>.+)")
_ORDER: Final = re.compile(rf"{_VARIABLE}(?: < {_VARIABLE})+")
_CALL: Final = re.compile(rf"(?P<no>no )?(?P<name>[a-z_]+)\((?P<names>{_VARIABLE}(?:, {_VARIABLE})*)\)")
_TEST: Final = re.compile(r'!?(?:"[^"]*"|@[a-z_]+|[A-Z$|]+|[a-z_]+)')
_EVERYWHERE: Final[Mapping[str, _Test]] = {
    "root": lambda parsed, place: parsed.tree.heads[place] < 0,
    "leaf": lambda parsed, place: not parsed.tree.children(place),
}


class Need(NamedTuple):
    """What a sentence must have: one of some ``words``, ``tags`` or ``labels``."""

    kind: str
    values: frozenset[str]


class _Step(NamedTuple):
    """One statement: from a binding to those that it leaves; ``binds`` are the names it can add."""

    run: Callable[[Parsed, Binding], Iterator[Binding]]
    binds: tuple[str, ...]
    needs: tuple[Need, ...] = ()


class Pattern(NamedTuple):
    """A pattern that was read.

    Attributes:
        steps: its statements.
        names: that it binds.
        needs: without all of which it cannot match; they are quick to look for.
    """

    steps: tuple[_Step, ...]
    names: frozenset[str]
    needs: tuple[Need, ...]

    def may_match(self, words: Set[str]) -> bool:
        """Return whether a sentence of these words has those that the pattern asks for, whatever its tree."""
        return not any(need.kind == "words" and need.values.isdisjoint(words) for need in self.needs)

    def matches(self, parsed: Parsed) -> Iterator[Binding]:
        """Yield every way to bind the names to different tokens of a sentence."""
        if not any(need.values.isdisjoint(parsed.kinds[need.kind]) for need in self.needs):
            yield from self._from(parsed, 0, {})

    def _from(self, parsed: Parsed, step: int, binding: Binding) -> Iterator[Binding]:
        if step == len(self.steps):
            yield binding
            return
        for found in self.steps[step].run(parsed, binding):
            yield from self._from(parsed, step + 1, found)


def parse_pattern(text: str, grammar: Grammar) -> Pattern:
    """Read a pattern.

    Raises:
        ValueError: a line that is no statement, or names that nobody knows; says which.
    """
    steps: list[_Step] = []
    names: set[str] = set()
    for line in filter(None, (line.partition("#")[0].strip() for line in text.splitlines())):
        step = _statement(line, grammar, names)
        steps.append(step)
        names.update(step.binds)
    if not steps:
        raise ValueError("the pattern is empty")
    needs = dict.fromkeys(need for step in steps for need in step.needs)
    return Pattern(tuple(steps), frozenset(names), tuple(sorted(needs, key=lambda need: len(need.values))))


def _statement(line: str, grammar: Grammar, known: set[str]) -> _Step:
    if found := _NODE.fullmatch(line):
        tests = _tests(found["tests"], grammar)
        return _node(found["name"], tests, "root" in found["tests"].split())._replace(
            needs=_needs(found["tests"], grammar)
        )
    if found := _ARC.fullmatch(line):
        if bool(found["no"]) == bool(found["child"]):
            raise ValueError(f"{line!r}: name the token on the right, or begin with 'no' and leave it out")
        labels = frozenset(found["labels"].split("|"))
        tests = _tests(found["tests"] or "", grammar)
        if found["no"]:
            _bound([found["head"]], known, line)
            return _no_arc(found["head"], labels, tests)
        needs = (*_needs(found["tests"] or "", grammar), Need("labels", labels))
        return _arc(found["head"], labels, found["child"], tests)._replace(needs=needs)
    if _ORDER.fullmatch(line):
        return _order(_bound(line.split(" < "), known, line))
    if found := _CALL.fullmatch(line):
        condition = grammar.conditions.get(found["name"])
        if condition is None:
            raise ValueError(f"no condition {found['name']!r}{nearest(found['name'], grammar.conditions)}")
        places = _bound(found["names"].split(", "), known, line)
        wanted = not found["no"]
        return _Step(
            lambda parsed, binding: (
                iter((binding,))
                if condition(parsed, *(binding[name] for name in places)) == wanted
                else iter(())
            ),
            (),
        )
    raise ValueError(f"{line!r} is no statement of a pattern")


def _bound(names: Sequence[str], known: set[str], line: str) -> Sequence[str]:
    for name in names:
        if name not in known:
            raise ValueError(f"{line!r}: {name} is not bound before")
    return names


def _node(name: str, tests: Sequence[_Test], root: bool) -> _Step:
    def run(parsed: Parsed, binding: Binding) -> Iterator[Binding]:
        everywhere: Sequence[int] = parsed.tree.roots if root else range(len(parsed))
        places = (binding[name],) if name in binding else everywhere
        for place in places:
            if all(test(parsed, place) for test in tests):
                yield {**binding, name: place}

    return _Step(run, (name,))


def _arc(head: str, labels: frozenset[str], child: str, tests: Sequence[_Test]) -> _Step:
    def run(parsed: Parsed, binding: Binding) -> Iterator[Binding]:
        tree = parsed.tree
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
        places = [binding[name] for name in names]
        if places == sorted(places):
            yield binding

    return _Step(run, ())


def _tests(text: str, grammar: Grammar) -> list[_Test]:
    rest = _TEST.sub("", text)
    if rest.strip():
        raise ValueError(f"{text!r}: cannot read {rest.strip()!r}")
    return [_test(one, grammar) for one in _TEST.findall(text)]


def _needs(text: str, grammar: Grammar) -> tuple[Need, ...]:
    """Return what tests of a token ask of a sentence; of a list, one of its words in some form."""
    found = []
    for one in _TEST.findall(text):
        if one[0] == '"':
            found.append(Need("words", frozenset(one[1:-1].split("|"))))
        elif one[0].isupper():
            found.append(Need("tags", frozenset(one.split("|"))))
        elif one[0] == "@" and grammar.forms is not None:
            listed = grammar.lists.get(one[1:], frozenset())
            found.append(Need("words", listed.union(*map(grammar.forms, listed))))
    return tuple(found)


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
    known = {**_EVERYWHERE, **grammar.conditions}
    if text not in known:
        raise ValueError(f"no condition {text!r}{nearest(text, known)}")
    return known[text]
