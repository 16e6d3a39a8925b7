"""Small archives and edits for tests of documents."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Mapping

from simplifier.documents.base import DocumentReader, PassageResult, TextEdit
from simplifier.record.edits import applied

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """Return an archive; a part that is called mimetype is stored."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, data, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def word_parts(body: str, **others: str) -> dict[str, str | bytes]:
    """Return the parts of a Word document.

    Args:
        body: of its main part.
        others: the content of other parts, by their kind: header, footnotes, styles.
    """
    spaces = f'xmlns:w="{WORD}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    roots = {"header": "hdr", "footer": "ftr"}
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships><Relationship Id="r1" Type="{_RELATIONS}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<?xml version="1.0" standalone="yes"?>\n<w:document {spaces}>'
        f"<w:body>{body}</w:body></w:document>",
        "word/media/picture.bin": bytes(range(256)),
    }
    for kind, content in others.items():
        root = roots.get(kind, kind)
        parts[f"word/{kind}.xml"] = f"<w:{root} {spaces}>{content}</w:{root}>"
    links = "".join(f'<Relationship Id="r{kind}" Type="{_RELATIONS}/{kind}" Target="{kind}.xml"/>' for kind in others)
    parts["word/_rels/document.xml.rels"] = f"<Relationships>{links}</Relationships>"
    return parts


def word_document(body: str, **others: str) -> bytes:
    """Return a Word document; the arguments are those of `word_parts`."""
    return archive(word_parts(body, **others))


def changed(document: DocumentReader, *edits: tuple[str, str]) -> bytes:
    """Return a document with the first place of each old text changed, wherever it is."""
    results = []
    for number, passage in enumerate(document.passages()):
        text = str(passage.text)
        own = sorted(TextEdit(text.index(old), text.index(old) + len(old), new) for old, new in edits if old in text)
        if own:
            results.append(PassageResult(number, applied(text, own), tuple(own)))
    return document.written(results)


def settled(data: bytes, *, accept: bool) -> list[list[tuple[str, str]]]:
    """Return a Word document's paragraphs as stretches of format and text, all revisions settled."""
    goes = f"{{{WORD}}}{'del' if accept else 'ins'}"
    found = []

    def runs(element: ElementTree.Element) -> list[ElementTree.Element]:
        own = []
        for child in element:
            if child.tag == f"{{{WORD}}}r":
                own.append(child)
            elif child.tag != goes:
                own += runs(child)
        return own

    for paragraph in ElementTree.fromstring(parts_of(data)["word/document.xml"]).iter(f"{{{WORD}}}p"):
        stretches: list[tuple[str, str]] = []
        for one in runs(paragraph):
            properties = one.find(f"{{{WORD}}}rPr")
            form = "" if properties is None else ElementTree.tostring(properties).decode()
            for child in one:
                name = child.tag.removeprefix(f"{{{WORD}}}")
                text = {"t": child.text or "", "delText": child.text or "", "tab": "\t"}.get(name, "")
                if stretches and stretches[-1][0] == form:
                    stretches[-1] = (form, stretches[-1][1] + text)
                elif text:
                    stretches.append((form, text))
        found.append(stretches)
    return found
