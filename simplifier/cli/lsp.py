"""`simplifier lsp`: suggestions in an editor, by the Language Server Protocol."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simplifier.base.errors import ConfigError
from simplifier.base.installation import install_hint, package_version
from simplifier.cli.settings import read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.editor.language_server import EditorOptions
    from simplifier.editor.model import EditorModel

__all__ = ["lsp_command"]


@click.command("lsp")
@settings_options
@click.option(
    "--user-rules",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Your own list, to which 'never' adds; it need not exist yet.",
)
def lsp_command(config: Path | None, settings: tuple[str, ...], user_rules: Path | None) -> None:
    """Suggest plainer words in an editor: a language server over standard input and output.

    The editor starts it for plain text and Markdown; docs/use/editors.md has the settings.
    """
    missing = [name for name in ("pygls", "lsprotocol") if find_spec(name) is None]
    if missing:
        raise ConfigError(f"the language server needs {' and '.join(missing)}; {install_hint('lsp')}")
    from simplifier.editor.language_server import serve_editor
    from simplifier.editor.model import EditorModel

    overrides = read_settings(settings)

    def load(options: EditorOptions) -> EditorModel:
        own = {} if options.preset is None else {"preset": options.preset}
        listed = user_rules if options.userRules is None else Path(options.userRules).expanduser()
        return EditorModel(config, {**overrides, **own}, listed)

    if not serve_editor(load, package_version()):
        click.get_current_context().exit(1)
