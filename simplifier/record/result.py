"""What comes out of the pipeline: a text, its sentences as the user wrote them, and every change with its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, Self

from simplifier.base.reading import shorten
from simplifier.decoder import Forest, ForestStatistics
from simplifier.record.changes import places_of
from simplifier.record.composition import Place, anchored
from simplifier.record.decoded import CheckOutcome, DecodedSentence, Dropped, Rewriting
from simplifier.record.edits import Change, Edit, EditKind, applied, changes_of, deletion, edits_of, placed
from simplifier.record.explanation import Candidate, ChangedPhrase, Elsewhere, Explanation, KeptPhrase
from simplifier.record.rule_edits import RuleEdit, rounded, six_digits
from simplifier.text import AppliedRule
from simplifier.text.segmentation import BEHIND_LIST, is_list

__all__ = ["Result", "SentenceResult", "assembled"]


@dataclass(frozen=True)
class SentenceResult:
    """A sentence as the user wrote it, and what became of it.

    Attributes:
        source: the sentence in the user's own words. Where a list takes its place, or it is left out, also the space
            that goes with it.
        start: its first character in the source text.
        parts: what the decoder rewrote: the sentence itself, or the sentences that structural rules made of it.
        leads: what stands before each part in the output.
        tail: what stands behind the last part in the output.
        decided: the edits that stand, in order, where a person chose among them and others, or where the marks of a
            file are in the way of some; None where all stand.
    """

    source: str
    start: int
    parts: tuple[DecodedSentence, ...]
    leads: tuple[str, ...] = ("",)
    tail: str = ""
    decided: tuple[Edit, ...] | None = None

    def __repr__(self) -> str:
        changes = len(self.changes)
        counted = f"{changes} change{'' if changes == 1 else 's'}"
        return f"<SentenceResult {shorten(self.source)!r} -> {shorten(self.output)!r}, {counted}>"

    @cached_property
    def output(self) -> str:
        """The new text; empty for a sentence that is left out."""
        if self.decided is not None:
            return applied(self.source, self.decided)
        return "" if self.dropped is not None else self._joined([one.output for one in self.parts])

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """What leads from the source to the output, in order; no two edits overlap."""
        if self.decided is not None:
            return placed(self.decided)
        return self._edits([one.kbest[0] for one in self.parts])

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The changes that the edits belong to: each can be taken back by itself."""
        return tuple(changes_of(self.edits))

    @property
    def rules(self) -> tuple[AppliedRule, ...]:
        """The structural rules that were applied, where what they changed stands."""
        if self.decided is None:
            return self._rules
        kinds = {one.kind for one in self.decided}
        return tuple([one for one in self._rules if one.kind in kinds])

    @property
    def _rules(self) -> tuple[AppliedRule, ...]:
        """The structural rules that made the parts."""
        split = self.parts[0].split
        return () if split is None else split.rules

    @property
    def part(self) -> int:
        """Numbers the pieces of a sentence that was too long for the decoder, 0 for a whole one."""
        return self.parts[0].part

    @property
    def end(self) -> int:
        """After its last character in the source text."""
        return self.start + len(self.source)

    @property
    def kbest(self) -> tuple[Rewriting, ...]:
        """The versions of the sentence, best first.

        One alone where structural rules changed the sentence; it has no rule edits, which would be of several texts.
        """
        if not self._rules:
            return self.parts[0].kbest
        features: dict[str, float] = {}
        for one in self.parts:
            for name, value in one.kbest[0].features.items():
                features[name] = features.get(name, 0.0) + value
        return (Rewriting(self.output, self.score, features, ()),)

    @property
    def score(self) -> float:
        """The model score of the output."""
        return sum(one.score for one in self.parts)

    @property
    def timed_out(self) -> bool:
        """Whether time ran out during a search."""
        return any(one.timed_out for one in self.parts)

    @property
    def impossible(self) -> bool:
        """Whether no rewriting satisfies the constraints, so that the sentence stays as it is."""
        return any(one.impossible for one in self.parts)

    @property
    def forests(self) -> list[Forest | None]:
        """The forest of each part, where forests were asked for."""
        return [one.forest for one in self.parts]

    @property
    def searches(self) -> list[ForestStatistics | None]:
        """How large the search of each part was, where that was asked for."""
        return [one.search for one in self.parts]

    @property
    def check(self) -> CheckOutcome | None:
        """What the final check did with the first part whose best derivation failed it."""
        return next((one.check for one in self.parts if one.check is not None), None)

    @property
    def dropped(self) -> Dropped | None:
        """Why it was left out of the document, if it was."""
        return self.parts[0].dropped

    @property
    def kept(self) -> tuple[KeptPhrase, ...]:
        """What could have been changed and stayed; empty where no explanation was asked for."""
        return () if self.explanation is None else self.explanation.kept

    @cached_property
    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """Places that were decided as elsewhere in the document."""
        placed = (
            (one, self._in_source(number, one.start, one.end))
            for number, part in enumerate(self.parts)
            for one in part.elsewhere
        )
        return tuple([replace(one, start=at[0], end=at[1]) for one, at in placed if at is not None])

    @cached_property
    def explanation(self) -> Explanation | None:
        """Why words were changed and others stayed, where that was asked for; places are those of the source."""
        if any(one.explanation is None for one in self.parts):
            return None
        if not self._rules:
            return self.parts[0].explanation
        changed: list[ChangedPhrase] = []
        kept: list[KeptPhrase] = []
        for number, part in enumerate(self.parts):
            assert part.explanation is not None
            changed += [self._placed(number, one) for one in part.explanation.changed]
            for phrase in part.explanation.kept:
                at = self._in_source(number, phrase.start, phrase.end)
                if at is not None:  # words that a rule put in are none of the user's
                    own = tuple([self._candidate(number, one, at) for one in phrase.candidates])
                    kept.append(replace(phrase, start=at[0], end=at[1], candidates=own))
        return Explanation(tuple(changed), tuple(sorted(kept, key=lambda phrase: phrase.start)))

    def marked_output(self, item: str, behind: str) -> str:
        """Return the new text, with these before each item of a list and behind the list."""
        leads = tuple(item if is_list(one.split) else lead for one, lead in zip(self.parts, self.leads, strict=True))
        marked = replace(self, leads=leads, tail=behind if self.tail else "", decided=None)
        if self.decided is None:
            return marked.output
        # The edits of the list are one change. Their marks may part them from the text in other places.
        edits = [one for one in self.decided if one.kind is not EditKind.LIST]
        if len(edits) < len(self.decided):
            edits += [one for one in marked.edits if one.kind is EditKind.LIST]
        return applied(self.source, sorted(edits, key=lambda one: (one.start, one.end)))

    def deciding(self, numbers: Collection[int]) -> SentenceResult:
        """Return the sentence with some of its changes only.

        Args:
            numbers: which changes stand (`Change.number`); all others are taken back.
        """
        return replace(self, decided=tuple([one for one in self.edits if one.change in numbers]))

    @property
    def output_sentences(self) -> int:
        """How many sentences the output has."""
        if self.dropped is not None:
            return 0
        if self.decided is None or any(one.kind in (EditKind.SPLIT, EditKind.LIST) for one in self.decided):
            return len(self.parts)
        return 1

    def unchanged(self) -> SentenceResult:
        """Return the sentence as it was."""
        first = self.parts[0]
        same = replace(
            first,
            source=self.source,
            kbest=(Rewriting(self.source, 0.0, {}, ()),),
            split=None,
            check=None,
            explanation=None,
            elsewhere=(),
            dropped=None,
        )
        return SentenceResult(self.source, self.start, (same,))

    def to_json(self) -> dict[str, Any]:
        """Return the sentence as plain values; ``kbest`` only where there was a choice.

        Where structural rules changed the sentence, ``structure`` names them, and ``parts`` has what was decoded.
        """
        record: dict[str, Any] = {"source": self.source, "output": self.output, "start": self.start}
        if self._rules:
            parts = [{"text": one.source, **one.to_json()} for one in self.parts]
            record |= {"score": six_digits(self.score), "features": rounded(self.kbest[0].features)}
            record["structure"] = [one.to_json() for one in self.rules]
            record["parts"] = parts
        else:
            own = self.parts[0].to_json()
            del own["output"]
            record |= own
        record["edits"] = [one.to_json() for one in self.edits]
        if self.part:
            record["part"] = self.part
        if self.elsewhere:
            record["elsewhere"] = [one.to_json() for one in self.elsewhere]
        if self.explanation is not None:
            record |= self.explanation.to_json()
        if len(self.kbest) > 1:
            record["kbest"] = [
                {**one.to_json(), "edits": [edit.to_json() for edit in self._edits([one])]} for one in self.kbest
            ]
        return record

    def _joined(self, texts: Sequence[str]) -> str:
        return "".join(f"{lead}{text}" for lead, text in zip(self.leads, texts, strict=True)) + self.tail

    def _edits(self, rewritings: Sequence[Rewriting]) -> tuple[Edit, ...]:
        """Return the edits of one version of each part."""
        if self.dropped is not None:
            return deletion(self.source)
        output = self._joined([one.output for one in rewritings])
        if output == self.source:
            return ()
        places: list[Place] = []
        made: list[RuleEdit] = []
        start = new_start = 0
        for part, rewriting, lead in zip(self.parts, rewritings, self.leads, strict=True):
            start, new_start = start + len(lead), new_start + len(lead)
            own = places_of(part.source, rewriting.output, rewriting.edits)
            places += [place.moved(start, new_start, len(made)) for place in own]
            made += rewriting.edits
            start, new_start = start + len(part.source), new_start + len(rewriting.output)
        return edits_of((self.source, self._between, output), self._copies, self._rules, places, made)

    @property
    def _between(self) -> str:
        """The parts as structural rules left them."""
        return self._joined([one.source for one in self.parts])

    @cached_property
    def _starts(self) -> list[int]:
        """Where each part begins in the text of all parts."""
        lengths = [len(lead) + len(one.source) for lead, one in zip(self.leads, self.parts, strict=True)]
        return [end - len(one.source) for end, one in zip(accumulate(lengths), self.parts, strict=True)]

    @property
    def _copies(self) -> list[tuple[int, int, int]]:
        """What the parts have of the source (`Copy`)."""
        return [
            (start + first, old, length)
            for start, one in zip(self._starts, self.parts, strict=True)
            if one.split is not None
            for first, old, length in one.split.copies
        ]

    @cached_property
    def _structure(self) -> list[Place]:
        """Where structural rules changed the source; its new text is that of all parts."""
        return anchored(self.source, self._between, self._copies) if self._rules else []

    def _in_source(self, number: int, start: int, end: int) -> tuple[int, int] | None:
        """Return where a span of a part stands in the source; None where structural rules changed it."""
        start, end = self._starts[number] + start, self._starts[number] + end
        moved = 0
        for place in self._structure:
            if place.new_start < end and start < place.new_end:
                return None
            if place.new_end <= start:
                moved = place.end - place.new_end
        return start + moved, end + moved

    def _placed(self, number: int, one: ChangedPhrase) -> ChangedPhrase:
        """Return a changed phrase of a part with places of the source: its own, or those of the edit that covers it."""
        own = self._in_source(number, one.edit.start, one.edit.end)
        if own is None:
            covering = next((edit for edit in self.edits if one.edit in edit.rule_edits), None)
            own = (0, len(self.source)) if covering is None else (covering.start, covering.end)
        others = tuple([self._candidate(number, other, own) for other in one.runners_up])
        return replace(one, place=own, runners_up=others)

    def _candidate(self, number: int, one: Candidate, place: tuple[int, int]) -> Candidate:
        return replace(one, place=self._in_source(number, *one.place) or place)


@dataclass(frozen=True)
class Result:
    """A text and its simpler version."""

    source: str
    text: str
    sentences: tuple[SentenceResult, ...]

    def __repr__(self) -> str:
        counts = (len(self.sentences), "sentence"), (len(self.changes), "change")
        counted = ", ".join(f"{count} {what}{'' if count == 1 else 's'}" for count, what in counts)
        return f"<Result {shorten(self.text)!r}, {counted}>"

    @classmethod
    def of(cls, source: str, sentences: Iterable[SentenceResult]) -> Self:
        """Return a text with each of its sentences, which are in order, replaced by its output."""
        own = tuple(sentences)
        parts: list[str] = []
        place = 0
        for one in own:
            parts += (source[place : one.start], one.output)
            place = one.end
        return cls(source, "".join(parts) + source[place:], own)

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """What leads from the source to the new text: the edits of all sentences, in order, with places in the text.

        Changes are numbered throughout the text.
        """
        found: list[Edit] = []
        shift = changes = 0
        for one in self.sentences:
            found += [edit.moved(one.start, one.start + shift, changes) for edit in one.edits]
            shift += len(one.output) - len(one.source)
            changes += len(one.changes)
        return tuple(found)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The changes that the edits belong to: each can be taken back by itself."""
        return tuple(changes_of(self.edits))

    def with_changes(self, numbers: Sequence[int]) -> str:
        """Return the text with some changes only.

        Args:
            numbers: which changes stand (`Edit.change`); all others are taken back.
        """
        chosen = frozenset(numbers)
        return applied(self.source, [one for one in self.edits if one.change in chosen])


def assembled(paragraph: str, decoded: Sequence[DecodedSentence]) -> Result:
    """Return a paragraph with every sentence replaced by what became of it, and all else as it was.

    A blank line stands behind a list, where the paragraph goes on. A sentence that is left out goes with the space
    before it or, at the beginning of the paragraph, behind it.

    Args:
        paragraph: the text as it was.
        decoded: its sentences, in order; the parts of one that structural rules changed stand together.
    """
    groups: list[list[DecodedSentence]] = []
    for one in decoded:
        if one.split is not None and one.split.number > 1:
            groups[-1].append(one)
        else:
            groups.append([one])
    followers = [*(own[0].start for own in groups[1:]), None] if groups else []
    newline = "\r\n" if "\r\n" in paragraph else "\n"
    found: list[SentenceResult] = []
    place = 0
    kept = False  # whether some sentence before stays
    for own, following in zip(groups, followers, strict=True):
        first = own[0]
        start, end = first.start, first.end
        leads = tuple(["" if one is first else _lead(one, newline) for one in own])
        tail = ""
        gone = first.dropped is not None
        if gone and kept and place < start and not paragraph[place:start].strip():
            start = place
        elif following is not None and not paragraph[end:following].strip():
            if gone:
                end = following
            elif is_list(own[-1].split):
                end, tail = following, BEHIND_LIST.replace("\n", newline)
        found.append(SentenceResult(paragraph[start:end], start, tuple(own), leads, tail))
        kept = kept or not gone
        place = end
    return Result.of(paragraph, found)


def _lead(part: DecodedSentence, newline: str) -> str:
    assert part.split is not None
    return part.split.lead.replace("\n", newline)
