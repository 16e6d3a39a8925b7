"""`--diff`: what is marked, in words and in colour, and that both texts can be read off it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.base.differences import Piece
from simplifier.cli.terminal.diff import in_colour, marked, marked_result
from tests.cli.test_simplify import SIMPLER, TEXT, Ended, invoke, model
from tests.simplifier.record.decoding import split

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]


def old_and_new(text: str) -> tuple[str, str]:
    old = re.sub(r"\{\+.*?\+\}", "", text, flags=re.DOTALL)
    new = re.sub(r"\[-.*?-\]", "", text, flags=re.DOTALL)
    return re.sub(r"\[-(.*?)-\]", r"\1", old, flags=re.DOTALL), re.sub(r"\{\+(.*?)\+\}", r"\1", new, flags=re.DOTALL)


def test_old_and_new_words_are_marked(invoke: Invoke, model: Path) -> None:
    ended = invoke("simplify", "--config", model, "--diff", stdin=TEXT)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "The [-committee-]{+group+}  [-commenced-]{+started+} [-deliberations-]{+talks+}.\r\n\r\n"
        "\tA [-humorous-]{+funny+} man has [-an-]{+a+} [-large-]{+big+} [-residence-]{+house+}. "
        "[-However,-]{+But+} he is [-very -]funny.\n"
        "The [-book was written by the girl-]{+girl wrote the book+} in 1990.\n"
        '"[-Approximately-]{+About+} 10," he said.'
    )
    assert old_and_new(ended.out) == (TEXT, SIMPLER)


def test_colour_is_asked_for(invoke: Invoke, model: Path) -> None:
    command = ("simplify", "--config", model, "--diff", "--color")
    assert invoke(*command, "always", stdin="Very large.\n").out == (
        "\x1b[31m\x1b[9mVery \x1b[0m\x1b[31m\x1b[9mlarge\x1b[0m\x1b[32mBig\x1b[0m.\n"
    )
    assert invoke(*command, "never", stdin="Very large.\n").out == "[-Very -][-large-]{+Big+}.\n"
    assert invoke(*command, "auto", stdin="Very large.\n").out == "[-Very -][-large-]{+Big+}.\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("choice", "environment", "terminal", "expected"),
    [
        ("auto", {"TERM": "xterm"}, True, True),
        ("auto", {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        ("auto", {"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"TERM": "xterm"}, False, False),
        ("always", {"TERM": "dumb", "NO_COLOR": "1"}, False, True),
        ("never", {"TERM": "xterm"}, True, False),
    ],
)
def test_when_colour_is_used(choice: str, environment: dict[str, str], terminal: bool, expected: bool) -> None:
    assert in_colour(choice, Terminal() if terminal else io.StringIO(), environment) == expected


def test_pieces() -> None:
    assert marked(Piece("same", "same"), colour=True) == "same"
    assert marked(Piece("", "new"), colour=False) == "{+new+}"
    assert marked(Piece("old", ""), colour=False) == "[-old-]"
    assert marked(Piece("", "new"), colour=True) == "\x1b[32mnew\x1b[0m"


def test_a_split_sentence_is_compared_as_a_whole() -> None:
    whole = "Although he came, she went."
    result = split(f"\t{whole}\n", whole, "He came.", "But she went.")
    shown = marked_result(result, colour=False)
    assert shown == "\t[-Although he-]{+He+} came[-,-]{+. But+} she went.\n"
    assert old_and_new(shown) == (result.source, result.text)
