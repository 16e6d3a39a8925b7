"""LanguageTool's HTTP protocol, so that its clients show our suggestions as they are.

Addresses, parameters and answers follow https://languagetool.org/http-api/. Offsets count UTF-16 code units, as
its clients do.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Any, Final, NamedTuple

from simplifier.base.installation import package_version
from simplifier.languages import Language
from simplifier.pipeline import Simplifier
from simplifier.record.edits import Change, NewWords, applied
from simplifier.record.offers import Offer, fitted, offers_of
from simplifier.record.reasons import ReasonKind
from simplifier.record.result import SentenceResult
from simplifier.server.answers import rewrite
from simplifier.server.work import Stop
from simplifier.suggestions.kinds import KINDS, OFFERED, kind_of, offered, told
from simplifier.text.markup import MarkedText
from simplifier.web.refusal import Refusal

__all__ = ["CheckedText", "check", "languages", "software"]

#: The most characters of context on each side of a match.
_CONTEXT: Final = 40
_LAST_WORD: Final = re.compile(r"\S+\s*$")
_FIRST_WORD: Final = re.compile(r"\s*\S+")
_CATEGORY: Final = {"id": "PLAIN_ENGLISH", "name": "Plain language"}
#: The varieties of a language that clients ask for, by its code.
_VARIETIES: Final = {"en": ("en", "en-US", "en-GB", "en-AU", "en-CA", "en-NZ", "en-ZA")}


class CheckedText(NamedTuple):
    """A text without its markup.

    Attributes:
        text: the text that is rewritten; what stands for markup is marked in it as kept.
        places: the places in the sent text, in UTF-16 units: one for each character, and one for the end.
        read: the half-open spans of the text that stand for markup, in order.
    """

    text: str
    places: list[int]
    read: list[tuple[int, int]]

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> CheckedText:
        """Return the text of a request: its ``text``, or its annotated ``data``.

        Raises:
            Refusal: 400 if neither is given, or the data have another form.
        """
        if "text" in parameters:
            return cls.plain(parameters["text"])
        if "data" not in parameters:
            raise Refusal(400, "Missing 'text' or 'data' parameter")
        try:
            data = json.loads(parameters["data"])
            parts = [{"text": data["text"]}] if "text" in data else data["annotation"]
            return cls._annotated(parts)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Refusal(400, "'data' must be JSON with 'text' or a list 'annotation'") from None

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the place in the sent text of a span, which has at least one character: its first unit, and its end.

        The result is None where other words in that place would damage markup: some stands within the span, or a
        part of the span stands for markup.
        """
        following = bisect_right(self.read, start, key=lambda span: span[1])
        if following < len(self.read) and self.read[following][0] < end:
            return None
        first, last = self.places[start], self._end(end)
        return (first, last) if last - first == sum(map(_units, self.text[start:end])) else None

    def around(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the sent text of a span, with the whole of any markup that its ends stand for."""
        return self.places[start], self._end(end)

    def _end(self, place: int) -> int:
        """Return the end in the sent text of a span that ends at a place of the text, without markup behind it."""
        before = bisect_left(self.read, place, key=lambda span: span[1])
        if before < len(self.read) and self.read[before][0] < place:  # the span ends in what stands for markup
            return self.places[self.read[before][1]]
        return min(self.places[place], self.places[place - 1] + _units(self.text[place - 1]))

    @classmethod
    def plain(cls, text: str) -> CheckedText:
        """Return a text without markup."""
        return cls(text, list(accumulate(map(_units, text), initial=0)), [])

    @classmethod
    def _annotated(cls, parts: Sequence[Mapping[str, str]]) -> CheckedText:
        """Join parts of text and of markup; markup is read as its ``interpretAs``, or else as nothing."""
        pieces: list[str] = []
        places: list[int] = []
        fixed: list[tuple[int, int]] = []
        here = 0
        for part in parts:
            if ("text" in part) == ("markup" in part):
                raise ValueError("either text or markup")
            sent = part["text"] if "text" in part else part["markup"]
            if "text" in part:
                pieces.append(sent)
                places += [here + place for place in cls.plain(sent).places[:-1]]
            else:
                pieces.append(part.get("interpretAs", ""))
                begin = len(places)
                places += [here] * len(pieces[-1])
                if begin < len(places):
                    fixed.append((begin, len(places)))
            here += sum(map(_units, sent))
        return cls(MarkedText.keeping("".join(pieces), fixed), [*places, here], fixed)


def check(
    simplifier: Simplifier, checked: CheckedText, parameters: Mapping[str, str], stop: Stop, most: int
) -> tuple[dict[str, Any], int]:
    """Return the answer to a check, and the number of sentences.

    With ``level=picky``, matches also have the next best changes, and there are matches for what may be offered.

    Args:
        simplifier: a model that does not split sentences.
        checked: the text.
        parameters: the parameters of the request.
        stop: as for `rewrite`.
        most: the most sentences that are accepted, as for `rewrite`.
    """
    language = _language(simplifier, parameters.get("language", ""))
    wanted = _wanted_rules(parameters)
    found = rewrite(simplifier, checked.text, stop, most, explain=parameters.get("level") == "picky")
    matches: list[dict[str, Any]] = []
    own_language = simplifier.language
    for sentence in found.sentences:
        own = [_change(checked, sentence, one, own_language) for one in sentence.changes if kind_of(one) in wanted]
        if OFFERED in wanted:
            own += [_offer(checked, sentence, one) for one in offers_of(sentence, own_language)]
        matches += sorted((one for one in own if one is not None), key=itemgetter("offset"))
    ranges = [list(checked.around(one.start, one.end)) for one in found.sentences]
    answer = {
        "software": software(),
        "warnings": {"incompleteResults": False},
        "language": language,
        "matches": matches,
        "sentenceRanges": ranges,
    }
    return answer, len(found.sentences)


def languages(simplifier: Simplifier) -> list[dict[str, str]]:
    """Return the answer of /v2/languages."""
    code, name = simplifier.language.code, simplifier.language.name
    return [
        {"name": name if long == code else f"{name} ({long[3:]})", "code": code, "longCode": long}
        for long in _VARIETIES.get(code, (code,))
    ]


def software() -> dict[str, Any]:
    """Return the facts about the server that clients read."""
    return {"name": "Simplifier", "version": package_version(), "buildDate": "", "apiVersion": 1, "premium": False}


def _language(simplifier: Simplifier, asked: str) -> dict[str, Any]:
    """Return the part of the answer about the language.

    Raises:
        Refusal: 400 if the request names no language, or another than that of the model.
    """
    if not asked:
        raise Refusal(400, "Missing 'language' parameter, e.g. 'language=en-US' or 'language=auto'")
    known = [one["longCode"] for one in languages(simplifier)]
    code = known[0] if asked == "auto" else asked
    if code.lower() not in map(str.lower, known):
        raise Refusal(400, f"this is not a language code known here; supported: {', '.join(known)}, auto")
    name = simplifier.language.name
    detected = {"name": name, "code": code, "confidence": 1.0, "source": "model"}
    return {"name": name, "code": code, "detectedLanguage": detected}


def _wanted_rules(parameters: Mapping[str, str]) -> set[str]:
    """Return the names of the rules that a request leaves switched on."""

    def listed(name: str) -> set[str]:
        return {one.strip() for one in parameters.get(name, "").split(",") if one.strip()}

    if parameters.get("enabledOnly") in ("true", "yes"):
        if _CATEGORY["id"] in listed("enabledCategories"):
            return set(KINDS)
        return set(KINDS) & listed("enabledRules")
    if _CATEGORY["id"] in listed("disabledCategories"):
        return set(KINDS) & listed("enabledRules")
    return set(KINDS) - listed("disabledRules")


def _change(
    checked: CheckedText, sentence: SentenceResult, change: Change, language: Language
) -> dict[str, Any] | None:
    """Return the match of a change; None where markup is in the way."""
    source = sentence.source
    made = NewWords(change.start, change.end, change.target(source))
    choice = [made, *_beaten(sentence, change, language)]
    for first, last in _places(source, change, min(one.start for one in choice)):
        start, end = sentence.start + first, sentence.start + last
        sent = checked.span(start, end)
        if sent is not None:
            break
    else:
        return None
    # A place may be too narrow for one of the others, which has another article.
    fitting = [one._replace(start=one.start - first, end=one.end - first) for one in choice if first <= one.start]
    replacements = list(dict.fromkeys(applied(source[first:last], [one]) for one in fitting))
    message = told(change, source[first:last], replacements[0])
    return _match(checked, sentence, (start, end), sent, kind_of(change), message, replacements)


def _offer(checked: CheckedText, sentence: SentenceResult, offer: Offer) -> dict[str, Any] | None:
    """Return the match of a change that may be offered; None where markup is in the way."""
    place = sentence.start + offer.start, sentence.start + offer.end
    sent = checked.span(*place)
    if sent is None:
        return None
    return _match(checked, sentence, place, sent, OFFERED, offered(offer), [offer.target], "Hint")


def _match(
    checked: CheckedText,
    sentence: SentenceResult,
    place: tuple[int, int],
    sent: tuple[int, int],
    rule: str,
    message: str,
    replacements: Sequence[str],
    kind: str = "Other",
) -> dict[str, Any]:
    """Return a match in the form of the protocol.

    Args:
        checked: the text.
        sentence: the sentence with the place.
        place: the half-open characters of the text that are to be replaced.
        sent: their place in the sent text, in UTF-16 units.
        rule: the name of the rule, one of `KINDS`.
        message: one line for people.
        replacements: what may stand in the place, best first.
        kind: the protocol's kind of match, ``Other`` or ``Hint``.
    """
    start, end = place
    left, right = max(0, start - _CONTEXT), min(len(checked.text), end + _CONTEXT)
    before = ("..." if left else "") + checked.text[left:start]
    behind = checked.text[end:right] + ("..." if right < len(checked.text) else "")
    length = sum(map(_units, checked.text[start:end]))
    return {
        "message": message,
        "shortMessage": KINDS[rule],
        "replacements": [{"value": value} for value in replacements],
        "offset": sent[0],
        "length": sent[1] - sent[0],
        "context": {
            "text": f"{before}{checked.text[start:end]}{behind}".replace("\n", " "),
            "offset": sum(map(_units, before)),
            "length": length,
        },
        "sentence": sentence.source,
        "type": {"typeName": kind},
        "rule": {
            "id": rule,
            "description": KINDS[rule],
            "issueType": "style",
            "category": dict(_CATEGORY),
        },
        "ignoreForIncompleteSentence": False,
        "contextForSureMatch": -1,
    }


def _places(source: str, change: Change, widest: int) -> list[tuple[int, int]]:
    """Return where the words of a change may be put, best first.

    A change that only puts something in takes the word before or behind it along.

    Args:
        source: the sentence.
        change: the change.
        widest: where the place begins if it is to hold an article before the change too.
    """
    if change.start < change.end:
        return list(dict.fromkeys([(widest, change.end), (change.start, change.end)]))
    before = _LAST_WORD.search(source, 0, change.start)
    following = _FIRST_WORD.match(source, change.end)
    return [
        *([] if before is None else [(before.start(), change.end)]),
        *([] if following is None else [(change.start, following.end())]),
    ]


def _beaten(sentence: SentenceResult, change: Change, language: Language) -> list[NewWords]:
    """Return the other changes of the same words that nothing forbids; an empty list without an explanation.

    Where one needs another article, the article before the words is part of its place.
    """
    if sentence.explanation is None:
        return []
    source, whole = sentence.source, (change.start, change.end)
    found: list[NewWords] = []
    for phrase in sentence.explanation.changed:
        for one in phrase.runners_up if phrase.place == whole else ():
            if one.reason.kind is ReasonKind.OTHER and one.place == whole:
                places = fitted(source, *whole, one.target, language)
                start = places[0].start
                inner = [place._replace(start=place.start - start, end=place.end - start) for place in places]
                found.append(NewWords(start, change.end, applied(source[start : change.end], inner)))
    return found


def _units(character: str) -> int:
    """Return the number of UTF-16 code units of one character."""
    return 2 if ord(character) > 0xFFFF else 1
