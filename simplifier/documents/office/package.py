"""Documents that are zip archives: reading their parts, writing some of them anew."""

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

#: Largest part of an archive that is unpacked, and all of them together (bytes).
LARGEST_PART: Final = 1 << 28
_LARGEST_WHOLE: Final = 1 << 30

#: Largest part that is read as XML, and all of them together (bytes); trees take some forty times as much.
LARGEST_TEXT: Final = 1 << 25

_ENCRYPTED: Final = 1  # bit of a part's flags
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError),
    NotImplementedError,  # a kind of archive or of packing that is not known
)


class Package:
    """The parts of an archive, by name.

    Args:
        data: the archive.
        name: the name of the file, for messages.
        kind: the kind of document, for messages ("Word document").

    Raises:
        FormatError: no such archive, encrypted, two parts of one name, or too large when unpacked.
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
        """Return what a part holds.

        Raises:
            FormatError: it is missing or damaged.
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
        """Return a part that is to be read as XML.

        Raises:
            FormatError: as `read`, or it is too large.
        """
        if part not in self._text:
            if part in self._parts:
                self._check(part, self._parts[part].file_size, LARGEST_TEXT)
            self._text[part] = self.read(part)
            self._check("the text of the document", sum(map(len, self._text.values())), LARGEST_TEXT)
        return self._text[part]

    def written(self, changed: Mapping[str, bytes]) -> bytes:
        """Return the archive with some parts replaced: same names, order, packing, dates and comments.

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
