"""Structural plans of sentences: which plans are decoded, and which one is chosen afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from simplifier.annotation import Annotator, MarkedSentence
from simplifier.base.errors import ConfigError, nearest
from simplifier.config import Config, StructureSettings, read_weights
from simplifier.decoder.context_reader import ContextReader
from simplifier.languages import Language
from simplifier.languages.analysis.tokens import tagger_words
from simplifier.languages.analysis.tree import Parser, Tree
from simplifier.languages.structure.features import PLAN_FEATURES, SCORE, plan_features, plan_value
from simplifier.languages.structure.halves import Tokens
from simplifier.languages.structure.parsed import Parsed, Tagged
from simplifier.languages.structure.plans import Plan, Structure
from simplifier.languages.structure.rules import RuleEntry
from simplifier.languages.structure.split_judge import SplitJudge
from simplifier.record.decoded import DecodedSentence
from simplifier.record.request import SearchRequest
from simplifier.text import Sentence, joined
from simplifier.text.markup import SentenceMarks
from simplifier.text.restructuring import keeps_capital, restructured, smallest_change

__all__ = ["PlannedSentence", "Planner", "Way", "allowed_rules", "plan_weights"]

_NO_MARKS: Final = SentenceMarks()
#: The highest risk that a structural change may have, whatever `selection.risk` and its factor allow.
_HIGHEST_RISK: Final = 0.4
#: A plan that stands with less is not read: no reading would make a change of it.
_LEAST_READ: Final = 0.3
#: The kinds of rules whose plans a reader of context has learnt to read.
_READ: Final = ("split", "reword")


class PlannedSentence(NamedTuple):
    """One way to say a sentence.

    Attributes:
        parts: the sentences to decode.
        features: the features of the plan without the score of its parts (`simplifier.languages.structure.features`);
            empty for the sentence as it is.
    """

    parts: list[MarkedSentence]
    features: Mapping[str, float] = {}


def allowed_rules(
    structure: Structure, settings: StructureSettings, risk: float, judged: Collection[str] = ()
) -> list[str]:
    """Return the names of the rules that settings and risk allow.

    A rule that ``settings.also`` names is allowed whatever its risk. A kind of rules there turns on those rules
    of the kind whose risk is low enough.

    Args:
        structure: all structural rules of the language.
        settings: the settings, which name the rules and kinds that are asked for.
        risk: the highest risk that a rule may have, from 0 to 1.
        judged: kinds of rules whose proposals are judged one by one, so that each of these rules may propose some.

    Raises:
        ConfigError: a name in the settings is neither that of a rule nor that of a kind.
    """
    entries = [rule.entry for rule in structure.rules]
    known = {name for entry in entries for name in (entry.name, entry.kind)}
    for name in (*settings.also, *settings.without):
        if name not in known:
            raise ConfigError(f"structure: no rule {name!r}{nearest(name, known)}; simplifier rules structure")

    splits = settings.split == "auto"
    asked = {
        "shorten": settings.shorten,
        "reword": settings.reword == "auto",
        "list": settings.bullets,
    }

    def wanted(entry: RuleEntry) -> bool:
        told = {entry.name, entry.kind}
        if not told.isdisjoint(settings.without):
            return False
        if entry.kind in judged:
            return asked.get(entry.kind, splits) or not told.isdisjoint(settings.also)
        by_itself = entry.default and asked.get(entry.kind, splits)
        return (by_itself or not told.isdisjoint(settings.also)) and (entry.risk <= risk or entry.name in settings.also)

    return [entry.name for entry in entries if wanted(entry)]


class Way(NamedTuple):
    """A way to say a sentence, rewritten.

    Attributes:
        features: the features that the way is chosen by; empty for the sentence as it is.
        parts: the sentences of the way before they were rewritten.
        results: the results of these sentences, in the same order.
    """

    features: Mapping[str, float]
    parts: Sequence[Sentence]
    results: Sequence[DecodedSentence]

    @property
    def text(self) -> str:
        """The new text: sentences with spaces between them, list items on lines of their own."""
        return joined((one.split, one.output) for one in self.results)


class Planner:
    """Finds plans of sentences and chooses among them. Safe to share between threads.

    Args:
        config: the configuration of the model.
        language: the language of the sentences.
        annotator: the annotator of sentences.
        parser: a function that returns the parser; it is first called when a sentence needs a tree.
        split_judge: the judge of splits; without it, the risk of a split is that of its rule.
        reader: reads every plan in its sentence, and has the last word on it; None for no reader.

    Raises:
        ConfigError: the language has no structural rules, or the configuration names a rule that does not exist.
    """

    def __init__(
        self,
        config: Config,
        language: Language,
        annotator: Annotator,
        parser: Callable[[], Parser],
        split_judge: SplitJudge | None = None,
        reader: ContextReader | None = None,
    ) -> None:
        if language.structure is None:
            raise ConfigError(f"structure: there are no structural rules for {language.name}")
        self._structure = language.structure
        self._settings = config.structure
        self._language = language
        self._annotator = annotator
        self._parser = parser
        self._split_judge = split_judge
        self._reader = reader
        self._risk = min(config.selection.risk * config.structure.risk_factor, _HIGHEST_RISK)
        self._read_risk = min(config.selection.risk, _HIGHEST_RISK)
        judged = _READ if reader is not None else ("split",) if split_judge is not None else ()
        self._names = frozenset(allowed_rules(self._structure, config.structure, self._risk, judged))
        lists = {rule.entry.name for rule in self._structure.rules if rule.lists}
        self._without_lists = self._names - lists
        if config.text.tokenised:  # tokenised text has one sentence a line, and a list would need several lines
            self._names = self._without_lists
        self._weights = plan_weights(self._structure, config.structure)

    def planned(self, marked: Sequence[MarkedSentence], request: SearchRequest) -> list[list[PlannedSentence]]:
        """Return the ways to say each sentence, the sentence as it is first; with markup, that is the only one."""
        tags = self._annotator.tags([one.sentence for one in marked])
        own = [one._replace(tags=tag) for one, tag in zip(marked, tags, strict=True)]
        # The sentence as it is comes first, so that it wins where no plan scores more (`chosen`).
        found = [[PlannedSentence([one])] for one in own]
        # Parsing costs far more than looking at words and tags, so only what some rule may change is parsed.
        applicable = [self._applicable(one, request) for one in own]
        open_to = [place for place, names in enumerate(applicable) if names]
        if not open_to:
            return found
        words = [tagger_words(own[place].sentence.tokens) for place in open_to]
        parser = self._parser()
        trees = parser.parse(words, [tags[place] for place in open_to])
        halves = self._structure.by_parts(
            parser,
            [(Tokens(word, tags[place]), _tagged(own[place])) for place, word in zip(open_to, words, strict=True)],
            [applicable[place] for place in open_to],
        )
        for place, tree, by_parts in zip(open_to, trees, halves, strict=True):
            found[place] += self._plans(own[place], tree, by_parts, applicable[place], request)
        return found

    def ways(self, planned: Sequence[PlannedSentence], results: Sequence[Sequence[DecodedSentence]]) -> list[Way]:
        """Return the ways to say a sentence with what was made of each, and its score among the features."""
        # Scores are compared within a sentence only: what all its ways have in common must not count.
        scores = [sum(one.score for one in own) for own in results]
        return [
            Way(
                {**way.features, SCORE: score - scores[0]} if number else {},
                [one.sentence for one in way.parts],
                own,
            )
            for number, (way, own, score) in enumerate(zip(planned, results, scores, strict=True))
        ]

    def chosen(self, ways: Sequence[Way]) -> int:
        """Return the number of the way with the highest value, from 0; the sentence as it is wins ties."""
        scores = [plan_value(one.features, self._weights) for one in ways]
        return scores.index(max(scores))

    def _is_sure(self, plan: Plan) -> bool:
        """Return True if a plan is sure enough for the risk, or if one of its rules was asked for by name."""
        if self._reader is not None and _is_readable(plan):
            sure, risk = plan.stands, self._read_risk
        else:
            sure, risk = 1.0 if plan.judged is None else plan.judged, self._risk
        if 1 - sure <= risk:
            return True
        found = (plan.proposals[-1], *plan.alike)
        return any(not one.doubts and one.rule.entry.name in self._settings.also for one in found)

    def _applicable(self, one: MarkedSentence, request: SearchRequest) -> frozenset[str]:
        """Return the names of the rules that may change a sentence, as far as its words and tags tell."""
        # A plan could move words away from the user's marks. Pieces of a long sentence, headings and items are no
        # sentences of their own.
        if one.marks != _NO_MARKS or one.sentence.part or one.whole:
            return frozenset()
        names = self._names if request.lists and one.lists else self._without_lists
        return self._structure.applicable(_tagged(one), names)

    def _plans(
        self,
        one: MarkedSentence,
        tree: Tree,
        by_parts: Sequence[Tree],
        names: frozenset[str],
        request: SearchRequest,
    ) -> Iterator[PlannedSentence]:
        """Yield the most promising plans of a sentence."""
        sentence, tags = one.sentence, one.tags or ()
        forms = [token.form for token in sentence.tokens]
        terms = self._annotator.terms(forms, request)
        defined = one.document.mark(sentence.tokens) if one.document else ()
        shared = frozenset() if one.document is None else one.document.namesakes
        namesakes = [token.surface in shared for token in sentence.tokens]
        marks = (terms, defined, namesakes)
        parsed = Parsed(
            forms,
            tags,
            tree.closing(forms),
            frozenset(place for own in marks for place, mark in enumerate(own) if mark),
            keeps_capital(sentence.tokens, tags, self._language),
            self._language.tokenise_forms(one.following),
            by_parts,
        )
        plans: Iterable[Plan] = self._structure.plans(parsed, names, doubtful=self._split_judge is not None)
        if self._split_judge is not None:
            plans = self._split_judge.judged(parsed, plans)
        if self._reader is not None:
            plans = self._read(sentence, plans, self._reader)
        plans = filter(self._is_sure, plans)
        # A short sentence gains nothing from a split; rewordings and other orders are not bound to a length.
        found = [
            (plan_features(plan, len(forms)), plan)
            for plan in plans
            if len(plan.sentences) == 1 or len(forms) > self._settings.least_tokens
        ]
        # The sort is stable: among plans of equal value the order of the rules decides, so every run chooses alike.
        # Only the first plans are decoded, because decoding is what costs.
        found.sort(key=lambda pair: -plan_value(pair[0], self._weights))
        for features, plan in found[: self._settings.plans]:
            parts = restructured(sentence, plan, self._language)
            kept = self._structure.line_tags(plan, tags) if plan.lists else [None] * len(parts)
            yield PlannedSentence(
                [one._replace(sentence=part, tags=own) for part, own in zip(parts, kept, strict=True)],
                features,
            )

    def _read(self, sentence: Sentence, plans: Iterable[Plan], reader: ContextReader) -> list[Plan]:
        """Return the plans, those that may stand as they were read in the sentence."""
        found = list(plans)

        def may_stand(plan: Plan) -> bool:
            return plan.stands >= _LEAST_READ and _is_readable(plan)

        changes = {
            number: change
            for number, plan in enumerate(found)
            if may_stand(plan) and (change := self._change(sentence, plan)) is not None
        }
        if not changes:
            return found
        import numpy as np  # loaded only if there is a plan to read: short texts start faster

        # The reader learnt structure without asking the trees that judge splits.
        chances = np.full((len(changes), 2), -1.0, dtype=np.float32)
        said = reader.read([token.form for token in sentence.tokens], list(changes.values()), chances)
        for number, (stands, _) in zip(changes, said, strict=True):
            found[number] = replace(found[number], read=float(stands))
        return found

    def _change(self, sentence: Sentence, plan: Plan) -> tuple[int, int, list[str]] | None:
        """Return the tokens of a sentence that a plan replaces, and the new ones; None if it changes nothing."""
        text = joined((one.split, one.text) for one in restructured(sentence, plan, self._language))
        change = smallest_change(sentence.text, text)
        if change is None:
            return None
        start, end, words = change
        end = max(end, start + 1)
        inside = [place for place, one in enumerate(sentence.tokens) if one.start < end and one.end > start]
        return (inside[0], inside[-1] + 1, self._language.tokenise_forms(words)) if inside else None


def _is_readable(plan: Plan) -> bool:
    return all(one.rule.entry.kind in _READ for one in plan.proposals)


def _tagged(one: MarkedSentence) -> Tagged:
    """Return a sentence as rules see it before it is parsed."""
    return Tagged([token.form for token in one.sentence.tokens], one.tags or ())


def plan_weights(structure: Structure, settings: StructureSettings) -> dict[str, float]:
    """Return the weights that choose among plans; those of the configuration override those of its file.

    An unknown name in the file is taken for a rule that no longer exists, and left out.

    Raises:
        ConfigError: a name in the configuration is neither that of a feature nor that of a rule.
        InputError: the file cannot be read.
    """
    known = {*PLAN_FEATURES, *(rule.entry.name for rule in structure.rules)}
    for name in settings.weights:
        if name not in known:
            raise ConfigError(
                f"structure.weights: neither a feature nor a rule is called {name!r}{nearest(name, known)}; "
                f"the features are {', '.join(PLAN_FEATURES)}"
            )
    own = {} if settings.weights_file is None else read_weights(settings.weights_file)
    return {SCORE: 1.0} | {name: own[name] for name in own if name in known} | settings.weights
