"""Turn a derivation of a sentence into its new text and the list of its edits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from languages import Language
from rules.grammar.scoring import weighted_score
from simplifier.decoder import Derivation, RuleApplication
from simplifier.records.result import Edit, Rewriting, RuleReference
from simplifier.records.trace import AppliedChange, Trace, trace
from simplifier.text import OutputWord, Realisation, Repair, Sentence, realise

__all__ = ["explain"]

_NOTHING_GIVEN: Mapping[int, Sequence[str]] = {}

#: Left-hand sides of what the text layer does by itself, by kind of repair.
_REPAIRS = {"article": "ARTICLE", "capital": "CAPITAL", "punctuation": "PUNCTUATION"}


def explain(
    sentence: Sentence,
    derivation: Derivation,
    weights: Mapping[str, float],
    language: Language,
    *,
    names: Collection[int] = (),
    kept: Collection[int] = (),
    given: Mapping[int, Sequence[str]] = _NOTHING_GIVEN,
    tokenised: bool = False,
    written: Mapping[str, str] = MappingProxyType({}),
) -> Rewriting:
    """Write a derivation as text and say what it changed and why.

    Args:
        sentence: the source.
        derivation: of its forms.
        weights: by feature name, for the scores of edits.
        language: of the sentence.
        names: tokens that are proper nouns.
        kept: protected tokens.
        given: how the words of a replacement are written, by its first token.
        tokenised: write tokens between single spaces.
        written: how some new words are written wherever they stand, by their decoder form.
    """
    forms = tuple(token.form for token in sentence.tokens)
    if not derivation.changes() and derivation.tokens == forms:
        return _rewriting(derivation, sentence.text, ())
    traced = trace(derivation, forms)
    realised = realise(
        sentence.text,
        sentence.tokens,
        _as_given(traced, given),
        [change.sources for change in traced.changes],
        language,
        names=names,
        kept=kept,
        tokenised=tokenised,
        written=written,
    )
    edits = [
        _edit(sentence, realised, span, change, weights)
        for change, span in zip(traced.changes, realised.spans, strict=True)
    ]
    edits += [_repair(sentence, repair) for repair in realised.repairs]
    edits.sort(key=lambda edit: (edit.start, edit.end))
    return _rewriting(derivation, realised.text, tuple(edits))


class _OfDerivation(NamedTuple):
    """What a rewriting has of its derivation."""

    derivation: Derivation

    def features(self) -> Mapping[str, float]:
        return self.derivation.features

    def feature_text(self) -> str:
        return self.derivation.feature_text()


def _rewriting(derivation: Derivation, output: str, edits: tuple[Edit, ...]) -> Rewriting:
    return Rewriting.reading(
        _OfDerivation(derivation),
        output=output,
        score=derivation.score,
        edits=edits,
        trees=None,
        alignment=(),
    )


def _as_given(traced: Trace, given: Mapping[int, Sequence[str]]) -> list[OutputWord]:
    """Return the words, those of replacements with their own surfaces."""
    output = list(traced.output)
    for number, change in enumerate(traced.changes):
        surfaces = given.get(change.application.start)
        if change.application.grammar == "markup" and surfaces is not None:
            for target, surface in zip(change.targets, surfaces, strict=True):
                output[target] = OutputWord(output[target].form, None, number, surface)
    return output


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


def _edit(
    sentence: Sentence,
    realised: Realisation,
    span: tuple[int, int],
    change: AppliedChange,
    weights: Mapping[str, float],
) -> Edit:
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
    )


def _repair(sentence: Sentence, repair: Repair) -> Edit:
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
