"""Styles of a Word document: which of them are for code, and which text is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from simplifier.documents.office.code_styles import is_code_style, is_monospaced, is_whole_style
from simplifier.documents.office.markup_source import Element

__all__ = ["Styles"]

#: The name of the style for bullet points in every language of Word (ISO/IEC 29500-1, 17.7.4.9).
_BULLETS: Final = "List Bullet"
_OFF: Final = {"0", "false", "off"}
_FONTS: Final = ("w:ascii", "w:hAnsi")


@dataclass(frozen=True, slots=True)
class _Style:
    name: str
    parent: str
    font: str


def _value(element: Element | None, child: str) -> str:
    found = None if element is None else element.find(child)
    return "" if found is None else found.attributes.get("w:val", "")


def _is_on(properties: Element, child: str) -> bool:
    found = properties.find(child)
    return found is not None and found.attributes.get("w:val", "true") not in _OFF


def _font(properties: Element | None) -> str:
    fonts = None if properties is None else properties.find("w:rFonts")
    if fonts is None:
        return ""
    return next((fonts.attributes[key] for key in _FONTS if key in fonts.attributes), "")


class Styles:
    """The styles of a document.

    Args:
        root: the root element of the part with the styles; None if there is no such part.
    """

    def __init__(self, root: Element | None) -> None:
        self._styles: dict[str, _Style] = {}
        default = ""
        for style in () if root is None else root.elements():
            if style.name == "w:style":
                identifier = style.attributes.get("w:styleId", "")
                self._styles[identifier] = _Style(
                    _value(style, "w:name"), _value(style, "w:basedOn"), _font(style.find("w:rPr"))
                )
                is_default = style.attributes.get("w:default", "0") not in _OFF
                if is_default and style.attributes.get("w:type") == "paragraph":
                    default = identifier
        # If the default font is monospaced, as in a typescript, fonts do not tell code from text.
        self._fonts_tell = not is_monospaced(self._font_of(default) or _default_font(root))

    def is_code_paragraph(self, properties: Element | None) -> bool:
        """Return True if a paragraph with these properties (``w:pPr``) is code."""
        return self._is_code(_value(properties, "w:pStyle"))

    def is_whole_paragraph(self, properties: Element | None) -> bool:
        """Return True if a paragraph with these properties (``w:pPr``) is a heading, an item or a quotation."""
        if properties is None:
            return False
        own = {one.name for one in properties.elements()}
        if not own.isdisjoint(("w:numPr", "w:outlineLvl")):
            return True
        return any(is_whole_style(style.name) for style in self._line(_value(properties, "w:pStyle")))

    @property
    def bullets(self) -> str:
        """The identifier of the style for bullet points; empty if the document has no such style."""
        return next((one for one, style in self._styles.items() if style.name == _BULLETS), "")

    def is_fixed_run(self, properties: Element | None) -> bool:
        """Return True if a run with these properties (``w:rPr``) is code or hidden."""
        if properties is None:
            return False
        if self._fonts_tell and is_monospaced(_font(properties)):
            return True
        return self._is_code(_value(properties, "w:rStyle")) or _is_on(properties, "w:vanish")

    def _line(self, identifier: str) -> list[_Style]:
        """Return a style and the styles that it is based on, nearest first; a cycle ends the list."""
        line: list[_Style] = []
        while (style := self._styles.get(identifier)) is not None and style not in line:
            line.append(style)
            identifier = style.parent
        return line

    def _font_of(self, identifier: str) -> str:
        return next((style.font for style in self._line(identifier) if style.font), "")

    def _is_code(self, identifier: str) -> bool:
        if any(is_code_style(style.name) for style in self._line(identifier)):
            return True
        return self._fonts_tell and is_monospaced(self._font_of(identifier))


def _default_font(root: Element | None) -> str:
    for step in ("w:docDefaults", "w:rPrDefault", "w:rPr"):
        root = None if root is None else root.find(step)
    return _font(root)
