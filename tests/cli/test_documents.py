"""`simplify` on documents and folders: what is written, where, and what is told of what cannot be."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_simplify import Ended, invoke, model

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]

MARKDOWN = "# Large items\n\n`large` **large**\n"
SIMPLER = "# Big items\n\n`large` **big**\n"


def test_a_file_is_told_by_its_name(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN, encoding="utf-8")
    assert invoke("simplify", "--config", model, path).out == SIMPLER
    assert invoke("simplify", "--config", model, "--input-format", "markdown", stdin=MARKDOWN).out == SIMPLER
    command = [sys.executable, "-m", "simplifier", "simplify", "--config", str(model)]
    for options, wanted in (
        ([], b"<html><p title='large' >big"),
        (["--input-format", "text"], b"<html> big"),
    ):
        given = wanted.replace(b"big", b"large")
        ended = subprocess.run([*command, *options], input=given, capture_output=True, check=True)
        assert ended.stdout == wanted


def test_columns_and_fields(invoke: Invoke, model: Path) -> None:
    options = ("simplify", "--config", model, "--input-format")
    assert invoke(*options, "csv", "--column", "a", stdin="a,b\nlarge,large\n").out == "a,b\nbig,large\n"
    assert invoke(*options, "jsonl", "--field", "a", stdin='{"a":"large"}').out == '{"a":"big"}'


def test_records_of_passages(invoke: Invoke, model: Path) -> None:
    options = ("simplify", "--config", model, "--input-format", "markdown")
    lines = invoke(*options, "--format", "jsonl", stdin=MARKDOWN).out.splitlines()
    assert [(one["passage"], one["output"]) for one in map(json.loads, lines)] == [
        (1, "Big items"),
        (2, "large big"),
    ]
    assert invoke(*options, "--explain", stdin="large").out.startswith("< large\n> big\n")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--input-format", "docy"], "--input-format docy: no such format; there are text, markdown, html, "),
        (
            ["--input-format", "csv"],
            "<stdin>: a table: say which columns are text with --column NAME; it has a",
        ),
        (["--column", "a"], "--column goes with another format; say which with --input-format"),
        (
            ["--input-format", "html", "--markup"],
            "--markup goes with plain text; --input-format text reads <stdin> as such",
        ),
    ],
)
def test_what_does_not_go_together_is_one_line(
    invoke: Invoke,
    model: Path,
    options: list[str],
    complaint: str,
) -> None:
    ended = invoke("simplify", "--config", model, *options, stdin="a")
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert ended.err.startswith(f"error: {complaint}")


def test_a_folder(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    source, output = tmp_path / "docs", tmp_path / "docs" / "out"
    (source / "inner").mkdir(parents=True)
    (source / "inner" / "a.md").write_text(MARKDOWN, encoding="utf-8")
    (source / "b.txt").write_text("large\n", encoding="utf-8")
    (source / "b.txt").chmod(0o640)
    (source / "picture.png").write_bytes(b"large\xff")
    (source / "bad.html").write_bytes(b"<p>large\xff")
    (source / "table.csv").write_text("a,b\n", encoding="utf-8")
    (source / ".hidden").mkdir()
    (source / ".hidden" / "a.md").write_text(MARKDOWN, encoding="utf-8")
    output.mkdir()
    (output / "b.txt").symlink_to("real")
    (output / "real").write_text("old", encoding="utf-8")
    (output / "real").chmod(0o604)
    ended = invoke("simplify", "--config", model, source, "--output", output)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.splitlines() == [
        f"error: {source}/bad.html:1: byte 9 of the line (0xff) is not UTF-8; convert the file, for example with iconv",
        f"error: {source}/table.csv: a table: say which columns are text with --column NAME; it has a, b",
        "note: 1 of 5 files copied as they are: of no format that is read",
        "error: 2 of 5 files were not written",
    ]
    written = sorted(str(path.relative_to(output)) for path in output.rglob("*") if path.is_file())
    assert written == ["b.txt", "inner/a.md", "picture.png", "real"]
    assert (output / "inner" / "a.md").read_text(encoding="utf-8") == SIMPLER
    assert (output / "picture.png").read_bytes() == b"large\xff"
    assert (output / "b.txt").is_symlink() and (output / "real").read_text(encoding="utf-8") == "big\n"
    assert stat.S_IMODE((output / "real").stat().st_mode) == 0o604


def test_files_into_a_folder_keep_their_names_and_modes(
    invoke: Invoke,
    model: Path,
    tmp_path: Path,
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "a.txt").write_text("large\n", encoding="utf-8")
    (tmp_path / "a.txt").chmod(0o600)
    (tmp_path / "one" / "a.txt").write_text("large\n", encoding="utf-8")
    output = tmp_path / "out"
    output.mkdir()
    options = ("simplify", "--config", model, "--output", output)
    assert invoke(*options, tmp_path / "a.txt").code == 0
    assert (output / "a.txt").read_text(encoding="utf-8") == "big\n"
    assert stat.S_IMODE((output / "a.txt").stat().st_mode) == 0o600
    ended = invoke(*options, tmp_path / "a.txt", tmp_path / "one" / "a.txt")
    assert (ended.code, ended.err) == (
        2,
        f"error: {tmp_path}/one/a.txt and {tmp_path}/a.txt would both become {output}/a.txt; write them apart\n",
    )


def test_sigterm_leaves_no_temporary_file(model: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "simplifier", "simplify", "--config", str(model)]
    process = subprocess.Popen([*command, "--output", str(tmp_path / "out")], stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"The large house.\n")
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while not os.listdir(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert os.listdir(tmp_path)[0].startswith(".out.")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    assert (process.returncode, os.listdir(tmp_path)) == (143, [])
