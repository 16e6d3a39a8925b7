"""A newcomer adds an office phrase: one line in the lexicon, one command, and the model uses it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.settings import PACKAGE
from simplifier.cli.failures import run
from simplifier.cli.main import umbrella
from simplifier.config import default_config_path

LINE = (
    "in the lead-up to\tbefore\trewrite\tphrase\t\tA\t"
    "Staff were trained in the lead-up to the election. => Staff were trained before the election."
)
SENTENCE = "The office will be closed in the lead-up to the move."


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with the embedded model's configuration, whose lexicon, small table and frames are its own."""
    text = default_config_path().read_text(encoding="utf-8")
    for name in ("lexicon.table", "frames.tsv"):
        assert f"$SIMPLIFIER/models/en/{name}" in text
        text = text.replace(f"$SIMPLIFIER/models/en/{name}", name)
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    shutil.copy(PACKAGE / "languages" / "en" / "lexicon.tsv", tmp_path)
    return tmp_path


def lexicon(capsys: pytest.CaptureFixture[str], command: str, folder: Path) -> tuple[object, str]:
    """Run a command on the lexicon of a folder, and return its exit code and what it printed."""
    arguments = ["lexicon", command, str(folder / "lexicon.tsv"), "--config", str(folder / "mine.toml")]
    with pytest.raises(SystemExit) as ended:
        run(lambda: umbrella, "simplifier", arguments)
    return ended.value.code, capsys.readouterr().out


@pytest.mark.slow
def test_one_line_and_one_command(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = lexicon(capsys, "compile", mine)
    assert code == 0 and "lexicon.table: 0 rules" in printed
    assert (mine / "frames.tsv").read_bytes() == (PACKAGE / "models" / "en" / "frames.tsv").read_bytes()
    assert Simplifier.load(mine / "mine.toml").simplify(SENTENCE).text == SENTENCE

    with (mine / "lexicon.tsv").open("a", encoding="utf-8") as stream:
        stream.write(f"{LINE}\n")
    code, printed = lexicon(capsys, "compile", mine)
    assert code == 0 and "lexicon.table: 1 rules" in printed
    (edit,) = Simplifier.load(mine / "mine.toml").simplify(SENTENCE).sentences[0].edits
    assert (edit.source, edit.target) == ("in the lead-up to", "before")
    assert edit.rule is not None and (edit.rule.grammar, edit.rule.provenance) == ("lexicon", ("lexicon",))
    assert lexicon(capsys, "test", mine) == (0, "1 examples, 0 failed\n")

    with pytest.raises(SystemExit):
        arguments = ["rules", "rank", "in the lead-up to", "--config", str(mine / "mine.toml"), "--format", "tsv"]
        run(lambda: umbrella, "simplifier", arguments)
    assert "in the lead-up to\t1\tbefore" in capsys.readouterr().out


@pytest.mark.slow
def test_an_example_that_gives_something_else(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lexicon(capsys, "compile", mine)
    with (mine / "lexicon.tsv").open("a", encoding="utf-8") as stream:
        stream.write("a b c\td\trewrite\tphrase\t\tA\tThe cat sleeps. => The dog sleeps.\n")
    code, printed = lexicon(capsys, "test", mine)
    assert code == 1 and "'The cat sleeps.' gives 'The cat sleeps.', not 'The dog sleeps.'" in printed


def test_a_model_that_takes_no_lexicon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = str(default_config_path().with_name("es-demo.toml"))
    with pytest.raises(SystemExit) as ended:
        run(lambda: umbrella, "simplifier", ["lexicon", "compile", "--config", config])
    assert ended.value.code == 2 and "no such lexicon; name the file" in capsys.readouterr().err
