"""Measure every regular expression of the project on hostile texts: its time must grow linearly with the text.

    python -m lab.robustness.patterns

The patterns are those that importing all modules compiles, and those that stand in calls in the sources. For every
repetition in a pattern, texts are made in which the repetition can stop at many places but what follows it never
matches. Searching and matching are timed at one size and at twice the size.
"""

from __future__ import annotations

import ast
import importlib
import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any, Final, NamedTuple, NoReturn

import click

__all__ = ["Found", "Measured", "adversaries", "measured", "patterns_of"]

_ROOMS: Final = ("lm", "rules", "simplifier", "tuning")
_ROOT: Final = Path(__file__).resolve().parent.parent.parent
_AT_A_PLACE: Final = frozenset({"match", "fullmatch"})
_CALLS: Final = frozenset({"search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"})
_CATEGORIES: Final = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: "-",
}
_CANDIDATES: Final = "aZ1 _-.,'\"<>/=&;:!?()[]{}\\`*#@~|\n\tß\u2019\x00"
_ENDS: Final = ("", "\x00", "\n!", " <", "aA1\x00", '"')
_SIZE: Final = 4000  # characters
_NOTICED: Final = 0.005  # seconds for a text of _SIZE: a linear search takes a tenth, a quadratic one more
_STEEP: Final = 2.8  # times as long for twice the text; 2 is linear, 4 quadratic
_SECONDS: Final = 1.0  # after which a match is given up


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurement of a pattern on its worst text.

    Attributes:
        seconds: processor seconds of matching and searching.
        size: number of characters of the text.
        steep: True if a text twice as long takes much more than twice as long.
        text: the beginning of the text.
    """

    seconds: float
    size: int
    steep: bool
    text: str


class Found(NamedTuple):
    """A pattern of the project.

    Attributes:
        text: the text of the pattern.
        flags: the flags of the pattern.
        module: the module where the pattern was found.
        searched: True if the pattern is searched for anywhere in a text, not only matched at a place.
    """

    text: str
    flags: int
    module: str
    searched: bool


def patterns_of(root: Path = _ROOT) -> list[Found]:
    """Return all patterns of the project, each once."""
    found: dict[tuple[str, int], Found] = {}
    for room in _ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            module = ".".join(parts if room == "simplifier" else ("simplifier", *parts)).removesuffix(".__init__")
            source = path.read_text(encoding="utf-8")
            for pattern, searched in (*_compiled(module, source), *_named(source)):
                text = pattern.pattern
                plain = text if isinstance(text, str) else text.decode("latin-1")
                key = plain, pattern.flags & ~re.UNICODE
                before = found.get(key)
                found[key] = Found(*key, module, searched or (before is not None and before.searched))
    return list(found.values())


def _compiled(module: str, source: str) -> Iterator[tuple[re.Pattern[Any], bool]]:
    """Yield the patterns among the values of a module, including its containers and classes, and if they are searched.

    A pattern is only matched at a place if the source calls nothing but `match` and `fullmatch` by its name.
    """
    try:
        values = vars(importlib.import_module(module))
    except (ImportError, SystemExit):  # an optional extra that is not there
        return
    waiting = [(name, value) for name, value in values.items() if not name.startswith("__")]
    waiting += [
        (name, inner)
        for value in values.values()
        if isinstance(value, type) and value.__module__ == module
        for name, inner in vars(value).items()
    ]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, re.Pattern):
            used = set(re.findall(rf"\b{name}\.(\w+)\(", source)) if name else set()
            yield value, not used or not used <= _AT_A_PLACE
        elif isinstance(value, tuple | list | set | frozenset | dict):
            inside = value.values() if isinstance(value, dict) else value
            waiting += [("", one) for one in inside if isinstance(one, re.Pattern | tuple | list)]


def _named(source: str) -> Iterator[tuple[re.Pattern[Any], bool]]:
    """Yield the patterns that are written in calls of `re` in a source, and if they are searched."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
        first = node.args[0]
        if of_re and node.func.attr in _CALLS and isinstance(first, ast.Constant):
            yield re.compile(first.value), node.func.attr not in _AT_A_PLACE


def adversaries(pattern: str, flags: int) -> Iterator[Callable[[int], str]]:
    """Yield functions that make a hostile text for a pattern, of about a given number of characters."""
    tree = parser.parse(pattern, flags)
    seen = set()
    for before, body in _repeats(list(tree), ""):
        for pump in _pumps(body):
            for start in dict.fromkeys((before, "")):
                for end in _ENDS:
                    if (start, pump, end) not in seen:
                        seen.add((start, pump, end))
                        yield _filled(start, pump, end)


def _filled(start: str, pump: str, end: str) -> Callable[[int], str]:
    return lambda size: start + pump * max(1, size // len(pump)) + end


def _repeats(items: Sequence[Any], before: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield a text that leads to each repetition, and the items to repeat.

    Repetitions of at most 50 are left out: they cannot make a long text. Each repetition is also yielded with the items
    around it, so that texts arise in which the whole sequence is repeated.
    """
    for number, (code, value) in enumerate(items):
        lead = before + _sample(items[:number])
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            if value[1] > 50:
                yield lead, list(value[2])
                yield before, [*items[:number], *value[2], *items[number + 1 :]]
            yield from _repeats(list(value[2]), lead)
        elif code is codes.SUBPATTERN:
            yield from _repeats(list(value[3]), lead)
        elif code is codes.BRANCH:
            for one in value[1]:
                yield from _repeats(list(one), lead)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            yield from _repeats(list(value[1]), lead)


def _pumps(body: list[Any]) -> Iterator[str]:
    """Yield texts to repeat: a sample of the body and, for a body of one item, up to six characters that fit it."""
    whole = _sample(body)
    if whole:
        yield whole
    if len(body) == 1:
        for character in _characters(body[0])[:6]:
            yield character
            if whole and character != whole:
                yield whole + character


def _characters(item: Any) -> list[str]:
    code, value = item
    if code is codes.LITERAL:
        return [chr(value)]
    if code is codes.ANY:
        return list('a \n<"')
    if code is codes.NOT_LITERAL:
        return [one for one in _CANDIDATES if ord(one) != value]
    if code is codes.IN:
        return [one for one in _CANDIDATES if _fits(value, one)] or [_sample([item])]
    if code is codes.SUBPATTERN and len(value[3]) == 1:
        return _characters(list(value[3])[0])
    if code is codes.BRANCH:
        return [_sample(list(one)) for one in value[1] if _sample(list(one))]
    return []


def _fits(members: list[Any], character: str) -> bool:
    negated = members[0][0] is codes.NEGATE
    place = ord(character)
    hit = False
    for code, value in members[1:] if negated else members:
        if code is codes.LITERAL:
            hit |= value == place
        elif code is codes.RANGE:
            hit |= value[0] <= place <= value[1]
        elif code is codes.CATEGORY:
            hit |= re.match(_CLASSES[value], character) is not None
    return hit != negated


_CLASSES: Final = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_NOT_WORD: r"\W",
}


def _sample(items: Sequence[Any]) -> str:
    """Return a short text that matches the items; repetitions have their least number, from 1 to 4."""
    parts = []
    for code, value in items:
        if code is codes.LITERAL:
            parts.append(chr(value))
        elif code is codes.IN:
            fitting = (one for one in _CANDIDATES if _fits(value, one))
            literal = next(
                (chr(v if c is codes.LITERAL else v[0]) for c, v in value if c in (codes.LITERAL, codes.RANGE)),
                "a",
            )
            parts.append(next(fitting, literal))
        elif code in (codes.ANY, codes.NOT_LITERAL):
            parts.append("a" if code is codes.ANY or value != ord("a") else "b")
        elif code is codes.CATEGORY:
            parts.append(_CATEGORIES.get(value, "a"))
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            parts.append(_sample(list(value[2])) * max(1, min(value[0], 4)))
        elif code is codes.SUBPATTERN:
            parts.append(_sample(list(value[3])))
        elif code is codes.ATOMIC_GROUP:
            parts.append(_sample(list(value)))
        elif code is codes.BRANCH:
            parts.append(_sample(list(value[1][0])))
    return "".join(parts)


class _TooLongError(Exception):
    """A match took longer than `_SECONDS`."""


def _give_up(_: int, __: FrameType | None) -> NoReturn:
    raise _TooLongError


def _seconds(pattern: re.Pattern[Any], text: str, searched: bool) -> float:
    """Return the processor seconds of matching a text and, if ``searched``, of finding all matches in it."""
    data: Any = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
    began = time.process_time()
    try:
        for _ in pattern.finditer(data) if searched else ():
            pass
        pattern.match(data)
        pattern.fullmatch(data)
    except _TooLongError:
        return _SECONDS
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - began


def measured(pattern: str, flags: int, searched: bool = True) -> Measured:
    """Return the worst measurement that is found for a pattern; the first steep one ends the search."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    worst = Measured(0.0, 0, False, "")
    try:
        compiled = re.compile(pattern, flags)
        for made in adversaries(pattern, flags):
            found = _growth(compiled, made, searched)
            if found.seconds > worst.seconds or found.steep:
                worst = found
            if worst.steep:
                break
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return worst


def _growth(pattern: re.Pattern[Any], made: Callable[[int], str], searched: bool) -> Measured:
    text, twice = made(_SIZE), made(2 * _SIZE)
    seconds = _seconds(pattern, text, searched)
    if seconds < _NOTICED:
        return Measured(seconds, len(text), False, text[:60])
    # The lesser of two measurements, because other processes use the processor too.
    seconds = min(seconds, _seconds(pattern, text, searched))
    longer = min(_seconds(pattern, twice, searched), _seconds(pattern, twice, searched))
    steep = seconds > _NOTICED and (longer >= _SECONDS or longer > _STEEP * seconds)
    return Measured(seconds, len(text), steep, text[:60])


@click.command()
@click.option("--all", "everything", is_flag=True, help="Show linear patterns too.")
def main(everything: bool) -> None:
    """Measure every pattern; exit with 1 if one is steep."""
    bad = 0
    found = patterns_of()
    for pattern, flags, module, searched in found:
        one = measured(pattern, flags, searched)
        bad += one.steep
        if one.steep or everything:
            click.echo(f"{module}: {pattern[:100]!r}\n    {one}")
    click.echo(f"{len(found)} patterns, {bad} steep")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
