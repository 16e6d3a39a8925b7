"""What rules changed in a sentence that the decoder rewrote, and what the text layer repaired around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from simplifier.base.deferred import Deferred
from simplifier.decoder import RuleApplication
from simplifier.record.trace import AppliedChange
from simplifier.rules.grammar.scoring import weighted_score
from simplifier.text import Realisation, Repair, Sentence

__all__ = ["REPAIRS", "RuleEdit", "RuleReference", "edit_of_change", "edit_of_repair", "rounded", "six_digits"]

#: The grammar of edits that only repair what another one did: articles, capitals.
REPAIRS: Final = "text"
#: Left-hand sides for the edits of the text layer, by kind of repair.
_REPAIRS: Final = {
    "article": "ARTICLE",
    "capital": "CAPITAL",
    "ending": "ENDING",
    "punctuation": "PUNCTUATION",
}


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
class RuleEdit(Deferred):
    """What one rule, or one repair, changed in a sentence as the decoder got it.

    What people see and can take back is an `Edit` of the record: places of the user's own text, in order, that do not
    overlap. Rule edits may cross one another, and say nothing of the spaces around them.

    Attributes:
        start: first character in the decoded sentence (half-open spans throughout).
        end: after the last character.
        token_start: first source token.
        token_end: after the last source token.
        source: what stood there.
        target: what stands in its place; empty for a deletion.
        output_start: first character in the new sentence.
        output_end: after the last character.
        rule: why.
        features: the rule's own feature values, language models apart.
        score: their weighted sum.
        spelling: the one that new words were put into, where the rule has another; otherwise empty.
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

    def moved(self, characters: int) -> RuleEdit:
        """Return the same edit, moved by so many characters in the new sentence."""
        if not characters:
            return self
        return self.with_values(output_start=self.output_start + characters, output_end=self.output_end + characters)


def _characters(sentence: Sentence, tokens: Sequence[int]) -> tuple[int, int]:
    return sentence.tokens[tokens[0]].start, sentence.tokens[tokens[-1]].end


class _OfRule(NamedTuple):
    """What an edit has of its rule."""

    rule: RuleApplication
    weights: Mapping[str, float]

    def features(self) -> Mapping[str, float]:
        return self.rule.features

    def score(self) -> float:
        return weighted_score(self.rule.features, self.weights)


def edit_of_change(
    sentence: Sentence,
    realised: Realisation,
    span: tuple[int, int],
    change: AppliedChange,
    weights: Mapping[str, float],
    spelling: str,
) -> RuleEdit:
    """Return a change of a sentence as an edit.

    Args:
        sentence: the source.
        realised: the new text.
        span: half-open character span of the change in the new text.
        change: the rule with its source and target words.
        weights: the weights, by feature name, for the score.
        spelling: the spelling that new words were put into; empty if they are spelled as in the rule.
    """
    rule = change.application
    start, end = _characters(sentence, change.sources or (rule.start,))
    if not change.sources:  # a rule that only adds words
        end = start
    return RuleEdit.reading(
        _OfRule(rule, weights),
        start=start,
        end=end,
        token_start=rule.start,
        token_end=rule.end,
        source=sentence.text[start:end],
        target=realised.text[span[0] : span[1]],
        output_start=span[0],
        output_end=span[1],
        rule=RuleReference(rule.lhs, rule.source, rule.target, rule.grammar, rule.rule_id, rule.provenance),
        spelling=spelling,
    )


def edit_of_repair(sentence: Sentence, repair: Repair) -> RuleEdit:
    """Return a repair by the text layer as an edit, with no features and a score of 0."""
    token = sentence.tokens[repair.token]
    return RuleEdit(
        start=token.start,
        end=token.end,
        token_start=repair.token,
        token_end=repair.token + 1,
        source=token.surface,
        target=repair.target,
        output_start=repair.start,
        output_end=repair.end,
        rule=RuleReference(_REPAIRS[repair.kind], token.surface, repair.target, REPAIRS, -1, ()),
        features={},
        score=0.0,
    )


def six_digits(value: float) -> float:
    """Return a number as records have it."""
    return round(value, 6)


def rounded(values: Mapping[str, float]) -> dict[str, float]:
    """Return feature values as records have them."""
    return {name: round(value, 6) for name, value in values.items()}
