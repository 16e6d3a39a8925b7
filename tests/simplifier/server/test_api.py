"""JSON over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from simplifier.cli.printing import RecordWriter
from simplifier.server.models import ModelPool
from tests.simplifier.server.serving import client_of

TEXT = "A humorous man.\n\nHe  was 😀 very large. The committee commenced.\n"


@pytest.fixture(scope="module")
def client(toy: ModelPool) -> Iterator[Any]:
    with client_of(toy) as client:
        yield client


def post(client: Any, path: str, **values: Any) -> dict[str, Any]:
    answer = client.post(path, json=values)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_simplify_answers_as_the_trace(client: Any, toy: ModelPool) -> None:
    answer = post(client, "/v1/simplify", text=TEXT)
    assert answer["text"] == "A funny man.\n\nHe  was 😀 big. The group started.\n"
    records = RecordWriter("jsonl", None, False)
    lines, place, printed = 1, 0, []
    for result in toy.model.stream(TEXT.splitlines(keepends=True)):
        for line in records.write(result, "", lines).splitlines():
            record = json.loads(line)
            printed.append(record | {"start": record["start"] + place})
        lines += result.source.count("\n")
        place += len(result.source)
    own = answer["sentences"]
    assert own == printed
    assert [one["start"] for one in own] == [0, 17, 39] and own[2]["line"] == 3
    shown = [(one["start"], one["source"], one["target"], one["change"]) for one in own[1]["edits"]]
    assert shown == [(10, "very ", "", 0), (15, "large", "big", 1)]
    summary = answer["summary"]
    assert (summary["sentences"], summary["changed"], summary["changes"], summary["kinds"]) == (3, 3, 5, {"word": 5})
    # 3, 4 and 3 words; A hu-mor-ous man He was ve-ry large The com-mit-tee com-menced
    assert summary["grade_before"] == pytest.approx(0.39 * 10 / 3 + 11.8 * 16 / 10 - 15.59, abs=1.2)
    assert summary["grade_after"] < summary["grade_before"]


def test_features_may_be_left_out(client: Any) -> None:
    (sentence,) = post(client, "/v1/simplify", text="A humorous man.", features=False)["sentences"]
    assert "features" not in sentence and "features" not in sentence["edits"][0]
    assert sentence["edits"][0]["rule"]["lhs"] == "JJ"


def test_options(client: Any) -> None:
    def text(**options: Any) -> str:
        answer = post(client, "/v1/simplify", text="A humorous and large man.", options=options)
        return str(answer["text"])

    assert text() == "A funny and big man."
    assert text(preset="unchanged") == "A humorous and large man."
    assert text(preset="more") == text(preset="") == text()
    assert text(protect=["Large"]) == "A funny and large man."
    assert text(rules=[["man", "fellow"], ["large", None]]) == "A funny and large fellow."
    assert text(rules=[["humorous", "never"], ["and large", ""], ["humorous", "never"]]) == "A never man."
    assert text(rules=[["#", "x"], ["large", "huge"]]) == "A funny and huge man."


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "text: Field required"),
        ({"text": 1}, "text: Input should be a valid string"),
        ({"text": "x", "txet": 1}, "txet: Extra inputs are not permitted"),
        (
            {"text": "x", "options": {"preset": "nix"}},
            "options.preset: no such preset; there are: more, unchang",
        ),
        (
            {"text": "x", "options": {"split": True}},
            "options.split: this model cannot split sentences, it has no parser",
        ),
        (
            {"text": "x", "options": {"rules": [["a"]]}},
            "options.rules: a rule is a pair of a phrase and its repl",
        ),
        (
            {"text": "x", "options": {"rules": [["a", "b\n"]]}},
            "options.rules: a phrase has at most 200 character",
        ),
        (
            {"text": "x", "options": {"rules": [["a", "b"], ["a", "b"], ["A", "b"]]}},
            "options.rules, pair 3: expected every",
        ),
        (
            {"text": "x", "options": {"protect": [""]}},
            "options.protect.0: String should have at least 1 char",
        ),
    ],
)
def test_wrong_requests_say_where(client: Any, values: dict[str, Any], message: str) -> None:
    answer = client.post("/v1/simplify", json=values)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["status"] == 422 and error["message"].startswith(message)


def test_what_is_no_json(client: Any) -> None:
    json_type = {"Content-Type": "application/json"}
    assert client.post("/v1/simplify", content=b"{", headers=json_type).status_code == 422
    assert client.post("/v1/simplify", content=b"\xff", headers=json_type).status_code == 422
    assert client.post("/v1/simplify", content="[" * 100_000, headers=json_type).status_code == 422
    assert client.post("/v1/simplify", data={"text": "x"}).status_code == 415
    assert client.get("/v1/simplify").status_code == 405
    assert client.get("/v1/nothing").json() == {"error": {"status": 404, "message": "Not Found"}}


def test_an_unpaired_surrogate_is_answered(client: Any) -> None:
    answer = client.post(
        "/v1/simplify",
        content=b'{"text": "A \\ud800 humorous man."}',
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 200 and answer.json()["text"] == "A ? funny man."


def test_explain_tells_why_words_stayed(client: Any) -> None:
    answer = post(client, "/v1/explain", text="A humorous residence deliberately.", options={"protect": ["residence"]})
    (sentence,) = answer["sentences"]
    assert sentence["changed"][0]["target"] == "funny"
    assert sentence["hard"] == [
        {"start": 11, "end": 20, "source": "residence", "level": 1, "reason": HARD_RESIDENCE},
        {"start": 21, "end": 33, "source": "deliberately", "level": 1, "reason": UNKNOWN},
    ]


def test_a_part_is_explained_as_a_part_of_the_text(embedded: ModelPool) -> None:
    text = "He utilised tools.\n\n😀 The colour is grey. We must furnish the landlord with the keys.\nHe departed.\n"
    with client_of(embedded) as client:
        whole = post(client, "/v1/explain", text=text)["sentences"]
        part = post(client, "/v1/explain", text=text, start=22, end=30)["sentences"]
        assert part == [one for one in whole if one["line"] == 3] and len(part) == 2
        assert [(one["source"], one["target"]) for one in part[1]["offers"]] == [("furnish", "provide")]
        assert text[part[1]["start"] :].startswith("We must")
        assert post(client, "/v1/explain", text=text, start=len(text))["sentences"] == []
        for start, end in ((5, 4), (0, len(text) + 1), (len(text) + 1, None)):
            body = {"text": text, "start": start, "end": end}
            assert client.post("/v1/explain", json=body).status_code == 422


HARD_RESIDENCE = {"target": "house", "kind": "protected", "text": "you asked to keep these words"}
UNKNOWN = {"kind": "unknown", "text": "no plainer word is known"}


def test_alternatives_are_ranked_with_reasons(client: Any) -> None:
    text = "Nothing.\n😀 humorous man has a residence.\n"
    answer = post(client, "/v1/alternatives", text=text, start=13, end=15)
    assert (answer["start"], answer["end"], answer["source"]) == (11, 19, "humorous")
    told = [(one["text"], one["chosen"], one["original"], one["forbidden"]) for one in answer["alternatives"]]
    assert told == [
        ("funny", True, False, False),
        ("humorous", False, True, False),
        ("amusing", False, False, False),
    ]
    assert answer["alternatives"][2]["reason"] == {
        "kind": "other",
        "text": "another change of these words was better",
        "detail": "scores 1.00 less than the change that won",
    }
    options = {"protect": ["residence"]}
    kept = post(client, "/v1/alternatives", text=text, start=30, end=39, options=options)
    assert [(one["text"], one["forbidden"]) for one in kept["alternatives"]] == [
        ("residence", False),
        ("house", True),
    ]
    assert kept["alternatives"][1]["reason"] == {"kind": "protected", "text": "you asked to keep these words"}
    # The article before the place belongs to it where it depends on what stands there.
    fitted = post(client, "/v1/alternatives", text="A humorous man.", start=2, end=10)
    assert (fitted["start"], fitted["source"], fitted["article"]) == (0, "A humorous", True)
    assert [one["text"] for one in fitted["alternatives"]] == ["A funny", "A humorous", "An amusing"]
    nothing = post(client, "/v1/alternatives", text=text, start=20, end=23)
    assert [one["text"] for one in nothing["alternatives"]] == ["man"]


@pytest.mark.parametrize(("start", "end"), [(0, 0), (3, 2), (0, 99), (3, 7)])
def test_places_outside_a_sentence(client: Any, start: int, end: int) -> None:
    answer = client.post("/v1/alternatives", json={"text": "One.\nTwo here.", "start": start, "end": end})
    assert answer.status_code == 422 and "start and end" in answer.json()["error"]["message"]


def test_info_lists_what_the_dial_can_be_set_to(client: Any) -> None:
    info = client.get("/v1/info").json()
    assert info["presets"] == ["more", "unchanged"]
    assert info["dial"] == ["more", ""]  # by risk; the other preset changes more than how much
    assert info["split"] == info["bullets"] == {"possible": False, "on": False}
    assert info["language"]["code"] == "en" and info["model"] == "toy"


def test_sentences_are_split_where_asked(embedded: ModelPool) -> None:
    text = (
        "The new district committee commenced deliberations in the first week of March, "
        "but the chairman subsequently departed for good.\n"
    )
    with client_of(embedded) as client:
        whole = post(client, "/v1/explain", text=text, options={"split": False})
        parts = post(client, "/v1/explain", text=text, options={"split": True})
        (before,), (after,) = whole["sentences"], parts["sentences"]
        assert before["source"] == after["source"] == text.strip() and len(after["parts"]) == 2
        assert "split" in parts["summary"]["kinds"] and parts["summary"]["changed"] == 1
        assert parts["summary"]["grade_before"] == whole["summary"]["grade_before"]
        assert parts["summary"]["grade_after"] < whole["summary"]["grade_after"]
        assert post(client, "/v1/alternatives", text=text, start=27, end=36, options={"split": True})["source"]


def test_lists_become_bullet_points_where_asked(embedded: ModelPool) -> None:
    text = "You must send us your passport, a bank statement, two photographs, and a letter from your bank.\n"
    with client_of(embedded) as client:
        assert "\n- " not in post(client, "/v1/simplify", text=text)["text"]
        found = post(client, "/v1/simplify", text=text, options={"bullets": True})
        assert found["text"].startswith("You must send us:\n- your passport\n- a bank statement\n- two ")
        (sentence,) = found["sentences"]
        assert [one["kind"] for one in sentence["structure"]] == ["list"] and len(sentence["parts"]) == 5


def test_health_metrics_and_description(toy: ModelPool) -> None:
    with client_of(toy) as client:
        assert client.get("/health").json() == {"status": "ok", "model": "toy"}
        post(client, "/v1/simplify", text=TEXT)
        assert client.post("/v1/simplify", json={}).status_code == 422
        assert client.get("/nothing/of/ours").status_code == 404
        lines = client.get("/metrics").text.splitlines()
        assert 'simplifier_requests_total{path="/v1/simplify",status="200"} 1' in lines
        assert 'simplifier_requests_total{path="/v1/simplify",status="422"} 1' in lines
        assert 'simplifier_requests_total{path="other",status="404"} 1' in lines
        assert "simplifier_errors_total 2" in lines and "simplifier_sentences_total 3" in lines
        assert 'simplifier_request_seconds_bucket{le="+Inf"} 4' in lines
        assert "simplifier_request_seconds_count 4" in lines and "simplifier_busy 0" in lines
        document = client.get("/openapi.json").json()
        paths = {path for path in document["paths"] if not path.startswith("/v2")}
        served = {route.path for route in client.app.routes if not route.path.startswith(("/page", "/v2"))}
        assert paths == served - {"/", "/openapi.json"}
        options = document["components"]["schemas"]["Options"]["properties"]
        assert set(options) == {"bullets", "preset", "protect", "rules", "split"}
        assert references(document) <= {f"#/components/schemas/{one}" for one in document["components"]["schemas"]}


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()
