"""New words are written in the spelling of the text, and its own words stay."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.cli.printing import explained_text
from simplifier.core import TableBuilder
from tests.toy_model import build_toy_model

RULES = [
    ("arrange", "organize"),
    ("share", "percent"),
    ("in the middle of", "in the center of"),
    ("authorised", "authorized"),
    ("authorised the body", "authorized the group"),
    ("per cent", "percent"),
    ("tinted", "colored"),
]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spelling")
    path = build_toy_model(folder)
    builder = TableBuilder(str(folder / "new.table"), ["reward"], [0.0], ["hand"], "{}", str(folder))
    values = np.full((len(RULES), 1), 9.0, dtype=np.float32)
    sources, targets = [source for source, _ in RULES], [target for _, target in RULES]
    builder.add(["X"] * len(RULES), sources, targets, values, None, 0)
    builder.finish()
    text = path.read_text(encoding="utf-8").replace("rules.table", "new.table")
    path.write_text(text, encoding="utf-8")
    return path


def model(config: Path, **settings: object) -> Simplifier:
    return Simplifier.load(config, overrides={key.replace("__", "."): one for key, one in settings.items()})


@pytest.mark.parametrize(
    ("spelling", "text", "new"),
    [
        ("keep", "They arrange the colour.", "They organise the colour."),
        ("keep", "They arrange the color.", "They organize the color."),
        ("keep", "They arrange it.", "They organize it."),
        ("keep", "They arrange the colour and the color.", "They organize the colour and the color."),
        ("keep", "ARRANGE it, Tinted, a colour.", "ORGANISE it, Coloured, a colour."),
        ("keep", "The colour, a 40 share.", "The colour, a 40 per cent."),
        ("british", "They arrange the color.", "They organise the color."),
        ("american", "The colour is in the middle of it.", "The colour is in the center of it."),
        ("any", "They arrange the colour.", "They organize the colour."),
        # the words of the text
        ("keep", "An authorised color, one color.", "An authorised color, one color."),
        ("american", "40 per cent, authorised.", "40 per cent, authorised."),
        ("american", "He authorised the body.", "He authorised the group."),
        ("any", "An authorised color.", "An authorized color."),
    ],
)
def test_the_text_keeps_its_spelling(config: Path, spelling: str, text: str, new: str) -> None:
    result = model(config, text__spelling=spelling).simplify(text)
    assert result.text == new
    for sentence in result.sentences:
        for edit in sentence.edits:
            assert sentence.output[edit.output_start : edit.output_end] == edit.target != edit.source


def test_the_trace_tells(config: Path) -> None:
    (sentence,) = model(config).explain("They arrange the colour, authorised.").sentences
    (edit,) = sentence.edits
    assert (edit.target, edit.rule.target, edit.spelling) == ("organise", "organize", "british")
    assert edit.to_json()["spelling"] == "british"
    assert "      spelling: british\n" in explained_text(sentence, full=True)
    (edit,) = model(config).simplify("They arrange it.").sentences[0].edits
    assert edit.spelling == ""
    assert "spelling" not in edit.to_json()


def test_the_users_words_are_written_as_the_user_wrote_them(config: Path, tmp_path: Path) -> None:
    (tmp_path / "own.tsv").write_text("colour\tcolor\nmiddle\tcenter\n", encoding="utf-8")
    own = model(config, user_rules=tmp_path / "own.tsv")
    assert own.simplify("They arrange a colour, a colour, the middle.").text == (
        "They organise a color, a color, the center."
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("batch", [1, 3, 256])
def test_a_stream_goes_by_what_was_read_so_far(config: Path, threads: int, batch: int) -> None:
    lines = ["We arrange it.\n", "We arrange a colour.\n"] + ["We arrange it.\n"] * 8
    lines += ["We arrange this color, that color.\n", "We arrange it.\n"]
    outputs = [one.text for one in model(config, decoder__threads=threads).stream(lines, batch=batch)]
    assert outputs == [
        "We organize it.\n",
        "We organise a colour.\n",
        *["We organise it.\n"] * 8,
        "We organize this color, that color.\n",
        "We organize it.\n",
    ]
    whole = model(config, decoder__threads=threads).simplify("We arrange it.\nWe arrange a colour.\n")
    assert whole.text == "We organise it.\nWe organise a colour.\n"


def test_the_best_versions_of_one_sentence(config: Path) -> None:
    assert model(config).kbest("They arrange a colour.", 2).kbest[0].output == "They organise a colour."


def test_a_spelling_that_the_language_lacks(config: Path) -> None:
    with pytest.raises(ConfigError, match="it may be keep, any, british, american; did you mean 'british'"):
        model(config, text__spelling="britsh")
    with pytest.raises(ConfigError, match="is 'british'; with .* it may be keep, any$"):
        model(config, text__spelling="british", model__language="plain")
