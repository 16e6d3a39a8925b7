"""The user list as part of a model: what the user prefers, demands and forbids.

The entries (`simplifier.rules.readers.user_list`) become a small rule table, which is a grammar with the owner
``user``. Entries of single words, and phrases with a part of speech, also cover inflected forms: the entry ``utilize``,
``use`` turns "utilized" into "used" as well.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from simplifier.base.errors import ConfigError, FormatError
from simplifier.core import FeatureName, RuleTable, TableBuilder, rewriting_rules
from simplifier.decoder import Derivation, GrammarPart, InputSentence
from simplifier.decoder.features import Applications
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.language import Language, WordForm
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.rules.grammar.symbols import DEFAULT_LABEL
from simplifier.rules.tables.table import open_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simplifier.rules.readers.user_list import UserEntry

__all__ = ["BLOCKED", "USER_OWNER", "USER_WEIGHTS", "BlockedRewrites", "UserRules", "blocked_reason", "user_weights"]

USER_OWNER: Final = "user"
#: The feature of applications that the list forbids.
BLOCKED: Final = FeatureName.UserBlocked
#: The default weights of the user features. An entry outweighs any good rewrite of the model; an ``always`` or
#: ``never`` outweighs everything.
USER_WEIGHTS: Final = {FeatureName.UserRule: 200.0, FeatureName.UserAlways: 1000.0, BLOCKED: -1000.0}

_LEAST_SHARE: Final = 0.1
"""The least share of a word's uses, 0 to 1, with which a part of speech counts as one of the word's own."""


@dataclass(frozen=True, slots=True)
class UserRules:
    """A user list made ready for a decoder.

    Attributes:
        language: the language of the list.
        rewrites: the forms of entries that rewrite; the value is True for ``always``.
        kept: the forms that never change.
        forbidden: the rewrites that are never made.
        surfaces: how words with capitals in a replacement are written, by their decoder form.
        shares: for each word with a label, the share of each tag among its uses, 0 to 1.
    """

    language: Language
    rewrites: dict[WordForm, bool] = field(default_factory=dict)
    kept: tuple[WordForm, ...] = ()
    forbidden: tuple[WordForm, ...] = ()
    surfaces: Mapping[str, str] = field(default_factory=dict)
    shares: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, language: Language, tagger: Tagger | None) -> Self:
        """Read a user list in a language.

        Raises:
            InputError: the file cannot be read.
            FormatError: a broken or contradicting line, or a part of speech without a tagger.
        """
        from simplifier.rules.readers.user_list import read_user_entries  # loaded only where it is of use

        entries = read_user_entries(path, language)
        for entry in entries:
            if entry.part and tagger is None:
                raise FormatError(path, "a part of speech needs a model with a tagger (tagger.path)", entry.line)
            if not language.tokenise_forms(entry.source):
                raise FormatError(path, "there is no word to replace", entry.line)
        rewrites: dict[WordForm, bool] = {}
        kept: dict[WordForm, None] = {}
        forbidden: dict[WordForm, None] = {}
        surfaces: dict[str, str] = {}
        written: set[tuple[str, ...]] = set()
        # Entries as they are written come first, because they go before inflected forms that follow from others.
        for derived in (False, True):
            for entry in entries:
                for form in _forms(entry, derived, language, tagger):
                    if derived and tagger is None and form.label:
                        continue
                    if form.target is None:
                        kept.setdefault(form)
                    elif entry.verdict == "never":
                        forbidden.setdefault(form)
                    elif not derived or form.source not in written:
                        rewrites.setdefault(form, entry.verdict == "always")
                surfaces |= _capitals(entry.target or "", language)
            written = {form.source for form in rewrites}
        labelled = (form for form in (*rewrites, *kept, *forbidden) if form.label and len(form.source) == 1)
        words = {form.source[0] for form in labelled}
        shares = {} if tagger is None else {word: tagger.word_tags(word) for word in words}
        return cls(language, rewrites, tuple(kept), tuple(forbidden), surfaces, shares)

    def grammar(self) -> list[GrammarPart]:
        """Return the entries that rewrite, as one grammar; an empty list if there are none."""
        if not self.rewrites:
            return []
        longest = max(len(form.source) for form in self.rewrites)
        return [GrammarPart(self._table(), USER_OWNER, longest)]

    def mark(self, forms: Sequence[str], tags: Sequence[str]) -> tuple[bool, ...]:
        """Return for every token whether an entry keeps it from changing."""
        marks = [False] * len(forms)
        for form in self.kept:
            for start in _places(form.source, forms, 0, len(forms)):
                end = start + len(form.source)
                if not form.label or self.is_labelled(form.source, tags[start:end], form.label):
                    marks[start:end] = [True] * len(form.source)
        return tuple(marks)

    def is_labelled(self, words: Sequence[str], tags: Sequence[str], label: str) -> bool:
        """Return True if words in a sentence have the label of an entry.

        If the tagger gives a single word a tag that the word never has, the label of the entry is accepted, provided
        that the word can have it. In "leave the building forthwith", a tagger that takes "forthwith" for a noun does
        not stop an entry for the adverb.
        """
        if self.language.phrase_label(tags) == label:
            return True
        shares = self.shares.get(words[0], {}) if len(words) == 1 else {}
        return bool(shares) and tags[0] not in shares and shares.get(label, 0.0) >= _LEAST_SHARE

    def written(self, derivation: Derivation) -> dict[str, str]:
        """Return how the words with capitals that the user's rules brought in are written, by decoder form."""
        if not self.surfaces:
            return {}
        brought = {
            word for rule in derivation.applications if rule.grammar == USER_OWNER for word in rule.target.split(" ")
        }
        return {word: self.surfaces[word] for word in brought & set(self.surfaces)}

    def _table(self) -> RuleTable:
        import numpy as np  # loaded only where they are of use

        from simplifier.rules.readers.user_list import user_weight

        forms = list(self.rewrites)
        weights = [user_weight(" ".join(form.source)) for form in forms]
        values = np.array(
            [[0, w] if self.rewrites[form] else [w, 0] for form, w in zip(forms, weights, strict=True)],
            dtype=np.float32,
        )
        with tempfile.TemporaryDirectory(prefix="user-rules-") as folder:
            path = Path(folder) / "user.table"
            names = [FeatureName.UserRule, FeatureName.UserAlways]
            builder = TableBuilder(str(path), names, [0, 0], [USER_OWNER], "{}", folder)
            builder.add(
                [form.label or DEFAULT_LABEL for form in forms],
                [" ".join(form.source) for form in forms],
                [" ".join(form.target or ()) for form in forms],
                values,
                None,
                0,
            )
            builder.finish()
            return open_table(path)  # the mapping outlives the file's name


class BlockedRewrites:
    """The feature ``UserBlocked``: 1 for a rule application that the user list forbids, else 0.

    Two kinds of applications are forbidden: those of any table that make a forbidden rewrite, alone or within a longer
    phrase, and those of an entry of the list where the sentence has another part of speech. `needed` is true if there
    can be any.

    Args:
        rules: the user list.
        grammars: the grammars of the decoder, in its order; the grammar of the list is one of them.
    """

    names = (BLOCKED,)

    def __init__(self, rules: UserRules, grammars: Sequence[GrammarPart]) -> None:
        self._rules = rules
        self._labels: dict[tuple[int, int], str] = {}
        self._blocked: list[tuple[WordForm, list[NDArray[np.bool_]]]] = []
        # The rules of a forbidden rewrite are marked once per table, so that a call only looks up numbers of rules.
        for form in rules.forbidden:
            marks = [_rewriting(part.table, form) for part in grammars]
            if any(mark.any() for mark in marks):
                self._blocked.append((form, marks))
        for number, part in enumerate(grammars):
            if part.owner != USER_OWNER:
                continue
            for rule in range(len(part.table)):
                label = part.table.rule(rule)[0]
                if label != DEFAULT_LABEL:
                    self._labels[number, rule] = label
        self._labelled_grammars = {grammar for grammar, _ in self._labels}

    @property
    def needed(self) -> bool:
        """True if any application can be blocked."""
        return bool(self._labels or self._blocked)

    def __call__(self, sentence: InputSentence, applications: Applications) -> NDArray[np.float32]:
        """Return the values, [applications, 1]."""
        import numpy as np  # loaded only where it is of use

        values = np.zeros((len(applications), 1), dtype=np.float32)
        for form, marks in self._blocked:
            for number, mark in enumerate(marks):
                rows = np.flatnonzero(applications.grammar == number)
                rows = rows[mark[applications.rule[rows]]]
                if form.label:
                    rows = rows[[self._within(form, sentence, applications, row) for row in rows.tolist()]]
                values[rows] = 1.0
        for number in self._labelled_grammars:
            for row in np.flatnonzero(applications.grammar == number).tolist():
                label = self._labels.get((number, int(applications.rule[row])))
                start, end = int(applications.start[row]), int(applications.end[row])
                words, tags = sentence.tokens[start:end], sentence.tags[start:end]
                if label is not None and not self._rules.is_labelled(words, tags, label):
                    values[row] = 1.0
        return values

    def _within(self, form: WordForm, sentence: InputSentence, applications: Applications, row: int) -> bool:
        """Return True if the phrase stands in the span of an application with the label of the entry."""
        start, end = int(applications.start[row]), int(applications.end[row])
        width = len(form.source)
        return any(
            self._rules.is_labelled(form.source, sentence.tags[place : place + width], form.label)
            for place in _places(form.source, sentence.tokens, start, end)
        )


def blocked_reason(grammar: str) -> Reason:
    """Return the reason why `BlockedRewrites` stops a rule.

    Args:
        grammar: owner of the rule's grammar.
    """
    if grammar == USER_OWNER:
        return Reason(ReasonKind.USER, "your list has it for another part of speech")
    return Reason(ReasonKind.USER, "your list says never")


def user_weights(weights: Mapping[str, float], features: Iterable[str]) -> dict[str, float]:
    """Return a model's weights, completed by the default weights of the user features that the decoder has.

    Raises:
        ConfigError: the weight of ``UserBlocked`` is not below 0, and would reward forbidden rewrites.
    """
    known = set(features)
    found = {name: value for name, value in (USER_WEIGHTS | dict(weights)).items() if name in known}
    others = {name: value for name, value in weights.items() if name not in USER_WEIGHTS}
    if found.get(BLOCKED, -1.0) >= 0:
        raise ConfigError(f"the weight of {BLOCKED!r} is {found[BLOCKED]}; it must be below 0")
    return others | found


def _capitals(target: str, language: Language) -> dict[str, str]:
    """Return how the words with capitals are written, by their decoder form."""
    return {token.form: token.surface for token in language.tokenise(target) if token.surface != token.surface.lower()}


def _forms(entry: UserEntry, derived: bool, language: Language, tagger: Tagger | None) -> Iterator[WordForm]:
    """Yield an entry as it is written, or the inflected forms that follow from it."""
    source = tuple(language.tokenise_forms(entry.source))
    target = None if entry.target is None else tuple(language.tokenise_forms(entry.target))
    if derived:
        return language.derived_forms(source, target, entry.part, tagger)
    return language.written_forms(source, target, entry.part)


def _places(phrase: Sequence[str], forms: Sequence[str], start: int, end: int) -> Iterator[int]:
    """Yield the places where a phrase begins within a span."""
    wanted = tuple(phrase)
    for place in range(start, end - len(wanted) + 1):
        if tuple(forms[place : place + len(wanted)]) == wanted:
            yield place


def _rewriting(table: RuleTable, form: WordForm) -> NDArray[np.bool_]:
    import numpy as np  # loaded only where it is of use

    marks = np.zeros(len(table), dtype=np.bool_)
    marks[rewriting_rules(table, list(form.source), list(form.target or ()))] = True
    return marks
