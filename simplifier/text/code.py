"""Parts of a text that are not prose: code, paths, addresses, identifiers, references.

`code_marks` finds them among the words of a sentence, `without_code` among whole lines, fenced or indented.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from simplifier.languages.analysis.tokens import Token

__all__ = ["code_marks", "is_item", "without_code"]

#: A quick test: a sentence without a match holds no code, so the costlier expressions below are not tried.
_HINT: Final = re.compile(r"[/\\_@={}<>$#`]|\w\(|[^\W\d_]\.[^\W\d_]|[a-z][A-Z]|(?:^|\s)[.-]-?[A-Za-z]")
_TICKED: Final = re.compile(r"(?<!`)(`{1,2})(?=[^\s`])[^`\n]*(?<=[^\s`])\1(?![`\w])")
_CALL: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\([^()\n]*\)")  # a.b(x, y)
#: A piece without spaces that is longer than this (characters) is no word, and counts as code.
_LONGEST: Final = 200
_PIECE: Final = re.compile(r"\S+")
_OPENING: Final = "([{\"'“‘«*"
_CLOSING: Final = ".,;:!?)]}\"'”’»…*"
_MARKS: Final = ".,;:!?\"'”’»…"
_FILES: Final = (
    "txt|md|rst|pdf|docx?|odt|xlsx?|ods|pptx?|csv|tsv|jsonl?|ya?ml|toml|ini|cfg|conf|xml|html?|css|js|ts|py|pyi"
    "|sh|c|h|cc|cpp|hpp|rs|go|java|rb|php|sql|log|zip|gz|xz|bz2|tar|exe|dll|so|png|jpe?g|gif|svg|mp[34]|bin"
)
_CODE: Final = re.compile(
    rf"""
      [A-Za-z][A-Za-z0-9+.-]*://\S+                         # addresses
    | (?:www|WWW)\.\S+
    | (?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)*              # e-mail
    | @\w[\w.-]*                                            # decorators, accounts
    | (?:~|\.{{1,2}})?/\S+                                  # paths: /a ./a ../a ~/a
    | \w+(?:[./-]\w+)*/                                     # folder/
    | [A-Za-z]:\\\S* | \\\\?\w\S* | \S*\w\\\w\S*
    | [\w.+-]+(?:/[\w.+-]+){{2,}}                           # a/b/c
    | [\w.+-]+/[\w.+-]*\.(?:{_FILES})                       # a/b.txt
    | [\w-]+(?:\.[\w-]+)*\.(?:{_FILES})                     # b.txt
    | (?=\S*\d)(?=\S*[^\W\d_])[\w.:+#-]+(?:/[\w.:+#-]+)+    # references: ABC/2024
    | [A-Z][A-Z0-9]*(?:[-:.\#]\w+)*[-:.\#]\d\w*(?:[-:.\#/]\w+)* # ABC-123-x
    | \d+(?:[-:.\#]\w+)*[-:.\#][A-Z]+\d\w*
    | --[A-Za-z][\w-]*(?:=\S*)? | -[A-Za-z]{{1,3}}            # options
    | [$%#][A-Za-z_][\w-]*[%]? | [$#%]?\{{\S*\}}\S*            # variables, selectors, hashtags
    | \.[A-Za-z_][\w-]*                                     # .class
    | (?:__\w+__|\w*[^\W_]_+[^\W_]\w*)(?:[.(]\S*)?          # snake_case
    | [A-Za-z_]\w*\s*(?:[-+*/]?=|[=!<>]=|=>|->|::)\s*\S+    # a=b
    | \w+(?:\.\w+)*\((?!(?:e?s|e?n|d|er|r|ren|ies)\)|[^()=,.'"\d_]{{2,}}\))\S*\)    # x()
    | [a-z]+\d*(?:[A-Z][a-z0-9]*)+ | (?:[A-Z][a-z0-9]+){{2,}}     # camelCase
    | [A-Z]{{2,}}[a-z]+(?:[A-Z][a-z]+)+
    | (?=\S*\w\w)[A-Za-z_]\w*(?:\.[a-z_]\w*)+(?:\(\S*\))?   # a.b.c
    | </?[A-Za-z!][^\s<>]*(?:>\S*)?                         # markup
    """,
    re.VERBOSE,
)
#: Ordinary English that `_CODE` would match too: "e.g", "1990s/2000s", "McDonald".
_ENGLISH: Final = re.compile(
    r"(?:[A-Za-z]\.)+[A-Za-z]?|\d+s?/\d+s?|[Mm]a?c[A-Z]\w+|\d+(?:st|nd|rd|th)/\d+(?:st|nd|rd|th)"
)


def code_marks(text: str, tokens: Sequence[Token]) -> tuple[bool, ...]:
    """Return for every token of a sentence whether it is part of code; empty if no token is.

    Args:
        text: the text of the sentence.
        tokens: its tokens, with offsets from the start of the sentence.
    """
    if _HINT.search(text) is None:
        return ()
    spans = list(_code_spans(text))
    if not spans:
        return ()
    return tuple(any(token.start < end and start < token.end for start, end in spans) for token in tokens)


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    yield from (match.span() for match in _TICKED.finditer(text))
    # Calls are searched in the whole text, because their arguments may hold spaces. A plain "word(...)" is left out
    # here: it may be a word with a remark in brackets.
    for match in _CALL.finditer(text):
        if "." in (name := match[0].partition("(")[0]) or "_" in name:
            yield match.span()
    for piece in _PIECE.finditer(text):
        whole = piece[0]
        if whole.isalpha() and (whole.islower() or whole.istitle()):
            continue
        start = piece.start()
        if len(whole) > _LONGEST:
            yield piece.span()
            continue
        bare = whole.lstrip(_OPENING)
        start += len(whole) - len(bare)
        short = bare.rstrip(_CLOSING)
        # Marks around a piece may be punctuation of the sentence or part of the code, so the shortest reading is tried
        # first. The second one takes back a bracket that closes a call.
        for candidate in (short, f"{short})", bare.rstrip(_MARKS), bare):
            if not bare.startswith(candidate) or _ENGLISH.fullmatch(candidate):
                continue
            if _CODE.fullmatch(candidate):
                yield start, start + len(candidate)
                break


_FENCE: Final = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_INDENT: Final = re.compile(r"(?: {4}| {0,3}\t)[ \t]*(?=\S)")
_ITEM: Final = re.compile(r"(?:[-*+•–]|\d{1,3}[.)])\s")
_QUOTED: Final = re.compile(r"\s*>")
_CAPITAL: Final = re.compile(r"""["'“‘«(\[*_]*[^\W\d_a-zß-ÿ]""")
_BEHIND_MARKS: Final = "\"'”’»)]*_"


def is_item(line: str) -> bool:
    """Return True if a line of plain text is the item of a list, or is quoted as in a mail."""
    return _ITEM.match(line.lstrip()) is not None or _QUOTED.match(line) is not None


def without_code(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield every line, and whether it is code: fenced, or indented (four spaces or a tab) behind a blank line.

    An indented line is text if it reads as a sentence, with a capital and a mark at its end, or as the item of a
    list, because the first lines of paragraphs may be indented.
    """
    fence = ""
    code = False
    blank = ended = True
    for line in lines:
        if not ended:  # the rest of a very long line
            yield line, code
            ended = line.endswith("\n")
            continue
        bare = line.strip()
        found = _FENCE.match(line)
        if fence:
            code = True
            if found and found[1].startswith(fence) and bare == found[1]:
                fence = ""
        elif found:
            fence, code = found[1], True
        elif not bare:
            blank = True
            yield line, code and line[:1] not in "\r\n"
            continue
        elif not _INDENT.match(line):
            code = False
        elif blank or code:
            code = not (_is_sentence(bare) or _ITEM.match(bare))
        blank, ended = False, line.endswith("\n")
        yield line, code


def _is_sentence(line: str) -> bool:
    """Return True if a line begins with a capital, ends with a mark and has white space between."""
    capital = _CAPITAL.match(line)
    rest = line[capital.end() :].rstrip(_BEHIND_MARKS) if capital else ""
    return rest.endswith((".", "!", "?", "…", ":")) and any(map(str.isspace, rest))
