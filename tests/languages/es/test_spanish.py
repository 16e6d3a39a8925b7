"""The Spanish demo from its texts to its output: built, loaded and run as a user runs it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simplifier.languages import language_named
from simplifier.pipeline import Simplifier
from simplifier.rules.readers.grammar_text import read_ppdb1
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import load_build_config
from tests.languages.es.conftest import CONFIG, MODEL

SPANISH = language_named("es")
FILES = ("words", "phrases", "gaps", "nouns", "keep")

SENTENCES = [
    # words and phrases
    (
        "Debe cumplimentar el formulario con el fin de solicitar la ayuda.",
        "Debe rellenar el formulario para pedir la ayuda.",
    ),
    ("Le escribimos en relación con su solicitud de beca.", "Le escribimos sobre su solicitud de beca."),
    (
        "La oficina permanecerá cerrada el lunes; no obstante, atenderemos el teléfono.",
        "La oficina estará cerrada el lunes; pero atenderemos el teléfono.",
    ),
    (
        "Asimismo, deberá aportar la documentación original.",
        "Además, deberá entregar la documentación original.",
    ),
    ("Carece de recursos y no dispone del carné.", "No tiene recursos y no tiene el carné."),
    ("La hipertensión arterial es una patología frecuente.", "La tensión alta es una enfermedad frecuente."),
    (
        "La empresa incrementó los precios, puesto que carecía de dinero.",
        "La empresa aumentó los precios, porque no tenía dinero.",
    ),
    (
        "La reunión tendrá lugar el martes, a las 18:30, y finalizará a las 20:00.",
        "La reunión será el martes, a las 18:30, y terminará a las 20:00.",
    ),
    (
        "Posteriormente a la firma, y previamente al pago, lea todo.",
        "Después de la firma, y antes del pago, lea todo.",
    ),
    # gaps
    ("Tanto los padres como los hijos deben firmar.", "Los padres y los hijos deben firmar."),
    (
        "El Ayuntamiento llevó el curso de cocina a cabo en mayo.",
        "El Ayuntamiento hizo el curso de cocina en mayo.",
    ),
    (
        "El juez dejó la multa sin efecto y puso el caso en conocimiento de la policía.",
        "El juez anuló la multa y comunicó el caso a la policía.",
    ),
    (
        "En caso de que usted tenga fiebre, acuda al centro de salud.",
        "Si usted tiene fiebre, vaya al centro de salud.",
    ),
    (
        "En el caso de que el niño no pueda venir, avise telefónicamente.",
        "Si el niño no puede venir, avise por teléfono.",
    ),
    (
        "Debe remitir el formulario firmado al Ayuntamiento en un plazo máximo de 10 días.",
        "Debe enviar el formulario firmado al Ayuntamiento en 10 días como máximo.",
    ),
    (
        "El fármaco se toma por vía oral con una antelación mínima de dos horas.",
        "El medicamento se toma por la boca al menos dos horas antes.",
    ),
    ("A la edad de seis años comenzó la escuela.", "Con seis años empezó la escuela."),
    ("Se debe proceder a solicitar un permiso.", "Se debe pedir un permiso."),
    # what a rule keeps
    (
        "No se puede proceder a la demolición del edificio.",
        "No se puede proceder a la demolición del edificio.",
    ),
    ("No me gusta tanto el pan como la carne.", "No me gusta tanto el pan como la carne."),
    ("La oficina, sin embargo, abrirá mañana.", "La oficina, sin embargo, abrirá mañana."),
    ("Sube lenta y progresivamente, o telefónicamente.", "Sube lenta y progresivamente, o telefónicamente."),
    ("Es única y exclusivamente para mujeres.", "Es solo para mujeres."),
    (
        "Un hematoma cerebral no es un hematoma cualquiera.",
        "Un hematoma cerebral no es un moratón cualquiera.",
    ),
    # forms that depend on the next word
    ("Tanto el director como Irene utilizan la sala.", "El director e Irene usan la sala."),
    ("Quería correr y acudir al médico.", "Quería correr e ir al médico."),
    ("Es un dato claro y relevante.", "Es un dato claro e importante."),
    ("Juan vino e ingirió algo; después salió.", "Juan vino y tomó algo; después salió."),
    ("Vuelva mañana o nuevamente el lunes.", "Vuelva mañana u otra vez el lunes."),
    # marks, capitals, numbers, quotations
    ("¿Dónde se encuentra ubicada la biblioteca?", "¿Dónde está la biblioteca?"),
    ("¡Solicite  cita previamente!", "¡Pida  cita antes!"),
    ("¿Posteriormente? ¡Posteriormente vino!", "¿Después? ¡Después vino!"),
    ("¿Requiere ayuda? ¡Acuda al odontólogo!", "¿Necesita ayuda? ¡Vaya al dentista!"),
    (
        "POR CONSIGUIENTE, DEBE ABONAR LA CANTIDAD DE 50 EUROS.",
        "POR ESO, DEBE PAGAR 50 EUROS.",
    ),
    (
        "El Sr. Pérez (EE. UU.) falleció el 1.º de mayo de 1999 en Lima.",
        "El Sr. Pérez (EE. UU.) murió el 1.º de mayo de 1999 en Lima.",
    ),
    (
        "Los progenitores que residen en España abonarán 1.234,56 € al mes.",
        "Los padres que viven en España pagarán 1.234,56 € al mes.",
    ),
    ("Él escribió: «Hay que utilizar el ascensor».", "Él escribió: «Hay que utilizar el ascensor»."),
    # nothing of English
    ("Voy a explicar la i, la a y a España.", "Voy a explicar la i, la a y a España."),
    ("Can't, a hour, I utilize i.", "Can't, a hour, I utilize i."),
]


@pytest.mark.parametrize(("sentence", "simpler"), SENTENCES)
def test_sentences(spanish_model: Simplifier, sentence: str, simpler: str) -> None:
    assert spanish_model.simplify(sentence).text == simpler


def test_all_else_stays_byte_for_byte(spanish_model: Simplifier) -> None:
    text = "\ufeff  Hola,\tAna :\r\n\r\n— ¿Qué tal? “Bien”…  y  tú\u00a0?\n* Finalizó  el   curso .\n"
    result = spanish_model.simplify(text)
    assert result.text == text.replace("Finalizó", "Terminó")


@pytest.mark.parametrize(
    ("source", "target", "sentence", "finding"),
    [
        ("no tiene", "tiene", "Ana no tiene casa.", "negation: 1 before, 0 now"),
        ("diez", "doce", "Ana tiene diez años.", "number: 10 12"),
        ("tiene", "tiene tiene", "Ana tiene casa.", "doubled word: tiene"),
    ],
)
def test_the_check_knows_spanish(tmp_path: Path, source: str, target: str, sentence: str, finding: str) -> None:
    (tmp_path / "bad.txt").write_text(f"[X] ||| {source} ||| {target} ||| Plain=9 CharLogCR=0 Identity=0\n")
    (tmp_path / "build.toml").write_text('sources = [{ name = "bad", format = "ppdb1", path = "bad.txt" }]\n')
    build_table(load_build_config(tmp_path / "build.toml"), tmp_path / "bad.table")
    overrides = {"grammars.0.path": tmp_path / "bad.table"}
    result = Simplifier.load(CONFIG, overrides=overrides).simplify(sentence)
    assert result.text == sentence
    check = result.sentences[0].check
    assert check is not None and finding in str(check)
    unchecked = Simplifier.load(CONFIG, overrides={**overrides, "check.on": False})
    assert unchecked.simplify(sentence).text == sentence.replace(source, target)


def _run(*arguments: object, program: str = "simplify", stdin: str = "") -> subprocess.CompletedProcess[str]:
    code = f"from simplifier.cli.main import {program}; {program}()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=True, encoding="utf-8")


def test_the_table_is_what_its_texts_make(tmp_path: Path) -> None:
    made = tmp_path / "rules.table"
    _run("rules", "build", "--config", MODEL / "build.toml", "--output", made, program="simplifier")
    assert made.read_bytes() == (MODEL / "rules.table").read_bytes(), "pack the rules again"


def test_the_command_line(tmp_path: Path) -> None:
    text = tmp_path / "texto.txt"
    text.write_text("Solicite cita.\n¿Dispone de coche?\n", encoding="utf-8")
    ended = _run("--config", CONFIG, text)
    assert (ended.stdout, ended.stderr) == ("Pida cita.\n¿Tiene coche?\n", "")


def test_edits_name_their_rules() -> None:
    options = ("--config", CONFIG, "--format", "jsonl")
    record = json.loads(_run(*options, stdin="Tanto Ana como el juez vino y acudió al médico.\n").stdout)
    assert record["output"] == "Tanto Ana como el juez vino y fue al médico."
    record = json.loads(_run(*options, stdin="Llevó el curso a cabo y acudir al cine.\n").stdout)
    assert record["output"] == "Hizo el curso e ir al cine."
    found = [
        (edit["source"], edit["target"], edit["rule"]["source"], edit["rule"]["provenance"]) for edit in record["edits"]
    ]
    assert found == [
        ("Llevó el curso a cabo", "Hizo el curso", "llevó [NP,1] a cabo", ["gaps"]),
        ("y", "e", "acudir al", ["phrases"]),  # follows from the next word
        ("acudir", "ir", "acudir al", ["phrases"]),
    ]


def test_every_rule_of_the_grammar_is_in_decoder_forms() -> None:
    seen: set[tuple[str, str, str]] = set()
    gapped = 0
    for name in FILES:
        for batch in read_ppdb1(MODEL / f"{name}.txt"):
            assert batch.lhs is not None
            for label, source, target in zip(batch.lhs, batch.sources, batch.targets, strict=True):
                assert (label, source, target) not in seen
                seen.add((label, source, target))
                gapped += name == "gaps" and source.count("[") == 1
                for side in (source, target):
                    words = re.sub(r"\[\w+,\d\]", "x", side)
                    assert SPANISH.tokenise_forms(words) == words.split()
    assert len(seen) > 700 and gapped > 100


def test_rules_make_no_double_articles() -> None:
    for name in FILES:
        for batch in read_ppdb1(MODEL / f"{name}.txt"):
            for target in batch.targets:
                assert not re.search(r"\b(de|a) el\b", target), target


def test_rules_keep_negations_and_numbers() -> None:
    for name in FILES:
        for batch in read_ppdb1(MODEL / f"{name}.txt"):
            for source, target in zip(batch.sources, batch.targets, strict=True):
                old, new = (re.sub(r"\[\w+,\d\]", "", side).split() for side in (source, target))
                assert SPANISH.numbers_of(old) == SPANISH.numbers_of(new)
                if source not in ("en ningún caso",):
                    assert SPANISH.count_negations(old) == SPANISH.count_negations(new), source
