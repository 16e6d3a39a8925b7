"""The page about a model of one's own does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.cli.build import build_command as main
from simplifier.lm.programs import find_program

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "build" / "own_model.md").read_text(encoding="utf-8")
TAGGER = PACKAGE / "models" / "en-annotation" / "tagger.bin"
PEOPLE = ["people", "patients", "doctors", "families", "nurses", "children", "teachers"]
THINGS = ["the medicine", "the course", "the treatment", "a new home", "some help", "the exercise"]


def write_files(folder: Path) -> None:
    """Write the files that the page shows, and text for them."""
    for name, text in re.findall(r"^`(\w+\.toml)`, .*?```toml\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE):
        text = text.replace("$SIMPLIFIER/models/en-annotation/tagger.bin", str(TAGGER))
        (folder / name).write_text(text, encoding="utf-8")
    rules = [line.strip() for line in PAGE.splitlines() if line.count("\t") in (1, 2)]
    (folder / "rules.tsv").write_text("\n".join(rules) + "\n", encoding="utf-8")
    data = folder / "data"
    data.mkdir()
    text = [
        f"{one.capitalize()} {verb} {thing} {end}."
        for one in PEOPLE
        for thing in THINGS
        for verb in ("buy", "start", "need")
        for end in ("before winter", "at home", "with help")
    ]
    (data / "leaflets.txt").write_text("\n".join(text) + "\n", encoding="utf-8")
    pairs = [
        (f"{one} {hard} the {thing} prior to winter .", f"{one} {plain} the {thing} before winter .")
        for one in PEOPLE
        for hard, plain in (("purchase", "buy"), ("commence", "start"))
        for thing in ("medicine", "course")
    ]
    for number, name in enumerate(("dev.src", "dev.ref0")):
        (data / name).write_text("".join(pair[number] + "\n" for pair in pairs), encoding="utf-8")


def shown(question: int) -> list[str]:
    """Return what the page shows for a dry run."""
    answers = re.findall(r"--dry-run\n((?:    (?!\$).*\n)+)", PAGE)
    return [line.strip() for line in answers[question].splitlines()]


def test_from_text_and_rules_to_a_model(tmp_path: Path) -> None:
    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    write_files(tmp_path)
    arguments = [str(tmp_path / "recipe.toml"), "--data", str(tmp_path / "data"), "--work"]
    arguments.append(str(tmp_path / "work"))

    def run(*options: str) -> list[str]:
        done = CliRunner().invoke(main, [*arguments, *options])
        assert done.exit_code == 0, done.output
        return [line.strip() for line in done.output.splitlines()]

    assert run("--dry-run") == shown(0)
    run()
    plain = Simplifier.load(tmp_path / "mine.toml").simplify("They commence the treatment prior to winter.")
    assert plain.text == "They start the treatment before winter."
    assert all(line.endswith("  done") for line in run("--dry-run"))
    with (tmp_path / "rules.tsv").open("a", encoding="utf-8") as rules:
        rules.write("rely upon\ttrust\tverb\n")
    assert run("--dry-run") == shown(1)
    adopted = run("--adopt")
    assert adopted == [f"{line.split()[0]}: adopted" for line in shown(0)]
    assert all(line.endswith("  done") for line in run("--dry-run"))
