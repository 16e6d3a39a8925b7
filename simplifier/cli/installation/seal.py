"""`simplifier seal`: write or compare the checksums beside the files of a model."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.cli.settings import NamedFile, read_settings, settings_options
from simplifier.lm.files import seal, unharmed

__all__ = ["seal_command"]


@click.command("seal")
@click.argument("files", nargs=-1, type=NamedFile())
@click.option("--check", is_flag=True, help="Compare only; a file without checksums is refused.")
@settings_options
def seal_command(files: tuple[Path, ...], check: bool, config: Path | None, settings: tuple[str, ...]) -> None:
    """Write FILE.sums, the checksums of FILE by block, after you changed it yourself.

    Without FILES, those of the model are taken: language models, lists and weights. Rule tables, trees and
    taggers hold their own checksums; `simplifier rules verify` checks tables. A language model is read as a
    whole first, and refused if it is damaged.
    """
    from simplifier.config import load_config
    from simplifier.sealing import files_to_seal

    for path in files or files_to_seal(load_config(config, read_settings(settings))):
        if check:
            unharmed(path, sealed=True)
        else:
            seal(path)
        click.echo(f"{path}: {'whole' if check else 'sealed'}")
