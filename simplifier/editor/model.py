"""The model behind an editor: variants by spelling, passages known already, and the user's own list."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from simplifier.config import load_model_config
from simplifier.languages import Language
from simplifier.pipeline import Simplifier
from simplifier.policy.user_list_file import UserListFile
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result
from simplifier.rules.readers.user_list import read_user_entries
from simplifier.text.markup import MarkedSpan, MarkedText
from simplifier.text.spelling import TextSpelling

__all__ = ["EditorModel"]

#: Passages whose results are kept, and those with explanations, which are large.
_MOST_KNOWN: Final = 4000
_MOST_EXPLAINED: Final = 100
_Key = tuple[str, tuple[MarkedSpan, ...], str | None, bool]


class EditorModel:
    """Rewrites passages; what was rewritten once is known. Used by one thread.

    Args:
        config: the configuration of the model; the embedded English model's if None.
        overrides: settings by dotted key.
        own_list: the user's list, which need not be there yet; None for the configuration's own.

    Raises:
        InputError: as `Simplifier.load`.
    """

    def __init__(self, config: Path | None, overrides: Mapping[str, object], own_list: Path | None = None) -> None:
        self._path = config
        # What an editor marks stands in its text: sentences stay whole.
        self._overrides = {
            **overrides,
            "structure.split": "off",
            "structure.reword": "off",
            "structure.shorten": False,
            "structure.bullets": False,
            "structure.also": [],
        }
        self._given = own_list
        self._read: tuple[int, int] | None = None
        self._load()

    @property
    def language(self) -> Language:
        """Which the model is of."""
        return self._model.language

    def refresh(self) -> bool:
        """Read the user's list again if its file has changed; tell whether it has.

        Raises:
            InputError: the list is broken; the one before stays in force.
        """
        stamp = self._stamp()
        if stamp == self._read:
            return False
        self._read = stamp
        self._load()
        return True

    def never(self, source: str, target: str) -> str:
        """Add to the user's list that a rewrite is never made; with an empty target, that words never change.

        Returns:
            What was done, one line.

        Raises:
            InputError: the list is broken, or cannot be written.
        """
        assert self.own_list is not None
        return UserListFile(self.own_list, self.language).forbid(source, target)

    def spelling(self, text: str) -> str | None:
        """Return how new words of a text are spelled, as `TextSpelling.after`."""
        return TextSpelling(self._model.config.text.spelling, self.language, text).after("")

    def rewrite(self, passages: Sequence[str], spelling: str | None, check: Callable[[], None]) -> list[Result]:
        """Return the results of passages.

        Args:
            passages: the passages of one text.
            spelling: the spelling of its new words.
            check: called now and then; what it raises ends the work.
        """
        missing = {key: one for one in passages if (key := _key(one, spelling)) not in self._known}
        request = SearchRequest(before_batch=check)
        results = self._variant(spelling).stream(missing.values(), 1, request=request, apart=True)
        found = {_key(one, spelling): self._known.get(_key(one, spelling)) for one in passages}
        for key, result in zip(missing, results, strict=True):
            found[key] = _kept(self._known, key, result, _MOST_KNOWN)
        ordered = [found[_key(one, spelling)] for one in passages]
        return [one for one in ordered if one is not None]

    def explain(self, passage: str, spelling: str | None, check: Callable[[], None]) -> Result:
        """Return the result of one passage with explanations; some twenty times as long as without."""
        key = _key(passage, spelling, explained=True)
        if key in self._explained:
            return self._explained[key]
        request = SearchRequest(explain=True, before_batch=check)
        (result,) = self._variant(spelling).stream([passage], 1, request=request, apart=True)
        return _kept(self._explained, key, result, _MOST_EXPLAINED)

    def _load(self) -> None:
        model = self._made({})
        self._model = model
        self._variants: dict[str | None, Simplifier] = {}
        self._known: OrderedDict[_Key, Result] = OrderedDict()
        self._explained: OrderedDict[_Key, Result] = OrderedDict()
        self.own_list = self._given or model.config.user_rules
        self._read = self._stamp()
        self.unchanging = self._unchanging()

    def _made(self, own: Mapping[str, object]) -> Simplifier:
        settings = {**self._overrides, **own}
        if self._given is not None and self._given.exists():
            settings["user_rules"] = self._given.resolve()
        return Simplifier.load(load_model_config(self._path, settings))

    def _variant(self, spelling: str | None) -> Simplifier:
        """Return the model that spells new words so, whatever a passage by itself would tell."""
        if self._model.config.text.spelling != "keep":
            return self._model
        if spelling not in self._variants:
            self._variants[spelling] = self._made({"text.spelling": spelling}) if spelling else self._model
        return self._variants[spelling]

    def _stamp(self) -> tuple[int, int] | None:
        if self.own_list is None or not self.own_list.exists():
            return None
        status = self.own_list.stat()
        return status.st_mtime_ns, status.st_size

    def _unchanging(self) -> frozenset[str]:
        """Return words, in lower case, that the user's list never changes: nothing is said of them."""
        if self.own_list is None or not self.own_list.exists():
            return frozenset()
        entries = read_user_entries(self.own_list, self.language)
        return frozenset(one.source.lower() for one in entries if one.verdict == "never" and not one.target)


def _key(passage: str, spelling: str | None, explained: bool = False) -> _Key:
    spans = passage.spans if isinstance(passage, MarkedText) else ()
    return str(passage), spans, spelling, explained


def _kept(known: OrderedDict[_Key, Result], key: _Key, result: Result, most: int) -> Result:
    known[key] = result
    if len(known) > most:
        known.popitem(last=False)
    return result
