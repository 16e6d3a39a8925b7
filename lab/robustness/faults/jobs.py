"""The commands that are tried under faults: small ones, on the Spanish demo, whose files come with the package."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from lab.robustness.faults.running import Job
from simplifier.base.errors import InputError
from simplifier.base.reading import read_lines
from simplifier.base.settings import PACKAGE
from simplifier.cli.build import build_command as build
from simplifier.cli.simplify import simplify_command
from simplifier.config import default_config_path
from simplifier.lm.programs import find_program
from simplifier.recipes.training.reranker import main as train_reranker
from simplifier.recipes.training.selection import main as train_selection

__all__ = ["CONFIG", "JOBS", "missing", "write_world"]

_DEMO: Final = PACKAGE / "models" / "es-demo"
CONFIG: Final = str(default_config_path().with_name("es-demo.toml"))
_DEVELOPMENT: Final = ("dev.src", "dev.ref0", "dev.ref1")

_RECIPE: Final = """name = "mine"
config = "mine.toml"

[files]
"rules.table" = "$WORK/rules.table"
"plain.binary" = "$WORK/lm/plain.binary"
"weights.toml" = "$WORK/tuning/weights.toml"

[development]
source = "$DATA/dev.src"
references = ["$DATA/dev.ref0"]
near_text = ["$DATA/dev.src"]

[[texts]]
name = "text"
kind = "simple"
file = "$DATA/text.txt"
licence = "ours"
source = "ours"

[[language_models]]
name = "plain"
kinds = ["simple"]
order = 3
memory = "64M"

[[tables]]
name = "rules"
features = ["Identity", "Plain", "CharLogCR"]

[[tables.sources]]
name = "words"
format = "ppdb1"
path = "$DATA/words.txt"

[tune]
settings = "tune.toml"

[model]
output = "model"
"""

_MODEL: Final = """weights_file = "model/weights.toml"

[model]
name = "mine"
language = "es"

[context]
labels = false
token_features = []

[[grammars]]
path = "model/rules.table"
owner = "mine"

[[language_models]]
path = "model/plain.binary"
name = "plain"
"""

_TUNING: Final = """
[data]
tokenised = true
tuning = 48
held_out = 12

[kbest]
size = 10

[weights.initial]
lm_plain = 0.5
Plain = 1.0

[[stages]]
optimiser = "pro"
iterations = 3
"""

#: All jobs by name; `write_world` writes the files that they read.
JOBS: Final = {
    job.name: job
    for job in (
        Job(
            "simplify",
            ("text.txt", "--output", "out.txt", "--report", "page.html", "--config", CONFIG),
            ("out.txt", "page.html"),
            simplify_command,
        ),
        Job(
            "batch",
            ("batch", "in.txt", "out.txt", "--config", CONFIG, "--processes", "2", "--commit-seconds", "0"),
            ("out.txt", "out.txt.rejects.jsonl"),
        ),
        *(
            Job(
                f"batch {ending}",
                ("batch", f"in.{ending}", f"out.{ending}", "--column", "t", "--trace", "--config", CONFIG)
                + ("--processes", "2", "--commit-seconds", "0"),
                (f"out.{ending}", f"out.{ending}.rejects.jsonl"),
            )
            for ending in ("csv", "jsonl", "parquet")
        ),
        Job(
            "rules build",
            ("rules", "build", "--config", "build.toml", "--output", "rules.table"),
            ("rules.table",),
        ),
        Job("seal", ("seal", "words.txt"), ("words.txt.sums",)),
        Job(
            "lm train",
            ("lm", "train", "text.txt", "text.arpa", "--order", "3", "--memory", "64M"),
            ("text.arpa",),
        ),
        Job(
            "lm convert",
            ("lm", "convert", "plain.arpa", "plain.binary"),
            ("plain.binary", "plain.binary.sums"),
        ),
        Job(
            "tune",
            ("tune", "--config", "tune.toml", "--model", CONFIG, "--output", "run", "--source", "dev.src")
            + ("--references", "dev.ref0", "--references", "dev.ref1"),
            ("run",),
            again={"run/checkpoint.json": ("--resume",)},
        ),
        Job("recipe", ("recipe.toml", "--data", ".", "--work", "work"), ("work", "model"), build, True),
        Job(
            "selection trees",
            (CONFIG, *_DEVELOPMENT, "--tuning", "360", "--folds", "3", "--output", "selection.trees"),
            ("selection.trees",),
            train_selection,
            True,
        ),
        Job(
            "reranker trees",
            (
                CONFIG,
                *_DEVELOPMENT,
                "--tuning",
                "360",
                "--folds",
                "3",
                "--depth",
                "10",
                "--output",
                "reranker.trees",
            ),
            ("reranker.trees",),
            train_reranker,
            True,
        ),
    )
}


def missing(job: Job) -> str:
    """Return what a job needs and does not find; empty if it finds everything."""
    if job.name in ("lm train", "recipe"):
        try:
            find_program("lmplz")
        except InputError as error:
            return str(error)
    if job.name.endswith("parquet") and find_spec("pyarrow") is None:
        return "pyarrow is not installed"
    if job.name.endswith("trees") and find_spec("lightgbm") is None:
        return "lightgbm is not installed"
    return ""


def write_world(folder: Path, rows: int = 120) -> None:
    """Write the files that the jobs read.

    Every fortieth row of the texts and JSON Lines for batches is broken, so that there are rejects.

    Args:
        folder: an empty folder.
        rows: number of rows of the files for batches.
    """
    for path in _DEMO.iterdir():
        if path.name != "rules.table":
            shutil.copy(path, folder)
    lines = read_lines(_DEMO / "text.txt")
    rules = [line.split(" ||| ")[1:3] for line in read_lines(_DEMO / "words.txt") if " ||| " in line]
    texts = [f"Hay que {rules[n % len(rules)][0]} y {lines[n % len(lines)]} {n}" for n in range(rows)]
    (folder / "in.txt").write_bytes(
        b"".join(text.encode() + (b"\xff\n" if n % 40 == 39 else b"\n") for n, text in enumerate(texts))
    )
    records = [json.dumps({"id": n, "t": text}) if n % 40 != 39 else "{" for n, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("\n".join(records) + "\n", encoding="utf-8")
    if find_spec("pyarrow") is not None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = pa.table({"id": list(range(rows)), "t": texts})
        pq.write_table(columns, folder / "in.parquet", row_group_size=64)
    cells = [f'{n},"{text}"' for n, text in enumerate(texts)]
    (folder / "in.csv").write_text("\n".join(["id,t", *cells]) + "\n", encoding="utf-8")
    pairs = [[f"la oficina {word} el formulario ." for word in rule] for rule in (rules * 3)[:400]]
    for name, side in zip(_DEVELOPMENT, (0, 1, 1), strict=True):
        (folder / name).write_text("".join(f"{pair[side]}\n" for pair in pairs), encoding="utf-8")
    (folder / "recipe.toml").write_text(_RECIPE, encoding="utf-8")
    (folder / "mine.toml").write_text(_MODEL, encoding="utf-8")
    (folder / "tune.toml").write_text(_TUNING, encoding="utf-8")
