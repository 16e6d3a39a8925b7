from __future__ import annotations

import difflib
import gzip
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.languages import language_named
from simplifier.languages.en.tokenizer import tokenise
from simplifier.record.result import assembled
from simplifier.text import OutputWord, Realisation, pretokenised, realise
from simplifier.text.segmentation import sentences_of
from tests.simplifier.record.decoding import plain

ENGLISH = language_named("en")


def rewrite(text: str, target: str, tokenised: bool = False, names: tuple[int, ...] = ()) -> Realisation:
    """Realise the new forms ``target``; equal stretches are copies, the rest are changes."""
    tokens = pretokenised(text) if tokenised else tokenise(text)
    before, after = [token.form for token in tokens], target.split()
    output: list[OutputWord] = []
    changes: list[tuple[int, ...]] = []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation == "equal":
            output += [OutputWord(before[place], place) for place in range(a, b)]
        else:
            changes.append(tuple(range(a, b)))
            output += [OutputWord(form, None, len(changes) - 1) for form in after[c:d]]
    return realise(text, tokens, output, changes, ENGLISH, names=names, tokenised=tokenised)


@pytest.mark.parametrize(
    ("text", "target", "result"),
    [
        ("The committee commenced deliberations.", "the group started talks .", "The group started talks."),
        ("Take “deliberate”  steps, OK?", 'take " careful " steps , ok ?', "Take “careful”  steps, OK?"),
        ("The  dog\tcommenced.", "the cat started .", "The  cat\tstarted."),
        # casing
        ("IMPORTANT: Commence.", "big : start .", "BIG: Start."),
        ("THE COMMITTEE COMMENCED IT.", "the group began it .", "THE GROUP BEGAN IT."),
        ("A NASA man.", "a space agency man .", "A space agency man."),
        ("The Committee left.", "the group left .", "The Group left."),
        ("Numerous people left.", "many people left .", "Many people left."),
        ("The Asian man.", "the chinese man .", "The Chinese man."),
        ("iPhone sales rose.", "sales rose .", "Sales rose."),
        ("numerous men .", "many men .", "many men ."),
        ("12 men left Rome.", "twelve men left rome .", "Twelve men left Rome."),
        # articles
        ("It was a long hour.", "it was a hour .", "It was an hour."),
        ("It was an enormous union.", "it was an union .", "It was a union."),
        ("An enormous dog.", "an big dog .", "A big dog."),
        ('He took a "humble" view.', 'he took a " honest " view .', 'He took an "honest" view.'),
        ("A historic an hero went away.", "a historic an hero left .", "A historic an hero left."),
        # possessives
        ("A fortnight's notice is due.", "two weeks 's notice is due .", "Two weeks' notice is due."),
        ("The inhabitants’ homes.", "the people ' homes .", "The people’s homes."),
        ("The inhabitants' homes.", "the residents ' homes .", "The residents' homes."),
        ("The employer's house.", "the boss 's house .", "The boss's house."),
        ("At 'the inhabitants' he left.", "at ' the people ' he left .", "At 'the people' he left."),
        # marks of which English says nothing
        ("¡Additional people!", "¡ extra people !", "¡Extra people!"),
        ("—Additional people.", "-- extra people .", "—Extra people."),
        ("people—additional men", "people -- more men", "people—more men"),
        ("people — additional men", "people -- more men", "people — more men"),
        ("**Additional** men.", "** extra ** men .", "**Extra** men."),
        # deletions and stray marks
        ("However, he went.", ", he went .", "He went."),
        ("Today, however, we go.", "today , , we go .", "Today, we go."),
        ("We go, however.", "we go , .", "We go."),
        ("The (very big) dog.", "the ( ) dog .", "The dog."),
        ("The dog (very) barks.", "the dog barks .", "The dog barks."),
        ('A "so-called" dog.', 'a " " dog .', "A dog."),
        ("Gone.", "", ""),
        # spacing
        ("He does not use it.", "he can not use it .", "He can not use it."),
        ("He refuses to go.", "he can not go .", "He cannot go."),
        ("He shouldn't go.", "he ca n't go .", "He can't go."),
        ("He refuses to go – it’s late.", "he wo n't go -- it 's late .", "He won’t go – it’s late."),
        ("Prices (approximately) rose.", "prices ( about ) rose .", "Prices (about) rose."),
        ("In the vicinity\nof the town he is.", "near the town he is .", "Near\nthe town he is."),
        ("House of Jane", "jane 's house", "Jane's house"),
    ],
)  # fmt: skip
def test_writes_new_words_naturally(text: str, target: str, result: str) -> None:
    assert rewrite(text, target).text == result


@pytest.mark.parametrize(
    ("text", "target", "result"),
    [
        ("It 's -LRB- approximately -RRB- ten .", "it 's ( about ) ten .", "It 's -LRB- about -RRB- ten ."),
        ("he refuses to go , now .", "he ca n't go , now .", "he ca n't go , now ."),
        ("today , however , we go .", "today , , we go .", "today , we go ."),
        ("a fortnight 's notice .", "two weeks 's notice .", "two weeks ' notice ."),
    ],
)
def test_tokenised_text_is_joined_by_spaces(text: str, target: str, result: str) -> None:
    assert rewrite(text, target, tokenised=True).text == result


def test_reports_where_changes_and_repairs_stand() -> None:
    result = rewrite("However, he saw a large hour.", ", he saw a hour .")
    assert result.text == "He saw an hour."
    assert result.spans == ((0, 0), (10, 10))
    assert [(repair.kind, repair.target) for repair in result.repairs] == [
        ("punctuation", ""),
        ("capital", "He"),
        ("article", "an"),
    ]
    assert [result.text[repair.start : repair.end] for repair in result.repairs] == ["", "He", "an"]
    result = rewrite("A fortnight's notice.", "two weeks 's notice .")
    assert [(repair.kind, repair.target) for repair in result.repairs] == [("ending", "'")]


def test_a_displaced_first_word_loses_its_capital_unless_it_is_a_name() -> None:
    tokens = tokenise("Today he left.")
    output = [OutputWord("he", 1), OutputWord("left", 2), OutputWord("today", 0), OutputWord(".", 3)]
    assert realise("Today he left.", tokens, output, [], ENGLISH).text == "He left today."
    assert realise("Today he left.", tokens, output, [], ENGLISH, names={0}).text == "He left Today."


def identity(paragraph: str, tokenised: bool = False) -> str:
    outputs = []
    found = sentences_of(paragraph, ENGLISH, tokenised=tokenised)
    for sentence in found:
        copies = [OutputWord(token.form, place) for place, token in enumerate(sentence.tokens)]
        outputs.append(realise(sentence.text, sentence.tokens, copies, [], ENGLISH, tokenised=tokenised).text)
    decoded = [plain(one.text, one.start, output) for one, output in zip(found, outputs, strict=True)]
    return assembled(paragraph, decoded).text


def real_text(root: Path) -> Iterator[str]:
    for path in ("asset/valid.src", "turkcorpus/tune.truecase.src", "documents/dwikipedia.valid.src"):
        with (root / path).open(encoding="utf-8", newline="") as lines:
            yield from islice(lines, 100 if path.startswith("documents") else None)
    for name in ("simple", "wikipedia", "general"):
        with gzip.open(root / "lm" / f"{name}.txt.gz", "rt", encoding="utf-8", newline="") as lines:
            yield from islice(lines, 0, 60_000, 30)


def test_identity_gives_real_text_back(shared_data: Path) -> None:
    count = 0
    for line in real_text(shared_data):
        count += 1
        assert identity(line) == line
        assert identity(line, tokenised=True) == line
    assert count > 10_000


@given(st.text() | st.text(alphabet="abA. ,\"'’“”()\n\r\t\u00a0\ufeff\u200b1"), st.booleans())
def test_identity_gives_any_text_back(text: str, tokenised: bool) -> None:
    assert identity(text, tokenised) == text


@given(st.data())
def test_text_around_an_edit_is_untouched(data: st.DataObject) -> None:
    """Any replaced stretch: what stood before and after comes back, and no space is doubled."""
    words = st.sampled_from(["dog", "Cat", "an", "a", "(", ")", ",", "it's", "“x”", "NASA", "12", "é", "hour"])
    text = " ".join(data.draw(st.lists(words, min_size=1, max_size=9))) + "."
    tokens = tokenise(text)
    start = data.draw(st.integers(0, len(tokens) - 1))
    end = data.draw(st.integers(start + 1, len(tokens)))
    new = data.draw(st.lists(st.sampled_from(["hour", "big", "can", "not", "n't", "'s"]), min_size=1, max_size=3))
    output = [OutputWord(token.form, place) for place, token in enumerate(tokens)]
    output[start:end] = [OutputWord(form, None, 0) for form in new]
    result = realise(text, tokens, output, [tuple(range(start, end))], ENGLISH)
    assert "  " not in result.text
    assert result.text == result.text.strip()
    first, last = result.spans[0]
    assert len(result.text[first:last].replace(" ", "").replace("'", "")) >= len("".join(new).replace("'", ""))
    kept = text[: tokens[start - 1].end] if start else ""
    if not result.repairs:
        assert result.text.startswith(kept)
        assert result.text.endswith(text[tokens[end].start :] if end < len(tokens) else "")


def test_a_name_of_the_sentence_is_written_as_it_stands_there() -> None:
    assert rewrite("The ill Rijeka doctor left.", "the rijeka rijeka doctor left .", names=(2,)).text == (
        "The Rijeka Rijeka doctor left."
    )
    assert rewrite("See The big man.", "see the the man .").text == "See The the man."


def test_a_gap_that_now_begins_the_sentence_takes_the_capital() -> None:
    text = "Both cats as well as dogs sleep."
    output = [OutputWord("cats", 1), OutputWord("and", None, 0)]
    output += [OutputWord(form, place) for place, form in enumerate(("dogs", "sleep", "."), 5)]
    assert realise(text, tokenise(text), output, [(0, 2, 3, 4)], ENGLISH).text == "Cats and dogs sleep."
