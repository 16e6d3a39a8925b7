"""The description of the API against the server: what it allows is taken, and every answer is one that it names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simplifier.server.models import ModelPool
from tests.simplifier.server.serving import client_of

#: What no schema can say: that values fit each other, or the text or file that they come with.
RELATIONS = (
    "options.rules, pair ",
    "the request: start and end must be",
    "start and end: the place is not inside one sentence",
    "column: this is a table",
    "field: these are records",
    "columns: files of the format",
    "fields: files of the format",
    "tracked: files of the format",
    "a.csv: has no column ",
    "a.jsonl:1: ",
)


@pytest.fixture(scope="module")
def client(toy: ModelPool) -> Iterator[Any]:
    with client_of(toy) as client:
        yield client


@pytest.fixture(scope="module")
def document(client: Any) -> dict[str, Any]:
    return dict(client.get("/openapi.json").json())


def values(schema: dict[str, Any], document: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return the values that a schema allows, small ones."""
    if "$ref" in schema:
        return values(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([values(one, document) for one in schema["anyOf"]])
    kind, least, most = schema["type"], schema.get("minItems", 0), min(3, schema.get("maxItems", 3))
    if kind == "object":
        own = {name: values(one, document) for name, one in schema["properties"].items()}
        needed = {name: one for name, one in own.items() if name in schema.get("required", ())}
        return st.fixed_dictionaries(needed, optional={name: one for name, one in own.items() if name not in needed})
    if kind == "array" and "prefixItems" in schema:
        assert least == most == len(schema["prefixItems"])
        return st.tuples(*(values(one, document) for one in schema["prefixItems"])).map(list)
    if kind == "array":
        return st.lists(values(schema["items"], document), min_size=least, max_size=most)
    if kind == "string" and "pattern" in schema:
        return st.from_regex(schema["pattern"].replace("$", r"\Z")).filter(
            lambda text: len(text) <= schema["maxLength"]
        )
    if kind == "string":
        return st.text(min_size=schema.get("minLength", 0), max_size=min(40, schema.get("maxLength", 40)))
    if kind == "integer":
        return st.integers(schema.get("minimum", 0), 20)
    assert kind in ("boolean", "null")
    return st.booleans() if kind == "boolean" else st.none()


def check_answer(answer: Any, operation: dict[str, Any]) -> None:
    """An answer has a status and content type of the description; a refusal is of what no schema can say."""
    described = operation["responses"].get(str(answer.status_code))
    assert described is not None, answer.text
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind in described["content"] or "*/*" in described["content"]
    if answer.status_code != 200:
        assert answer.status_code == 422
        assert answer.json()["error"]["message"].startswith(RELATIONS), answer.text


@pytest.mark.parametrize("path", ["/v1/simplify", "/v1/explain", "/v1/alternatives"])
def test_what_the_description_allows_is_taken(client: Any, document: dict[str, Any], path: str) -> None:
    operation = document["paths"][path]["post"]

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(body=values(operation["requestBody"]["content"]["application/json"]["schema"], document))
    def check(body: dict[str, Any]) -> None:
        # Text as JSON has it, with escapes: half a surrogate pair has no other way to come.
        sent = json.dumps(body)
        check_answer(client.post(path, content=sent, headers={"Content-Type": "application/json"}), operation)

    check()


def test_files_and_options_in_the_address(client: Any, document: dict[str, Any]) -> None:
    operation = document["paths"]["/v1/files"]["post"]
    fields = {
        one["name"]: values(one.get("schema") or one["content"]["application/json"]["schema"], document)
        for one in operation["parameters"]
    }
    del fields["name"]
    names = st.sampled_from(["a.txt", "a.md", "a.html", "a.csv", "a.jsonl", "x"])

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(asked=st.fixed_dictionaries({"name": names}, optional=fields))
    def check(asked: dict[str, Any]) -> None:
        if "options" in asked:
            asked["options"] = json.dumps(asked["options"])
        answer = client.post(
            "/v1/files", params=asked, content=b"A large man.\n", headers={"Content-Type": "application/octet-stream"}
        )
        check_answer(answer, operation)

    check()


def test_every_other_address(client: Any, document: dict[str, Any]) -> None:
    """Every address of the API is described, and answers as it is described."""
    served = {route.path for route in client.app.routes if not route.path.startswith("/page/")}
    assert set(document["paths"]) == served - {"/", "/openapi.json"}
    for path, operations in document["paths"].items():
        if "get" in operations and path != "/v2/check":
            check_answer(client.get(path), operations["get"])
        missing = client.put(path)
        assert missing.status_code == 405 and missing.headers["Allow"]


def test_languagetool_s_check(client: Any, document: dict[str, Any]) -> None:
    get, post = (document["paths"]["/v2/check"][method] for method in ("get", "post"))
    form = post["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"]
    assert [one["name"] for one in get["parameters"]] == list(form["properties"])

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(asked=values(form, document), sent=st.text(max_size=20))
    def check(asked: dict[str, Any], sent: str) -> None:
        asked["text"] = sent  # without a text or data, or with other data, it is refused
        for answer, operation in (
            (client.get("/v2/check", params=asked), get),
            (client.post("/v2/check", data=asked), post),
        ):
            assert answer.status_code == 200, answer.text
            check_answer(answer, operation)

    check()
    wrong = client.get("/v2/check", params={"language": "en"})
    assert wrong.status_code == 400 and "400" in get["responses"]
    assert wrong.headers["content-type"].partition(";")[0] in get["responses"]["400"]["content"]


@pytest.mark.parametrize(
    "changed",
    [
        {"rules": [["a"]]},
        {"rules": [["a", "b", "c"]]},
        {"rules": [[" ", "b"]]},
        {"rules": [[None, "b"]]},
        {"rules": [["a\tb", "b"]]},
        {"rules": [["a" * 201, "b"]]},
        {"protect": [""]},
        {"protect": [" "]},
        {"protect": ['"']},
        {"preset": "none of these"},
        {"other": 1},
    ],
)
def test_what_the_description_forbids_is_refused(client: Any, changed: dict[str, Any]) -> None:
    answer = client.post("/v1/simplify", json={"text": "A man.", "options": changed})
    assert answer.status_code == 422 and answer.json()["error"]["message"].startswith("options")


def test_a_model_that_takes_fewer_options(toy: ModelPool, document: dict[str, Any]) -> None:
    options = document["components"]["schemas"]["Options"]["properties"]
    assert options["preset"]["anyOf"][0]["enum"] == ["", "more", "unchanged"]
    assert not toy.config.has_parser and options["split"]["anyOf"][0] == {"enum": [False]}
