"""A list of rewrites that a writer keeps by hand: tab-separated, one a line.

::

    # what the house style asks for
    utilize         use                         rewrite, where the sentence bears it
    commence        begin       verb            as a verb (noun, adjective, adverb; or a label: VBD)
    in order to     to          always          whatever the model thinks
    Parliament      never                       never change this word or phrase
    lead            never       noun            ... as a noun
    use             apply       never           never make this rewrite
    at no time      "never"                     quoted: the word, not the command
    basically       ""                          leave out

Columns are separated by tabs alone; empty lines and lines that begin with ``#`` are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from simplifier.base.errors import nearest
from simplifier.base.reading import BadLines, line_blocks
from simplifier.core import FeatureName
from simplifier.languages.language import Language
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.grammar.symbols import DEFAULT_LABEL, Nonterminal, parse_symbol
from simplifier.rules.readers.format_spec import FormatSpec

__all__ = [
    "USER",
    "UserEntry",
    "Verdict",
    "part_of_speech",
    "plain_phrase",
    "read_user_entries",
    "read_user_list",
    "user_weight",
]

Verdict = Literal["prefer", "always", "never"]

_COLUMNS = "a phrase, TAB, its replacement or never, and perhaps TAB and a part of speech, always or never"


@dataclass(frozen=True, slots=True)
class UserEntry:
    """One line of a user list.

    Attributes:
        source: the phrase, words separated by one space, as written.
        target: its replacement; ``""`` leaves the phrase out, None means that it must never change.
        part: name of a part of speech of the language (`TagRoles.parts`) or a label; ``""`` is any.
        verdict: rewrite where the sentence bears it (``prefer``), always, or never.
        line: its number in the file.
    """

    source: str
    target: str | None
    part: str
    verdict: Verdict
    line: int


def read_user_entries(path: Path, language: Language, bad_lines: BadLines | None = None) -> list[UserEntry]:
    """Return the entries of a user list, in the order of the file; ``language`` names parts of speech.

    Raises:
        FormatError: a broken line, or one that contradicts an earlier one, unless ``bad_lines`` skips it.
    """
    policy = bad_lines or BadLines()
    entries: dict[tuple[str, str], list[UserEntry]] = {}
    for first, lines in line_blocks(path, 10_000):
        for number, line in enumerate(lines, first):
            text = line.removeprefix("\ufeff") if number == 1 else line
            if not text.strip() or text.startswith("#"):
                continue
            try:
                entry = _parse(text, number, language)
                same = entries.setdefault((entry.source.lower(), entry.part), [])
                _check_agreement(entry, same)
            except ValueError as error:
                policy.report(path, number, text, str(error))
                continue
            same.append(entry)
    return sorted((entry for same in entries.values() for entry in same), key=lambda entry: entry.line)


def read_user_list(
    path: Path, language: Language, batch_size: int = 50_000, bad_lines: BadLines | None = None
) -> Iterator[RuleBatch]:
    """Read a user list as lowercased rules of a table; a feature tells what the user wants.

    The feature is ``UserRule``, ``UserAlways`` or ``UserNever``, with the value of `user_weight`. A phrase that
    must never change becomes a copying rule with ``UserAlways``. Inflected forms are not added.

    Raises:
        FormatError: as `read_user_entries`.
    """
    entries = read_user_entries(path, language, bad_lines)
    if not entries:
        return
    names = {"prefer": FeatureName.UserRule, "always": FeatureName.UserAlways, "never": FeatureName.UserNever}
    kinds = [FeatureName.UserAlways if entry.target is None else names[entry.verdict] for entry in entries]
    weights = [user_weight(entry.source) for entry in entries]
    sources = [entry.source.lower() for entry in entries]
    targets = [entry.source if entry.target is None else entry.target for entry in entries]
    labels = [language.roles.basic.get(entry.part, entry.part or DEFAULT_LABEL) for entry in entries]
    whole = RuleBatch(
        sources,
        [target.lower() for target in targets],
        labels if any(entry.part for entry in entries) else None,
        {
            name: np.array([w if k == name else 0 for w, k in zip(weights, kinds, strict=True)], np.float32)
            for name in names.values()
        },
    )
    for start in range(0, len(whole), batch_size):
        yield whole.slice(start, start + batch_size)


def user_weight(source: str) -> float:
    """Return the weight of an entry: the number of its words, and a tenth more for each word after the first.

    So two short entries side by side weigh less than one that covers both.
    """
    words = source.count(" ") + 1
    return words + 0.1 * (words - 1)


def _parse(line: str, number: int, language: Language) -> UserEntry:
    cells = [cell.strip() for cell in line.rstrip("\t ").split("\t")]
    if not 2 <= len(cells) <= 4 or not all(cells):
        raise ValueError(f"expected {_COLUMNS}")
    source = plain_phrase(cells[0])
    if not source:
        raise ValueError("expected a phrase in the first column")
    if cells[1] == "never":
        if len(cells) > 3:
            raise ValueError("expected at most a part of speech after never")
        return UserEntry(source, None, part_of_speech(cells[2], language) if len(cells) == 3 else "", "never", number)
    if cells[1] == "always":
        raise ValueError('expected a replacement before always (quote the word itself: "always")')
    verdict: Verdict = "prefer"
    rest = cells[2:]
    if rest and rest[-1] in ("always", "never"):
        verdict = "always" if rest[-1] == "always" else "never"
        rest.pop()
    if len(rest) > 1:
        raise ValueError(f"expected always or never in the fourth column, not {rest[-1]!r}")
    target = plain_phrase(cells[1])
    if not target and verdict == "never":
        raise ValueError("expected a replacement before never (a phrase that is not to change: TAB never)")
    if target == source:
        raise ValueError("expected two different phrases (a phrase that is not to change: TAB never)")
    return UserEntry(source, target, part_of_speech(rest[0], language) if rest else "", verdict, number)


def plain_phrase(cell: str) -> str:
    """Return the words of a cell between single spaces, without quotation marks around the whole.

    Raises:
        ValueError: a nonterminal.
    """
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        cell = cell[1:-1]
    words = cell.split()
    if any(isinstance(parse_symbol(word), Nonterminal) for word in words):
        raise ValueError("expected words only; a user list holds no nonterminals")
    return " ".join(words)


def part_of_speech(cell: str, language: Language) -> str:
    """Return the part of speech or label that a cell names.

    Raises:
        ValueError: it names none.
    """
    parts = language.roles.parts
    if cell in parts:
        return cell
    if cell.islower() or any(character in "[] " for character in cell):
        known = ", ".join(parts) or "this language has no names for them"
        suggestion = nearest(cell, [*parts, "always", "never"])
        raise ValueError(f"expected a part of speech ({known}) or a label of the tagger, not {cell!r}{suggestion}")
    return cell


def _check_agreement(entry: UserEntry, others: list[UserEntry]) -> None:
    """Refuse an entry that repeats or contradicts an earlier one of the same phrase and part of speech."""
    for other in others:
        if _target(entry) == _target(other):
            raise ValueError(f"expected every entry once; line {other.line} has it already")
        for kept, rewritten in ((entry, other), (other, entry)):
            if kept.target is None and rewritten.verdict != "never":
                raise ValueError(f"expected entries that agree; line {other.line} says otherwise of {entry.source!r}")
        if entry.verdict == other.verdict == "always":
            raise ValueError(f"expected one replacement for always; line {other.line} gives {other.target!r}")


def _target(entry: UserEntry) -> str | None:
    return None if entry.target is None else entry.target.lower()


USER = FormatSpec("user", lambda path, given: read_user_list(path, given.language, given.batch_size, given.bad_lines))
