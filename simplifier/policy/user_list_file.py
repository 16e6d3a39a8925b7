"""Additions to the file of a user list (docs/use/own_rules.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simplifier.base.reading import read_text
from simplifier.base.writing import write_text

if TYPE_CHECKING:
    from simplifier.languages import Language

__all__ = ["UserListFile"]


class UserListFile:
    """The file of a user list, which need not exist yet.

    Args:
        path: the path of the list.
        language: the language of the list.
    """

    def __init__(self, path: Path, language: Language) -> None:
        self.path = path
        self._language = language

    def forbid(self, source: str, target: str) -> str:
        """Add a line that forbids a rewrite; if the rewrite leaves words out, the line keeps these words.

        The list is not changed if an entry already forbids the rewrite, or if an entry asks for it.

        Returns:
            One line that says what was done, or why nothing was.

        Raises:
            InputError: the list is broken, or cannot be written.
        """
        from simplifier.rules.readers.user_list import read_user_entries

        source, target = " ".join(source.split()), " ".join(target.split())
        there = self.path.exists()
        for entry in read_user_entries(self.path, self._language) if there else ():
            if entry.source.lower() != source.lower() or entry.part:
                continue
            same = (entry.target or "").lower() == target.lower()
            if same and entry.verdict == "never":
                return f"{self.path}:{entry.line} says so already"
            if same or (not target and entry.verdict != "never"):
                return f"{self.path}:{entry.line} asks for it; change that line to forbid it"
        line = "\t".join([_cell(source), *([_cell(target)] if target else []), "never"])
        before = read_text(self.path) if there else ""
        if before and not before.endswith("\n"):
            before += "\n"
        write_text(self.path, f"{before}{line}\n")
        return f"added to {self.path}: {line.replace(chr(9), ' | ')}"


def _cell(phrase: str) -> str:
    """Return the cell of a phrase, in quotation marks if the list would read it as a command or a comment."""
    return f'"{phrase}"' if phrase in ("never", "always") or phrase.startswith(("#", '"')) else phrase
