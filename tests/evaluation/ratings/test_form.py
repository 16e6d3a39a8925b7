"""The form over HTTP."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simplifier.base.errors import InputError
from simplifier.evaluation.ratings.form.app import build_form
from simplifier.evaluation.ratings.sheets import read_items
from tests.evaluation.ratings.forms import write_sheets


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_sheets(tmp_path / "sheets")


@pytest.fixture
def client(folder: Path) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the client's own library
        from starlette.testclient import TestClient
    app = build_form(folder, ("127.0.0.1",))
    with TestClient(app, "http://127.0.0.1:8766", follow_redirects=False) as client:
        yield client


def answers(folder: Path, page: int, marks: str) -> dict[str, str]:
    """The fields of a page; marks: three digits a version."""
    items = [one.id for one in read_items(folder) if one.page == page]
    names = [f"{item} {aspect}" for item in items for aspect in ("grammar", "meaning", "simplicity")]
    return dict(zip(names, marks, strict=True))


def pages(folder: Path) -> tuple[int, int]:
    """The page with two versions, and the other."""
    many = next(one.page for one in read_items(folder) if not one.version)
    return many, 3 - many


def test_the_whole_way(client: Any, folder: Path) -> None:
    many, one = pages(folder)
    ended = client.post("/start", data={"rater": " Ann "})
    assert (ended.status_code, ended.headers["location"]) == (303, "/rate/ann")
    assert client.get("/rate/ann").headers["location"] == "/rate/ann/1"
    assert client.get("/done/ann").headers["location"] == "/rate/ann/1"
    assert client.post(f"/rate/ann/{one}", data=answers(folder, one, "430")).headers["location"] == (
        f"/rate/ann/{many}"
    )
    assert client.get("/rate/ann").headers["location"] == f"/rate/ann/{many}"  # goes on where Ann stopped
    ended = client.post(f"/rate/ann/{many}", data=answers(folder, many, "012344"))
    assert ended.headers["location"] == "/done/ann"
    assert "All 2 sentences are rated" in client.get("/done/ann").text
    first, second = (item.id for item in read_items(folder) if item.page == many)
    (only,) = (item.id for item in read_items(folder) if item.page == one)
    kept = (folder / "ratings" / "ann.tsv").read_text()
    assert kept == (f"item\tgrammar\tmeaning\tsimplicity\n{only}\t4\t3\t0\n{first}\t0\t1\t2\n{second}\t3\t4\t4\n")
    shown = client.get(f"/rate/ann/{one}").text
    assert re.findall(r'name="\S+ (\w+)" value="(\d)" required checked', shown) == [
        ("grammar", "4"),
        ("meaning", "3"),
        ("simplicity", "0"),
    ]


def test_a_page_is_kept_as_a_whole_or_not(client: Any, folder: Path) -> None:
    many, _ = pages(folder)
    given = answers(folder, many, "012344")
    for wrong in ("", "5", "x"):
        ended = client.post(f"/rate/ann/{many}", data={**given, [*given][-1]: wrong})
        assert ended.status_code == 422 and "Not saved: please answer" in ended.text
        assert "about version 2." in ended.text and ended.text.count(" checked") == 5
    assert [path.name for path in (folder / "ratings").iterdir()] == []


def test_text_is_text(client: Any, folder: Path) -> None:
    many, _ = pages(folder)
    shown = client.get(f"/rate/ann/{many}").text
    assert "the &lt;old&gt; man" in shown and "a &lt;b&gt;man&lt;/b&gt; saw" in shown
    assert "(nothing is left)" in shown
    assert "plain" not in shown  # a system
    ended = client.post("/start", data={"rater": '"><b>'})
    assert ended.status_code == 422 and 'value="&quot;&gt;&lt;b&gt;"' in ended.text


def test_what_is_refused(client: Any, folder: Path) -> None:
    given = answers(folder, 1, "0" * 3 * sum(one.page == 1 for one in read_items(folder)))
    for origin in ("http://example.org", "null"):
        assert client.post("/rate/ann/1", data=given, headers={"Origin": origin}).status_code == 403
    assert client.get("/", headers={"Host": "example.org"}).status_code == 421
    assert client.post("/start", content=b"x" * (1 << 18) + b"x").status_code == 413
    assert [client.get(path).status_code for path in ("/rate/ann/0", "/rate/ann/3", "/rate/Ann/1")] == [404] * 3
    assert [client.get(path).status_code for path in ("/rate/..%2fann", "/key.tsv")] == [404] * 2
    assert client.get("/start").status_code == 405
    (folder / "ratings" / "ann.tsv").write_text("item\n")
    ended = client.get("/rate/ann/1")
    assert ended.status_code == 500 and "no column 'grammar'" in ended.json()["error"]["message"]
    ours = {"Origin": "http://127.0.0.1:8766"}
    assert client.post("/rate/bob/1", data=given, headers=ours).status_code == 303


def test_headers(client: Any) -> None:
    headers = client.get("/").headers
    assert "form-action 'self'" in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "same-origin" and headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    for name, kind in (
        ("style.css", "css"),
        ("rate.css", "css"),
        ("rate.js", "javascript"),
        ("icon.svg", "svg"),
    ):
        assert kind in client.get(f"/page/{name}").headers["content-type"]


def test_without_sheets(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"sheet\.tsv: no such file"):
        build_form(tmp_path)
