"""HTML pages for people, each one file that needs no network and no script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Final

__all__ = ["fact_list", "html_page", "html_table"]

#: The page loads nothing and runs no script, whatever a text in it says.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def html_page(title: str, body: str, style: str = "") -> str:
    """Return a page.

    Args:
        title: the title and heading, as plain text.
        body: the HTML below the heading.
        style: CSS rules in addition to those of all pages.
    """
    shared = files("simplifier.base").joinpath("page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{shared}{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(title)}</h1></header>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def html_table(name: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table that scrolls by itself where it is too wide; the first cell of a row is its heading.

    Args:
        name: the content of the table in a few words, for people who cannot see it.
        head: the names of the columns, as plain text.
        rows: the rows, with cells as HTML.
    """
    columns = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    lines = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>\n' for row in rows
    )
    return (
        f'<div class="frame" role="region" tabindex="0" aria-label="{escape(name)}"><table>\n'
        f"<thead><tr>{columns}</tr></thead>\n<tbody>\n{lines}</tbody></table></div>\n"
    )


def fact_list(facts: Mapping[str, str]) -> str:
    """Return a list of names with their values as HTML; the arguments are plain text."""
    pairs = (f"<li><span>{escape(name)}:</span> <b>{escape(value)}</b></li>" for name, value in facts.items())
    return f'<ul class="facts">{"".join(pairs)}</ul>\n'
