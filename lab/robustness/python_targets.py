"""Targets of fuzzing: functions of bytes that call the readers of foreign input in Python.

A target returns, or raises an exception that is a fault. The project's own errors are not faults. A target also checks
properties that must hold for every input.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from simplifier.base.errors import InputError
from simplifier.config import load_config
from simplifier.decoder.lattice import best_ways, read_lattice
from simplifier.documents import FORMATS, PassageResult, TextEdit, recognise
from simplifier.languages import language_named
from simplifier.record.decoded import DecodedSentence, Rewriting
from simplifier.record.edits import applied
from simplifier.record.result import assembled
from simplifier.text import Sentence, sentences_of
from simplifier.text.code import code_marks, without_code
from simplifier.text.markup import marks_of, read_markup
from simplifier.text.realisation import OutputWord, realise
from simplifier.text.segmentation import paragraphs

__all__ = ["SEEDS", "TARGETS", "Fault", "server_target"]

_ENGLISH: Final = language_named("en")
_SPANISH: Final = language_named("es")
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns"


class Fault(Exception):
    """A property that must hold for every input does not hold."""


def _want(holds: bool, what: str) -> None:
    if not holds:
        raise Fault(what)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _configuration(data: bytes) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        path = Path(folder) / "fuzz.toml"
        path.write_bytes(data)
        try:
            load_config(path)
        except InputError as error:
            _want("\n" not in str(error).strip(), "an error is one line")


def _text_layer(data: bytes) -> None:
    for text in (_text(data), data.decode("utf-8", "surrogateescape")):
        for language in (_ENGLISH, _SPANISH):
            for paragraph in paragraphs(text.splitlines(keepends=True), wrapped=len(data) % 2 == 1):
                sentences = sentences_of(paragraph, language, max_tokens=20)
                outputs = []
                for one in sentences:
                    for token in one.tokens:
                        _want(one.text[token.start : token.end] == token.surface, "a token is where it says")
                        token.form.encode("utf-8")
                    words = [OutputWord(token.form, place) for place, token in enumerate(one.tokens)]
                    outputs.append(realise(one.text, one.tokens, words, [], language).text)
                    code_marks(one.text, one.tokens)
                    changed = [*words[1:], OutputWord("new", None, 0)]
                    realise(one.text, one.tokens, changed, [[0]], language)
                _want(_put_together(paragraph, sentences, outputs) == paragraph, "what is not changed stays")
        _want("".join(line for line, _ in without_code(text.splitlines(keepends=True))) == text, "lines stay")


def _put_together(paragraph: str, sentences: Sequence[Sentence], outputs: Sequence[str]) -> str:
    decoded = [
        DecodedSentence(one.text, one.start, one.part, (Rewriting(output, 0.0, {}, ()),))
        for one, output in zip(sentences, outputs, strict=True)
    ]
    return assembled(paragraph, decoded).text


def _markup(data: bytes) -> None:
    try:
        line = read_markup(_text(data), "f", 1)
        for sentence in sentences_of(line, _ENGLISH, max_tokens=20):
            found = marks_of(line, sentence, _ENGLISH)
            _want(len(found.kept) in (0, len(sentence.tokens)), "a mark for every token")
            _want(all(one.start < one.end <= len(sentence.tokens) for one in found.replacements), "places")
    except InputError:
        return


def _lattices(data: bytes) -> None:
    try:
        ways, left_out = best_ways(read_lattice(_text(data), "f", 1), 3)
    except InputError as error:
        _want("\n" not in str(error), "an error is one line")
        return
    _want(1 <= len(ways) <= 3 and left_out >= 0, "some ways")


def _document(kind: str, data: bytes, **options: object) -> None:
    """Read a file, write it unchanged, write it with a word of every passage changed, and read that again."""
    try:
        document = FORMATS[kind](data, name="f", **options)
        unchanged = document.written([])  # an archive may be refused only here, if other parts of it are damaged
    except InputError as error:
        _want("\n" not in str(error), "an error is one line")
        return
    _want(unchanged == data or kind in ("pdf", "docx", "odt", "epub"), "what is not changed stays byte for byte")
    results = []
    for number, passage in enumerate(document.passages()):
        words = str(passage.text).split()
        if words:
            start = str(passage.text).index(words[-1])
            edit = TextEdit(start, start + len(words[-1]), "new & <b> |*`word`\\")
            results.append(PassageResult(number, applied(passage.text, [edit]), (edit,)))
    written = document.written(results)
    if kind != "pdf":
        FORMATS[kind](written, name="f", **options)


def _formats(data: bytes) -> None:
    recognise(None, data[:512])
    kinds = ("text", "markdown", "html", "srt", "vtt", "csv", "tsv", "jsonl")
    kind = kinds[data[0] % len(kinds)] if data else "text"
    options: dict[str, object] = {}
    if kind in ("csv", "tsv"):
        options = {"columns": ["a"]}
    if kind == "jsonl":
        options = {"fields": ["a", "b.c"]}
    _document(kind, data[1:], **options)


def _packed(parts: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _office(data: bytes) -> None:
    """Read bytes as a whole archive, or as one part of an archive that is otherwise intact."""
    choice, rest = (data[0] % 7, data[1:]) if data else (0, b"")
    if choice == 0:
        for kind in ("docx", "odt", "epub"):
            _document(kind, rest)
        return
    kind, parts = _archives()[(choice - 1) % 3]
    name = sorted(parts)[(choice - 1) // 3 % len(parts)] if choice > 3 else _TEXTS[kind]
    _document(kind, _packed({**parts, name: rest}), **({} if kind == "epub" else {"tracked": bool(len(rest) % 2)}))


_TEXTS: Final = {"docx": "word/document.xml", "odt": "content.xml", "epub": "one.xhtml"}


@cache
def _archives() -> tuple[tuple[str, dict[str, bytes]], ...]:
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    word = {
        "_rels/.rels": f'<R><Relationship Id="r" Type="{relation}" Target="word/document.xml"/></R>'.encode(),
        "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body><w:p><w:r><w:t>one two</w:t></w:r></w:p>'
        "</w:body></w:document>".encode(),
    }
    spaces = f'xmlns:office="{_OFFICE}:office:1.0" xmlns:text="{_OFFICE}:text:1.0"'
    text = {
        "mimetype": b"application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {spaces}><office:body><office:text>"
        "<text:p>one <text:span>two</text:span></text:p></office:text></office:body>"
        "</office:document-content>".encode(),
    }
    book = {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": b'<c><rootfiles><rootfile full-path="book.opf"/></rootfiles></c>',
        "book.opf": b'<p><item id="a" href="one.xhtml" media-type="application/xhtml+xml"/><itemref idref="a"/></p>',
        "one.xhtml": b"<html><body><p>one <b>two</b></p></body></html>",
    }
    return (("docx", word), ("odt", text), ("epub", book))


def _pdf(data: bytes) -> None:
    _document("pdf", data)


#: The targets by name.
TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "configuration": _configuration,
    "formats": _formats,
    "lattices": _lattices,
    "markup": _markup,
    "office": _office,
    "pdf": _pdf,
    "text": _text_layer,
}


def _small_pdf() -> bytes:
    page = b"BT /F1 12 Tf 72 700 Td (One two three.) Tj ET"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page), page),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    body = b"%PDF-1.4\n"
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return body + b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        table,
        len(body),
    )


def _office_seeds() -> tuple[bytes, ...]:
    archives = _archives()
    whole = tuple(b"\0" + _packed(parts) for _, parts in archives)
    return whole + tuple(bytes([number + 1]) + parts[_TEXTS[kind]] for number, (kind, parts) in enumerate(archives))


#: Functions that make the first inputs of each target.
SEEDS: Final[dict[str, Callable[[], tuple[bytes, ...]]]] = {
    "configuration": lambda: (b'[model]\nname = "a"\n[text]\nmax_sentence_tokens = 5\n[weights]\na = 1.5\n',),
    "formats": lambda: (
        b"\0One two.\n\n    code = 1\n",
        b"\1# One *two*\n\n- [a](b) `c`\n\n| a | b |\n|---|---|\n| c | d |\n",
        b"\2<!doctype html><p>one <b>two</b> &amp; <code>x</code><script>y</script>",
        b"\x031\n00:00:01,000 --> 00:00:02,000\n<i>one</i> two\n\n",
        b"\4WEBVTT\n\n00:01.000 --> 00:02.000\none <b>two</b> &lt;\n\n",
        b'\5a,b\n"one ""two""",x\n',
        b"\6a\tb\none two\tx\n",
        b'\7{"a": "one \\u0041", "b": [{"c": "two"}]}\n',
    ),
    "lattices": lambda: (
        b'{"arcs": [[0, 1, "a", 0.5], [0, 1, "b"], [1, 2, "c", 1e3]]}',
        b"((('a', 0.5, 1), ('b', 0.5, 2)), (('c', 1.0, 1),))",
    ),
    "markup": lambda: (b'One <keep>two</keep> <replace with="a &amp; b">three</replace>. Four.\n',),
    "office": _office_seeds,
    "pdf": lambda: (_small_pdf(),),
    "text": lambda: ("“It’s 5 p.m.,” Dr. O'Neil said… e\u0301\u200d\u202e (see a_b()). ``x''\n\tNext?!\n".encode(),),
}


def server_target(client: Any) -> Callable[[bytes], None]:
    """Return a target that sends requests to a server's application.

    Args:
        client: a test client of the application (`starlette.testclient`).
    """
    addresses = (
        "/v1/simplify",
        "/v1/explain",
        "/v1/alternatives",
        "/v1/files",
        "/v2/check",
        "/",
        "/page/",
        "/v1/info",
    )
    kinds = (
        "application/json",
        "application/octet-stream",
        "application/x-www-form-urlencoded",
        "text/plain",
    )

    def send(data: bytes) -> None:
        first, second, rest = (data[0], data[1], data[2:]) if len(data) > 1 else (0, 0, b"")
        address = addresses[first % len(addresses)]
        query, _, body = rest.partition(b"\n") if second & 16 else (b"", b"", rest)
        headers = {"Content-Type": kinds[second % 4]}
        if second & 32:
            headers["Host"] = rest[:20].decode("latin-1").replace("\r", "").replace("\n", "") or "a"
        method = ("POST", "GET", "PUT", "OPTIONS")[second // 64]
        target = address + ("?" + "".join(f"%{one:02x}" if one > 126 or one < 33 else chr(one) for one in query))
        try:
            answer = client.request(method, target.replace("#", "%23"), content=body, headers=headers)
        except (ValueError, UnicodeError):  # the client refuses to send such a request
            return
        _want(answer.status_code < 500 or answer.status_code in (503, 504), f"status {answer.status_code}")
        _want(answer.headers["X-Content-Type-Options"] == "nosniff", "its headers")

    return send
