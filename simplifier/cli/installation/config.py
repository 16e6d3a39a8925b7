"""`simplifier config`: look at the configuration."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.cli.settings import read_settings, settings_options

__all__ = ["config_group"]


@click.group("config")
def config_group() -> None:
    """Look at the configuration."""


@config_group.command("show")
@settings_options
def show_command(config: Path | None, settings: tuple[str, ...]) -> None:
    """Print the resolved configuration as TOML: defaults filled in, paths absolute, overrides applied."""
    from simplifier.base.settings import to_toml
    from simplifier.config import load_config

    click.echo(to_toml(load_config(config, read_settings(settings))), nl=False)
