"""Requests to the API, validated strictly: unknown keys and wrong types are refused."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema, field_validator, model_validator

from simplifier.web.refusal import Refusal

__all__ = ["AlternativesRequest", "ExplainRequest", "FileRequest", "Options", "TextRequest", "read_request"]

#: The most terms, and the most rules, of one request.
_MOST = 1000
_Term = Annotated[str, Field(min_length=1, max_length=200)]
#: What a user list cannot hold; `Options` tells the reason in better words than a pattern could.
_PLAIN: Final = {"type": "string", "maxLength": 200, "pattern": r'^[^\t\r\n"]*$'}
_WORDS: Final = {**_PLAIN, "pattern": r'^[^\t\r\n"]*[^\s"][^\t\r\n"]*$'}
_NEW_WORDS: Final = {"anyOf": [_PLAIN, {"type": "null"}]}
_Words = Annotated[_Term, WithJsonSchema({**_WORDS, "minLength": 1})]
_Pair = Annotated[
    list[str | None],
    WithJsonSchema(
        {"type": "array", "prefixItems": [_WORDS, _NEW_WORDS], "items": _NEW_WORDS, "minItems": 2, "maxItems": 2}
    ),
]
_Request = TypeVar("_Request", bound=BaseModel)


class Options(BaseModel):
    """The options of a request; options that are left out are as the server was started."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    preset: Annotated[str | None, Field(description="Name of a preset; see /v1/info.")] = None
    protect: Annotated[list[_Words], Field(max_length=_MOST, description="Terms that never change.")] = []
    rules: Annotated[
        list[_Pair],
        Field(
            max_length=_MOST,
            description='Your own rewrites as pairs, ["utilize", "use"]; "" leaves it out, null keeps it.',
        ),
    ] = []
    split: Annotated[bool | None, Field(description="Whether long sentences are split where that is sure.")] = None
    bullets: Annotated[
        bool | None,
        Field(description="Whether long lists at the end of a sentence become bullet points, a line each."),
    ] = None

    @field_validator("protect", "rules")
    @classmethod
    def _plain(cls, values: list[Any]) -> list[Any]:
        """Refuse values that a user list, which has one pair a line, cannot hold."""
        for value in values:
            cells = value if isinstance(value, list) else [value]
            if isinstance(value, list) and (len(cells) != 2 or not (cells[0] or "").strip()):
                raise ValueError("a rule is a pair of a phrase and its replacement")
            if isinstance(value, str) and not value.strip():
                raise ValueError("a term has at least one word")
            if any(len(cell or "") > 200 or set(cell or "") & set('\t\r\n"') for cell in cells):
                raise ValueError("a phrase has at most 200 characters, no quotation mark, tab or line end")
        return values


class TextRequest(BaseModel):
    """A text to simplify or to explain."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, Field(description="Any length up to the server's limits; lines stay lines.")]
    options: Options = Options()
    features: Annotated[bool, Field(description="Whether the trace has the features of sentences and edits.")] = True


class ExplainRequest(TextRequest):
    """A text to explain, or a part of one."""

    start: Annotated[
        int, Field(ge=0, description="First character of the part that is wanted; all its paragraphs are explained.")
    ] = 0
    end: Annotated[
        int | None, Field(ge=0, description="After the last character of the part; null for the end of the text.")
    ] = None

    @model_validator(mode="after")
    def _inside(self) -> ExplainRequest:
        if self.start > len(self.text) or (self.end is not None and not self.start <= self.end <= len(self.text)):
            raise ValueError("start and end must be places in the text, in order")
        return self


class AlternativesRequest(BaseModel):
    """A place in a text, for which alternatives are wanted."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, Field(description="The text; the sentence with the place is enough.")]
    start: Annotated[int, Field(ge=0, description="First character of the place, counted from 0.")]
    end: Annotated[
        int,
        Field(
            description="After its last character; behind start, and within the text.",
            json_schema_extra={"minimum": 1},  # `_inside` refuses 0 in better words
        ),
    ]
    options: Options = Options()

    @model_validator(mode="after")
    def _inside(self) -> AlternativesRequest:
        if not self.start < self.end <= len(self.text):
            raise ValueError("start and end must be a place of at least one character in the text")
        return self


class FileRequest(BaseModel):
    """The options in the address of a request, for the file in its body."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(min_length=1, max_length=255, description="Of the file; its ending tells the format.")]
    tracked: Annotated[
        bool, Field(description="Changes of Word and OpenDocument texts as revisions to accept or reject.")
    ] = False
    columns: Annotated[list[_Term], Field(max_length=_MOST)] = []
    fields: Annotated[list[_Term], Field(max_length=_MOST)] = []
    options: Options = Options()


def read_request(body: bytes, kind: type[_Request]) -> _Request:
    """Return a validated request.

    Raises:
        Refusal: 422, with the key and its fault; never with its value, which may be the user's text.
    """
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        raise Refusal(422, "the body is not JSON in UTF-8") from None
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the request"
        raise Refusal(422, f"{place}: {first['msg'].removeprefix('Value error, ')}") from None
