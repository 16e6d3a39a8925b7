"""Languages by name: those of this folder, those of other packages, and files.

``model.language`` names one: a code (``en``), or a path that ends in ``.toml`` (`simplifier.languages.described`).
Another package brings a language by an entry point of the group ``simplifier.languages``. Its name is the code, and
its object is a `Language` or a function that returns one.
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
#: Languages of this folder that are written in Python; they are entry points, like those of other packages.
_OWN: Final = {
    "en": EntryPoint("en", "simplifier.languages.en.english:English", GROUP),
    "plain": EntryPoint("plain", "simplifier.languages.language:Language", GROUP),
}
#: Languages of this folder that are described in CODE/language.toml.
_DESCRIBED: Final = {path.parent.name: path for path in Path(__file__).parent.glob("*/language.toml")}


def known_languages() -> list[str]:
    """Return the codes of all known languages, sorted."""
    return sorted({*_OWN, *_DESCRIBED, *(point.name for point in entry_points(group=GROUP))})


def language_code(name: str) -> str:
    """Check and return the name of a language, before the language is opened.

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
    """Return the name that settings in a folder mean: the path of a description is relative to that folder."""
    return str((folder / name).resolve()) if name.endswith(".toml") else name


def _unknown(name: str, known: list[str]) -> str:
    return f"no language {name!r}{nearest(name, known)}; known are {', '.join(known)}"


@cache
def language_named(name: str) -> Language:
    """Return a language, the same object every time.

    Args:
        name: a code, or the path of a description that ends in ``.toml``.

    Raises:
        ConfigError: there is no such language (the message names the nearest), or an entry point gives none.
        InputError: a description cannot be read, or is not valid.
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
