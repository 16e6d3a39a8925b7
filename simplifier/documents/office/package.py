"""Zip archives of documents: their parts are read, and some of them are replaced."""

from __future__ import annotations

import copy
import io
import lzma
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

from simplifier.base.errors import FormatError

__all__ = ["LARGEST_PART", "LARGEST_TEXT", "Package"]

#: The largest part of an archive that is unpacked, and the largest sum of all its parts (bytes).
LARGEST_PART: Final = 1 << 28
_LARGEST_WHOLE: Final = 1 << 30

#: The largest part that is read as XML, and the largest sum of such parts (bytes). Trees take some forty times as much.
LARGEST_TEXT: Final = 1 << 25

_ENCRYPTED: Final = 1  # bit of a part's flags
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError),
    NotImplementedError,  # an unknown version of the archive, or an unknown kind of compression
)


class Package:
    """The parts of an archive, by name.

    Args:
        data: the bytes of the archive.
        name: the name of the file, for messages.
        kind: the kind of document, for messages ("Word document").

    Raises:
        FormatError: a file that is no zip archive, is encrypted, has two parts of one name, or is too large unpacked.
    """

    def __init__(self, data: bytes, name: str, kind: str) -> None:
        self.name = name
        if data.startswith(_OLD_OFFICE):
            raise FormatError(
                name,
                f"not a {kind}: encrypted, or of the format before 2007; save it anew, unprotected",
            )
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as error:
            problem = f"not a {kind}, or damaged ({error}); open it in its program and save it anew"
            raise FormatError(name, problem) from None
        self._parts: dict[str, zipfile.ZipInfo] = {}
        self._text: dict[str, bytes] = {}
        for info in self._archive.infolist():
            if info.filename in self._parts:
                raise FormatError(name, f"holds {info.filename} twice; open it in its program and save it anew")
            if info.flag_bits & _ENCRYPTED:
                raise FormatError(name, f"{info.filename} is encrypted; save the document without a password")
            self._check(info.filename, info.file_size, LARGEST_PART)
            self._parts[info.filename] = info
        self._check("the document", sum(info.file_size for info in self._parts.values()), _LARGEST_WHOLE)

    def __contains__(self, part: str) -> bool:
        return part in self._parts

    def _check(self, part: str, size: int, limit: int) -> None:
        if size > limit:
            problem = f"{part} unpacks to {size >> 20} MiB, more than the {limit >> 20} MiB that are read"
            raise FormatError(self.name, problem)

    def read(self, part: str) -> bytes:
        """Return the bytes of a part.

        Raises:
            FormatError: the part is missing or damaged.
        """
        info = self._parts.get(part)
        if info is None:
            raise FormatError(self.name, f"{part} is missing; open it in its program and save it anew")
        try:
            return self._archive.read(info)
        except _DAMAGE as error:
            problem = f"{part} is damaged ({error}); fetch the file again"
            raise FormatError(self.name, problem) from None

    def read_text(self, part: str) -> bytes:
        """Return the bytes of a part that is to be read as XML.

        Raises:
            FormatError: the part is missing, damaged or too large.
        """
        if part not in self._text:
            if part in self._parts:
                self._check(part, self._parts[part].file_size, LARGEST_TEXT)
            self._text[part] = self.read(part)
            self._check("the text of the document", sum(map(len, self._text.values())), LARGEST_TEXT)
        return self._text[part]

    def written(self, changed: Mapping[str, bytes]) -> bytes:
        """Return the archive with some parts replaced; names, order, compression, dates and comments stay.

        Raises:
            FormatError: a part is damaged.
        """
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            archive.comment = self._archive.comment
            for part, info in self._parts.items():
                data = changed[part] if part in changed else self.read(part)
                archive.writestr(copy.copy(info), data)
        return stream.getvalue()
