"""Feature functions in Python, for rule applications (scored before the search) and for whole derivations.

Both are for experiments; a feature that proves useful should be written in C++
(``simplifier/core/src/model/application_features.hh``).

>>> class LongerTarget:
...     names = ("LongerTarget",)
...
...     def __call__(self, sentence, applications):
...         return np.array([[len(applications.target(i)) > len(applications.source(i))]
...                          for i in range(len(applications))], dtype=np.float32)
>>> decoder = ChartDecoder(grammars, weights={"LongerTarget": -1.0}, application_features=[LongerTarget()])

A scorer that is faster on many sentences at once is a `BatchedDerivationFeature`:

>>> class Fluency:
...     names = ("Fluency",)
...
...     def __init__(self, model: Path, batch: int = 32):
...         self.model, self.batch = read_model(model), batch
...
...     def score(self, sentences, lists):
...         texts = [" ".join(one.tokens) for derivations in lists for one in derivations]
...         values = self.model.score(texts, self.batch)
...         ends = np.cumsum([len(derivations) for derivations in lists])
...         return np.split(np.reshape(values, (-1, 1)), ends[:-1])

A configuration names a feature with its arguments::

    [decoder]
    derivation_features = [
        { feature = "my_package:Fluency", paths = { model = "fluency.bin" }, arguments = { batch = 64 } },
    ]
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from simplifier.base.errors import ConfigError, InputError
from simplifier.core import ApplicationFeatures, PythonFeatures, RuleTable
from simplifier.decoder.derivation import Derivation, InputSentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "ApplicationFeature",
    "Applications",
    "BatchedDerivationFeature",
    "DerivationFeature",
    "load_feature",
    "native_features",
]

_NO_ARGUMENTS: Final[Mapping[str, object]] = {}


@dataclass(frozen=True, slots=True)
class Applications:
    """The rule applications of one sentence's chart, one row per way to apply a rule.

    Attributes:
        start: int32 [n], first source token (half-open spans).
        end: int32 [n], after the last source token.
        grammar: int32 [n], number of the grammar; -1 for an unknown word, which is copied.
        rule: int32 [n], number of the rule in its table; -1 for an unknown word.
        label: int32 [n], the decoder's number of the rule's left-hand side.
        changed: bool [n], true if the two sides differ.
        tables: the rule tables, by number of the grammar.
    """

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    grammar: NDArray[np.int32]
    rule: NDArray[np.int32]
    label: NDArray[np.int32]
    changed: NDArray[np.bool_]
    tables: tuple[RuleTable, ...]

    def __len__(self) -> int:
        return len(self.rule)

    def lhs(self, number: int) -> str:
        """Return the left-hand side of one application; ``""`` for an unknown word."""
        return self._rule(number)[0]

    def source(self, number: int) -> tuple[str, ...]:
        """Return the source side of one application; ``()`` for an unknown word."""
        return tuple(self._rule(number)[1].split())

    def target(self, number: int) -> tuple[str, ...]:
        """Return the target side of one application; ``()`` for an unknown word."""
        return tuple(self._rule(number)[2].split())

    def _rule(self, number: int) -> tuple[str, str, str, str, int]:
        grammar = int(self.grammar[number])
        return self.tables[grammar].rule(int(self.rule[number])) if grammar >= 0 else ("", "", "", "", 0)


class ApplicationFeature(Protocol):
    """Features of single rule applications; their weighted values guide the search.

    The feature is called once per sentence, after the chart is built and before cube pruning, with all applications
    that change something. Applications that copy have the value 0. If the feature has a true attribute ``copies``,
    these are passed too, after the others. Calls come from several threads, but one at a time (the interpreter's
    lock is held).
    """

    @property
    def names(self) -> Sequence[str]:
        """Names of the features; the decoder must not have them yet."""

    def __call__(self, sentence: InputSentence, applications: Applications) -> NDArray[np.float32]:
        """Return the values, float32 [applications, names], all finite. They must not depend on the weights."""


class DerivationFeature(Protocol):
    """Features of whole derivations; they re-rank the k-best list and cannot guide the search."""

    @property
    def names(self) -> Sequence[str]:
        """Names of the features; the decoder must not have them yet."""

    def __call__(self, sentence: InputSentence, derivation: Derivation) -> Sequence[float]:
        """Return one finite value per name."""


@runtime_checkable
class BatchedDerivationFeature(Protocol):
    """Features of whole derivations, computed for many sentences in one call.

    `DerivationFeature` is for cheap features; this protocol is for a scorer that is faster in batches. It is called
    once for all sentences that are searched together.
    """

    @property
    def names(self) -> Sequence[str]:
        """Names of the features; the decoder must not have them yet."""

    def score(self, sentences: Sequence[InputSentence], lists: Sequence[Sequence[Derivation]]) -> Sequence[ArrayLike]:
        """Return for every sentence the values of its derivations, [derivations, names], all finite.

        Args:
            sentences: the source sentences.
            lists: the k-best list of each sentence, which may be empty.
        """


def load_feature(place: str, arguments: Mapping[str, object] = _NO_ARGUMENTS) -> Any:
    """Import a feature by ``package.module:name``; a class is called with the arguments.

    Raises:
        ConfigError: no such module or name, arguments that the class does not take, a failure of the class (file,
            type or value), or an object that is no feature.
        InputError: raised by the class itself because of its arguments.
    """
    module, _, name = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        hint = "write package.module:name, and put the folder of the module into PYTHONPATH or install its package"
        raise ConfigError(f"feature {place!r}: {error}; {hint}") from None
    except (ImportError, ValueError, AttributeError) as error:
        raise ConfigError(f"feature {place!r}: {error}; write package.module:name") from None
    feature = _made(place, found, arguments) if isinstance(found, type) else found
    if feature is found and arguments:
        raise ConfigError(f"feature {place!r}: is no class, so it takes no arguments")
    if not hasattr(feature, "names") or not (callable(feature) or hasattr(feature, "score")):
        raise ConfigError(
            f"feature {place!r}: has no `names`, or neither can be called nor has `score` (docs/understand/search.md)"
        )
    return feature


def _made(place: str, kind: type, arguments: Mapping[str, object]) -> object:
    """Return a feature of a class, after a check that the class takes these arguments."""
    parameters = inspect.signature(kind)
    try:
        parameters.bind(**arguments)
    except TypeError as error:
        raise ConfigError(f"feature {place!r}: {error}; it takes {parameters}") from None
    try:
        return kind(**arguments)
    except (OSError, TypeError, ValueError) as error:
        raise ConfigError(f"feature {place!r}: {error}") from None


def native_features(
    features: Sequence[ApplicationFeature | ApplicationFeatures], tables: Sequence[RuleTable]
) -> list[ApplicationFeatures]:
    """Wrap features for the native decoder; native features stay as they are.

    Raises:
        ConfigError: a feature without names.
    """
    wrapped: list[ApplicationFeatures] = []
    for feature in features:
        if isinstance(feature, ApplicationFeatures):
            wrapped.append(feature)
            continue
        names = list(feature.names)
        if not names:
            raise ConfigError(f"{type(feature).__name__} names no feature")
        call = _caller(feature, names, tuple(tables))
        wrapped.append(PythonFeatures(names, call, bool(getattr(feature, "copies", False))))
    return wrapped


def _caller(
    feature: ApplicationFeature, names: Sequence[str], tables: tuple[RuleTable, ...]
) -> Callable[[Any, NDArray[np.int32]], NDArray[np.float32]]:
    def call(sentence: InputSentence, columns: NDArray[np.int32]) -> NDArray[np.float32]:
        import numpy as np  # loaded only where it is of use

        start, end, grammar, rule, label, changed = columns.T
        applications = Applications(start, end, grammar, rule, label, changed.astype(np.bool_), tables)
        values = np.ascontiguousarray(feature(sentence, applications), dtype=np.float32)
        if values.shape != (len(columns), len(names)):
            raise InputError(
                f"feature {', '.join(names)}: values of shape {values.shape}; "
                f"it must be ({len(columns)}, {len(names)}), one row an application, one column a name"
            )
        if not np.isfinite(values).all():
            raise InputError(f"feature {', '.join(names)}: a value is not a finite number")
        return values

    return call
