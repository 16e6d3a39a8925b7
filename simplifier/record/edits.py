"""What was changed in a sentence as edits: by rules, and by the text layer around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from simplifier.decoder import RuleApplication
from simplifier.record.result import Edit, RuleReference
from simplifier.record.trace import AppliedChange
from simplifier.rules.grammar.scoring import weighted_score
from simplifier.text import Realisation, Repair, Sentence

__all__ = ["edit_of_change", "edit_of_repair"]

#: Left-hand sides of what the text layer does by itself, by kind of repair.
_REPAIRS: Final = {
    "article": "ARTICLE",
    "capital": "CAPITAL",
    "ending": "ENDING",
    "punctuation": "PUNCTUATION",
}


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
) -> Edit:
    """Return a change of a sentence as an edit.

    Args:
        sentence: the source.
        realised: the new text.
        span: where the change stands in it.
        change: the rule with its places.
        weights: the weights, by feature name, for the score.
        spelling: the one that new words were put into; empty where they are spelled as in the rule.
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
    """Return what the text layer did by itself as an edit."""
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
