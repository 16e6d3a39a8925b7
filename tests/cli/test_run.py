"""The object that describes a run of `simplify` or `simplifier decode`, and what no run can be."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click
import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.cli import run as described
from simplifier.cli.run import JoshuaModel, Reading, Reporting, Rewriting, Run, Writing
from simplifier.cli.search.decode import decode_command
from simplifier.cli.simplify import simplify_command


def simplified(*arguments: object) -> Run:
    return Run.of(simplify_command.make_context("simplify", [*map(str, arguments)]))


def decoded(*arguments: object) -> Run:
    return Run.of(decode_command.make_context("decode", [*map(str, arguments)]))


def flags(command: click.Command) -> set[str]:
    return {
        flag for one in command.params if isinstance(one, click.Option) for flag in (*one.opts, *one.secondary_opts)
    }


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "in.txt"
    path.write_text("A text.\n", encoding="utf-8")
    return path


def test_the_parts_of_a_run(text: Path) -> None:
    page = text.with_name("page.html")
    options = ("--preset", "more", "--risk", "0.2", "--set", "a.b=c", "--threads", "2", "--split", "auto")
    run = simplified(text, *options, "--no-shorten", "--level", "b1", "--report", page, "--quiet", "--drop", "0")
    assert run.reading == Reading((text,), ("text",), False, run.reading.documents)
    assert run.rewriting.overrides == {
        "preset": "more",
        "selection.risk": "0.2",
        "a.b": "c",
        "decoder.threads": 2,
        "structure.split": "auto",
        "structure.shorten": False,
    }
    assert run.rewriting == Rewriting(None, run.rewriting.overrides, level="B1")
    assert (run.writing, run.reporting) == (Writing(), Reporting(page=page, quiet=True))
    assert run.options[:3] == ("--risk", "--preset", "--set") and "--drop" not in run.options  # 0 is its default
    with pytest.raises(dataclasses.FrozenInstanceError):
        run.writing = Writing()  # type: ignore[misc]


def test_the_parts_of_a_search(text: Path) -> None:
    run = decoded(text, "--kbest", 3, "--trees", "--format", "jsonl", "--must-contain", "a", "--mbr", "bleu")
    assert run.rewriting == Rewriting(None, {}, kbest=3, must_contain=("a",), mbr="bleu")
    assert run.writing == Writing(style="jsonl", trees=True)
    lattice = decoded(text, "--lattice", "--pop-limit", 0)
    assert lattice.reading.lattice and lattice.reading.formats == ("text",)
    assert lattice.rewriting.overrides == {"decoder.pop_limit": 0, "text.tokenised": True}
    joshua = decoded("--joshua-config", text, "--joshua-version", 6, "--joshua-set", "top-n = 3")
    assert joshua.joshua == JoshuaModel(text, ("top-n = 3",), 6)


def test_files_into_a_folder(text: Path) -> None:
    run = simplified(text.parent, "--output", text.parent / "out")
    assert run.reading.into_folder and run.reading.formats == ()
    with pytest.raises(InputError, match="is a directory; name a file in it, or a folder to write"):
        simplified(text.parent)
    with pytest.raises(InputError, match="is a directory; name a file in it$"):
        decoded(text.parent, "--output", text.parent / "out")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--quiet --summary", "--quiet does not go with --summary"),
        ("--level B1 --grade 5", "--level does not go with --grade"),
        ("--diff --explain", "--diff does not go with --explain"),
        ("--diff --format jsonl", "--diff does not go with --format jsonl"),
        ("--interactive --explain", "--interactive does not go with --explain"),
        ("--interactive --markup", "--interactive does not go with --markup"),
        ("--interactive --format jsonl", "--interactive does not go with --format jsonl"),
        ("--interactive --drop 0.1", "--drop does not go with --interactive"),
        ("--level B1 --drop 0.1", "--drop does not go with --level"),
        ("--column a", "--column goes with another format; say which with --input-format"),
        ("--field a", "--field goes with another format; say which with --input-format"),
        ("--tracked-changes", "--tracked-changes goes with another format; say which with --input-format"),
        ("--drop 0.1 --input-format html", "--drop goes with plain text; --input-format text reads IN as such"),
        ("--tokenized --input-format odt", "--tokenized goes with plain text; IN is none (format odt)"),
        ("--diff --output x.docx", "x.docx: is the name of a docx file, and text is written; name a .txt file"),
        ("--output x.docx", "x.docx: a file of format text is written as such; name a .txt file"),
        (
            "--input-format html --output x.md",
            "x.md: a file of format html is written as such; name a .html file, or a .txt file for the text alone",
        ),
        ("--report -", "--report -: standard output holds the text; name a file"),
        ("--report IN", "--report IN: is an input or the output; give the page a name of its own"),
        ("--report x --output x", "--report x: is an input or the output; give the page a name of its own"),
        (
            "IN --input-format docx",
            "a file of format docx is written by itself; name one input, or a folder with --output",
        ),
        ("--input-format pdf --output x.pdf", "x.pdf: plain text is written of a pdf file; name a .txt file"),
        ("--input-format pdf --output x.md", "x.md: plain text is written of a pdf file; name a .txt file"),
    ],
)
def test_no_run_of_simplify(options: str, problem: str, text: Path) -> None:
    arguments = options.replace("IN", str(text)).split()
    with pytest.raises(ConfigError) as refused:
        simplified(text, *arguments)
    assert str(refused.value) == problem.replace("IN", str(text))


@pytest.mark.parametrize("option", ["--markup", "--tokenized", "--drop 0.1"])
def test_no_run_into_a_folder(option: str, text: Path) -> None:
    with pytest.raises(ConfigError, match=f"^{option.split()[0]} goes with files of plain text, not with folders$"):
        simplified(text.parent, "--output", text.parent / "out", *option.split())


@pytest.mark.parametrize("option", ["--diff", "--explain", "--format jsonl"])
def test_what_shows_changes_reads_the_files_of_a_folder_one_by_one(option: str, text: Path) -> None:
    (text.parent / "inner").mkdir()
    (text.parent / "inner" / "a.md").write_text("A text.\n", encoding="utf-8")
    (text.parent / "inner" / "a.png").write_bytes(b"\xff")
    run = simplified(text.parent, *option.split())
    assert (run.reading.inputs, run.reading.formats) == (
        (text, text.parent / "inner" / "a.md"),
        ("text", "markdown"),
    )
    assert run.reading.folders and not run.reading.into_folder
    with pytest.raises(ConfigError, match=f"^{option} shows the changes and writes no files; .* is a folder: name"):
        simplified(text, "--output", text.parent, *option.split())
    (text.parent / "none").mkdir()
    with pytest.raises(InputError, match="none: no file in this folder is of a format that is read$"):
        simplified(text.parent / "none", *option.split())


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--trees", "--trees goes with --format jsonl"),
        ("--explain --kbest 2", "--explain with --kbest goes with --format jsonl"),
        ("--lattice --force x", "--lattice does not go with --force"),
        ("--force x --force-lattice x", "--force does not go with --force-lattice"),
        ("--lattice --mbr bleu", "--lattice does not go with --mbr"),
        ("--force-lattice x --must-contain a", "--force-lattice does not go with --must-contain"),
        ("--lattice --explain", "--lattice does not go with --explain"),
        ("--joshua-tables x", "--joshua-tables goes with --joshua-config"),
        ("--joshua-config x --tokenized", "--tokenized does not go with --joshua-config"),
        ("--joshua-config x --preset more", "--preset does not go with --joshua-config"),
    ],
)
def test_no_run_of_decode(options: str, problem: str) -> None:
    with pytest.raises(ConfigError) as refused:
        decoded(*options.split())
    assert str(refused.value) == problem


def test_every_option_of_an_exclusion_exists() -> None:
    tables: Any = described
    named = {*tables._APART, *tables._NEEDED, *tables._NEEDED.values(), *sum(tables._APART.values(), ())}
    named |= {*tables._SHOWING, *tables._OF_JOSHUA, *tables._OF_PLAIN_TEXT}
    assert {one.split()[0] for one in named} <= flags(simplify_command) | flags(decode_command)


def test_what_both_commands_share() -> None:
    shared = flags(simplify_command) & flags(decode_command)
    assert sorted(shared) == [
        *("--config", "--explain", "--fast", "--format", "--markup", "--output", "--preset", "--protect", "--quiet"),
        *("--risk", "--set", "--threads", "--timeout-seconds", "--tokenized", "--user-rules"),
    ]
