"""Whole files over HTTP: every format, its options, what is refused."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any
from zipfile import ZipFile

import pytest

from simplifier.server.models import ModelPool
from simplifier.server.work import Limits
from tests.simplifier.server.serving import client_of

BYTES = {"Content-Type": "application/octet-stream"}


@pytest.fixture(scope="module")
def client(toy: ModelPool) -> Iterator[Any]:
    with client_of(toy, Limits(body=100_000, sentences=5)) as client:
        yield client


def send(client: Any, data: bytes, **parameters: Any) -> Any:
    return client.post("/v1/files", params=parameters, content=data, headers=BYTES)


def refusal(answer: Any) -> tuple[int, str]:
    error = answer.json()["error"]
    assert error["status"] == answer.status_code
    return answer.status_code, error["message"]


def word_file(text: str) -> bytes:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_paragraph(text)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "expected", "kind"),
    [
        ("a.txt", "A large  man.\r\n", "A big  man.\r\n", "text/plain; charset=utf-8"),
        ("ä b.md", "# A *large* man\n", "# A *big* man\n", "text/markdown; charset=utf-8"),
        ("a.HTM", "<p title='large'>A large man.", "<p title='large'>A big man.", "text/html"),
        (
            "a.srt",
            "1\n00:00:01,000 --> 00:00:02,000\nA large man.\n",
            "1\n00:00:01,000 --> 00:00:02,000\nA big man.\n",
            "application/x-subrip",
        ),
        ("unknown", "A large man.", "A big man.", "text/plain; charset=utf-8"),
    ],
)
def test_a_file_comes_back_as_it_went(client: Any, name: str, data: str, expected: str, kind: str) -> None:
    answer = send(client, data.encode(), name=name)
    assert (answer.status_code, answer.content.decode()) == (200, expected)
    assert answer.headers["content-type"] == kind
    quoted = {"ä b.md": "%C3%A4%20b.md"}.get(name, name)
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''{quoted}"
    summary = json.loads(answer.headers["simplifier-summary"])
    assert (summary["sentences"], summary["changed"], summary["changes"]) == (1, 1, 1)
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_summary_counts_what_the_file_got(client: Any) -> None:
    answer = send(client, b"<p>A humorous man has a la<b>rge</b> dog.", name="a.html")
    assert answer.content == b"<p>A funny man has a la<b>rge</b> dog."
    assert json.loads(answer.headers["simplifier-summary"])["changes"] == 1


def test_names_are_only_names(client: Any) -> None:
    answer = send(client, b"large", name="../..\\C:\\x\r\n.txt")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''x%0D%0A.txt"


def test_word_files_and_tracked_changes(client: Any) -> None:
    data = word_file("A large man.")
    for tracked in ("false", "true"):
        answer = send(client, data, name="a.docx", tracked=tracked)
        assert answer.headers["content-type"].endswith("wordprocessingml.document")
        with ZipFile(io.BytesIO(answer.content)) as archive:
            text = archive.read("word/document.xml").decode()
        assert ("<w:ins " in text) is ("<w:del " in text) is (tracked == "true") and "big" in text


def test_columns_fields_and_options(client: Any) -> None:
    table = b"large,b\nlarge,large\n"
    assert send(client, table, name="a.csv", column="b").content == b"large,b\nlarge,big\n"
    line = b'{"a": "A large man.", "b": "large", "c": "large"}\n'
    answer = client.post("/v1/files?name=a.jsonl&field=a&field=c", content=line, headers=BYTES)
    assert answer.content == b'{"a": "A big man.", "b": "large", "c": "big"}\n'
    options = json.dumps({"rules": [["man", "fellow"]], "protect": ["large"]})
    assert send(client, b"A large man.", name="a.txt", options=options).content == b"A large fellow."
    assert send(client, b"A large man.", name="a.txt", preset="unchanged").content == b"A large man."


@pytest.mark.parametrize(
    ("data", "parameters", "message"),
    [
        (b"x", {}, "name: Field required"),
        (b"x", {"name": "a.txt", "nmae": "x"}, "nmae: Extra inputs are not permitted"),
        (b"x", {"name": "a.txt", "tracked": "true"}, "tracked: files of the format text have none"),
        (b"x", {"name": "a.docx", "tracked": "yes"}, "tracked: Input should be a valid boolean"),
        (b"x", {"name": "a.txt", "options": "{"}, "options: not JSON"),
        (b"x", {"name": "a.txt", "options": "[]", "preset": "more"}, "options: "),
        (
            b"x",
            {"name": "a.txt", "preset": "nix"},
            "options.preset: no such preset; there are: more, unchanged",
        ),
        (b"a,b\n", {"name": "a.csv"}, "column: this is a table; name each column that is text"),
        (b"{}", {"name": "a.jsonl"}, "field: these are records; name each field that is text, such as a.b"),
        (b"\xff", {"name": "a.txt"}, "a.txt:1: byte 1 of the line (0xff) is not UTF-8"),
        (b"x", {"name": "a.docx"}, "a.docx: "),
        (b"Man.\n" * 6, {"name": "a.txt"}, "the file has more than 5 sentences; send a shorter one"),
    ],
)
def test_what_is_refused(client: Any, data: bytes, parameters: dict[str, str], message: str) -> None:
    status, told = refusal(send(client, data, **parameters))
    assert status == 422 and told.startswith(message) and "\n" not in told


def test_limits_and_kinds(client: Any, toy: ModelPool) -> None:
    assert refusal(send(client, b"x" * 100_001, name="a.txt"))[0] == 413
    answer = client.post("/v1/files?name=a.txt", content=b"x", headers={"Content-Type": "text/plain"})
    assert refusal(answer) == (415, "send the file as it is: Content-Type: application/octet-stream")
    assert client.get("/v1/files").status_code == 405
    with client_of(toy, Limits(seconds=0.0)) as slow:
        assert refusal(send(slow, b"A large man.", name="a.txt"))[0] == 504
