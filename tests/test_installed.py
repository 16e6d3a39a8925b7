"""What is installed: one package, which no module of the user's own and no other package gets in the way of.

`make test` installs the wheel that it leaves in the environment's folder ``wheel``; this test takes the same file, or
makes one where there is none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

#: What folders of this project were once called in site-packages. The index has another package ``rules``.
ONCE_OURS = ("base", "configs", "core", "evaluation", "languages", "lm", "native", "rules", "tuning")

SCRIPT = """
import rules, tuning
from simplifier import Simplifier
from simplifier.evaluation.metrics import parse_metric
from simplifier.rules.tables.table import open_table

assert rules.MINE and tuning.MINE
print(Simplifier.load().simplify("The committee commenced its work.").text)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that this environment was made of, or a new one."""
    made = sorted(Path(sys.prefix, "wheel").glob("simplifier_text-*.whl"))
    if not made:
        folder = tmp_path_factory.mktemp("wheel")
        run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
        made = [*folder.glob("*.whl")]
    return made[-1]


def run(command: list[str], cwd: Path = ROOT) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ended = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.slow
def test_the_wheel_holds_one_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.partition("/")[0] for name in packed.namelist()}
    (own,) = (top for top in tops if not top.endswith(".dist-info"))
    assert own == "simplifier" and len(tops) == 2


@pytest.mark.slow
def test_it_runs_beside_modules_of_the_same_names(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    run([sys.executable, "-m", "venv", str(environment)])
    python = str(environment / "bin" / "python")
    install = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", str(wheel), "rules"], capture_output=True, text=True
    )
    if "No matching distribution" in install.stderr or "Could not find a version" in install.stderr:
        pytest.skip("the package index cannot be reached, so the other package `rules` cannot be installed")
    assert install.returncode == 0, install.stderr
    assert "is_authenticated" in run([python, "-c", "import rules; print(*dir(rules))"], tmp_path)

    mine = tmp_path / "mine"
    mine.mkdir()
    for name in ONCE_OURS:
        (mine / f"{name}.py").write_text("MINE = True\n")
    (mine / "script.py").write_text(SCRIPT)
    assert run([python, str(mine / "script.py")], mine) == "The committee started its work.\n"
    version = [python, "-m", "simplifier", "--version"]
    assert run(version, mine) == run(version, tmp_path)
    (mine / "notice.md").write_text("# A *notice*\n\nThe committee commenced its work.\n")
    shown = run([str(environment / "bin" / "simplify"), "--quiet", "notice.md"], mine)
    assert shown == "# A *notice*\n\nThe committee started its work.\n"
