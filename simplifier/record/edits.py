"""Edits of a sentence: those of rules, and the repairs that the text layer makes around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from simplifier.decoder import RuleApplication
from simplifier.record.result import Edit, RuleReference
from simplifier.record.trace import AppliedChange
from simplifier.rules.grammar.scoring import weighted_score
from simplifier.text import Realisation, Repair, Sentence

__all__ = ["edit_of_change", "edit_of_repair"]

#: Left-hand sides for the edits of the text layer, by kind of repair.
_REPAIRS: Final = {
    "article": "ARTICLE",
    "capital": "CAPITAL",
    "ending": "ENDING",
    "punctuation": "PUNCTUATION",
}


def _characters(sentence: Sentence, tokens: Sequence[int]) -> tuple[int, int]:
    return sentence.tokens[tokens[0]].start, sentence.tokens[tokens[-1]].end


class _OfRule(NamedTuple):
    """The source from which `Edit` reads the fields that follow from its rule."""

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
) -> Edit:
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
    return Edit.reading(
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


def edit_of_repair(sentence: Sentence, repair: Repair) -> Edit:
    """Return a repair by the text layer as an edit, with no features and a score of 0."""
    token = sentence.tokens[repair.token]
    return Edit(
        start=token.start,
        end=token.end,
        token_start=repair.token,
        token_end=repair.token + 1,
        source=token.surface,
        target=repair.target,
        output_start=repair.start,
        output_end=repair.end,
        rule=RuleReference(_REPAIRS[repair.kind], token.surface, repair.target, "text", -1, ()),
        features={},
        score=0.0,
    )
