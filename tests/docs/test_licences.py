"""What comes along in the package: every file that is no code has a licence that lets it be passed on."""

from __future__ import annotations

import gzip
import re
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

from scripts.supply.sbom import card_rows
from simplifier.core import RuleTable

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "simplifier" / "models" / "en"
CARD = (MODEL / "MODEL_CARD.md").read_text(encoding="utf-8")

#: Whatever runs, and what the package itself is described by.
CODE = (".py", ".pyi", ".so", ".pyc", ".typed", ".css", ".js", ".html", ".svg", ".cc", ".hh", ".cmake", ".md")
OWN = ("simplifier/core/",)

#: Licences that let a file be passed on and sold, as page and card name them ("-": nothing of others).
FREE = {
    *("Apache-2.0", "Apache-2.0 (ours)", "MIT", "MIT (the copy used)", "Apache-2.0 (the copy used)", "-"),
    *("BSD-2-Clause", "CC0", "CC0-1.0", "CC BY", "CC BY 2.5", "CC BY 3.0", "CC BY 4.0", "CC BY 3.0 (PPDB)"),
    *("CC BY-SA 3.0", "CC BY-SA 4.0", "CC BY-SA 3.0 and 4.0", "LGPL-2.1 (METEOR)", "WordNet"),
    *("public domain", "free for any research and development", "that of those sources"),
    "by part, see the card",
}


def bundled() -> list[str]:
    """Return the files of the wheel that are no code."""
    with (ROOT / "pyproject.toml").open("rb") as stream:
        packages = tomllib.load(stream)["tool"]["scikit-build"]["wheel"]["packages"]
    linked = [path.resolve().name for path in (ROOT / "simplifier").iterdir() if path.is_symlink()]
    found = [
        path.relative_to(ROOT).as_posix()
        for name in (*packages, *linked)
        for path in (ROOT / name).rglob("*")
        if path.is_file() and path.suffix not in CODE and "__pycache__" not in path.parts
    ]
    return sorted(one for one in found if not one.startswith(OWN) and not Path(one).name.startswith("."))


def listed() -> dict[str, str]:
    """Return the licence of each pattern of the page."""
    page = (ROOT / "docs" / "build" / "supply.md").read_text(encoding="utf-8")
    rows = card_rows(page, "## Licences of what comes along")
    return {pattern: row[2] for row in rows for pattern in re.findall(r"`([^`]+)`", row[0])}


def is_free(licence: str) -> bool:
    return all(part in FREE for part in licence.split("; "))


def pattern_of(path: str) -> list[str]:
    patterns = [one for one in listed() if fnmatchcase(path, one) and one.count("/") == path.count("/")]
    exact = [one for one in patterns if one == path]
    return exact or patterns


def test_every_file_has_one_licence() -> None:
    files = bundled()
    assert "simplifier/languages/en/data/syllables.txt.gz" in files and len(files) > 50
    assert [(path, pattern_of(path)) for path in files if len(pattern_of(path)) != 1] == []
    used = {pattern_of(path)[0] for path in files}
    assert set(listed()) - used == {"simplifier/evaluation/data/en/instructions/*"}  # its files are pages


def test_licences_let_it_be_passed_on() -> None:
    assert [(name, licence) for name, licence in listed().items() if not is_free(licence)] == []
    assert is_free("CC BY 3.0 (PPDB); MIT") and not is_free("MIT; CC BY-NC 4.0")
    rules, texts = card_rows(CARD, "## Rules"), card_rows(CARD, "## Texts of the language models")
    assert len(rules) == 8 and len(texts) == 23
    assert [row for row in [*rules, *texts] if not is_free(row[-1])] == []


def test_the_card_names_what_the_recipe_takes() -> None:
    with (ROOT / "configs" / "recipes" / "en.toml").open("rb") as stream:
        recipe = tomllib.load(stream)
    taken = {(text["source"], text["licence"]) for text in recipe["texts"] if "licence" in text}
    texts = {(row[0], row[3]) for row in card_rows(CARD, "## Texts of the language models")}
    assert texts == taken
    rules = {row[0] for row in card_rows(CARD, "## Rules")}
    assert rules == {*RuleTable(str(MODEL / "rules.table")).provenance, "numbers"}


def test_the_card_names_every_file_and_its_size() -> None:
    rows = card_rows(CARD.replace("\n| file |", "\n## Files\n\n| file |", 1), "## Files")
    sizes = {row[0].strip("`"): int(row[1].replace(",", "")) for row in rows}
    files = {
        path.name: path.stat().st_size
        for path in MODEL.iterdir()
        if path.suffix not in (".sums", ".md") and path.is_file()
    }
    assert sizes.pop("all") == sum(files.values())
    assert sizes == files


def test_notices_are_whole() -> None:
    """The licences of these two ask that their text goes with every copy."""
    with gzip.open(ROOT / "simplifier/languages/en/data/wordnet_opposites.txt.gz", "rt", encoding="utf-8") as stream:
        wordnet = "".join(line[2:] for line in stream if line.startswith("#"))
    assert "This software and database is being provided to you, the LICENSEE, by\nPrinceton" in wordnet
    assert "agrees to preserve same" in wordnet
    with gzip.open(ROOT / "simplifier/languages/en/data/syllables.txt.gz", "rt", encoding="utf-8") as stream:
        dictionary = "".join(line[2:] for line in stream if line.startswith("#"))
    assert "Copyright (C) 1993-2015 Carnegie Mellon" in dictionary
    assert "ADVISED OF THE POSSIBILITY OF SUCH DAMAGE" in dictionary.replace("\n", " ")
