"""Fuzz the readers of foreign input in Python: random inputs, guided by the code that they reach.

    python -m lab.robustness.fuzz_python --seconds 600

Needs `atheris` (pip install atheris), which is not a dependency of the project; the tests try the same targets with
hypothesis. Every target runs in a process of its own. Inputs that end in a fault are written to FOLDER/found/TARGET.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

__all__ = ["main"]

_FOLDER: Final = Path(__file__).resolve().parent.parent.parent / "build" / "fuzz-python"
_TARGETS: Final = ("configuration", "formats", "lattices", "markup", "office", "pdf", "server", "text")
_LONGEST: Final = 8192  # bytes of an input
_INSTRUMENTED: Final = ["simplifier", "html", "zipfile", "pypdf", "markdown_it"]


def _client() -> Any:
    """Return a test client of a server with the small Spanish model."""
    from starlette.testclient import TestClient

    from simplifier.config import default_config_path
    from simplifier.server.app import build_app
    from simplifier.server.models import ModelPool

    models = ModelPool(default_config_path().with_name("es-demo.toml"))
    return TestClient(build_app(models), "http://127.0.0.1:8765", raise_server_exceptions=False)


def _run(target: str, arguments: Sequence[str]) -> None:
    """Run a target in this process; the call does not return."""
    import atheris

    with atheris.instrument_imports(include=_INSTRUMENTED):
        from lab.robustness import python_targets
        from simplifier.documents import FORMATS

        for one in FORMATS.values():
            import_module(one.home.partition(":")[0])
        if target == "server":
            tried: Callable[[bytes], None] = python_targets.server_target(_client())
        else:
            tried = python_targets.TARGETS[target]
    atheris.Setup([sys.argv[0], *arguments], tried)
    atheris.Fuzz()


@click.command()
@click.option("--seconds", default=600, show_default=True, help="Time for each target.")
@click.option("--target", "targets", multiple=True, type=click.Choice(_TARGETS), help="Default: all.")
@click.option("--folder", type=click.Path(path_type=Path), default=_FOLDER)
@click.option("--inside", is_flag=True, hidden=True, help="Run one target in this process.")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def main(seconds: int, targets: Sequence[str], folder: Path, inside: bool, arguments: Sequence[str]) -> None:
    """Run targets, and print a table with a line for each."""
    if inside:
        _run(targets[0], arguments)
    from lab.robustness.python_targets import SEEDS

    click.echo("| target | inputs tried | edges reached | found |\n|---|---|---|---|")
    bad = False
    for target in targets or _TARGETS:
        learnt, seeds, found = (folder / kind / target for kind in ("corpus", "seeds", "found"))
        for one in (learnt, seeds, found):
            one.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(SEEDS[target]() if target in SEEDS else ()):
            (seeds / str(number)).write_bytes(data)
        command = [
            sys.executable,
            "-m",
            "lab.robustness.fuzz_python",
            "--inside",
            "--target",
            target,
            "--",
        ]
        command += [f"-max_total_time={seconds}", f"-max_len={_LONGEST}", "-timeout=60", "-rss_limit_mb=4096"]
        log = folder / f"{target}.log"
        with log.open("wb") as stream:
            subprocess.run(
                [*command, f"-artifact_prefix={found}/", str(learnt), str(seeds)],
                stdout=stream,
                stderr=stream,
            )
        text = log.read_text(encoding="utf-8", errors="replace")
        executions = max(map(int, re.findall(r"^#(\d+)", text, re.M)), default=0)
        edges = max(map(int, re.findall(r" cov: (\d+) ", text)), default=0)
        names = ", ".join(sorted(path.name for path in found.iterdir())) or "nothing"
        bad |= names != "nothing"
        click.echo(f"| {target} | {executions:,} | {edges:,} | {names} |")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
