from __future__ import annotations

import time

import pytest

from simplifier.languages import Language
from simplifier.languages.plain.numbers import numbers_of
from simplifier.languages.plain.text import Marks, sentence_spans, tokenise

GERMAN = Marks(abbreviations=frozenset({"z.b.", "z.", "b.", "dr.", "usw."}), ordinals=True)
FRENCH = Marks(elided=frozenset({"l'", "d'", "qu'"}))


def forms(text: str, marks: Marks = Marks()) -> list[str]:  # noqa: B008
    tokens = tokenise(text, marks)
    assert all(token.surface == text[token.start : token.end] for token in tokens)
    return [token.form for token in tokens]


def sentences(text: str, marks: Marks = Marks()) -> list[str]:  # noqa: B008
    return [text[start:end] for start, end in sentence_spans(text, marks)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("¿Qué? ¡Sí!", "¿ qué ? ¡ sí !"),
        ("Ça va: l’été, 3,5 % à 12:30.", "ça va : l'été , 3,5 % à 12:30 ."),
        ("«Да» — нет… a--b", '" да " -- нет ... a -- b'),
        ("El 1.º y la 2.ª (50%)", "el 1.º y la 2.ª ( 50 % )"),
        ("Ein- und Ausgang, E-Mail-Adresse", "ein - und ausgang , e-mail-adresse"),
        ("a@b.de https://b.de/c, x", "a@b.de https://b.de/c , x"),
        ("J. R. García y el plan B.", "j. r. garcía y el plan b ."),
        ("J.R. García", "j. r. garcía"),
        (". . .", ". . ."),
        ("", ""),
    ],
)
def test_tokens(text: str, expected: str) -> None:
    assert forms(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Am 3. Oktober kam z.B. Dr. Weiß usw.", "am 3. oktober kam z.b. dr. weiß usw."),
        ("Z. B. im Jahr 1990. Das.", "z. b. im jahr 1990 . das ."),
        ("Es sind 12.", "es sind 12 ."),
    ],
)
def test_german_stops(text: str, expected: str) -> None:
    assert forms(text, GERMAN) == expected.split()


def test_elided_words_are_tokens_of_their_own() -> None:
    assert forms("L’eau qu'il boit d'aujourd'hui", FRENCH) == [
        *("l'", "eau", "qu'", "il", "boit", "d'", "aujourd'hui"),
    ]
    assert forms("L'eau") == ["l'eau"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Uno. Dos! ¿Tres? ¡Cuatro!", ["Uno.", "Dos!", "¿Tres?", "¡Cuatro!"]),
        ("  Dijo: «Sí.» Y se fue...  Luego no. ", ["Dijo: «Sí.»", "Y se fue...", "Luego no."]),
        ("Vale 3.5 euros. y ya.", ["Vale 3.5 euros. y ya."]),
        ("Vino J. Pérez. Se fue.", ["Vino J. Pérez.", "Se fue."]),
        ("Am 3. Oktober. Dann.", ["Am 3.", "Oktober.", "Dann."]),
        ("これは文。次の文！", ["これは文。", "次の文！"]),
        (" \n", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_abbreviations_and_ranks_end_no_sentence() -> None:
    text = "Am 3. Oktober kam Dr. Weiß (Dr. Schwarz auch). Im Jahr 1990. Dann z.B. Rot."
    expected = ["Am 3. Oktober kam Dr. Weiß (Dr. Schwarz auch).", "Im Jahr 1990.", "Dann z.B. Rot."]
    assert sentences(text, GERMAN) == expected


def test_long_paragraphs_take_linear_time() -> None:
    text = "Una frase corta. " * 40_000 + "a." * 20_000
    started = time.process_time()
    assert len(sentences(text)) == 40_000
    tokenise(text)
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["3", "casas"], {3.0}),
        (["1.234,56", "€"], {1234.56}),
        (["3,5", "a", "4.5"], {3.5, 4.5}),
        (["1.º"], {1.0}),
        (["ninguno"], set()),
    ],
)
def test_numbers(words: list[str], expected: set[float]) -> None:
    assert numbers_of(words) == expected


def test_no_language_in_particular_answers_without_knowledge() -> None:
    plain = Language()
    assert plain.tokenise_forms("Hallo, Welt!") == ["hallo", ",", "welt", "!"]
    assert plain.count_sentences("Eins. Zwei. ...") == 2
    assert plain.fitting_form("a", "hour") is None
    assert plain.count_negations(["no"]) == 0
    assert list(plain.base_forms("casas")) == ["casas"]
    assert plain.span_labels(["N", "V"], [(0, 1), (0, 2), (1, 2)]) == [(0, 1, "N"), (0, 2, "X"), (1, 2, "V")]
