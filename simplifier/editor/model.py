"""The model behind a text editor: variants by spelling, results of known passages, and the user list."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from simplifier.config import load_model_config
from simplifier.languages import Language
from simplifier.pipeline import Simplifier
from simplifier.policy.difficulty import Difficulty
from simplifier.policy.user_list_file import UserListFile
from simplifier.record.offers import Offer, offers_of
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result
from simplifier.rules.readers.user_list import read_user_entries
from simplifier.text.markup import MarkedSpan, MarkedText
from simplifier.text.spelling import TextSpelling

__all__ = ["EditorModel"]

#: The most passages whose results are kept, and the most with explanations, which are large.
_MOST_KNOWN: Final = 4000
_MOST_EXPLAINED: Final = 100
_Key = tuple[str, tuple[MarkedSpan, ...], str | None, bool]
_Found = TypeVar("_Found")


class EditorModel:
    """Rewrites passages, and keeps the results for the next time. To be used by one thread at a time.

    Args:
        config: the configuration of the model; that of the embedded English model if None.
        overrides: settings by dotted key.
        own_list: the file of the user list, which need not exist yet; None for that of the configuration.

    Raises:
        InputError: as `Simplifier.load`.
    """

    def __init__(self, config: Path | None, overrides: Mapping[str, object], own_list: Path | None = None) -> None:
        self._path = config
        # A text editor marks places in its text, so every sentence must stay one sentence.
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
    def difficulty(self) -> Difficulty:
        """Tells how hard words are."""
        return self._model.difficulty

    @property
    def language(self) -> Language:
        """The language of the model."""
        return self._model.language

    def refresh(self) -> bool:
        """Read the user list again if its file has changed, and return True if it has.

        Raises:
            InputError: the list is broken; the list before stays in force.
        """
        stamp = self._stamp()
        if stamp == self._read:
            return False
        # Noted before the list is read, so that a broken list is reported once and not at every call.
        self._read = stamp
        self._load()
        return True

    def never(self, source: str, target: str) -> str:
        """Add to the user list that a rewrite is never made; with an empty target, that words never change.

        Returns:
            One line that says what was done.

        Raises:
            InputError: the list is broken, or cannot be written.
        """
        assert self.own_list is not None
        return UserListFile(self.own_list, self.language).forbid(source, target)

    def spelling(self, text: str) -> str | None:
        """Return the spelling of new words in a text, as `TextSpelling.after` does."""
        return TextSpelling(self._model.config.text.spelling, self.language, text).after("")

    def rewrite(self, passages: Sequence[str], spelling: str | None, check: Callable[[], None]) -> list[Result]:
        """Return the results of passages.

        Args:
            passages: the passages of one text.
            spelling: the spelling of its new words.
            check: a function that is called now and then; an exception from it ends the work.
        """
        missing = {key: one for one in passages if (key := _key(one, spelling)) not in self._known}
        request = SearchRequest(before_batch=check)
        results = self._variant(spelling).stream(missing.values(), 1, request=request, apart=True)
        # Known results are taken first, since keeping new ones may push them out.
        found = {_key(one, spelling): self._known.get(_key(one, spelling)) for one in passages}
        for key, result in zip(missing, results, strict=True):
            found[key] = _kept(self._known, key, result, _MOST_KNOWN)
        ordered = [found[_key(one, spelling)] for one in passages]
        return [one for one in ordered if one is not None]

    def explain(self, passage: str, spelling: str | None, check: Callable[[], None]) -> Result:
        """Return the result of one passage with explanations, which takes about twenty times as long as without."""
        key = _key(passage, spelling, explained=True)
        if key in self._explained:
            return self._explained[key]
        request = SearchRequest(explain=True, before_batch=check)
        (result,) = self._variant(spelling).stream([passage], 1, request=request, apart=True)
        return _kept(self._explained, key, result, _MOST_EXPLAINED)

    def offers(self, sentence: str, spelling: str | None, check: Callable[[], None]) -> tuple[Offer, ...]:
        """Return what may be offered beside the changes of a sentence; nothing if the text is not one sentence.

        Args:
            sentence: the text of the sentence, as a passage of its own.
            spelling: the spelling of new words.
            check: a function that is called now and then; an exception from it ends the work.
        """
        key = _key(sentence, spelling, explained=True)
        if key in self._offers:
            return self._offers[key]
        found = self.explain(sentence, spelling, check).sentences
        own = offers_of(found[0], self.language) if len(found) == 1 else []
        return _kept(self._offers, key, tuple(own), _MOST_KNOWN)

    def _load(self) -> None:
        model = self._made({})
        self._model = model
        self._variants: dict[str | None, Simplifier] = {}
        self._known: OrderedDict[_Key, Result] = OrderedDict()
        self._explained: OrderedDict[_Key, Result] = OrderedDict()
        self._offers: OrderedDict[_Key, tuple[Offer, ...]] = OrderedDict()
        self.own_list = self._given or model.config.user_rules
        self._read = self._stamp()
        self.unchanging = self._unchanging()

    def _made(self, own: Mapping[str, object]) -> Simplifier:
        settings = {**self._overrides, **own}
        if self._given is not None and self._given.exists():
            settings["user_rules"] = self._given.resolve()
        return Simplifier.load(load_model_config(self._path, settings))

    def _variant(self, spelling: str | None) -> Simplifier:
        """Return the model with a fixed spelling of new words: that of the whole text, not of a single passage."""
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
        """Return the words, in lower case, that the user list never changes; they are not marked as hard."""
        if self.own_list is None or not self.own_list.exists():
            return frozenset()
        entries = read_user_entries(self.own_list, self.language)
        return frozenset(one.source.lower() for one in entries if one.verdict == "never" and not one.target)


def _key(passage: str, spelling: str | None, explained: bool = False) -> _Key:
    spans = passage.spans if isinstance(passage, MarkedText) else ()
    return str(passage), spans, spelling, explained


def _kept(known: OrderedDict[_Key, _Found], key: _Key, found: _Found, most: int) -> _Found:
    known[key] = found
    if len(known) > most:
        known.popitem(last=False)
    return found
