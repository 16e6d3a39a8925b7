"""The description of the API in the form of OpenAPI 3.1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from simplifier.config import Config
from simplifier.pipeline import Simplifier
from simplifier.record.edits import EditKind
from simplifier.server.language_tool import languages, software
from simplifier.server.requests import AlternativesRequest, ExplainRequest, FileRequest, Options, TextRequest
from simplifier.suggestions.kinds import KINDS

__all__ = ["openapi_document"]

_NUMBER: Final = {"type": "number"}
_WHOLE: Final = {"type": "integer"}
_TEXT: Final = {"type": "string"}
_GRADE: Final = {"type": ["number", "null"], "description": "Flesch-Kincaid grade; null if not English."}
_PROBABILITY: Final = {"type": ["number", "null"], "description": "Null where the model does not judge it."}

#: Descriptions of refusals, by status.
_REFUSALS: Final = {
    "400": "A parameter is missing or wrong.",
    "401": "The token is missing.",
    "413": "More bytes than the server takes.",
    "415": "The body does not say that it is JSON, or for /v1/files bytes.",
    "421": "The server does not go by the name that the request calls it.",
    "422": "A wrong key or value, or more sentences than the server takes.",
    "429": "Too many requests at once from one address.",
    "500": "A mistake of the server.",
    "503": "The server has too much to do; see Retry-After.",
    "504": "It took too long.",
}
#: The refusals of addresses that only tell something, of those that need no token, and of those that rewrite.
_OPEN: Final = ("421", "500")
_TELLING: Final = ("401", *_OPEN)
_REWRITING: Final = ("413", "415", "422", "429", "503", "504", *_TELLING)
_CHECKING: Final = ("400", *(status for status in _REWRITING if status != "415"))
#: The parameters of LanguageTool's check that count; others are ignored.
_PARAMETERS: Final = {
    "text": "The text; or send data.",
    "data": "The text as JSON, whole or with markup, in the way of LanguageTool.",
    "language": "A code of /v2/languages, or auto.",
    "level": "picky brings further replacements, and changes that may help.",
    "enabledRules": "Names of rules with commas between.",
    "disabledRules": "The same.",
    "enabledCategories": "Names of categories with commas between.",
    "disabledCategories": "The same.",
    "enabledOnly": "true: only what is enabled.",
    "apiKey": "The token, where the server has one.",
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
    "Checked": {
        "type": "object",
        "description": "The answer of LanguageTool; places count UTF-16 units of what was sent.",
        "properties": {
            "software": {"type": "object"},
            "warnings": {"type": "object"},
            "language": {"type": "object"},
            "matches": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "message": _TEXT,
                        "shortMessage": _TEXT,
                        "replacements": {
                            "type": "array",
                            "items": {"type": "object", "properties": {"value": _TEXT}},
                        },
                        "offset": _WHOLE,
                        "length": _WHOLE,
                        "context": {"type": "object"},
                        "sentence": _TEXT,
                        "type": {"type": "object"},
                        "rule": {"type": "object", "properties": {"id": {"enum": list(KINDS)}}},
                    },
                },
            },
            "sentenceRanges": {"type": "array", "items": {"type": "array", "items": _WHOLE}},
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


def openapi_document(model: Simplifier, with_token: bool) -> dict[str, Any]:
    """Return the OpenAPI document.

    Args:
        model: the model that the server was started with, whose options it describes.
        with_token: True if the server demands a token.
    """
    kinds: list[tuple[Any, Any]] = [
        (one, "validation") for one in (Options, TextRequest, ExplainRequest, AlternativesRequest)
    ]
    schemas = models_json_schema(kinds, ref_template="#/components/schemas/{model}")[1]["$defs"]
    schemas["Options"]["properties"].update(_options(schemas["Options"]["properties"], model.config))
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
            "/v1/files": _filing(model.config),
            "/v1/info": _get("The model, its presets, the limits."),
            "/health": _get("Whether the server is there.", refusals=_OPEN),
            "/metrics": _get("Counts, for Prometheus.", "text/plain"),
            "/v2/check": _checking(model),
            "/v2/languages": _get("Languages, as LanguageTool tells them.", errors="text/plain"),
            "/v2/info": _get("The software, as LanguageTool tells it.", errors="text/plain"),
            "/v2/healthcheck": _get("OK if the server is there.", "text/plain", _OPEN, "text/plain"),
        },
        "components": {"schemas": {**schemas, **_ANSWERS}},
    }
    if with_token:
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
        for path in ("/health", "/v2/healthcheck"):
            document["paths"][path]["get"]["security"] = []
    return document


def _options(own: dict[str, Any], config: Config) -> dict[str, Any]:
    """Return the schemas of the options that a model narrows.

    Args:
        own: the schemas of all options.
        config: the configuration of the model.
    """
    narrow = {"preset": {**own["preset"], "anyOf": [{"enum": _presets(config)}, {"type": "null"}]}}
    if not config.has_parser:
        narrow |= {name: {**own[name], "anyOf": [{"enum": [False]}, {"type": "null"}]} for name in ("split", "bullets")}
    if config.user_rules is not None:
        narrow["rules"] = {**own["rules"], "maxItems": 0}
    return narrow


def _presets(config: Config) -> list[str]:
    """Return the names of presets; the empty one stands for the model without a preset."""
    return ["", *config.presets]


def _filing(config: Config) -> dict[str, Any]:
    """Return the description of the address that takes a file and returns it rewritten."""
    own = FileRequest.model_json_schema(ref_template="#/components/schemas/{model}")["properties"]
    options = {"application/json": {"schema": {"$ref": "#/components/schemas/Options"}}}
    parameters = [
        {"name": "name", "in": "query", "required": True, "schema": own["name"]},
        {"name": "preset", "in": "query", "schema": {"enum": _presets(config)}},
        {"name": "tracked", "in": "query", "schema": own["tracked"]},
        {"name": "column", "in": "query", "schema": own["columns"]},
        {"name": "field", "in": "query", "schema": own["fields"]},
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
            "responses": {"200": fine, **_refusals(_REWRITING)},
        }
    }


def _refusals(statuses: Sequence[str], kind: str = "application/json") -> dict[str, Any]:
    content = _content("Error") if kind == "application/json" else {kind: {"schema": _TEXT}}
    return {status: {"description": _REFUSALS[status], "content": content} for status in sorted(statuses)}


def _post(summary: str, asked: str, answered: str) -> dict[str, Any]:
    body = {"required": True, "content": _content(asked)}
    fine = {"description": "Done.", "content": _content(answered)}
    return {"post": {"summary": summary, "requestBody": body, "responses": {"200": fine, **_refusals(_REWRITING)}}}


def _get(
    summary: str,
    kind: str = "application/json",
    refusals: Sequence[str] = _TELLING,
    errors: str = "application/json",
) -> dict[str, Any]:
    fine = {"description": "Done.", "content": {kind: {}}}
    return {"get": {"summary": summary, "responses": {"200": fine, **_refusals(refusals, errors)}}}


def _checking(model: Simplifier) -> dict[str, Any]:
    """Return the description of LanguageTool's check, which takes its parameters in the address or as a form."""
    codes = [one["longCode"] for one in languages(model)]
    values: dict[str, Any] = {name: {**_TEXT, "description": text} for name, text in _PARAMETERS.items()}
    values["language"]["enum"] = ["auto", *codes]
    parameters = [
        {"name": name, "in": "query", "required": name == "language", "schema": schema}
        for name, schema in values.items()
    ]
    form = {"schema": {"type": "object", "properties": values, "required": ["language"]}}
    fine = {"description": "Done.", "content": _content("Checked")}
    answers = {"responses": {"200": fine, **_refusals(_CHECKING, "text/plain")}}
    body = {"content": {"application/x-www-form-urlencoded": form}}
    return {
        "get": {"summary": "LanguageTool's check.", "parameters": parameters, **answers},
        "post": {"summary": "LanguageTool's check.", "requestBody": body, **answers},
    }


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
