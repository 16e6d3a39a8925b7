"""One function counts: every surface says the same of the same text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.settings import PACKAGE
from simplifier.server.models import ModelPool
from tests.cli.test_simplify import Invoke, invoke
from tests.simplifier.server.serving import client_of

__all__ = ["invoke"]

pytestmark = pytest.mark.skipif(
    not (PACKAGE / "models" / "en").is_dir(), reason="the embedded model is not in this installation"
)

TEXT = (
    "Any person who is in receipt of a pension may apply prior to the commencement of the scheme. Although the road "
    "was closed, the council opened numerous offices. The man, who was tall, utilised twenty-five tools. He slept.\n"
)


def test_seven_surfaces_count_the_same(invoke: Invoke, tmp_path: Path) -> None:
    result = Simplifier.load().simplify(TEXT)
    sentences, changed = len(result.sentences), sum(one.source != one.output for one in result.sentences)
    changes = len(result.changes)
    assert (sentences, changed) == (4, 3) and changes >= 4
    expected = (sentences, changed, changes)
    source = tmp_path / "in.txt"
    source.write_text(TEXT, encoding="utf-8")

    summary = invoke("simplify", "--summary", source).err
    found = re.match(r"(\d+) sentences, (\d+) changed; (\d+) changes;", summary)
    assert found is not None and tuple(map(int, found.groups())) == expected, summary

    page = tmp_path / "page.html"
    invoke("simplify", "--report", page, source)
    facts = dict(re.findall(r"<span>([a-z]+):</span> <b>(.*?)</b>", page.read_text(encoding="utf-8")))
    assert tuple(int(facts[name]) for name in ("sentences", "changed", "changes")) == expected

    records = [json.loads(line) for line in invoke("simplify", "--format", "jsonl", source).out.splitlines()]
    in_records = sum(len({edit["change"] for edit in one["edits"]}) for one in records)
    assert (len(records), sum(one["source"] != one["output"] for one in records), in_records) == expected

    table, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    table.write_text(json.dumps({"text": TEXT.strip()}) + "\n", encoding="utf-8")
    assert invoke("batch", table, out, "--column", "text", "--trace").code == 0
    (row,) = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len({edit["change"] for edit in row["simple_edits"]}) == changes

    with client_of(ModelPool()) as client:
        answer = client.post("/v1/simplify", json={"text": TEXT}).json()["summary"]
        assert (answer["sentences"], answer["changed"], answer["changes"]) == expected
        assert sum(answer["kinds"].values()) == changes
        headers = {"Content-Type": "application/octet-stream"}
        filed = client.post("/v1/files?name=a.md", content=TEXT.encode(), headers=headers)
        of_file = json.loads(filed.headers["Simplifier-Summary"])
        assert (of_file["sentences"], of_file["changed"], of_file["changes"]) == expected
