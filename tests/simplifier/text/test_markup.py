from __future__ import annotations

import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.decoder import Replacement
from simplifier.languages import language_named
from simplifier.text import sentences_of
from simplifier.text.markup import marks_of, read_markup

ENGLISH = language_named("en")


def marks(line: str) -> tuple[str, list[tuple[tuple[bool, ...], list[Replacement], list[tuple[str, ...]]]]]:
    marked = read_markup(line, "f", 1)
    found = [marks_of(marked, sentence, ENGLISH) for sentence in sentences_of(marked, ENGLISH)]
    return str(marked), [(one.kept, list(one.replacements), list(one.surfaces)) for one in found]


def test_spans_become_tokens_of_their_sentences() -> None:
    text, found = marks(
        'We saw it. The <keep>large  House</keep>, a <replace with="New  York flat">residence</replace>.\n'
    )
    assert text == "We saw it. The large  House, a residence.\n"
    assert found[0] == ((), [], [])
    kept, replacements, surfaces = found[1]
    assert kept == (False, True, True, False, False, False, False)
    assert replacements == [Replacement(5, 6, ("new", "york", "flat"))]
    assert surfaces == [("New", "York", "flat")]


def test_a_cut_token_goes_along_whole() -> None:
    _, found = marks("un<keep>believ</keep>able self<replace with='made'>styled</replace>ness now")
    kept, replacements, _ = found[0]
    assert kept == (True, False, False)
    assert replacements == [Replacement(1, 2, ("selfmadeness",))]


def test_attributes_hold_entities_and_anything_else_is_text() -> None:
    text, found = marks('1 < 2 <b>a</b> &amp; <replace with="a &gt; &quot;b&quot; >c">x</replace>')
    assert text == "1 < 2 <b>a</b> &amp; x"
    assert "".join(found[0][2][0]) == 'a>"b">c'
    assert marks("<keeper> <replaced>")[0] == "<keeper> <replaced>"


def test_empty_replacement_deletes() -> None:
    assert marks('a <replace with="">very</replace> big')[1] == [((), [Replacement(1, 2, ())], [()])]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a <keep>b", "f:3: column 3: <keep> is not closed in its line; write </keep>"),
        ("a</keep> b", "column 2: </keep> closes nothing; write <keep> before it"),
        ("<keep>a</replace>", "column 8: </replace> closes nothing"),
        ("<keep>a <keep>b</keep></keep>", "column 9: <keep> inside <keep>; close that first"),
        ("<replace>a</replace>", 'column 1: broken markup; write <replace with="...">'),
        ('<keep with="b">a</keep>', "column 1: broken markup; write <keep>"),
        ('<replace to="b">a</replace>', "column 1: broken markup"),
        ('<replace with="b>a</replace>', "column 1: broken markup"),
        ("a <keep b", "column 3: broken markup; write <keep>"),
        ('<replace with="b"> </replace>', "column 1: nothing stands in <replace>; put it around words"),
    ],
)
def test_malformed_markup_is_one_clear_line(line: str, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_markup(line, "f", 3)
    assert problem in str(caught.value) and "\n" not in str(caught.value)


def test_a_replacement_stays_in_its_sentence() -> None:
    marked = read_markup('We saw <replace with="x">it. They</replace> went home.', "f", 7)
    with pytest.raises(InputError, match="f:7: <replace> goes over the end of a sentence"):
        [marks_of(marked, sentence, ENGLISH) for sentence in sentences_of(marked, ENGLISH)]
