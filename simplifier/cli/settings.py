"""Options that several commands share: for models, for texts, and `--lines` for files."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from simplifier.base.errors import ConfigError

__all__ = [
    "NamedFile",
    "NeighbouringCommand",
    "language_option",
    "language_or_model_option",
    "line_range",
    "model_settings",
    "plugin_option",
    "read_settings",
    "settings_options",
    "text_options",
    "with_options",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])


class NeighbouringCommand(click.Command):
    """A command that names another command when it is given an option of that command.

    Args:
        neighbour: the place of the other command, as ``module:attribute``.
        called: the name of the other command.
    """

    def __init__(self, *args: Any, neighbour: str, called: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._neighbour = neighbour
        self._called = called

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line. ``--explain`` takes a value behind "=" alone, never the next word, which is a file.

        Raises:
            ConfigError: an option belongs to the other command.
            click.UsageError: the command line is wrong in another way.
        """
        options = args.index("--") if "--" in args else len(args)
        args = [*("--explain=short" if one == "--explain" else one for one in args[:options]), *args[options:]]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            module, _, attribute = self._neighbour.partition(":")
            other: click.Command = getattr(import_module(module), attribute)
            if any(error.option_name in (*one.opts, *one.secondary_opts) for one in other.params):
                raise ConfigError(f"{error.option_name} is an option of `{self._called}`") from None
            raise


class NamedFile(click.Path):
    """The type of a file name on the command line. An empty name is refused, as it would mean the current folder.

    Args:
        kind: the type of the value: a path, or text if the name may be an address of a cluster.
    """

    def __init__(self, kind: type[str] | type[Path] = Path) -> None:
        super().__init__(path_type=kind)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value; an empty name is a usage error."""
        if value == "":
            self.fail("the name is empty; name a file", param, ctx)
        return super().convert(value, param, ctx)


_MODEL_OPTIONS: Final = (
    click.option(
        "--config",
        type=NamedFile(),
        help="TOML file of a model.  [default: the embedded English model]",
    ),
    click.option(
        "--risk",
        type=click.FloatRange(0, 1),
        metavar="R",
        help="Change only what an editor lets stand with a probability of 1 - R.  [default: the model's]",
    ),
    click.option("--fast", is_flag=True, help="Leave out the reader of context: faster, but fewer changes."),
    click.option(
        "--preset",
        metavar="NAME",
        help="Settings under a name, in the embedded model careful, more, bold, metric, lattice.",
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KEY=VALUE",
        help="Override one setting, such as decoder.pop_limit=200 or weights.lm_simple=0.5.",
    ),
)
_LANGUAGE: Final = "Language of the texts: a code, or a description that ends in .toml."
_TEXT_OPTIONS: Final = (
    click.option("--threads", type=click.IntRange(0), metavar="N", help="0: one per core."),
    click.option("--timeout-seconds", type=click.FloatRange(0), metavar="X", help="Time limit of a sentence; 0: none."),
    click.option("--protect", type=NamedFile(), metavar="FILE", help="Terms that are never changed, one a line."),
    click.option(
        "--user-rules", type=NamedFile(), metavar="FILE", help="Your own rewrites, one a line: word TAB replacement."
    ),
    click.option("--tokenized", is_flag=True, help="Input is one sentence a line, tokens between spaces."),
    click.option("--markup", is_flag=True, help='Obey <keep>...</keep> and <replace with="...">...</replace>.'),
    click.option(
        "--explain",
        type=click.Choice(("short", "full")),
        metavar="[=full]",
        help="Tell why words were changed, and why others were not; =full with rules, figures and all candidates.",
    ),
    click.option("--quiet", is_flag=True, help="No summary, bar or hint."),
)


def with_options(*options: Callable[[Any], Any]) -> Callable[[_Function], _Function]:
    """Return a decorator that adds options to a command, in this order."""

    def decorate(function: _Function) -> _Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def text_options(function: _Function) -> _Function:
    """Add the options that `simplify` and `simplifier decode` share: inputs, model, output, and reading of text."""
    return with_options(
        click.argument("inputs", nargs=-1, type=NamedFile(), metavar="[INPUT]..."),
        *_MODEL_OPTIONS,
        click.option(
            "--output",
            type=NamedFile(),
            help="Write here, when all is done; a folder if INPUT is one.  [default: standard output]",
        ),
        click.option("--format", "style", type=click.Choice(["text", "jsonl"]), default="text", show_default=True),
        *_TEXT_OPTIONS,
    )(function)


def language_option(function: _Function) -> _Function:
    """Add `--language`, the language of the texts, which is English by default."""
    return click.option("--language", default="en", show_default=True, metavar="CODE", help=_LANGUAGE)(function)


def language_or_model_option(function: _Function) -> _Function:
    """Add `--language`, the language of the texts, which is that of the model by default."""
    told = f"{_LANGUAGE}  [default: the model's]"
    return click.option("--language", metavar="CODE", help=told)(function)


def plugin_option(function: _Function) -> _Function:
    """Add `--plugin`, which imports modules that register extensions before the other options are looked at."""

    def load(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
        from simplifier.base.extensions import load_plugin  # loaded only where it is of use

        for name in names:
            load_plugin(name)
        return names

    return click.option(
        "--plugin",
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=load,
        metavar="FILE.py|MODULE",
        help="Import a module of yours that registers a metric; repeatable.",
    )(function)


def settings_options(function: _Function) -> _Function:
    """Add `--config`, `--preset`, `--risk` and `--set`; the function gets them as ``config`` and ``settings``."""

    @functools.wraps(function)
    def command(
        *arguments: Any, preset: str | None, risk: float | None, fast: bool, settings: tuple[str, ...], **options: Any
    ) -> Any:
        return function(*arguments, settings=model_settings(preset, risk, fast, settings), **options)

    return with_options(*_MODEL_OPTIONS)(command)  # type: ignore[return-value]


def model_settings(preset: str | None, risk: float | None, fast: bool, settings: tuple[str, ...]) -> tuple[str, ...]:
    """Return all settings as KEY=VALUE; those of named options come first, so that single keys override them."""
    named = [f"{key}={value}" for key, value in (("preset", preset), ("selection.risk", risk)) if value is not None]
    return (*named, *(["selection.read=false"] if fast else []), *settings)


def read_settings(settings: tuple[str, ...]) -> dict[str, object]:
    """Return settings of the form KEY=VALUE as overrides by dotted key.

    Raises:
        ConfigError: a setting has another form.
    """
    overrides: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            raise ConfigError(f"--set {setting}: needs KEY=VALUE, such as decoder.pop_limit=200")
        overrides[key.strip()] = value.strip()
    return overrides


def line_range(lines: str | None) -> slice:
    """Return the slice for ``--lines FIRST-LAST``, where lines count from 1; all lines if None.

    Raises:
        ConfigError: the option has another form.
    """
    if lines is None:
        return slice(None)
    first, separator, last = lines.partition("-")
    if not (separator and first.isdigit() and last.isdigit() and 1 <= int(first) <= int(last)):
        raise ConfigError(f"--lines reads FIRST-LAST, such as 1501-2000, not {lines!r}")
    return slice(int(first) - 1, int(last))
