"""The pages of the documentation against the tree: links, paths, names, commands, and their form."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from simplifier.cli.main import umbrella
from simplifier.cli.simplify import simplify_command

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").rglob("*.md"))

#: The top of the tree. A path in a page that begins with one of them is one of ours.
FOLDERS = (*("lm", "rules", "simplifier", "tuning", "configs", "scripts", "benchmarks", "docs", "tests"),)

#: Paths that look like ours and are of the data, or what a page tells its reader to make.
PRODUCTS = ("lm/general", "lm/simple", "lm/tune_overlap", "lm/wikipedia")

#: Groups of entry points, which look like modules of ours.
GROUPS = re.compile(r"simplifier\.(languages|metrics|optimisers|readers|rule_features)")

_LONGEST = 120


class Line(NamedTuple):
    """A line of a page: what it is part of."""

    number: int
    text: str
    code: bool
    measured: bool


@cache
def lines(page: Path) -> tuple[Line, ...]:
    found: list[Line] = []
    fenced = measured = code = False
    blank = True
    for number, text in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        fence = text.lstrip().startswith("```")
        measured = measured or text.startswith("<!-- measured: begin")
        indented = text.startswith("    ") and (code or blank)
        found.append(Line(number, text, fence or fenced or indented, measured))
        fenced ^= fence
        measured = measured and not text.startswith("<!-- measured: end")
        blank = not text.strip()
        code = indented or (code and blank)
    return tuple(found)


def slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    headings = (re.match(r"#+ (.*)", line.text) for line in lines(page) if not line.code)
    return frozenset(slug(heading[1]) for heading in headings if heading)


def links(page: Path) -> Iterator[tuple[int, str]]:
    for line in lines(page):
        if not line.code:
            for target in re.findall(r"\]\(([^()\s]+)\)", re.sub(r"`[^`]*`", "", line.text)):
                if "://" not in target:
                    yield line.number, target


def code_spans(page: Path) -> Iterator[tuple[int, str]]:
    prose = "\n".join("" if line.code else line.text for line in lines(page))
    for span in re.finditer(r"`([^`]+)`", prose):
        yield prose.count("\n", 0, span.start()) + 1, " ".join(span[1].split())


def commands(page: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of each command of `simplify`, `simplifier` and `python -m`, in blocks and in prose."""
    texts = [(line.number, line.text.strip()) for line in lines(page) if line.code and not line.measured]
    for number, text in [*texts, *code_spans(page)]:
        for part in re.split(r" \| |; |&& ", text.split(" #")[0].split("   ")[0].removeprefix("$ ")):
            words = split(part)
            if words[:1] in (["simplify"], ["simplifier"]) or words[:2] == ["python", "-m"]:
                yield number, words


def split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # an apostrophe in prose
        return command.split()


def every(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [README, *PAGES], ids=every)
def test_links_lead_somewhere(page: Path) -> None:
    wrong = []
    for number, target in links(page):
        path, _, anchor = target.partition("#")
        found = page if not path else (page.parent / path).resolve()
        if not found.exists() or (anchor and anchor not in anchors(found)):
            wrong.append((number, target))
    assert wrong == [], wrong


@pytest.mark.parametrize("page", [README, *PAGES], ids=every)
def test_paths_are_in_the_tree(page: Path) -> None:
    names = {path.name for path in (ROOT / "tests").rglob("*.py")}
    wrong = []
    blocks = [(line.number, word) for line in lines(page) if line.code for word in line.text.split()]
    for number, text in [*code_spans(page), *blocks]:
        for word in text.split():
            path = word.strip("\"'(),:;").removeprefix("./")
            if path.split("/")[0] in FOLDERS and "/" in path and not path.startswith(PRODUCTS):
                there = any(ROOT.glob(path)) if "*" in path else (ROOT / path).exists()
                if not there and re.fullmatch(r"[\w./*-]+", path):
                    wrong.append((number, path))
            elif re.fullmatch(r"test_\w+\.py", path) and path not in names:
                wrong.append((number, path))
    assert wrong == [], wrong


@pytest.mark.parametrize("page", [README, *PAGES], ids=every)
def test_dotted_names_exist(page: Path) -> None:
    wrong = []
    for number, text in code_spans(page):
        name = text.split("(")[0]
        if not re.fullmatch(rf"({'|'.join(FOLDERS)})(\.\w+)+", name) or GROUPS.fullmatch(name):
            continue
        if not exists(name) and not re.search(r"\.(table|toml|tsv|gz|py|text|txt)$", name):
            wrong.append((number, name))
    assert wrong == [], wrong


def module_file(name: str) -> bool:
    """Return whether the tree holds a module or package of this name."""
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def exists(name: str) -> bool:
    """Return whether a dotted name is a module, or an attribute of one."""
    module, _, rest = name.partition(".")
    found: object = importlib.import_module(module)
    for part in filter(None, rest.split(".")):
        module = f"{module}.{part}"
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(module)
            except ImportError:
                return module_file(name)  # a module whose own imports are of an extra
    return True


@pytest.mark.parametrize("page", [README, *PAGES], ids=every)
def test_commands_and_their_options_exist(page: Path) -> None:
    wrong = []
    for number, words in commands(page):
        if words[0] == "python":
            ours = len(words) > 2 and words[2].split(".")[0] in FOLDERS and not words[2].endswith(".NAME")
            if ours and not module_file(words[2]):
                wrong.append((number, words[2]))
            continue
        command: click.Command = simplify_command if words[0] == "simplify" else umbrella
        rest = words[1:]
        while rest and isinstance(command, click.Group) and not rest[0].startswith("-"):
            inner = command.get_command(click.Context(command), rest[0])
            if inner is None:
                break
            command, rest = inner, rest[1:]
        if rest and isinstance(command, click.Group) and re.fullmatch(r"[a-z]+", rest[0]):
            wrong.append((number, rest[0]))
        known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
        known |= {"--help", "--version", "--debug"}
        given = (word.partition("=")[0].rstrip(",;.") for word in rest if word.startswith("--"))
        wrong += [(number, word) for word in given if word not in known and not isinstance(command, click.Group)]
    assert wrong == [], wrong


@pytest.mark.parametrize("page", PAGES, ids=every)
def test_lines_are_short(page: Path) -> None:
    long = [
        line.number
        for line in lines(page)
        if len(line.text) > _LONGEST and not line.measured and not line.text.startswith("|")
    ]
    assert long == [], long


@pytest.mark.parametrize("page", [README, *PAGES], ids=every)
def test_data_are_called_data(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "../shared/data" not in text
    if re.search(r"\bDATA\b", text) and page.parent.name != "docs" and page.name != "data.md":
        assert "data.md" in text


def test_every_page_can_be_reached() -> None:
    seen: set[Path] = set()
    todo = [README, ROOT / "docs" / "README.md"]
    while todo:
        page = todo.pop()
        seen.add(page)
        for _, target in links(page):
            found = (page.parent / target.partition("#")[0]).resolve()
            if found.suffix == ".md" and found.is_file() and found not in seen:
                todo.append(found)
    assert sorted(set(PAGES) - seen) == []


def test_the_tree_names_pages_that_exist() -> None:
    wrong = []
    kept = (".py", ".toml", ".md", ".hh", ".cc", ".tsv", ".txt", ".cmake")
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in kept and path.stat().st_size < 1_000_000:
                for name in re.findall(r"\bdocs/[\w/]+\.(?:md|tsv)\b", path.read_text(encoding="utf-8")):
                    if not (ROOT / name).is_file():
                        wrong.append(f"{path.relative_to(ROOT)}: {name}")
    assert wrong == [], wrong
