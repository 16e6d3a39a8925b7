"""Registries of extensions by name: built-in ones, registered ones, and those of installed packages.

A program adds an extension by a call (`Extensions.register`). An installed package adds one by an entry point
in the group of its kind::

    [project.entry-points."simplifier.metrics"]
    my-metric = "my_package.metrics:my_metric"

Installed packages are searched only for an unknown name, or when all names are listed. An entry point is
imported only when its own name is asked for.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Generic, TypeVar

from simplifier.base.errors import ConfigError, nearest

__all__ = ["Extensions", "load_plugin"]

Thing = TypeVar("Thing")


def _accept(name: str, value: object) -> None:
    """Accept any value."""


class Extensions(Generic[Thing]):
    """A registry of extensions of one kind.

    Args:
        kind: the word for one extension in messages, such as "metric".
        group: the group of entry points that packages use for the kind.
        own: the built-in extensions, by name; their names cannot be taken.
        check: a function of name and value that raises ConfigError if they are not of this kind.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        own: Mapping[str, Thing],
        check: Callable[[str, object], None] = _accept,
    ) -> None:
        self.kind = kind
        self.group = group
        self._check = check
        self._own = tuple(own)
        self._known: dict[str, Thing] = dict(own)
        self._offered: dict[str, EntryPoint] | None = None

    def register(self, name: str, value: Thing) -> None:
        """Add an extension.

        Raises:
            ConfigError: the name is taken, or the value is not of this kind.
        """
        if name in self:
            raise ConfigError(f"the {self.kind} {name!r} is there already; choose another name")
        self._check(name, value)
        self._known[name] = value

    def unregister(self, name: str) -> None:
        """Remove an extension that `register` added.

        Raises:
            ConfigError: nothing was registered under this name.
        """
        if name in self._own or name not in self._known:
            raise ConfigError(f"no {self.kind} {name!r} was registered")
        del self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known or name in self._packages()

    def __iter__(self) -> Iterator[str]:
        """Iterate over all names: built-in, then registered, then those of packages."""
        return iter([*self._known, *(name for name in self._packages() if name not in self._known)])

    def __getitem__(self, name: str) -> Thing:
        """Return an extension by name.

        Raises:
            ConfigError: the name is unknown (the message suggests the nearest), or its package cannot be used.
        """
        if name not in self._known:
            if name not in self._packages():
                names = list(self)
                raise ConfigError(f"unknown {self.kind} {name!r}{nearest(name, names)}; there are {', '.join(names)}")
            self._known[name] = self._load(self._packages()[name])
        return self._known[name]

    def _packages(self) -> dict[str, EntryPoint]:
        if self._offered is None:
            self._offered = {}
            for one in entry_points(group=self.group):
                if one.name in self._known or one.name in self._offered:
                    raise ConfigError(f"{_place(one)}: the {self.kind} {one.name!r} is there already")
                self._offered[one.name] = one
        return self._offered

    def _load(self, offered: EntryPoint) -> Thing:
        try:
            value: Thing = offered.load()
        except (ImportError, AttributeError) as error:
            raise ConfigError(f"{_place(offered)}: {offered.value} cannot be imported ({error})") from None
        try:
            self._check(offered.name, value)
        except ConfigError as error:
            raise ConfigError(f"{_place(offered)}: {error}") from None
        return value


def _place(offered: EntryPoint) -> str:
    package = "a package" if offered.dist is None else f"package {offered.dist.name}"
    return f"{package} ({offered.group})"


def load_plugin(name: str) -> None:
    """Import a module that registers extensions.

    Args:
        name: a file that ends in ``.py``, or the dotted name of a module of an installed package.

    Raises:
        ConfigError: there is no such file or module, or it ends with an error.
    """
    path = Path(name)
    try:
        if path.suffix == ".py":
            _run(path)
        else:
            importlib.import_module(name)
    except ConfigError as error:
        raise ConfigError(f"{name}: {error}") from None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise ConfigError(f"{name}: {error}; install what it needs") from None
        raise ConfigError(f"{name}: no such module; name a file with its .py, or install its package") from None
    except (Exception, SystemExit) as error:
        raise ConfigError(f"{name}: {type(error).__name__}: {' '.join(str(error).split())}") from None


def _run(path: Path) -> None:
    """Import a file; what was imported already is not imported again."""
    if not path.is_file():
        raise ConfigError("no such file; name the file of the module")
    name = f"_plugin_{path.stem}"  # so that no other module of the same name is hidden
    place = os.path.realpath(path)
    if name in sys.modules and sys.modules[name].__file__ == place:
        return
    found = importlib.util.spec_from_file_location(name, place)
    assert found is not None and found.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
