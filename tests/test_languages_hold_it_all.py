"""No room but simplifier/languages/ knows a language: no Penn tag and no list of English words stands anywhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from simplifier.languages.en.words.auxiliaries import TAG_OF
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.languages.en.words.word_lists import WORDS

ROOT: Final = Path(__file__).resolve().parents[1]
PYTHON_ROOMS: Final = (*("lm", "rules", "simplifier", "tuning", "scripts", "benchmarks"),)
CORE_ROOMS: Final = ("simplifier/core/src", "simplifier/core/bindings")

#: Files that may hold what no other may, as a pattern below the root, with the reason.
EXCEPTIONS: Final[dict[str, str]] = {
    "scripts/*label_tagger_text.py": "makes the English tagger's training text out of Penn Treebank tags",
    "benchmarks/rule_text.py": "writes rules with gaps as PPDB labels them",
}

#: Tags that are also words of programs, units or file formats.
AMBIGUOUS_TAGS: Final = frozenset({"IN", "TO", "POS", "EX", "LS", "SYM", "CC", "UH"})
TAGS: Final = frozenset(tag for tag in PENN_TAGS if tag.strip("$").isalpha()) - AMBIGUOUS_TAGS
#: Single letters are letters of formulas before they are words.
ENGLISH: Final = frozenset(
    word for word in chain(WORDS.function, WORDS.negations, WORDS.numbers, TAG_OF) if len(word) > 1
)
LEAST_WORDS, LEAST_ENGLISH, LEAST_IN_TEXT = 4, 3, 6

_COMMENT: Final = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.DOTALL)
_LITERAL: Final = re.compile(r'"((?:\\.|[^"\\\n])*)"')
_BRACES: Final = re.compile(r"\{[^{}]*\}")


def is_word_list(words: Collection[str]) -> bool:
    return len(words) >= LEAST_WORDS and sum(word in ENGLISH for word in words) >= LEAST_ENGLISH


def is_tag(text: str) -> bool:
    """Return whether a literal is a tag, or tags with spaces between them."""
    words = text.split()
    return bool(words) and TAGS.issuperset(words)


def strings(nodes: Collection[ast.expr | None]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def lists_of(node: ast.AST) -> Iterator[list[str]]:
    """Yield the strings that an expression lists: a display of them, or a text that is split at spaces."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        yield strings(node.elts)
    elif isinstance(node, ast.Dict):
        yield strings(node.keys)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        yield from (text.split() for text in strings([node.func.value]))


def in_python(source: str) -> Iterator[str]:
    """Yield what a Python file says of a language; docstrings are constants that are no tag."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_tag(node.value):
            yield f"line {node.lineno}: the tag {node.value!r}"
        yield from (f"the words {' '.join(words[:6])} ..." for words in lists_of(node) if is_word_list(words))


def in_core(source: str) -> Iterator[str]:
    """Yield what a C++ file says of a language, comments aside."""
    code = _COMMENT.sub(lambda match: match[1] or " ", source)
    for literal in _LITERAL.findall(code):
        if is_tag(literal):
            yield f"the tag {literal!r}"
        words = literal.split()
        if len(words) >= LEAST_IN_TEXT and ENGLISH.issuperset(words):  # else a message for people
            yield f"the words {literal[:40]} ..."
    for braces in _BRACES.findall(code):
        words = _LITERAL.findall(braces)
        if is_word_list(words):
            yield f"the words {' '.join(words[:6])} ..."


def sources() -> Iterator[Path]:
    for room in PYTHON_ROOMS:
        found = sorted((ROOT / room).rglob("*.py"))
        yield from (path for path in found if not path.is_relative_to(ROOT / "simplifier" / "languages"))
    for room in CORE_ROOMS:
        for ending in ("*.cc", "*.hh"):
            yield from sorted((ROOT / room).rglob(ending))


def test_no_language_outside_its_room() -> None:
    found = []
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if any(fnmatch(name, pattern) for pattern in EXCEPTIONS):
            continue
        search = in_python if path.suffix == ".py" else in_core
        found += [f"{name}: {what}" for what in search(path.read_text(encoding="utf-8"))]
    assert found == [], "ask a Language for it (simplifier/languages/language.py)"


@pytest.mark.parametrize("pattern", EXCEPTIONS)
def test_every_exception_is_still_one(pattern: str) -> None:
    names = {path.relative_to(ROOT).as_posix(): path for path in sources()}
    held = [
        what
        for name, path in names.items()
        if fnmatch(name, pattern)
        for what in (in_python if path.suffix == ".py" else in_core)(path.read_text(encoding="utf-8"))
    ]
    assert held, "holds nothing any more: take it off the list"


@pytest.mark.parametrize(
    "code",
    [
        'TAGS = ("NNP", name)',
        'if tag == "VBD": pass',
        'LABELS = "NN NNS".split()',
        'WORDS = frozenset("the of and to".split())',
        'NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}',
    ],
)
def test_what_is_found_in_python(code: str) -> None:
    assert list(in_python(code))


@pytest.mark.parametrize(
    "code",
    [
        '"""A verb in the past is VBD, of all the forms that it has."""',
        'PARTS = ("noun", "verb")',
        'A = "IN"',
    ],
)
def test_what_is_not(code: str) -> None:
    assert not list(in_python(code))


def test_what_is_found_in_the_core() -> None:
    assert list(in_core('bool verb = tag == "VBD";'))
    assert list(in_core('Words list = {"the", "of", "and", "to"};'))
    assert list(in_core('split("the of and to which who");'))
    assert not list(in_core('// tag == "VBD"\nthrow Error("no such file");'))
