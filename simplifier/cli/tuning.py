"""`simplifier tune`: find the weights of a model."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.errors import ConfigError
from simplifier.base.reading import read_text
from simplifier.base.terminal import say
from simplifier.cli.settings import read_settings

__all__ = ["tune_command"]

_FILE = click.Path(path_type=Path)


@click.command("tune")
@click.option("--config", type=_FILE, required=True, help="TOML file of the run, such as configs/tune-modern.toml.")
@click.option("--source", type=_FILE, help="Sentences to tune on, one a line (data.source).")
@click.option("--references", type=_FILE, multiple=True, help="Reference file; repeatable (data.references).")
@click.option("--dataset", type=_FILE, help="In place of both: a folder with X.src and X.ref*, or folder/X.")
@click.option("--model", type=_FILE, help="TOML file of the model.  [default: the embedded English model]")
@click.option("--output", type=_FILE, help="Folder of the run.")
@click.option("--resume", is_flag=True, help="Go on after the last checkpoint.")
@click.option("--overwrite", is_flag=True, help="Start anew where the folder holds a run.")
@click.option("--quiet", is_flag=True, help="No line per iteration.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Override one setting.")
def tune_command(
    config: Path,
    source: Path | None,
    references: tuple[Path, ...],
    dataset: Path | None,
    model: Path | None,
    output: Path | None,
    resume: bool,
    overwrite: bool,
    quiet: bool,
    settings: tuple[str, ...],
) -> None:
    """Tune the weights of a model towards a metric.

    The folder of the run gets config.toml, which simplify --config takes, a report of its scores, weights.toml
    (of the best iteration), history.jsonl and checkpoint.json. Ctrl-C finishes the iteration and stops; a second
    Ctrl-C stops at once. Either way, --resume goes on.
    """
    from simplifier.evaluation.datasets import find_dataset
    from simplifier.tuning.config import load_tune_config
    from simplifier.tuning.run import tune
    from simplifier.tuning.run_folder import REPORT

    if dataset is not None:
        if source or references:
            raise ConfigError("--dataset goes without --source and --references; it names both")
        found = find_dataset(dataset)
        source, references = found.source, found.references
    overrides = read_settings(settings)
    given = {"data.source": source, "model": model, "output": output}
    overrides |= {key: path.resolve() for key, path in given.items() if path is not None}
    if references:
        overrides["data.references"] = [path.resolve() for path in references]

    def report(line: str) -> None:
        if not quiet:
            say(line)

    settings_in_force = load_tune_config(config, overrides)
    result = tune(settings_in_force, resume, report, overwrite)
    chosen = result.held_out or result.tuning
    state = "done" if result.finished else "interrupted, go on with --resume"
    click.echo(f"{state}; best iteration {result.iteration}, objective {chosen['objective']:.3f}")
    if result.finished:
        click.echo(read_text(settings_in_force.output / REPORT), nl=False)
