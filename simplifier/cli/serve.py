"""`simplifier serve`: answer over HTTP, and show a page."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import click

from simplifier.base.errors import ConfigError
from simplifier.base.installation import install_hint
from simplifier.cli.settings import read_settings, settings_options

__all__ = ["check_installed", "serve_command"]


def check_installed() -> None:
    """Check that the extra ``server`` is installed.

    Raises:
        ConfigError: a package is missing; names it, and the command that installs it.
    """
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise ConfigError(f"serving needs {' and '.join(missing)}; {install_hint('server')}")


@click.command("serve")
@settings_options
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen; any but this machine needs --token."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0: any free one.")
@click.option("--token", envvar="SIMPLIFIER_TOKEN", show_envvar=True, help="Token that requests must have.")
@click.option("--allow-origin", metavar="ORIGIN", help="Let pages of this site (* for all) read the answers.")
@click.option("--split", type=click.Choice(["off", "auto"]), help="Split long sentences unless asked not to.")
@click.option("--threads", type=click.IntRange(0), default=0, metavar="N", help="0: one per core.")
@click.option("--max-bytes", type=click.IntRange(1), default=1 << 20, show_default=True, metavar="N")
@click.option("--max-sentences", type=click.IntRange(1), default=2000, show_default=True, metavar="N")
@click.option("--max-seconds", type=click.FloatRange(0.1, 3600), default=30.0, show_default=True, metavar="N")
@click.option("--max-waiting", type=click.IntRange(0), default=64, show_default=True, metavar="N")
@click.option("--max-per-client", type=click.IntRange(1), default=8, show_default=True, metavar="N")
@click.option("--log", "logged", is_flag=True, help="Print a line about every request, without its text.")
def serve_command(
    config: Path | None,
    settings: tuple[str, ...],
    host: str,
    port: int,
    token: str | None,
    allow_origin: str | None,
    split: str | None,
    threads: int,
    max_bytes: int,
    max_sentences: int,
    max_seconds: float,
    max_waiting: int,
    max_per_client: int,
    logged: bool,
) -> None:
    """Answer over HTTP: a page for the browser, JSON, and LanguageTool's protocol for editors.

    Only this machine may ask, unless --host says otherwise. The page is at http://127.0.0.1:8765/, the
    description of the API at /openapi.json. After SIGTERM or Ctrl-C, requests that have begun are finished.
    """
    check_installed()
    from simplifier.server.app import build_app
    from simplifier.server.models import ModelPool
    from simplifier.server.work import Limits
    from simplifier.web.running import check_access, listen, serve_app

    access = check_access(host, token, allow_origin)
    overrides = read_settings(settings)
    if split is not None:
        overrides["structure.split"] = split
    limits = Limits(
        body=max_bytes,
        sentences=max_sentences,
        seconds=max_seconds,
        threads=threads or os.cpu_count() or 1,
        waiting=max_waiting,
        per_client=max_per_client,
    )
    with listen(host, port) as bound:
        app = build_app(ModelPool(config, overrides), limits, access)
        serve_app(bound, app, limits.seconds, logged)
