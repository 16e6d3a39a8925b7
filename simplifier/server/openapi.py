"""The description of the API in the form of OpenAPI 3.1."""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import models_json_schema

from simplifier.record.edits import EditKind
from simplifier.server.language_tool import software
from simplifier.server.requests import AlternativesRequest, ExplainRequest, FileRequest, Options, TextRequest

__all__ = ["openapi_document"]

_NUMBER: Final = {"type": "number"}
_WHOLE: Final = {"type": "integer"}
_TEXT: Final = {"type": "string"}
_GRADE: Final = {"type": ["number", "null"], "description": "Flesch-Kincaid grade; null if not English."}
_PROBABILITY: Final = {"type": ["number", "null"], "description": "Null where the model does not judge it."}

#: Descriptions of refusals, by status.
_REFUSALS: Final = {
    "401": "The token is missing.",
    "413": "More bytes than the server takes.",
    "415": "The body does not say that it is JSON, or for /v1/files bytes.",
    "422": "A wrong key or value, or more sentences than the server takes.",
    "429": "Too many requests at once from one address.",
    "503": "The server has too much to do; see Retry-After.",
    "504": "It took too long.",
}

#: The schemas of answers.
_ANSWERS: Final[dict[str, Any]] = {
    "Error": {
        "type": "object",
        "properties": {"error": {"properties": {"status": _WHOLE, "message": _TEXT}}},
    },
    "Reason": {"type": "object", "properties": {"kind": _TEXT, "text": _TEXT, "detail": _TEXT}},
    "Edit": {
        "type": "object",
        "description": (
            "New words for a span of the source; places count in the sentence. Edits of a sentence are in order and do "
            "not overlap; those with one number in `change` stand or fall together, all others are free."
        ),
        "properties": {
            "start": _WHOLE,
            "end": _WHOLE,
            "source": _TEXT,
            "target": _TEXT,
            "output_start": _WHOLE,
            "output_end": _WHOLE,
            "change": _WHOLE,
            "kind": {"enum": [str(one) for one in EditKind]},
            "probability": _PROBABILITY,
            "reason": {"$ref": "#/components/schemas/Reason"},
            "rule": {"type": "object"},
        },
    },
    "Sentence": {
        "type": "object",
        "description": (
            "The record of `simplify --format jsonl`, with `start` counted from the beginning of the text, "
            "whose `source` is always what was sent; for /v1/explain also `changed`, `kept`, `hard` and `offers`."
        ),
        "properties": {
            "line": _WHOLE,
            "source": _TEXT,
            "output": _TEXT,
            "start": _WHOLE,
            "score": _NUMBER,
            "features": {"type": "object", "additionalProperties": _NUMBER},
            "edits": {"type": "array", "items": {"$ref": "#/components/schemas/Edit"}},
        },
    },
    "Rewritten": {
        "type": "object",
        "properties": {
            "text": _TEXT,
            "summary": {
                "type": "object",
                "properties": {
                    "sentences": _WHOLE,
                    "changed": _WHOLE,
                    "changes": _WHOLE,
                    "kinds": {"type": "object", "additionalProperties": _WHOLE},
                    "grade_before": _GRADE,
                    "grade_after": _GRADE,
                },
            },
            "sentences": {"type": "array", "items": {"$ref": "#/components/schemas/Sentence"}},
        },
    },
    "Alternatives": {
        "type": "object",
        "properties": {
            "start": _WHOLE,
            "end": _WHOLE,
            "source": _TEXT,
            "article": {"type": "boolean", "description": "Whether the place begins with an article."},
            "alternatives": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "text": _TEXT,
                        "chosen": {"type": "boolean"},
                        "original": {"type": "boolean"},
                        "forbidden": {"type": "boolean"},
                        "offered": {"type": "boolean"},
                        "gain": {"type": ["number", "null"]},
                        "stands": _PROBABILITY,
                        "helps": _PROBABILITY,
                        "reason": {"$ref": "#/components/schemas/Reason"},
                    },
                },
            },
        },
    },
}


def openapi_document(with_token: bool) -> dict[str, Any]:
    """Return the OpenAPI document.

    Args:
        with_token: True if the server demands a token.
    """
    kinds: list[tuple[Any, Any]] = [
        (one, "validation") for one in (Options, TextRequest, ExplainRequest, AlternativesRequest)
    ]
    schemas = models_json_schema(kinds, ref_template="#/components/schemas/{model}")[1]["$defs"]
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Simplifier", "version": software()["version"]},
        "paths": {
            "/v1/simplify": _post("Rewrite a text.", "TextRequest", "Rewritten"),
            "/v1/explain": _post(
                "Rewrite a text, or a part of one, and tell why; much slower.", "ExplainRequest", "Rewritten"
            ),
            "/v1/alternatives": _post(
                "What else could stand in a place, best first.", "AlternativesRequest", "Alternatives"
            ),
            "/v1/files": _filing(),
            "/v1/info": _get("The model, its presets, the limits."),
            "/health": _get("Whether the server is there."),
            "/metrics": _get("Counts, for Prometheus.", "text/plain"),
            "/v2/check": {
                "get": _checking("query"),
                "post": {"summary": "LanguageTool's check, parameters as a form.", **_answers()},
            },
            "/v2/languages": _get("Languages, as LanguageTool tells them."),
            "/v2/info": _get("The software, as LanguageTool tells it."),
        },
        "components": {"schemas": {**schemas, **_ANSWERS}},
    }
    if with_token:
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
    return document


def _filing() -> dict[str, Any]:
    """Return the description of the address that takes a file and returns it rewritten."""
    own = FileRequest.model_json_schema(ref_template="#/components/schemas/{model}")["properties"]
    options = {"application/json": {"schema": {"$ref": "#/components/schemas/Options"}}}
    parameters = [
        {"name": "name", "in": "query", "required": True, "schema": own["name"]},
        {"name": "preset", "in": "query", "schema": _TEXT},
        {"name": "tracked", "in": "query", "schema": own["tracked"]},
        {"name": "column", "in": "query", "schema": {"type": "array", "items": _TEXT}},
        {"name": "field", "in": "query", "schema": {"type": "array", "items": _TEXT}},
        {"name": "options", "in": "query", "content": options},
    ]
    binary: dict[str, Any] = {"application/octet-stream": {}}
    headers = {
        "Content-Disposition": {"description": "The name of the file.", "schema": _TEXT},
        "Simplifier-Summary": {
            "description": "Format, counts, and a remark on the format, as JSON.",
            "schema": _TEXT,
        },
    }
    fine = {"description": "The file, by its own content type.", "headers": headers, "content": {"*/*": {}}}
    return {
        "post": {
            "summary": "Rewrite a file; only its running text changes.",
            "parameters": parameters,
            "requestBody": {"required": True, "content": binary},
            "responses": {"200": fine, **_refusals()},
        }
    }


def _refusals() -> dict[str, Any]:
    error = {"content": _content("Error")}
    return {status: {"description": text, **error} for status, text in _REFUSALS.items()}


def _post(summary: str, asked: str, answered: str) -> dict[str, Any]:
    body = {"required": True, "content": _content(asked)}
    fine = {"description": "Done.", "content": _content(answered)}
    return {"post": {"summary": summary, "requestBody": body, "responses": {"200": fine, **_refusals()}}}


def _get(summary: str, kind: str = "application/json") -> dict[str, Any]:
    return {"get": {"summary": summary, **_answers(kind)}}


def _checking(place: str) -> dict[str, Any]:
    names = ("text", "data", "language", "disabledRules", "enabledRules", "enabledOnly", "level", "apiKey")
    parameters = [{"name": name, "in": place, "schema": _TEXT} for name in names]
    return {"summary": "LanguageTool's check.", "parameters": parameters, **_answers()}


def _answers(kind: str = "application/json") -> dict[str, Any]:
    return {"responses": {"200": {"description": "Done.", "content": {kind: {}}}}}


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
