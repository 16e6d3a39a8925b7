"""Things of one kind by name: ours, those that a program registers, and those of installed packages.

A program adds one by a call (`Extensions.register`). A package adds one by being installed, with an entry
point in the group of the kind::

    [project.entry-points."simplifier.metrics"]
    my-metric = "my_package.metrics:my_metric"

Packages are looked through when a name is asked for that is not known without them, or when all are listed;
an entry point is imported only when its own name is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from simplifier.base.errors import ConfigError, nearest

__all__ = ["Extensions"]

Thing = TypeVar("Thing")


def _accept(name: str, value: object) -> None:
    """Accept whatever it is."""


class Extensions(Generic[Thing]):
    """Things of one kind by name.

    Args:
        kind: what they are, for messages ("metric").
        group: the group of the entry points that name them.
        own: those that we bring; a name of these cannot be taken.
        check: raises ConfigError for a name or value that is not of the kind.
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
        """Add a thing.

        Raises:
            ConfigError: the name is taken, or the value is not of this kind.
        """
        if name in self:
            raise ConfigError(f"the {self.kind} {name!r} is there already; choose another name")
        self._check(name, value)
        self._known[name] = value

    def unregister(self, name: str) -> None:
        """Take away what `register` added.

        Raises:
            ConfigError: nothing was registered by this name.
        """
        if name in self._own or name not in self._known:
            raise ConfigError(f"no {self.kind} {name!r} was registered")
        del self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known or name in self._packages()

    def __iter__(self) -> Iterator[str]:
        """Iterate over all names: ours, registered ones, those of packages."""
        return iter([*self._known, *(name for name in self._packages() if name not in self._known)])

    def __getitem__(self, name: str) -> Thing:
        """Return a thing by name.

        Raises:
            ConfigError: there is none, with the nearest name; or the package that offers it cannot be used.
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
