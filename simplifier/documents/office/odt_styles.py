"""Styles of an OpenDocument text: which of them are for code, and which text is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simplifier.documents.office.code_styles import is_code_style, is_monospaced, is_whole_style
from simplifier.documents.office.markup_source import Element

__all__ = ["Styles"]


@dataclass(frozen=True, slots=True)
class _Style:
    name: str
    parent: str
    monospaced: bool | None  # None if the style names no font
    hidden: bool


class Styles:
    """The styles that are in force in a part.

    Args:
        roots: the root elements of the parts that define styles; of styles with one name, the last counts.
    """

    def __init__(self, roots: Sequence[Element]) -> None:
        self._faces: dict[str, bool] = {}
        self._styles: dict[tuple[str, str], _Style] = {}
        default: bool | None = None
        elements = [one for root in roots for group in root.elements() for one in group.elements()]
        for one in elements:
            if one.name == "style:font-face":
                self._faces[one.attributes.get("style:name", "")] = _is_fixed_pitch(one, "svg:font-family")
        for one in elements:
            family = one.attributes.get("style:family", "")
            if one.name == "style:style":
                self._styles[family, one.attributes.get("style:name", "")] = self._style(one)
            elif one.name == "style:default-style" and family == "paragraph":
                default = self._style(one).monospaced
        standard = self._monospaced(self._line("paragraph", "Standard"))
        # If the default font is monospaced, as in a typescript, fonts do not tell code from text.
        self._fonts_tell = not (default if standard is None else standard)

    def is_fixed(self, family: str, element: Element) -> bool:
        """Return True if the style of an element is for code, or hides its text.

        Args:
            family: ``paragraph`` for a paragraph, ``text`` for a span.
            element: the paragraph or span.
        """
        line = self._line(family, element.attributes.get("text:style-name", ""))
        if any(is_code_style(style.name) or style.hidden for style in line):
            return True
        return self._fonts_tell and bool(self._monospaced(line))

    def is_whole(self, paragraph: Element) -> bool:
        """Return True if the style of a paragraph is for no running text: a heading, an item, a quotation."""
        own = paragraph.attributes.get("text:style-name", "")
        return any(map(is_whole_style, (own, *(style.name for style in self._line("paragraph", own)))))

    def _style(self, element: Element) -> _Style:
        properties = element.find("style:text-properties")
        name = element.attributes.get("style:display-name", element.attributes.get("style:name", ""))
        return _Style(
            name.replace("_20_", " "),
            element.attributes.get("style:parent-style-name", ""),
            None if properties is None else self._font(properties),
            properties is not None and properties.attributes.get("text:display") == "none",
        )

    def _font(self, properties: Element) -> bool | None:
        if "style:font-name" in properties.attributes:
            name = properties.attributes["style:font-name"]
            return self._faces.get(name, is_monospaced(name))
        if "fo:font-family" in properties.attributes:
            return _is_fixed_pitch(properties, "fo:font-family")
        return None

    def _line(self, family: str, name: str) -> list[_Style]:
        """Return a style and the styles that it is based on, nearest first; a cycle ends the list."""
        line: list[_Style] = []
        while (style := self._styles.get((family, name))) is not None and style not in line:
            line.append(style)
            name = style.parent
        return line

    @staticmethod
    def _monospaced(line: Sequence[_Style]) -> bool | None:
        return next((style.monospaced for style in line if style.monospaced is not None), None)


def _is_fixed_pitch(element: Element, family: str) -> bool:
    if element.attributes.get("style:font-pitch") == "fixed":
        return True
    return is_monospaced(element.attributes.get(family, ""))
