"""Tokens of running English, as the Penn Treebank cuts them, with their character offsets.

Tokens never cross white space. So the tokens of each distinct piece between spaces are found once and remembered: a
running text repeats its pieces so often that this is an order of magnitude faster than matching everywhere. Text that
is already tokenised passes through unchanged, except pieces that its tokeniser would have split.
"""

from __future__ import annotations

import re
from typing import Final

from simplifier.languages.analysis.tokens import IGNORABLE, Token, normalise

__all__ = ["tokenise", "tokenise_forms"]

_CACHE_LIMIT: Final = 200_000

# Control characters, the zero-width space and the byte order mark separate tokens like white space does.
# A piece longer than any word is cut, so that the remembered pieces stay small.
_PIECE: Final = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u200b\ufeff]{1,512}")

_LETTER: Final = r"[^\W\d_]"
_WORD: Final = rf"[\w\u0300-\u036f{IGNORABLE}]+"
_SUFFIX: Final = (
    "com|org|net|edu|gov|mil|info|biz|co|uk|eu|de|fr|ca|io|tv"
    "|html?|php|pdf|txt|jpe?g|png|gif|exe|zip|mp[34]|csv|xml|json|js|py"
)
_TOKEN: Final = re.compile(
    rf"""
      (?i:https?|ftp)://[^\s<>"“”]*[\w/]                      # web addresses, less a final mark
    | (?i:www)\.[^\s<>"“”]*[\w/]
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+                            # e-mail
    | -[LlRr][RrSsCc][Bb]-                                    # Treebank brackets
    | </?{_LETTER}[^<>\s]*>                                   # markup
    | &(?:[A-Za-z]{{2,8}}|\#\d{{1,6}});
    | [Pp]h\.?[Dd]\.?(?!\w)
    | (?:{_LETTER}\.)+{_LETTER}\.?(?!\w)                      # U.S., e.g., U.S.A
    | (?:{_LETTER}\.){{2,}}                                   # J.K. in J.K.Rowling
    | (?:US|NZ|HK|[ACR])\$ | [Cc]\+\+
    | ``|''|´´
    | ['’](?i:s|m|d|ll|re|ve|em|tis|twas|til|cause|n)(?!\w)   # 's, 'em
    | ['’]\d\ds?(?!\w)                                        # '90s
    | ([-–—―.=*~\#^])\1+                                      # rules, long dashes, ellipses
    | (?<![\w.])[-+−]?\.\d+(?!\w)                             # .5
    | (?P<word>
        (?:(?<!\w)[-−](?=\d))?
        {_WORD}
        (?:
            (?: [-‐‑](?=\w) | ['’](?={_LETTER}) | &(?=\w) | (?<=\d)[.,:/](?=\d) | \.(?=(?:{_SUFFIX})\b) )
            {_WORD}
        )*
        (?:(?<={_LETTER})-(?=$|[,;)]))?                       # pre- and post-war
      )
      (?P<period>\.(?![\w.]))?
    | \S
    """,
    re.VERBOSE,
)

_CONTRACTION: Final = re.compile(r"(?<=.)(?:n['’]t|['’](?:s|m|d|ll|re|ve))$", re.IGNORECASE)
_FUSED: Final = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3}
_CLOSERS: Final = "\"'”’)]}»"

# Words that keep their full stop unless it ends the text.
_ABBREVIATIONS: Final = frozenset(
    """
    mr mrs ms dr prof rev fr sr jr st ste mt ft capt cmdr col cpl gen lt maj sgt adm gov sen rep pres hon esq
    messrs mme mlle inc ltd co corp bros plc llc dept univ assn assoc est govt natl intl
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat
    ave blvd rd hwy ct sq bldg
    ala ariz ark calif colo conn del fla ga ill ind kan ky la md mich minn miss mont neb nev okla ore pa penn
    tenn tex va vt wash wis wyo
    vs viz cf al etc approx ca c ed eds trans repr suppl esp incl excl ext resp
    """.split()
)
# Words that keep their full stop only before a number.
_NUMBERED: Final = frozenset("no nos p pp vol vols fig figs art arts sec ch chap eq op ver pt".split())

_Parts = tuple[tuple[str, int, int], ...]
_parts: dict[tuple[str, str], _Parts] = {}
# The form of every piece that is one token whatever follows, by the piece.
_whole: dict[str, str] = {}


def _keeps_period(word: str, piece: str, end: int, following: str) -> bool:
    """Return whether the full stop after ``word``, ending at ``end`` of ``piece``, belongs to the word."""
    if not following and not piece[end:].strip(_CLOSERS):
        return False
    word = word.lower()
    if len(word) == 1:
        return word.isalpha()
    return word in _ABBREVIATIONS or (word in _NUMBERED and following == "0")


def _split_word(surface: str, start: int) -> list[tuple[str, int, int]]:
    """Cut contractions off a word: ``don't`` is ``do n't``, ``she'd've`` is ``she 'd 've``."""
    tail: list[tuple[str, int, int]] = []
    if "'" in surface or "’" in surface:
        while match := _CONTRACTION.search(surface):
            at = match.start()
            tail.append((normalise(surface[at:]), start + at, start + len(surface)))
            surface = surface[:at]
    cut = _FUSED.get(surface.lower())
    if cut is not None:
        tail.append((normalise(surface[cut:]), start + cut, start + len(surface)))
        surface = surface[:cut]
    tail.append((normalise(surface), start, start + len(surface)))
    tail.reverse()
    return tail


def _split(piece: str, following: str) -> _Parts:
    if piece.isalpha() and piece.isascii() and piece.lower() not in _FUSED:  # most pieces: one token, lowercased
        return ((piece.lower(), 0, len(piece)),)
    parts: list[tuple[str, int, int]] = []
    for match in _TOKEN.finditer(piece):
        start, end = match.span()
        word = match["word"]
        if word is None:
            parts.append((normalise(match[0]), start, end))
            continue
        if match["period"] is None:
            parts.extend(_split_word(word, start))
        elif _keeps_period(word, piece, end, following):
            parts.append((normalise(match[0]), start, end))
        else:
            parts.extend(_split_word(word, start))
            parts.append((".", end - 1, end))
    return tuple(parts)


def _parts_of(piece: str, following: str) -> _Parts:
    key = (piece, following)
    parts = _parts.get(key)
    if parts is None:
        if len(_parts) >= _CACHE_LIMIT:
            _parts.clear()
            _whole.clear()
        parts = _parts[key] = _split(piece, following)
        if len(parts) == 1 and parts[0][1:] == (0, len(piece)) and "." not in piece:
            _whole[piece] = parts[0][0]
    return parts


def _following(pieces: list[str], index: int) -> str:
    """Return what follows a piece: "" for nothing, "0" for a number, "a" for anything else."""
    if index + 1 == len(pieces):
        return ""
    return "0" if pieces[index + 1][0].isdigit() else "a"


def tokenise(text: str) -> list[Token]:
    """Return the tokens of one sentence of running (or already tokenised) text."""
    tokens: list[Token] = []
    add, new = tokens.append, tuple.__new__  # makes a named tuple without the cost of its own `__new__`
    pieces = _PIECE.findall(text)
    spaced = " ".join(pieces) == text  # true of nearly all text, where places need no search
    known = _whole
    place = 0
    for index, piece in enumerate(pieces):
        if not spaced:
            place = text.index(piece, place)
        end = place + len(piece)
        form = known.get(piece)
        if form is not None:
            add(new(Token, (piece, form, place, end)))
        else:
            following = _following(pieces, index) if "." in piece else ""
            for form, first, last in _parts_of(piece, following):
                add(new(Token, (piece[first:last], form, place + first, place + last)))
        place = end + spaced
    return tokens


def tokenise_forms(text: str) -> list[str]:
    """Return the decoder forms of one sentence: ``[token.form for token in tokenise(text)]``, faster."""
    forms: list[str] = []
    pieces = _PIECE.findall(text)
    for index, piece in enumerate(pieces):
        following = _following(pieces, index) if "." in piece else ""
        forms.extend([part[0] for part in _parts_of(piece, following)])
    return forms
