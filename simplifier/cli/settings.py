"""Options that several commands share: those that name and set a model; `--lines` of files."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from simplifier.base.errors import ConfigError

__all__ = [
    "NamedFile",
    "language_option",
    "language_or_model_option",
    "line_range",
    "read_settings",
    "settings_options",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])


class NamedFile(click.Path):
    """The name of a file, as a path; an empty one would mean the current folder.

    Args:
        kind: what is made of it; text where it may be an address of a cluster.
    """

    def __init__(self, kind: type[str] | type[Path] = Path) -> None:
        super().__init__(path_type=kind)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty name."""
        if value == "":
            self.fail("the name is empty; name a file", param, ctx)
        return super().convert(value, param, ctx)


_LANGUAGE: Final = "Language of the texts: a code, or a description that ends in .toml."


def language_option(function: _Function) -> _Function:
    """Add `--language`, the language of the texts, English by default."""
    return click.option("--language", default="en", show_default=True, metavar="CODE", help=_LANGUAGE)(function)


def language_or_model_option(function: _Function) -> _Function:
    """Add `--language`, the language of the texts, that of the model by default."""
    told = f"{_LANGUAGE}  [default: the model's]"
    return click.option("--language", metavar="CODE", help=told)(function)


def settings_options(function: _Function) -> _Function:
    """Add `--config`, `--preset`, `--risk` and `--set`, given on as ``config`` and ``settings``."""

    @functools.wraps(function)
    def command(
        *arguments: Any, preset: str | None, risk: float | None, settings: tuple[str, ...], **options: Any
    ) -> Any:
        named = [f"{key}={value}" for key, value in (("preset", preset), ("selection.risk", risk)) if value is not None]
        return function(*arguments, settings=(*named, *settings), **options)

    decorated: Callable[..., Any] = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KEY=VALUE",
        help="Override one setting, such as decoder.pop_limit=200 or weights.lm_simple=0.5.",
    )(command)
    decorated = click.option(
        "--preset",
        metavar="NAME",
        help="Settings under a name, in the embedded model careful, more, bold, metric, lattice.",
    )(decorated)
    decorated = click.option(
        "--risk",
        type=click.FloatRange(0, 1),
        metavar="R",
        help="Change only what an editor lets stand with a probability of 1 - R.  [default: the model's]",
    )(decorated)
    return click.option(
        "--config",
        type=NamedFile(),
        help="TOML file of a model.  [default: the embedded English model]",
    )(decorated)  # type: ignore[return-value]


def read_settings(settings: tuple[str, ...]) -> dict[str, object]:
    """Return overrides by dotted key.

    Raises:
        ConfigError: one is not of the form KEY=VALUE.
    """
    overrides: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            raise ConfigError(f"--set {setting}: needs KEY=VALUE, such as decoder.pop_limit=200")
        overrides[key.strip()] = value.strip()
    return overrides


def line_range(lines: str | None) -> slice:
    """Return the lines that ``--lines FIRST-LAST`` means, all without it.

    Raises:
        ConfigError: it is not of this form.
    """
    if lines is None:
        return slice(None)
    first, separator, last = lines.partition("-")
    if not (separator and first.isdigit() and last.isdigit() and 1 <= int(first) <= int(last)):
        raise ConfigError(f"--lines reads FIRST-LAST, such as 1501-2000, not {lines!r}")
    return slice(int(first) - 1, int(last))
