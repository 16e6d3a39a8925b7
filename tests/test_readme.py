"""README and pages of the guide show what comes out; `python -m scripts.shown_outputs` refreshes them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from scripts.shown_outputs import PAGES, ROOT, Shown, is_same, main, refreshed, run, shown_outputs
from simplifier.base.errors import SimplifierError
from simplifier.base.settings import PACKAGE

MODEL = PACKAGE / "models" / "en"
with_model = pytest.mark.skipif(not MODEL.is_dir(), reason="the embedded model is not in this installation")

SHOWN = [
    pytest.param(shown, id=f"{page}: {shown.command[:40]}")
    for page in PAGES
    for shown in shown_outputs((ROOT / page).read_text(encoding="utf-8"))
]


@with_model
@pytest.mark.parametrize("shown", SHOWN)
def test_pages_show_what_comes_out(shown: Shown) -> None:
    for program in ("jq", "column"):
        if f"| {program} " in shown.command and shutil.which(program) is None:
            pytest.skip(f"needs {program}")
    output = run(shown.command)
    assert is_same(output, shown.output), f"make pages refreshes this; it prints now:\n{output}"


def test_the_demo_is_what_the_readme_begins_with() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    demo = re.search(r"^demo:.*\n\t\$\(VENV\)/bin/(.*)$", makefile, re.MULTILINE)
    assert demo is not None and SHOWN[0].values[0].command == demo[1]
    assert all((ROOT / path).is_file() for path in re.findall(r"docs/\S+\.txt", demo[1]))


PAGE = """\
Text.

    $ echo one
    two

    three
    $ echo silent > /dev/null
    $ printf '1 edit; 0.3 s\\n' \\
        | cat
    1 edit; 0.2 s

    $ not a block with output
More text.
"""


def test_commands_are_found_with_their_output() -> None:
    first, second = shown_outputs(PAGE)
    assert first == Shown("echo one", 3, 6, "two\n\nthree\n")
    assert second == Shown("printf '1 edit; 0.3 s\\n' | cat", 9, 10, "1 edit; 0.2 s\n")


def test_a_page_is_refreshed_but_for_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = PAGE.replace("    two\n\n    three\n", "    one\n")
    assert refreshed(PAGE) == (page, ["echo one"])
    assert refreshed(page) == (page, [])
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    assert main([str(path), "--check"]) == 1
    assert path.read_text(encoding="utf-8") == PAGE
    assert main([str(path)]) == 0
    assert path.read_text(encoding="utf-8") == page and main([str(path), "--check"]) == 0
    assert capsys.readouterr().err == f"{path}: differs: echo one\n{path}: refreshed: echo one\n"


def test_a_command_that_fails_is_told() -> None:
    with pytest.raises(SimplifierError, match=r"^false: ended with 1: $"):
        run("false")


def test_the_embedded_model_stays_small() -> None:
    assert sum(path.stat().st_size for path in MODEL.iterdir()) <= 90_000_000
