from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.evaluation.metrics.scenes import clauses_of
from simplifier.languages.analysis.findings import TaggedWords
from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.tree import Tree
from simplifier.languages.described import DescribedLanguage, Description, read_language
from simplifier.languages.word_tests import WordTests

GERMAN = """
code = "de"
name = "German"

[words]
function = "der die das und ODER"
negations = "nicht kein"
affirmative = ["nicht nur"]

[numbers]
zwei = 2
"zwölf" = 12

[writing]
left = ["°"]
right = ["†"]
capitals = ["Berlin"]
small = "der von"
letters = "a"

[sentences]
abbreviations = "z.B. usw."
ordinals = true
elided = "d'"

[relations]
names = "root nsubj nsubj:pass obj advcl aux conj punct"
subjects = "nsubj nsubj:pass"
participants = "nsubj nsubj:pass obj"
clauses = "advcl"
auxiliaries = "aux"
conjunct = "conj"
punctuation = "punct"

[[fitting]]
forms = ["y", "e"]
second_before = "i"
"""


@pytest.fixture
def german(tmp_path: Path) -> DescribedLanguage:
    (tmp_path / "de.toml").write_text(GERMAN, encoding="utf-8")
    return read_language(tmp_path / "de.toml")


def test_what_the_file_says(german: DescribedLanguage) -> None:
    assert (german.code, german.name) == ("de", "German")
    assert german.words.function == {"der", "die", "das", "und", "oder"}
    assert german.words.numbers == {"zwei", "zwölf"}
    assert german.tokenise_forms("Am 3. Mai z.B. D’accord.") == "am 3. mai z.b. d' accord .".split()
    assert german.sentence_spans("Am 3. Mai. Dann.") == [(0, 10), (11, 16)]
    assert german.writing.clings_left("°") and german.writing.clings_left(",")
    assert german.writing.clings_right("†") and german.writing.clings_right("(")
    assert german.writing.clings_right("d'")
    assert german.writing.capitals == {"berlin": "Berlin"}
    assert german.writing.small == {"der", "von"}
    assert german.writing.letters == {"a"}
    assert german.syllables.count("Silbentrennung") == 4


def test_relations_have_roles(german: DescribedLanguage) -> None:
    assert german.relations == RelationRoles(
        names=("root", "nsubj", "nsubj:pass", "obj", "advcl", "aux", "conj", "punct"),
        subjects=frozenset({"nsubj", "nsubj:pass"}),
        participants=frozenset({"nsubj", "nsubj:pass", "obj"}),
        clauses=frozenset({"advcl"}),
        auxiliaries=frozenset({"aux"}),
        conjunct="conj",
        punctuation="punct",
    )
    # "Er ist gegangen, als sie kam": "ist" below "gegangen" takes nothing, "als" hangs on "kam"
    tree = Tree((2, 2, -1, 2, 6, 6, 2), ("nsubj:pass", "aux", "root", "punct", "mark", "nsubj", "advcl"))
    assert clauses_of(tree, german.relations) == [(2, (0,)), (6, (5,))]
    below = Tree((1, 2, -1), ("obj", "aux", "root"))
    assert below.lifted(german.relations.auxiliaries).heads == (2, 2, -1)


def test_a_language_without_relations_knows_no_clauses() -> None:
    plain = DescribedLanguage(Description(code="de", name="German"))
    assert plain.relations == RelationRoles() and not plain.relations.tell_clauses


def test_numbers_in_digits_and_words(german: DescribedLanguage) -> None:
    assert german.numbers_of(["zwölf", "oder", "2,5"]) == {12.0, 2.5}
    assert german.same_numbers(["zwei"], ["2"])
    assert not german.same_numbers(["zwei"], ["12"])


def test_negations_that_deny_nothing(german: DescribedLanguage) -> None:
    assert german.count_negations("nicht nur kein brot".split()) == 1
    assert german.count_negations("nicht jetzt nur".split()) == 1


@pytest.mark.parametrize(
    ("form", "following", "expected"),
    [("y", "igel", "e"), ("y", "Igel", "e"), ("e", "hund", "y"), ("e", "igel", "e"), ("der", "igel", None)],
)
def test_forms_that_depend_on_the_next_word(
    german: DescribedLanguage, form: str, following: str, expected: str | None
) -> None:
    assert german.fitting_form(form, following) == expected


def test_findings_use_the_file(german: DescribedLanguage) -> None:
    def findings(before: str, after: str) -> list[str]:
        old, new = (TaggedWords(german.tokenise(text)) for text in (before, after))
        return [str(finding) for finding in WordTests(german, old).findings(new)]

    assert findings("Nicht nur zwei.", "2.") == []
    assert findings("Nicht zwei.", "Zwölf.") == ["number: 2 12", "negation: 1 before, 0 now"]
    assert findings("a y b.", "a y i.") == ["form before the next word: y i"]


def test_all_may_be_left_out() -> None:
    language = DescribedLanguage(Description(code="xx", name="none"))
    assert language.tokenise_forms("Bien, 3. Mai.") == ["bien", ",", "3", ".", "mai", "."]
    assert language.fitting_form("a", "b") is None
    assert language.syllables.name == "vowels"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('code = "de"', "name"),
        ('code = "de"\nname = "x"\n[wrods]\n', "words"),
        ('code = "d e"\nname = "x"\n', "code"),
        ('code = "de"\nname = "x"\n[words]\nfunktion = ""\n', "function"),
        ('code = "de"\nname = "x"\n[[fitting]]\nforms = ["a"]\nsecond_before = "b"\n', "forms"),
        ('code = "de"\nname = "x"\n[[fitting]]\nforms = ["a", "b"]\nsecond_before = "("\n', "expression"),
        ("code = ", "TOML"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_language(path)
    assert str(path) in str(error.value) and message in str(error.value)
    assert "\n" not in str(error.value)
