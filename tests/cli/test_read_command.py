"""`simplifier read`: tables, JSON, the page, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from simplifier.languages import language_named
from tests.cli.test_simplify import Ended, invoke, model

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]
NOTE = "note: Dale-Chall is left out; --easy-words names its list of words\n"
TEXT = "The cat saw a large dog. A humorous man has a residence.\n"


def test_a_table_of_standard_input(invoke: Invoke, model: Path) -> None:
    ended = invoke("read", "--config", model, stdin=TEXT)
    assert (ended.code, ended.err) == (0, NOTE)
    lines = ended.out.splitlines()
    assert lines[0] == "<stdin>: 2 sentences, 12 words, 16 syllables"
    assert lines[2].split() == ["Flesch-Kincaid", "2.5", "school", "grade,", "higher", "is", "harder"]
    assert "    6.4  A humorous man has a residence." in lines
    assert "  residence  1  3" in lines


def test_another_language_is_read_without_the_model(invoke: Invoke, model: Path) -> None:
    text = "El municipio inauguró una exposición extraordinaria. El gato duerme.\n"
    ended = invoke("read", "--config", model, "--language", "es", stdin=text)
    assert (ended.code, ended.err) == (
        0,
        f"note: the formulas were made for English; for Spanish they only compare texts\n{NOTE}",
    )
    syllables = sum(map(language_named("es").syllables.count, text.replace(".", "").split()))
    assert ended.out.splitlines()[0] == f"<stdin>: 2 sentences, 9 words, {syllables} syllables"
    assert "Level by words" not in ended.out


def test_json_of_files_of_two_formats_with_a_list(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    plain, page, easy = tmp_path / "a.txt", tmp_path / "b.html", tmp_path / "easy.txt"
    plain.write_text(TEXT, encoding="utf-8")
    page.write_text("<html><body><p>The cat saw a dog.</p></body></html>", encoding="utf-8")
    easy.write_text("The\na\ncat\ndog\nsee\nsaw\nlarge\nman\nhas\n", encoding="utf-8")
    ended = invoke("read", plain, page, "--config", model, "--format", "json", "--easy-words", easy)
    assert (ended.code, ended.err) == (0, "")
    first, second = map(json.loads, ended.out.splitlines())
    assert (first["name"], first["counts"]["unfamiliar"]) == (str(plain), 2)
    assert second["counts"]["words"] == 5
    assert second["values"]["dale-chall-1948"] == round(0.0496 * 5 + 3.6365, 4)


def test_a_page(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    output = tmp_path / "page.html"
    ended = invoke("read", "--config", model, "--format", "html", "--output", output, stdin=TEXT)
    assert (ended.code, ended.out) == (0, "")
    assert "<mark>residence.</mark>" in output.read_text(encoding="utf-8")


def test_a_c_score(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    text, table = tmp_path / "a.txt", tmp_path / "questions.tsv"
    text.write_text(TEXT, encoding="utf-8")
    table.write_text("question_words\tanswer_words\toptions\tseconds\tcorrect\n10\t20\t4\t12\t0.5\n", encoding="utf-8")
    given = ("--questions", table, "--config", model, "--format", "json")
    ended = invoke("read", text, *given, "--reading-seconds", 6)
    assert json.loads(ended.out)["values"]["c-score"] == 50 * 12 / 6 * 10
    alone = invoke("read", text, *given)
    assert alone == Ended(2, "", "error: --questions and --reading-seconds go together, with one FILE\n")


def test_a_missing_file(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    ended = invoke("read", tmp_path / "none.txt", "--config", model)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"error: {tmp_path / 'none.txt'}: ") and ended.err.count("\n") == 1


def test_a_folder_has_a_row_for_every_file_and_a_total(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    (folder / "inner" / "b.html").write_text("<p>The cat saw a dog.</p>", encoding="utf-8")
    (folder / "inner" / "c.png").write_bytes(b"\xff")
    (folder / "t.csv").write_text("a,b\n", encoding="utf-8")
    left = f"note: tables and JSON Lines in folders are left out: {folder}/t.csv\n"
    ended = invoke("read", "--config", model, folder)
    assert (ended.code, ended.err) == (0, left + NOTE)
    lines = ended.out.splitlines()
    assert [line.split() for line in lines[1:4]] == [
        [f"{folder}/a.txt", "2", "12", "6.0", "2.5"],
        [f"{folder}/inner/b.html", "1", "5", "5.0", "-1.8"],
        ["total", "3", "17", "5.7", "1.2"],
    ]
    assert lines[5] == "total: 3 sentences, 17 words, 21 syllables"
    records = [*map(json.loads, invoke("read", "--config", model, folder, "--format", "json").out.splitlines())]
    assert [(one["name"], one["counts"]["words"]) for one in records] == [
        (f"{folder}/a.txt", 12),
        (f"{folder}/inner/b.html", 5),
        ("total", 17),
    ]
    page = invoke("read", "--config", model, folder, "--format", "html").out
    assert page.index("all texts") < page.index(f"<h2>{folder}/a.txt</h2>") < page.index("<h2>total</h2>")


def test_a_file_of_a_folder_that_cannot_be_read_is_told(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    (folder / "b.txt").write_bytes(b"\xff\n")
    ended = invoke("read", "--config", model, folder)
    assert ended.code == 1 and ended.out.splitlines()[2].split()[:3] == ["total", "2", "12"]
    told = ended.err.splitlines()
    assert told[1].startswith(f"error: {folder}/b.txt:1: byte 1 of the line")
    assert told[2] == "error: 1 of 2 files were not read"
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "t.csv").write_text("a\n", encoding="utf-8")
    ended = invoke("read", "--config", model, tmp_path / "tables")
    assert ended == Ended(2, "", f"error: {tmp_path}/tables: no file in this folder but tables and JSON Lines\n")
