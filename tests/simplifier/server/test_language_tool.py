"""LanguageTool's protocol: by hand, and by a client of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.record.edits import EditKind
from simplifier.server import language_tool
from simplifier.server.language_tool import CheckedText
from simplifier.server.models import ModelPool
from simplifier.server.requests import Options
from simplifier.server.work import Stop
from tests.simplifier.server.serving import client_of, running

TEXT = "😀 A very humorous  man.\nThe committee commenced."


@pytest.fixture(scope="module")
def client(toy: ModelPool) -> Iterator[Any]:
    with client_of(toy) as client:
        yield client


def check(client: Any, **parameters: str) -> dict[str, Any]:
    answer = client.post("/v2/check", data={"language": "en-US", **parameters})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def cut(text: str, match: dict[str, Any]) -> str:
    """Return the words of a match; its offsets are UTF-16 units."""
    units = text.encode("utf-16-le")
    return units[2 * match["offset"] : 2 * (match["offset"] + match["length"])].decode("utf-16-le")


def told(text: str, answer: dict[str, Any]) -> list[tuple[str, list[str], str]]:
    return [
        (cut(text, match), [one["value"] for one in match["replacements"]], match["rule"]["id"])
        for match in answer["matches"]
    ]


def test_matches_are_our_changes(client: Any) -> None:
    answer = check(client, text=TEXT)
    assert told(TEXT, answer) == [
        ("very ", [""], "NEEDLESS_WORDS"),
        ("humorous", ["funny"], "PLAIN_WORDS"),
        ("committee", ["group"], "PLAIN_WORDS"),
        ("commenced", ["started"], "PLAIN_WORDS"),
    ]
    first, second = answer["matches"][:2]
    assert first["message"] == "“very” can go."
    assert second["message"] == "“funny” is plainer than “humorous”."
    context = second["context"]
    assert context["text"] == TEXT.replace("\n", " ")[:61]
    assert cut(context["text"], context) == "humorous"
    assert second["rule"]["category"] == {"id": "PLAIN_ENGLISH", "name": "Plain language"}
    assert answer["language"]["code"] == "en-US"
    assert [cut(TEXT, {"offset": a, "length": b - a}) for a, b in answer["sentenceRanges"]] == TEXT.split("\n")


def test_picky_offers_what_was_beaten(client: Any) -> None:
    answer = check(client, text="A humorous man.", level="picky")
    assert told("A humorous man.", answer) == [("A humorous", ["A funny", "An amusing"], "PLAIN_WORDS")]
    answer = check(client, text="The humorous man.", level="picky")
    assert told("The humorous man.", answer) == [("humorous", ["funny", "amusing"], "PLAIN_WORDS")]
    # Where markup parts the article from the words, what needs another article is left out.
    parts = [{"text": "A "}, {"markup": "<b>"}, {"text": "humorous man."}]
    answer = check(client, data=json.dumps({"annotation": parts}), level="picky")
    assert told("A <b>humorous man.", answer) == [("humorous", ["funny"], "PLAIN_WORDS")]


def test_by_address_as_well(client: Any) -> None:
    parameters = {"text": "A humorous man.", "language": "auto"}
    answer = client.get("/v2/check", params=parameters).json()
    assert told("A humorous man.", answer) == [("humorous", ["funny"], "PLAIN_WORDS")]


def test_markup_is_not_read(client: Any) -> None:
    parts = [{"text": "A "}, {"markup": "<b>😀"}, {"text": "humorous"}, {"markup": "</b>"}, {"text": " man."}]
    sent = "".join(part.get("text", part.get("markup", "")) for part in parts)
    answer = check(client, data=json.dumps({"annotation": parts}))
    assert told(sent, answer) == [("humorous", ["funny"], "PLAIN_WORDS")]
    lines = [{"text": "Humorous"}, {"markup": "<p>", "interpretAs": "\n\n"}, {"text": "A large man."}]
    assert told("Humorous<p>A large man.", check(client, data=json.dumps({"annotation": lines})))[-1] == (
        "large",
        ["big"],
        "PLAIN_WORDS",
    )
    assert told("A large man.", check(client, data=json.dumps({"text": "A large man."})))[0][0] == "large"


def test_no_match_damages_markup(client: Any) -> None:
    def matches(*parts: dict[str, str]) -> list[tuple[str, list[str], str]]:
        sent = "".join(part.get("text", part.get("markup", "")) for part in parts)
        return told(sent, check(client, data=json.dumps({"annotation": parts})))

    # What stands for a placeholder stays, and the words beside it are free.
    placeholder = {"markup": "{count}", "interpretAs": "humorous"}
    assert matches({"text": "A "}, placeholder, {"text": " large man."}) == [("large", ["big"], "PLAIN_WORDS")]
    one_for_one = {"markup": "h", "interpretAs": "h"}
    assert matches({"text": "A "}, one_for_one, {"text": "umorous man."}) == []
    # A border within the words of a change stays where it is.
    assert matches({"text": "A humor"}, {"markup": "<i>"}, {"text": "ous"}, {"markup": "</i>"}, {"text": " man."}) == []
    assert matches({"text": "A "}, {"markup": "<b>"}, {"text": "very"}, {"markup": "</b>"}, {"text": " man."}) == []
    # Text that is sent in pieces is one text.
    assert matches({"text": "A humor"}, {"text": "ous man."}) == [("humorous", ["funny"], "PLAIN_WORDS")]


def written(text: str, match: dict[str, Any]) -> str:
    """Return a text with the first replacement of a match made."""
    units = text.encode("utf-16-le")
    place, new = 2 * match["offset"], match["replacements"][0]["value"].encode("utf-16-le")
    return (units[:place] + new + units[place + 2 * match["length"] :]).decode("utf-16-le")


REWORDED = (
    "The applicant must have lived here for three consecutive months, in the event that the form is received late.",
    "😀 The centre at which the person was tested on the subject of English must be approved by the committee.",
    "Officers shall make a decision at the earliest opportunity, and the applicant has the right of appeal.",
    "The device was utilised by numerous participants who were in attendance at the meeting.",
)


@pytest.mark.parametrize("level", ["default", "picky"])
def test_each_match_makes_its_change_in_the_text_that_was_sent(embedded: ModelPool, level: str) -> None:
    """Rewording rules are on, splits off; the places are those of the user's text."""
    simplifier = embedded.get(Options(preset="bold", split=False, bullets=False))
    kinds = set()
    for text in REWORDED:
        result = simplifier.simplify(text)
        kinds |= {one.kind for one in result.changes}
        parameters = {"language": "en", "level": level, "disabledRules": "OFFERED"}
        answer, _ = language_tool.check(simplifier, CheckedText.plain(text), parameters, Stop(60), 1000)
        expected = [result.with_changes([one.number]) for one in result.changes]
        assert [written(text, match) for match in answer["matches"]] == expected
    assert {EditKind.REWORD, EditKind.WORD} <= kinds


def test_what_may_help_is_offered_where_it_is_asked_for(embedded: ModelPool) -> None:
    simplifier = embedded.get(Options(split=False, bullets=False))
    text = "The device was utilised by numerous participants in order to facilitate it."
    annotated = [{"text": text[:61]}, {"markup": "<b>"}, {"text": text[61:65]}, {"markup": "</b>"}, {"text": text[65:]}]

    def offered(checked: CheckedText, **parameters: str) -> dict[str, dict[str, Any]]:
        asked = {"language": "en", **parameters}
        answer, _ = language_tool.check(simplifier, checked, asked, Stop(60), 1000)
        places = [match["offset"] for match in answer["matches"]]
        assert places == sorted(places)
        assert {"utilised", "numerous"} <= {cut(text, match) for match in answer["matches"]}
        return {cut(text, match): match for match in answer["matches"] if match["rule"]["id"] == "OFFERED"}

    plain = CheckedText.plain(text)
    assert offered(plain) == {}
    assert offered(plain, level="picky", disabledRules="OFFERED") == {}
    found = offered(plain, level="picky")
    match = found["facilitate"]
    assert (match["type"], match["replacements"]) == ({"typeName": "Hint"}, [{"value": "help"}])
    assert match["message"].startswith("Possible: “help” for “facilitate” (")
    marked = CheckedText.of({"data": json.dumps({"annotation": annotated})})
    assert "facilitate" not in offered(marked, level="picky")


WORDS = st.sampled_from(["A", "very", "humorous", "large", "man.", "The", "committee", "commenced", "😀", "an", "old"])
SPACES = st.sampled_from([" ", " ", " ", "", "\n"])
TEXTS = st.lists(st.tuples(WORDS, SPACES), min_size=1, max_size=5).map(lambda parts: "".join(map("".join, parts)))
MARKUP = st.sampled_from(["<b>", "</b>", "{n}", "😀", "x", ""])
PARTS = st.one_of(
    TEXTS.map(lambda text: {"text": text}),
    TEXTS.flatmap(lambda text: st.integers(1, len(text)).map(lambda place: {"text": text[:place]})),
    MARKUP.map(lambda markup: {"markup": markup}),
    st.tuples(MARKUP, TEXTS).map(lambda pair: {"markup": pair[0], "interpretAs": pair[1]}),
)


@settings(max_examples=300, deadline=None)
@given(parts=st.lists(PARTS, max_size=9))
def test_each_match_leaves_all_markup_whole(toy: ModelPool, parts: list[dict[str, str]]) -> None:
    """Cut at the match, the sent parts are those from before: the words of the match stand in parts of text alone."""
    data = json.dumps({"annotation": parts})
    answer, _ = language_tool.check(toy.model, CheckedText.of({"data": data}), {"language": "en-US"}, Stop(60), 1000)
    for match in answer["matches"]:
        start, end, here, words = match["offset"], match["offset"] + match["length"], 0, b""
        assert start < end
        for part in parts:
            units = part.get("text", part.get("markup", "")).encode("utf-16-le")
            there = here + len(units) // 2
            if "text" in part:
                words += units[2 * max(0, start - here) : 2 * max(0, end - here)]
            else:
                assert there <= start or end <= here or there == here
            here = there
        context = match["context"]
        assert words.decode("utf-16-le") == cut(context["text"], context)
    sent = "".join(part.get("text", part.get("markup", "")) for part in parts)
    length = len(sent.encode("utf-16-le")) // 2
    assert all(0 <= start <= end <= length for start, end in answer["sentenceRanges"])


@pytest.mark.parametrize(
    ("parameters", "rules"),
    [
        ({"disabledRules": "PLAIN_WORDS"}, ["NEEDLESS_WORDS"]),
        ({"disabledRules": "A, NEEDLESS_WORDS"}, ["PLAIN_WORDS"]),
        ({"enabledOnly": "true", "enabledRules": "NEEDLESS_WORDS"}, ["NEEDLESS_WORDS"]),
        ({"enabledOnly": "true", "enabledCategories": "PLAIN_ENGLISH"}, ["NEEDLESS_WORDS", "PLAIN_WORDS"]),
        ({"disabledCategories": "PLAIN_ENGLISH"}, []),
        ({"enabledRules": "OTHERS"}, ["NEEDLESS_WORDS", "PLAIN_WORDS"]),
    ],
)
def test_rules_on_and_off(client: Any, parameters: dict[str, str], rules: list[str]) -> None:
    answer = check(client, text="A very humorous man.", **parameters)
    assert [match["rule"]["id"] for match in answer["matches"]] == rules


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"text": "x"}, "Error: Missing 'language' parameter"),
        (
            {"text": "x", "language": "de-DE"},
            "Error: this is not a language code known here; supported: en, en-US",
        ),
        ({"language": "en"}, "Error: Missing 'text' or 'data' parameter"),
        ({"language": "en", "data": "{}"}, "Error: 'data' must be JSON"),
        (
            {"language": "en", "data": '{"annotation": [{"text": "a", "markup": "b"}]}'},
            "Error: 'data' must be JSON",
        ),
        ({"language": "en", "data": '{"annotation": [{"text": 1}]}'}, "Error: 'data' must be JSON"),
        ({"language": "en", "data": "[1]"}, "Error: 'data' must be JSON"),
    ],
)
def test_wrong_requests(client: Any, parameters: dict[str, str], message: str) -> None:
    answer = client.post("/v2/check", data=parameters)
    assert answer.status_code == 400 and answer.text.startswith(message)


def test_languages_and_software(client: Any) -> None:
    languages = client.get("/v2/languages").json()
    assert {"name": "English (US)", "code": "en", "longCode": "en-US"} in languages
    assert client.get("/v2/info").json()["software"]["name"] == "Simplifier"
    well = client.get("/v2/healthcheck")
    assert (well.status_code, well.text, well.headers["content-type"]) == (200, "OK", "text/plain; charset=utf-8")


@pytest.mark.filterwarnings("ignore")  # of the client
def test_a_client_of_the_protocol(toy_config: Path) -> None:
    package = pytest.importorskip(
        "language_tool_python", reason="needs language_tool_python (extra 'test'), a client of the protocol"
    )
    with running("--config", toy_config) as server:
        tool = package.LanguageTool("en-US", remote_server=server.address.rstrip("/"))
        try:
            matches = tool.check(TEXT)
            assert [(TEXT[one.offset : one.offset + one.error_length], one.replacements) for one in matches] == [
                ("very ", [""]),
                ("humorous", ["funny"]),
                ("committee", ["group"]),
                ("commenced", ["started"]),
            ]
            assert package.utils.correct(TEXT, matches) == "😀 A funny  man.\nThe group started."
            assert matches[1].rule_id == "PLAIN_WORDS" and matches[1].category == "PLAIN_ENGLISH"
            tool.disabled_rules.add("PLAIN_WORDS")
            assert [one.rule_id for one in tool.check(TEXT)] == ["NEEDLESS_WORDS"]
        finally:
            tool.close()
        assert server.stop().code == 0
