from __future__ import annotations

import io
import sys

import pytest

from base import terminal
from base.terminal import aligned, note, progress, use_colour, warn, warn_once


class Screen(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True


def test_notes_and_warnings_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    note("one")
    warn("two")
    assert capsys.readouterr() == ("", "note: one\nwarning: two\n")


def test_the_same_warning_is_said_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
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


@pytest.mark.parametrize(
    ("stream", "environment", "wanted"),
    [
        (Screen(), {}, True),
        (Screen(), {"NO_COLOR": ""}, True),
        (Screen(), {"NO_COLOR": "1"}, False),
        (Screen(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colour_is_for_terminals(
    stream: io.StringIO, environment: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert use_colour(stream) is wanted


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
