"""No file outside the room of a language knows it: no tag, no relation, no list of its words, no import from there.

The room of a language is `simplifier/languages/CODE`. What all languages share (`parts`, `plain`, `structure`) is no
room: it asks by role.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from simplifier.languages import known_languages
from simplifier.languages.en.words.auxiliaries import TAG_OF
from simplifier.languages.en.words.relations import RELATIONS
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.languages.en.words.word_lists import WORDS

ROOT: Final = Path(__file__).resolve().parents[1]
LANGUAGES: Final = ROOT / "simplifier" / "languages"
PYTHON_ROOMS: Final = ("lm", "rules", "simplifier", "tuning", "scripts", "lab", "benchmarks")
CORE_ROOMS: Final = ("simplifier/core/src", "simplifier/core/bindings")
#: Folders beside the rooms, for all languages.
SHARED: Final = frozenset({"parts", "plain", "structure"})
CODES: Final = tuple(code for code in known_languages() if (LANGUAGES / code).is_dir() and code not in SHARED)

#: Files that may hold what no other may, as a pattern below the root, with the reason.
EXCEPTIONS: Final[dict[str, str]] = {
    "simplifier/languages/registry.py": "names the room that an entry point loads",
    "*/label_tagger_text.py": "makes the English tagger's training text out of Penn Treebank tags",
    "*/build_syllables.py": "makes a file of the English room, and measures it by what reads it",
    "*/build_opposites.py": "makes a file of the English room",
    "*/build_people.py": "makes files of the English room",
    "*/fuzz_seeds.py": "trains a small parser for damaged files",
    "benchmarks/rule_text.py": "writes rules with gaps as PPDB labels them",
}

UNIVERSAL_TAGS: Final = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X"
#: The Stuttgart-Tübingen tags of German.
STUTTGART_TAGS: Final = (
    "ADJA ADJD APPR APPRART APPO APZR ART CARD FM ITJ KOUI KOUS KON KOKOM NE PDS PDAT PIS PIAT PIDAT PPER PPOSS "
    "PPOSAT PRELS PRELAT PRF PWS PWAT PWAV PAV PTKZU PTKNEG PTKVZ PTKANT PTKA TRUNC VVFIN VVIMP VVINF VVIZU VVPP "
    "VAFIN VAIMP VAINF VAPP VMFIN VMINF VMPP XY"
)
#: X is a label that every language has.
TAGS: Final = {
    *(tag for tag in PENN_TAGS if tag.strip("$").isalpha()),
    *UNIVERSAL_TAGS.split(),
    *STUTTGART_TAGS.split(),
} - {"X"}
UNIVERSAL_RELATIONS: Final = (
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl "
    "fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp"
)
#: Relations that are also words of programs: a C compiler, upper and lower case, the root of a tree of files.
AMBIGUOUS_RELATIONS: Final = frozenset({"case", "cc", "fixed", "flat", "list", "mark", "root", "ROOT"})
RELATION_NAMES: Final = {*RELATIONS.names, *UNIVERSAL_RELATIONS.split()}
#: Single letters are letters of formulas before they are words.
ENGLISH: Final = frozenset(
    word for word in chain(WORDS.function, WORDS.negations, WORDS.numbers, TAG_OF) if len(word) > 1
)
LEAST_WORDS, LEAST_ENGLISH, LEAST_IN_TEXT = 4, 3, 6

#: Between the names of a literal that lists several: "nsubj|nsubjpass", "acl:relcl", "DT NN".
_BETWEEN: Final = re.compile(r"[\s|,:-]+")
_ROOM: Final = re.compile(rf"simplifier\.languages\.(?:{'|'.join(CODES)})(?:[.:].*)?", re.DOTALL)
_COMMENT: Final = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.DOTALL)
_LITERAL: Final = re.compile(r'"((?:\\.|[^"\\\n])*)"')
_BRACES: Final = re.compile(r"\{[^{}]*\}")


def is_word_list(words: Collection[str]) -> bool:
    return len(words) >= LEAST_WORDS and sum(word in ENGLISH for word in words) >= LEAST_ENGLISH


def named(text: str) -> str | None:
    """Return what a literal names: tags, or relations of words; None if neither."""
    words = [word for word in _BETWEEN.split(text) if word]
    if words and TAGS.issuperset(words):
        return "tag"
    if RELATION_NAMES.issuperset(words) and not AMBIGUOUS_RELATIONS.issuperset(words):
        return "relation"
    return None


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


def modules_of(node: ast.AST) -> Iterator[str]:
    """Yield the modules that a statement imports or a literal names."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        yield node.module
        yield from (f"{node.module}.{one.name}" for one in node.names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def in_python(source: str) -> Iterator[str]:
    """Yield what a Python file says of a language; docstrings are literals that name neither tags nor relations."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (what := named(node.value)):
            yield f"line {node.lineno}: the {what} {node.value!r}"
        yield from (f"the room {module}" for module in modules_of(node) if _ROOM.fullmatch(module))
        yield from (f"the words {' '.join(words[:6])} ..." for words in lists_of(node) if is_word_list(words))


def in_core(source: str) -> Iterator[str]:
    """Yield what a C++ file says of a language, comments aside."""
    code = _COMMENT.sub(lambda match: match[1] or " ", source)
    for literal in _LITERAL.findall(code):
        if what := named(literal):
            yield f"the {what} {literal!r}"
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
        yield from (path for path in found if not any(path.is_relative_to(LANGUAGES / code) for code in CODES))
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


def test_the_rooms_and_what_they_share() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in sources()}
    assert {"en", "es"}.issubset(CODES)
    assert "simplifier/languages/structure/halves.py" in names
    assert not any(name.startswith("simplifier/languages/en/") for name in names)


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
        'A = "IN"',
        'if tag == "CC": pass',
        'if tag == "PROPN": pass',
        'VERBS = {"VVFIN": 1}',
        'SUBJECTS = frozenset({"nsubj", "nsubjpass"})',
        'if label.startswith("nsubj"): pass',
        'FIND = "nsubj|csubj"',
        'if label == "acl:relcl": pass',
        "from simplifier.languages.en.sentences import count_sentences",
        "from simplifier.languages import en",
        "import simplifier.languages.es",
        'import_module("simplifier.languages.en.english")',
    ],
)
def test_what_is_found_in_python(code: str) -> None:
    assert list(in_python(code))


@pytest.mark.parametrize(
    "code",
    [
        '"""A verb in the past is VBD, of all the forms that it has."""',
        'PARTS = ("noun", "verb")',
        'CASE = ("case", "mark", "list")',
        '"""A subject depends on its verb as nsubj."""',
        "from simplifier.languages import language_named",
        "from simplifier.languages.analysis.tree import Tree",
        'language_named("en")',
    ],
)
def test_what_is_not(code: str) -> None:
    assert not list(in_python(code))


def test_what_is_found_in_the_core() -> None:
    assert list(in_core('bool verb = tag == "VBD";'))
    assert list(in_core('bool subject = label == "nsubj";'))
    assert list(in_core('Words list = {"the", "of", "and", "to"};'))
    assert list(in_core('split("the of and to which who");'))
    assert not list(in_core('// tag == "VBD"\nthrow Error("no such file");'))
