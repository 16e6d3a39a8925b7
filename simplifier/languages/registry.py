"""Languages by name: those of this folder, those that other packages bring, and files.

``model.language`` names one: a code (``en``), or a path that ends in ``.toml`` (`simplifier.languages.described`).
Another package brings a language by an entry point of the group ``simplifier.languages`` whose name is the
code and whose object is a `Language` or a function that returns one.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError, nearest
from simplifier.languages.described import read_language
from simplifier.languages.language import Language

__all__ = ["GROUP", "known_languages", "language_beside", "language_code", "language_named"]

#: The group of entry points that bring languages.
GROUP: Final = "simplifier.languages"
#: Languages of this folder in Python, named as another package would name its own.
_OWN: Final = {
    "en": EntryPoint("en", "simplifier.languages.en.english:English", GROUP),
    "plain": EntryPoint("plain", "simplifier.languages.language:Language", GROUP),
}
#: Languages of this folder that are described: CODE/language.toml.
_DESCRIBED: Final = {path.parent.name: path for path in Path(__file__).parent.glob("*/language.toml")}


def known_languages() -> list[str]:
    """Return the codes of the languages that can be named, sorted."""
    return sorted({*_OWN, *_DESCRIBED, *(point.name for point in entry_points(group=GROUP))})


def language_code(name: str) -> str:
    """Return the name, for settings to be checked before a language is opened.

    Raises:
        ValueError: neither a known code nor the path of a description (names the nearest code).
    """
    if name.endswith(".toml") or name in _OWN or name in _DESCRIBED:
        return name
    known = known_languages()
    if name not in known:
        raise ValueError(_unknown(name, known))
    return name


def language_beside(name: str, folder: Path) -> str:
    """Return the name as settings in a folder mean it: a description is relative to the folder."""
    return str((folder / name).resolve()) if name.endswith(".toml") else name


def _unknown(name: str, known: list[str]) -> str:
    return f"no language {name!r}{nearest(name, known)}; known are {', '.join(known)}"


@cache
def language_named(name: str) -> Language:
    """Return a language; the same object every time.

    Args:
        name: a code, or the path of a description that ends in ``.toml``.

    Raises:
        ConfigError: no such language (names the nearest), or an entry point that does not bring one.
        InputError: a description that cannot be read or holds something else.
    """
    if name.endswith(".toml"):
        return read_language(Path(name))
    if name in _DESCRIBED:
        return read_language(_DESCRIBED[name])
    for point in (_OWN[name],) if name in _OWN else entry_points(group=GROUP, name=name):
        try:
            found = point.load()
        except (ImportError, AttributeError) as error:
            raise ConfigError(f"entry point {point.value!r} of {GROUP} cannot be imported ({error})") from None
        language: object = found if isinstance(found, Language) else found()
        if not isinstance(language, Language):
            raise ConfigError(f"entry point {point.value!r} of {GROUP} gives no language; return a Language")
        return language
    raise ConfigError(_unknown(name, known_languages()))
