"""Whole files: read in their format, rewritten, and returned in the same format."""

from __future__ import annotations

import json
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, quote

from simplifier.base.errors import InputError
from simplifier.documents import FORMATS, recognise
from simplifier.documents import rewrite as rewrite_document
from simplifier.pipeline import Simplifier
from simplifier.record.request import SearchRequest
from simplifier.record.tally import Tally
from simplifier.server.requests import FileRequest, read_request
from simplifier.server.work import Stop
from simplifier.web.refusal import Refusal

__all__ = ["RewrittenFile", "read_file_request", "rewrite_file"]

_HEAD: Final = 512
_OFFICE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_TEXT: Final = "text/plain; charset=utf-8"
#: Content types by format, and by suffix where the suffixes of a format differ.
_KINDS: Final = {
    ".docx": f"{_OFFICE}.document",
    ".dotx": f"{_OFFICE}.template",
    ".docm": "application/vnd.ms-word.document.macroEnabled.12",
    ".dotm": "application/vnd.ms-word.template.macroEnabled.12",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".ott": "application/vnd.oasis.opendocument.text-template",
    ".xhtml": "application/xhtml+xml",
    "text": _TEXT,
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html",  # no charset: the file itself names its encoding
    "srt": "application/x-subrip",
    "vtt": "text/vtt; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "jsonl": "application/jsonl",
    "docx": f"{_OFFICE}.document",
    "odt": "application/vnd.oasis.opendocument.text",
    "epub": "application/epub+zip",
    "pdf": _TEXT,
}
_SWITCHES: Final = {"true": True, "false": False, "1": True, "0": False}


class RewrittenFile(NamedTuple):
    """A rewritten file, as the server returns it.

    Attributes:
        data: the bytes of the file.
        headers: the headers of the answer: content type, file name, and ``Simplifier-Summary`` with counts as JSON.
        sentences: the number of sentences in the file.
    """

    data: bytes
    headers: dict[str, str]
    sentences: int


def read_file_request(query: str) -> FileRequest:
    """Return the request that the query of an address makes for the file in the body.

    Args:
        query: the query of the address: ``name``, ``tracked``, ``preset``, ``column`` and ``field`` (which may be
            repeated), and ``options`` as JSON. ``preset`` counts before one among the options.

    Raises:
        Refusal: 422 if a key or value is wrong, or appears twice.
    """
    values: dict[str, Any] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        if key in ("column", "field"):
            values.setdefault(f"{key}s", []).append(value)
        elif key in values:
            raise Refusal(422, f"{key}: stands there twice")
        elif key == "tracked":
            values[key] = _SWITCHES.get(value, value)
        elif key == "options":
            try:
                values[key] = json.loads(value)
            except (ValueError, RecursionError):
                raise Refusal(422, "options: not JSON") from None
        else:
            values[key] = value
    preset = values.pop("preset", None)
    if preset is not None:
        own = values.setdefault("options", {})
        if isinstance(own, dict):
            values["options"] = {**own, "preset": preset}
    return read_request(json.dumps(values).encode(), FileRequest)


def rewrite_file(simplifier: Simplifier, asked: FileRequest, data: bytes, stop: Stop, most: int) -> RewrittenFile:
    """Rewrite a file.

    Args:
        simplifier: the model with the options of the request.
        asked: the request, with the name of the file and options of its format.
        data: the bytes of the file.
        stop: ends the work at the time limit; checked after every few sentences.
        most: the most sentences that are accepted.

    Raises:
        Refusal: 422 if the file is not of its format or has too many sentences, 504 at the time limit.
    """
    # A client may send a whole path, with either kind of slash; only the last part is used.
    name = PureWindowsPath(PurePosixPath(asked.name).name).name
    kind = recognise(name, data[:_HEAD])
    factory = FORMATS[kind]
    own = {"columns": asked.columns, "fields": asked.fields, "tracked": asked.tracked}
    for option, value in own.items():
        if value and option not in factory.options:
            raise Refusal(422, f"{option}: files of the format {kind} have none")
    if "columns" in factory.options and not asked.columns:
        raise Refusal(422, "column: this is a table; name each column that is text")
    if "fields" in factory.options and not asked.fields:
        raise Refusal(422, "field: these are records; name each field that is text, such as a.b")
    try:
        document = factory(data, name=name, **{option: own[option] for option in factory.options})
        texts = [passage.text for passage in document.passages()]
        if _sentences(simplifier, texts, most, stop) > most:
            raise Refusal(422, f"the file has more than {most} sentences; send a shorter one")
        rewritten = rewrite_document(document, simplifier, SearchRequest(before_batch=stop.check))
    except InputError as error:
        raise Refusal(422, " ".join(str(error).split())) from None
    except RecursionError:
        raise Refusal(422, f"{name}: elements within elements, too deep to read") from None
    tally = Tally(simplifier.language)
    for result in rewritten.results:
        tally.add(result)
    summary = {"format": kind, **tally.to_json(), "remark": factory.remark}
    written = name + factory.written_as
    headers = {
        "Content-Type": _KINDS.get(PurePosixPath(written).suffix.lower(), _KINDS[kind]),
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(written, safe='')}",
        "Simplifier-Summary": json.dumps(summary),
    }
    return RewrittenFile(rewritten.data, headers, tally.sentences)


def _sentences(simplifier: Simplifier, texts: list[str], most: int, stop: Stop) -> int:
    """Return the number of sentences in texts, counted only until it is over ``most``."""
    count = 0
    for text in texts:
        stop.check()
        count += len(simplifier.language.sentence_spans(text))
        if count > most:
            break
    return count
