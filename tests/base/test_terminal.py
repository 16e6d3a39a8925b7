from __future__ import annotations

import io
import sys

import pytest

from simplifier.base import terminal
from simplifier.base.terminal import aligned, note, progress, warn_once


class Screen(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True


def test_notes_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    note("one")
    assert capsys.readouterr() == ("", "note: one\n")


def test_the_same_warning_is_said_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_warned", set())
    for message in ("a", "b", "a"):
        warn_once(message)
    assert capsys.readouterr().err == "warning: a\nwarning: b\n"


def test_nobody_reads_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Closed())
    note("one")


def test_bars_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = io.StringIO()
    monkeypatch.setattr(sys, "stderr", quiet)
    with progress(3, "rules") as advance:
        advance(3, "name")
    assert quiet.getvalue() == ""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress(3, "rules", hidden=True) as advance:
        advance()
    assert screen.getvalue() == ""
    with progress(3, "rules") as advance:
        advance(2)
        note("above")
        advance(1, "name")
    shown = screen.getvalue()
    assert "note: above\n" in shown and "name: 100%" in shown and "3/3" in shown and " rules/s" in shown


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert list(aligned([["a", "b", "c"], ["long", "x", ""]])) == ["a     b  c", "long  x"]
    assert list(aligned([["a", "b"], ["longer", "x"]], widest=3)) == ["a    b", "longer  x"]
