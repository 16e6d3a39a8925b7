"""Results of the pipeline: texts, sentences, and every change with its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simplifier.base.deferred import Deferred
from simplifier.decoder import DerivationTree, Forest, ForestStatistics, feature_line
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.text import Sentence, SplitPart

__all__ = [
    "Candidate",
    "ChangedPhrase",
    "CheckOutcome",
    "Dropped",
    "Edit",
    "Elsewhere",
    "Explanation",
    "KeptPhrase",
    "Result",
    "Rewriting",
    "RuleReference",
    "SentenceResult",
]


@dataclass(frozen=True, slots=True)
class RuleReference:
    """The rule behind an edit; ``grammar`` is ``text`` for a repair by the text layer, which has no rule."""

    lhs: str
    source: str
    target: str
    grammar: str
    rule_id: int
    provenance: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the rule as plain values."""
        return {
            "lhs": self.lhs,
            "source": self.source,
            "target": self.target,
            "grammar": self.grammar,
            "provenance": list(self.provenance),
        }


@dataclass(frozen=True)
class Edit(Deferred):
    """What one rule, or one repair of the text layer, changed in a sentence.

    Attributes:
        start: first character in the source sentence (half-open spans throughout).
        end: after the last character.
        token_start: first source token.
        token_end: after the last source token.
        source: the old text.
        target: the new text; empty for a deletion.
        output_start: first character in the new sentence.
        output_end: after the last character.
        rule: the rule that made the edit.
        features: feature values of the rule application, without language models.
        score: the weighted sum of ``features``.
        spelling: the spelling that new words were put into; empty if they are spelled as in the rule.
    """

    start: int
    end: int
    token_start: int
    token_end: int
    source: str
    target: str
    output_start: int
    output_end: int
    rule: RuleReference
    features: Mapping[str, float]
    score: float
    spelling: str = ""

    def moved(self, characters: int) -> Edit:
        """Return the same edit, moved by so many characters in the new sentence."""
        if not characters:
            return self
        return self.with_values(output_start=self.output_start + characters, output_end=self.output_end + characters)

    def to_json(self) -> dict[str, Any]:
        """Return the edit as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "tokens": [self.token_start, self.token_end],
            "source": self.source,
            "target": self.target,
            "output_start": self.output_start,
            "output_end": self.output_end,
            "rule": self.rule.to_json(),
            "features": _rounded(self.features),
            "score": _round(self.score),
            **({"spelling": self.spelling} if self.spelling else {}),
        }


@dataclass(frozen=True)
class Rewriting(Deferred):
    """One way to write a sentence: its text, its model score and features, and its edits.

    If they were asked for, ``trees`` are the trees of its derivation, and ``alignment`` has links
    (source word, target word), by the places of decoder words.
    """

    output: str
    score: float
    features: Mapping[str, float]
    edits: tuple[Edit, ...]
    trees: tuple[DerivationTree, ...] | None = None
    alignment: tuple[tuple[int, int], ...] = ()

    def feature_text(self) -> str:
        """Return the features as ``name=value`` with six significant digits, separated by spaces."""
        source = self.read_from
        if source is None:
            return feature_line(self.features)
        text: str = source.feature_text()
        return text

    def to_json(self) -> dict[str, Any]:
        """Return the rewriting as plain values."""
        record = {
            "output": self.output,
            "score": _round(self.score),
            "features": _rounded(self.features),
            "edits": [edit.to_json() for edit in self.edits],
        }
        if self.trees is not None:
            record["trees"] = [tree.to_json() for tree in self.trees]
            record["alignment"] = [list(link) for link in self.alignment]
        return record


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What the final check did to a sentence whose best derivation failed it.

    Attributes:
        failed: the tests that the best derivation failed, each with the words concerned.
        rank: rank of the derivation that was taken instead, from 2. None if no derivation tried passed, so that the
            sentence stays as it was; 1 if constraints forbid even that, so that the best derivation stands.
    """

    failed: tuple[str, ...]
    rank: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain values."""
        return {"failed": list(self.failed), "rank": self.rank}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A change that was not made, and what stopped it.

    Attributes:
        target: the text that would replace the words; empty for a deletion.
        reason: what stopped the change.
        rule: the rule of the change; None if no rule table holds the pair.
        gain: model score of the sentence with this change alone, less that of the source; None without a rule.
        features: the features of the rule application, without language models.
        place: half-open characters of the source sentence that the change replaces.
    """

    target: str
    reason: Reason
    rule: RuleReference | None = None
    gain: float | None = None
    features: Mapping[str, float] = field(default_factory=dict)
    place: tuple[int, int] = (0, 0)

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as plain values, without its features and its place."""
        record: dict[str, Any] = {"target": self.target, "reason": self.reason.to_json()}
        if self.rule is not None:
            record["rule"] = self.rule.to_json()
        if self.gain is not None:
            record["gain"] = _round(self.gain)
        return record


@dataclass(frozen=True, slots=True)
class KeptPhrase:
    """Words that could have been changed and stayed, or a hard word that no rule changes.

    Attributes:
        start: first character in the source sentence.
        end: after the last character.
        source: the words.
        candidates: the changes that were not made, best first; empty for a hard word that no rule changes.
    """

    start: int
    end: int
    source: str
    candidates: tuple[Candidate, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the phrase as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "candidates": [one.to_json() for one in self.candidates],
        }


@dataclass(frozen=True, slots=True)
class ChangedPhrase:
    """Why an edit was made.

    Attributes:
        edit: the edit.
        reason: why the edit won.
        gain: model score of the sentence with this edit alone, less that of the source; None if no rule made the edit.
        contributions: weight times value of the features that add most to the score of the edit, highest first.
        runners_up: other changes of the same words, best first.
    """

    edit: Edit
    reason: Reason
    gain: float | None
    contributions: Mapping[str, float]
    runners_up: tuple[Candidate, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the phrase as plain values, with the place and words of its edit."""
        record: dict[str, Any] = {
            "start": self.edit.start,
            "end": self.edit.end,
            "source": self.edit.source,
            "target": self.edit.target,
            "reason": self.reason.to_json(),
        }
        if self.gain is not None:
            record["gain"] = _round(self.gain)
            record["contributions"] = _rounded(self.contributions)
        record["runners_up"] = [one.to_json() for one in self.runners_up]
        return record


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why some words of a sentence were changed and others were not, in the order of the sentence."""

    changed: tuple[ChangedPhrase, ...]
    kept: tuple[KeptPhrase, ...]

    def settled(self, places: Sequence[Elsewhere]) -> Explanation:
        """Return the explanation with the reason ``DOCUMENT`` for the places decided as elsewhere in the document."""
        reasons = {(one.start, one.end): one for one in places}

        def changed(phrase: ChangedPhrase) -> ChangedPhrase:
            own = reasons.get((phrase.edit.start, phrase.edit.end))
            return phrase if own is None else replace(phrase, reason=own.reason)

        def kept(phrase: KeptPhrase) -> KeptPhrase:
            own = reasons.get((phrase.start, phrase.end))
            if own is None:
                return phrase
            candidates = (
                replace(one, reason=own.reason) if one.target == own.instead_of else one for one in phrase.candidates
            )
            return replace(phrase, candidates=tuple(candidates))

        return Explanation(tuple(map(changed, self.changed)), tuple(map(kept, self.kept)))

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain values."""
        return {
            "changed": [one.to_json() for one in self.changed],
            "kept": [one.to_json() for one in self.kept],
        }


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A place that was rewritten, or left, like the same words elsewhere in the document.

    Attributes:
        start: first character in the source sentence.
        end: after the last character.
        source: the old text.
        target: the new text; equal to ``source`` if the words stay.
        instead_of: the text that the place would have if the sentence stood alone.
    """

    start: int
    end: int
    source: str
    target: str
    instead_of: str

    @property
    def reason(self) -> Reason:
        """The reason, the same for all such places."""
        return Reason(ReasonKind.DOCUMENT, "as elsewhere in this document")

    def to_json(self) -> dict[str, Any]:
        """Return the place as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "target": self.target,
            "instead_of": self.instead_of,
            "reason": self.reason.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why a sentence of a document was left out.

    Attributes:
        importance: the probability that the sentence is kept, 0 to 1; no sentence that stays has a lower one.
        parts: what each feature adds to the log odds (`simplifier.policy.importance`).
    """

    importance: float
    parts: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        """Return the probability and its parts as plain values."""
        return {"importance": _round(self.importance), "parts": _rounded(self.parts)}


@dataclass(frozen=True, slots=True)
class SentenceResult:
    """A sentence and its rewritings, best first.

    Attributes:
        source: the text of the sentence.
        start: its first character in the source text.
        part: number of the piece, from 1, if the sentence was too long for the decoder; 0 for a whole sentence.
        kbest: the rewritings, best first; at least one.
        split: the sentence that structural rules made this one from, if they did; ``source`` is then new text.
        timed_out: True if time ran out during the search.
        impossible: True if no rewriting satisfies the constraints, so that the sentence stays as it is.
        forest: the forest, if it was asked for.
        search: the size of the search, if it was asked for.
        check: what the final check did, if the best derivation failed it.
        explanation: the explanation, if it was asked for.
        elsewhere: the places that were decided as elsewhere in the document.
        dropped: why the sentence was left out of the document, if it was; its output is then empty.
    """

    source: str
    start: int
    part: int
    kbest: tuple[Rewriting, ...]
    split: SplitPart | None = None
    timed_out: bool = False
    impossible: bool = False
    forest: Forest | None = None
    search: ForestStatistics | None = None
    check: CheckOutcome | None = None
    explanation: Explanation | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    dropped: Dropped | None = None

    @property
    def output(self) -> str:
        """The best rewriting's text."""
        return self.kbest[0].output

    @property
    def score(self) -> float:
        """The best rewriting's model score."""
        return self.kbest[0].score

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The best rewriting's edits, in the order of the source."""
        return self.kbest[0].edits

    @property
    def place(self) -> Sentence:
        """The sentence as it stands in its text, without tokens (`simplifier.text.put_together`)."""
        return Sentence(self.source, self.start, (), self.part, self.split)

    @property
    def kept(self) -> tuple[KeptPhrase, ...]:
        """The words that could have been changed and stayed; empty without an explanation."""
        return () if self.explanation is None else self.explanation.kept

    def to_json(self) -> dict[str, Any]:
        """Return the sentence as plain values; ``kbest`` only if there is more than one rewriting."""
        best = self.kbest[0].to_json()
        record = {"source": self.source, "output": best.pop("output"), "start": self.start, **best}
        if self.part:
            record["part"] = self.part
        if self.split is not None:
            record["split"] = self.split.to_json()
        if self.timed_out:
            record["timed_out"] = True
        if self.impossible:
            record["impossible"] = True
        if self.check is not None:
            record["check"] = self.check.to_json()
        if self.elsewhere:
            record["elsewhere"] = [one.to_json() for one in self.elsewhere]
        if self.dropped is not None:
            record["dropped"] = self.dropped.to_json()
        if self.explanation is not None:
            record |= self.explanation.to_json()
        if len(self.kbest) > 1:
            record["kbest"] = [rewriting.to_json() for rewriting in self.kbest]
        return record


@dataclass(frozen=True, slots=True)
class Result:
    """A text and its simpler version."""

    source: str
    text: str
    sentences: tuple[SentenceResult, ...]


def _round(value: float) -> float:
    return round(value, 6)


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 6) for name, value in values.items()}
