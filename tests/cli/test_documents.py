"""`simplify` on documents and folders: what is written, where, and what is told of what cannot be."""

from __future__ import annotations

import json
import os
import re
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


HTML = "<p>A humorous man has a la<b>rge</b> residence.</p>\n<p>The cat saw a large dog.</p>\n"
COUNTED = re.compile(r"reading grade .*")


def counts(ended: Ended) -> list[str]:
    return [COUNTED.sub("...", line) for line in ended.err.splitlines()]


def test_a_summary_counts_what_the_file_got(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(HTML, encoding="utf-8")
    ended = invoke("simplify", "--config", model, path, "--summary")
    assert ended.out == HTML.replace("humorous", "funny").replace("residence", "house").replace("large dog", "big dog")
    assert counts(ended) == ["2 sentences, 2 changed; 3 changes; ..."]
    ended = invoke("simplify", "--config", model, path, "--summary", "--format", "jsonl")
    assert [len(json.loads(line)["edits"]) for line in ended.out.splitlines()] == [2, 1]
    assert counts(ended) == ["2 sentences, 2 changed; 3 changes; ..."]


@pytest.mark.parametrize(
    ("kind", "text", "line", "options"),
    [
        ("markdown", "# A\n\nlarge\n", 3, ()),
        ("html", "<html>\n<p>\nlarge", 3, ()),
        ("srt", "1\n00:00:01,000 --> 00:00:02,000\nlarge\n", 3, ()),
        ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nlarge\n", 4, ()),
        ("csv", "a,b\nlarge,large\n", 2, ("--column", "a")),
        ("tsv", "a\tb\nlarge\tlarge\n", 2, ("--column", "a")),
        ("jsonl", '{}\n{"a":"large"}\n', 2, ("--field", "a")),
    ],
)
def test_every_format_has_a_summary_a_diff_and_a_level(
    invoke: Invoke, model: Path, kind: str, text: str, line: int, options: tuple[str, ...]
) -> None:
    command = ("simplify", "--config", model, "--input-format", kind, *options)
    number = 2 if kind == "markdown" else 1
    ended = invoke(*command, "--summary", stdin=text)
    assert ended.out == text.replace("large", "big", 1)
    assert counts(ended)[0].startswith(f"{number} sentence") and "1 changed; 1 change;" in counts(ended)[0]
    assert invoke(*command, "--diff", stdin=text).out == f"line {line}: [-large-]{{+big+}}\n"
    assert invoke(*command, "--level", "B1", stdin=text).out == text


def test_easy_sentences_of_a_document_stay(invoke: Invoke, model: Path) -> None:
    text = "<p>The cat saw a large dog. A humorous man has a residence.</p>\n"
    ended = invoke("simplify", "--config", model, "--input-format", "html", "--grade", 3, "--summary", stdin=text)
    assert ended.out == text.replace("humorous", "funny").replace("residence", "house")
    assert counts(ended) == ["2 sentences, 1 changed; 2 changes; ...", "grade 3: 1 sentence was above it, 0 still are"]


def test_a_folder_with_every_option(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    source, output, page = tmp_path / "docs", tmp_path / "out", tmp_path / "page.html"
    source.mkdir()
    (source / "a.txt").write_text("The cat saw a large dog.\n", encoding="utf-8")
    (source / "b.html").write_text(HTML, encoding="utf-8")
    (source / "c.png").write_bytes(b"large")
    command = ("simplify", "--config", model, source)
    ended = invoke(*command, "--output", output, "--summary", "--report", page)
    assert (ended.code, ended.out) == (0, "")
    assert counts(ended) == [
        f"{source}/a.txt: 1 sentence, 1 changed; 1 change",
        f"{source}/b.html: 2 sentences, 2 changed; 3 changes",
        "note: 1 of 3 files copied as they are: of no format that is read",
        "3 sentences, 3 changed; 4 changes; ...",
    ]
    assert f"<h2>{source}/b.html</h2>" in page.read_text(encoding="utf-8")
    ended = invoke(*command, "--diff", "--summary")
    assert ended.out == (
        "The cat saw a [-large-]{+big+} dog.\n"
        f"{source}/b.html, line 1: A [-humorous-]{{+funny+}} man has a large [-residence-]{{+house+}}.\n"
        f"{source}/b.html, line 2: The cat saw a [-large-]{{+big+}} dog.\n"
    )
    assert counts(ended)[-1] == "3 sentences, 3 changed; 4 changes; ..."
    lines = [*map(json.loads, invoke(*command, "--format", "jsonl").out.splitlines())]
    assert [(one["file"], one.get("line", one.get("passage"))) for one in lines] == [
        (f"{source}/a.txt", 1),
        (f"{source}/b.html", 1),
        (f"{source}/b.html", 2),
    ]
    assert invoke(*command, "--explain").out.count("\n> ") == 3
    easy = invoke(*command, "--output", output, "--level", "B2", "--summary")
    assert (output / "a.txt").read_text(encoding="utf-8") == "The cat saw a large dog.\n"
    assert counts(easy)[-1] == "level B2 (grade 11): 0 sentences were above it, 0 still are"


def test_a_file_that_is_called_txt_gets_the_text_alone(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    page, text = tmp_path / "a.html", tmp_path / "a.txt"
    page.write_text("<h1>A <b>la</b>rge\n  house</h1><p>It is <img src=x> very large.</p>", encoding="utf-8")
    ended = invoke("simplify", "--config", model, page, "--output", text, "--summary")
    assert text.read_text(encoding="utf-8") == "A big house\nIt is  big.\n"
    assert counts(ended) == ["2 sentences, 2 changed; 3 changes; ..."]
    ended = invoke("simplify", "--config", model, page, "--output", tmp_path / "a.md")
    assert (ended.code, (tmp_path / "a.md").exists()) == (2, False)
    assert ended.err == (
        f"error: {tmp_path}/a.md: a file of format html is written as such; "
        "name a .html file, or a .txt file for the text alone\n"
    )


def test_a_user_s_own_file_of_sums_stays(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    sums = tmp_path / "out.txt.sums"
    sums.write_text("my sums: 1 + 1 = 2\n", encoding="utf-8")
    assert invoke("simplify", "--config", model, "--output", tmp_path / "out.txt", stdin="large").code == 0
    assert sums.read_text(encoding="utf-8") == "my sums: 1 + 1 = 2\n"
