"""Writing of derivations: the new texts of a sentence, each with its edits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import NamedTuple

from simplifier.decoder import Derivation, RuleApplication, change_groups
from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import Rewriting
from simplifier.record.respelling import SpelledTrace, in_spelling
from simplifier.record.rule_edits import RuleEdit, edit_of_change, edit_of_repair
from simplifier.record.trace import AppliedChange, Trace, copied_words, trace
from simplifier.text import OutputWord, Realisation, Sentence, Style, realise

__all__ = ["SentenceWriter", "as_it_was"]

_NOTHING_GIVEN: Mapping[int, Sequence[str]] = {}
_AS_EVER: Mapping[str, str] = MappingProxyType({})


class _Part:
    """A group of neighbouring changes made alone: the whole sentence with these changes, and their edits.

    Args:
        text: the new text of the whole sentence.
        told: returns the edits; called on first access.
    """

    def __init__(self, text: str, told: Callable[[], tuple[RuleEdit, ...]]) -> None:
        self.text = text
        self._told = told

    @cached_property
    def edits(self) -> tuple[RuleEdit, ...]:
        """The changes as edits, in the order of the source."""
        return self._told()


class _Placed(NamedTuple):
    """A part in a text that has other parts too, and by how many characters those before it move its edits."""

    part: _Part
    moved: int


class _Piece(NamedTuple):
    """The text of a part between its neighbours: it begins behind one separating word and ends with the next.

    ``start`` and ``end`` are the half-open characters of the source that the text replaces.
    """

    start: int
    end: int
    text: str
    part: _Part


class SentenceWriter:
    """Writes derivations of one sentence as text, with the edits that they made.

    Most derivations of a sentence make the same few changes, so each group of neighbouring changes is written once
    for all derivations that have it. Two changes are in different groups if an unchanged word that is no article
    stands between them, or two unchanged words of any kind. Such changes cannot affect one another, because spaces,
    articles, stray marks and capitals depend on the next word at most. A group is written within a window from two
    words before it to one word behind it.

    Args:
        sentence: the source.
        weights: the weights, by feature name, for the scores of edits.
        language: the language of the sentence.
        names: places of the tokens that are proper nouns.
        kept: places of the protected tokens.
        given: how the words of each replacement are written, by the replacement's first token.
        tokenised: True to write tokens between single spaces.
        spelling: the spelling of new words (`TextSpelling.after`).
    """

    def __init__(
        self,
        sentence: Sentence,
        weights: Mapping[str, float],
        language: Language,
        *,
        names: Collection[int] = (),
        kept: Collection[int] = (),
        given: Mapping[int, Sequence[str]] = _NOTHING_GIVEN,
        tokenised: bool = False,
        spelling: str | None = "",
    ) -> None:
        self._sentence = sentence
        self._weights = weights
        self._language = language
        self._names = names
        self._kept = kept
        self._given = given
        self._tokenised = tokenised
        self._spelling = spelling
        self._parts: dict[tuple[tuple[int, int, str, int], ...], _Part] = {}

    def write(self, derivation: Derivation, written: Mapping[str, str] = _AS_EVER) -> Rewriting:
        """Return a derivation of the sentence as text, with its edits.

        Args:
            derivation: the derivation.
            written: how some new words are written wherever they stand, by their decoder form.
        """
        sentence = self._sentence
        changes = derivation.changes()
        if not changes and derivation.tokens == self._forms:
            return _rewriting(derivation, sentence.text, ())
        # A nested derivation may reorder words, and `written` may change words of any group: both are written whole.
        if written or derivation.nested():
            whole = self._realised(trace(derivation, self._forms), written, 0, len(self._forms))
            return _rewriting(derivation, whole.text, whole.edits)
        groups = list(self._groups(changes))
        parts = [self._part(group, derivation.tokens) for group, _ in groups]
        return _joined(derivation, parts, [end for _, end in groups], len(sentence.text))

    def write_all(self, derivations: Sequence[Derivation]) -> list[Rewriting]:
        """Return what `write` returns for each derivation; what several derivations share is written once."""
        groups = change_groups(derivations, *self._parting) if len(derivations) > 1 else None
        if groups is None:
            return [self.write(one) for one in derivations]
        pieces = [self._piece(group, tokens) if group else None for group, tokens in groups.groups]
        text = self._sentence.text
        found: list[Rewriting] = []
        for derivation, numbers in zip(derivations, groups.of, strict=True):
            own = [piece for number in numbers if (piece := pieces[number]) is not None]
            # A derivation is written by itself if it has no groups (no changes, or rules in the gaps of others), or if
            # a group changes text beyond the words that separate it.
            if not own or len(own) < len(numbers):
                found.append(self.write(derivation))
                continue
            texts: list[str] = []
            place = 0
            for start, end, new, _ in own:
                texts += (text[place:start], new)
                place = end
            texts.append(text[place:])
            found.append(
                Rewriting.reading(
                    _OfPieces(derivation, own),
                    output="".join(texts),
                    score=derivation.score,
                    trees=None,
                    alignment=(),
                )
            )
        return found

    def _piece(self, group: Sequence[RuleApplication], tokens: Sequence[str]) -> _Piece | None:
        """Return the text of a group between the words that separate it; None if the group changes text outside."""
        part = self._part(group, tokens)
        text, places = self._sentence.text, self._sentence.tokens
        last = self._words[0][group[-1].end]
        first = self._parting[1][group[0].start] - 1
        start = places[first].end if first >= 0 else 0
        end = places[last].end if last < len(places) else len(text)
        rest = len(text) - end
        new = part.text[start : len(part.text) - rest]
        if text[:start] + new + text[end:] != part.text:
            return None
        return _Piece(start, end, new, part)

    @cached_property
    def _forms(self) -> tuple[str, ...]:
        return tuple([token.form for token in self._sentence.tokens])

    @cached_property
    def _words(self) -> tuple[list[int], list[int]]:
        """For every place: the first word from there on with a space behind it, and the last word before it.

        If there is no such word, the number of tokens stands for the first and -1 for the last. The text layer may
        move a line break to any later space, so in a sentence with line breaks no word separates changes.
        """
        text, tokens = self._sentence.text, self._sentence.tokens
        count = len(tokens)
        words = [token.form[0].isalnum() and token.surface[0].isalnum() for token in tokens]
        following = [count] * (count + 1)
        parting = "\n" not in text
        for place in range(count - 2, -1, -1):
            spaced = parting and words[place] and text[tokens[place].end].isspace()
            following[place] = place if spaced else following[place + 1]
        before = [-1] * (count + 1)
        for place in range(count):
            before[place + 1] = place if words[place] else before[place]
        return following, before

    @cached_property
    def _parting(self) -> tuple[list[int], list[int]]:
        """For every place: the first word from there on that separates changes, and the first place behind such a word.

        Two neighbouring changes are in different groups if the first value at the end of one is below the second value
        at the start of the next. The word before a change separates it from an earlier one, unless it is an article:
        the change may give the article another form.
        """
        following, before = self._words
        articles = [self._language.fitting_form(form, form) is not None for form in self._forms]
        return following, [place if place < 0 or articles[place] else place + 1 for place in before]

    def _groups(self, changes: Sequence[RuleApplication]) -> Iterator[tuple[list[RuleApplication], int]]:
        """Yield groups of changes that may affect one another, each with the end of its text in the source."""
        following, parted = self._parting
        group = [changes[0]]
        for change in changes[1:]:
            word = following[group[-1].end]
            if word < parted[change.start]:
                yield group, self._sentence.tokens[word].end
                group = []
            group.append(change)
        yield group, len(self._sentence.text)

    def _part(self, group: Sequence[RuleApplication], tokens: Sequence[str]) -> _Part:
        # Rules without gaps and their spans decide all words of a group, whatever derivation it comes from.
        key = tuple([(rule.start, rule.end, rule.grammar, rule.rule_id) for rule in group])
        part = self._parts.get(key)
        if part is None:
            first, last = self._window(group)
            traced = self._trace(group, tokens, first, last)
            part = self._parts[key] = self._realised(traced, _AS_EVER, first, last)
        return part

    def _window(self, group: Sequence[RuleApplication]) -> tuple[int, int]:
        """Return the half-open span of tokens on which the text of a group depends."""
        following, before = self._words
        word = before[group[0].start]
        start = max(0, before[word]) if word >= 0 else 0
        # A mark behind an open single quotation mark may close it, and is then no ending that must agree with the new
        # word before it (`agree_endings`). So the window must hold that opening mark.
        if "'" in self._forms[:start]:
            start = 0
        return start, min(following[group[-1].end] + 1, len(self._forms))

    def _trace(self, group: Sequence[RuleApplication], tokens: Sequence[str], first: int, last: int) -> Trace:
        """Return the words of a window with the changes of one group and no others."""
        forms = self._forms
        output: list[OutputWord] = []
        changes: list[AppliedChange] = []
        place = first
        for number, rule in enumerate(group):
            output += [OutputWord(forms[source], source) for source in range(place, rule.start)]
            new = tokens[rule.target_start : rule.target_end]
            sources = range(rule.start, rule.end)
            targets = range(len(output), len(output) + len(new))
            changes.append(AppliedChange(rule, tuple(sources), tuple(targets)))
            output += copied_words(forms, new, sources, number)
            place = rule.end
        output += [OutputWord(forms[source], source) for source in range(place, last)]
        return Trace(tuple(output), tuple(changes))

    @cached_property
    def _style(self) -> Style:
        return Style.of(self._sentence.text, self._sentence.tokens, self._names)

    def _realised(self, traced: Trace, written: Mapping[str, str], first: int, last: int) -> _Part:
        """Write the words of a window, with the text around the window as it is."""
        sentence = self._sentence
        tokens = sentence.tokens
        traced, respelled = self._in_spelling(traced)
        changes = [change.sources for change in traced.changes]
        output = self._as_given(traced)
        start, end = 0, len(sentence.text)
        names, kept = self._names, self._kept
        # While a window is written, tokens and characters are counted from its start, afterwards from the sentence's.
        if last - first < len(tokens):
            start = tokens[first].start if first else 0
            end = tokens[last - 1].end if last < len(tokens) else end
            tokens = tuple(
                [Token(one.surface, one.form, one.start - start, one.end - start) for one in tokens[first:last]]
            )
            changes = [tuple([place - first for place in sources]) for sources in changes]
            output = [
                OutputWord(form, None if source is None else source - first, change, surface)
                for form, source, change, surface in output
            ]
            names = [place - first for place in names if first <= place < last]
            kept = [place - first for place in kept if first <= place < last]
        realised = realise(
            sentence.text[start:end],
            tokens,
            output,
            changes,
            self._language,
            names=names,
            kept=kept,
            tokenised=self._tokenised,
            written=written,
            style=self._style,
        )
        if last - first < len(sentence.tokens):
            realised = Realisation(
                sentence.text[:start] + realised.text + sentence.text[end:],
                tuple([(begin + start, stop + start) for begin, stop in realised.spans]),
                tuple([repair.moved(first, start) for repair in realised.repairs]),
            )
        return _Part(realised.text, partial(self._edits, traced, realised, respelled))

    def _edits(self, traced: Trace, realised: Realisation, respelled: Collection[int]) -> tuple[RuleEdit, ...]:
        """Return the changes as edits, with repairs of the text layer among them."""
        sentence = self._sentence
        edits = [
            edit_of_change(
                *(sentence, realised, span, change, self._weights),
                (self._spelling or "") if number in respelled else "",
            )
            for number, (change, span) in enumerate(zip(traced.changes, realised.spans, strict=True))
        ]
        edits += [edit_of_repair(sentence, repair) for repair in realised.repairs]
        edits.sort(key=lambda edit: (edit.start, edit.end))
        return tuple(edits)

    def _in_spelling(self, traced: Trace) -> SpelledTrace:
        if self._spelling is None:
            return SpelledTrace(traced)
        return in_spelling(traced, self._forms, self._spelling, self._language)

    def _as_given(self, traced: Trace) -> list[OutputWord]:
        """Return the words; words of replacements get the surfaces that the user gave."""
        output = list(traced.output)
        for number, change in enumerate(traced.changes):
            surfaces = self._given.get(change.application.start)
            if change.application.grammar == "markup" and surfaces is not None:
                for target, surface in zip(change.targets, surfaces, strict=True):
                    output[target] = OutputWord(output[target].form, None, number, surface)
        return output


class _OfDerivation(NamedTuple):
    """The source from which a `Rewriting` reads its features, and its edits at their new places."""

    derivation: Derivation
    placed: Sequence[_Placed] = ()

    def features(self) -> Mapping[str, float]:
        return self.derivation.features

    def feature_text(self) -> str:
        return self.derivation.feature_text()

    def edits(self) -> tuple[RuleEdit, ...]:
        return tuple([edit.moved(moved) for part, moved in self.placed for edit in part.edits])


class _OfPieces(NamedTuple):
    """The same for a text that was put together from pieces."""

    derivation: Derivation
    pieces: Sequence[_Piece]

    def features(self) -> Mapping[str, float]:
        return self.derivation.features

    def feature_text(self) -> str:
        return self.derivation.feature_text()

    def edits(self) -> tuple[RuleEdit, ...]:
        found: list[RuleEdit] = []
        moved = 0
        for start, end, text, part in self.pieces:
            found += [edit.moved(moved) for edit in part.edits]
            moved += len(text) - (end - start)
        return tuple(found)


def as_it_was(derivation: Derivation, sentence: AnnotatedSentence) -> Rewriting | None:
    """Return a derivation that changes nothing as the text of its sentence; None if it changes something."""
    if derivation.changes() or derivation.tokens != sentence.given.tokens:
        return None
    return _rewriting(derivation, sentence.sentence.text, ())


def _rewriting(derivation: Derivation, output: str, edits: tuple[RuleEdit, ...]) -> Rewriting:
    return Rewriting.reading(
        _OfDerivation(derivation),
        output=output,
        score=derivation.score,
        edits=edits,
        trees=None,
        alignment=(),
    )


def _joined(derivation: Derivation, parts: Sequence[_Part], ends: Sequence[int], length: int) -> Rewriting:
    """Join parts to the rewriting of a derivation.

    Args:
        derivation: the derivation.
        parts: its parts, in order.
        ends: for each part, the character of the source at which its text ends and that of the next part begins.
        length: characters of the source.
    """
    # Every part is a text of the whole sentence. Up to its group it equals the source, so that the piece of each part
    # begins where that of the part before ended in the source.
    texts: list[str] = []
    placed: list[_Placed] = []
    size = start = 0
    for part, end in zip(parts, ends, strict=True):
        placed.append(_Placed(part, size - start))
        texts.append(part.text[start : len(part.text) - (length - end)])
        size += len(texts[-1])
        start = end
    return Rewriting.reading(
        _OfDerivation(derivation, placed),
        output="".join(texts),
        score=derivation.score,
        trees=None,
        alignment=(),
    )
