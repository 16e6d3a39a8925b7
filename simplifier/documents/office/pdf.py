"""PDF files: only their text is read, and the output is plain text."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from pypdf import PdfReader
from pypdf.errors import DependencyError

from simplifier.base.errors import FormatError
from simplifier.documents.base import Passage, PassageResult

__all__ = ["Pdf"]

#: A line that ends a sentence and is shorter than this share of the longest line of the page ends its paragraph.
_SHORT: Final = 0.75
_ENDS: Final = re.compile(r"""[.!?:]["'”’)\]]*$""")
_HYPHEN: Final = re.compile(r"(?<=[a-z])[-\u00ad\u2010]$")


# pypdf logs what is odd in a file; users need not see that as long as text comes out.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


class Pdf:
    """The text of a PDF file. It is written in UTF-8, one paragraph per line, with an empty line between pages.

    Lines are joined to paragraphs, and words that are hyphenated at the end of a line are joined, as far as the text
    allows to tell.

    Args:
        data: the bytes of the file.
        name: the name of the file, for messages.

    Raises:
        FormatError: a file that is no PDF file, is damaged or encrypted, or has no text (pictures of pages).
    """

    name: ClassVar[str] = "pdf"
    suffixes: ClassVar[tuple[str, ...]] = (".pdf",)

    def __init__(self, data: bytes, name: str = "<input>") -> None:
        try:
            reader = PdfReader(io.BytesIO(data))
            if reader.is_encrypted and not reader.decrypt(""):
                raise FormatError(name, "is encrypted; save it without a password")
            pages = [page.extract_text() for page in reader.pages]
        except (FormatError, MemoryError):
            raise
        except DependencyError:
            raise FormatError(name, "is encrypted; save it without a password") from None
        except RecursionError:
            raise FormatError(name, "not a PDF file, or damaged (it refers to itself)") from None
        except Exception as error:  # pypdf does not document what a damaged file raises; it may be an AssertionError
            raise FormatError(name, f"not a PDF file, or damaged ({str(error) or type(error).__name__})") from None
        self._pages = [list(_paragraphs(page)) for page in pages]
        self._found = [(number, place) for number, page in enumerate(self._pages) for place in range(len(page))]
        if not self._found:
            raise FormatError(name, "holds no text, only pictures of it; read it with a program for that (OCR)")

    def passages(self) -> Sequence[Passage]:
        """Return the paragraphs; a place reads "page 2 paragraph 3"."""
        return [
            Passage(self._pages[page][place], f"page {page + 1} paragraph {place + 1}") for page, place in self._found
        ]

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """Return these passages: the output is plain text, which has no marks."""
        return changed

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """Return the text with these passages rewritten."""
        pages = [list(page) for page in self._pages]
        for result in changed:
            page, place = self._found[result.number]
            pages[page][place] = result.text
        return "\n".join("".join(f"{line}\n" for line in page) for page in pages if page).encode("utf-8")


def _paragraphs(page: str) -> Iterator[str]:
    lines = [re.sub(r"\s+", " ", line).strip() for line in page.splitlines()]
    longest = max(map(len, lines), default=0)
    text = ""
    for line in lines:
        if text and line:
            text = _HYPHEN.sub("", text) + line if _HYPHEN.search(text) else f"{text} {line}"
        else:
            text = text or line
        if text and (not line or (_ENDS.search(line) and len(line) < _SHORT * longest)):
            yield text
            text = ""
    if text:
        yield text
