"""Plans: ways to write a sentence with structural rules, by at most one split and the changes that go with it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Final, Self

from simplifier.base.settings import load_settings
from simplifier.languages.analysis.new_sentence import Clause, Inserted, Item
from simplifier.languages.analysis.tree import Parser, Tree
from simplifier.languages.structure.halves import Tokens, trees_of_halves
from simplifier.languages.structure.parsed import Grammar, Parsed, Tagged
from simplifier.languages.structure.rules import Proposal, RuleFile, StructuralRule, read_rules
from simplifier.languages.structure.template import tidied

__all__ = ["Plan", "Structure"]

#: Brackets, opening and closing.
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_QUOTE: Final = '"'
_FEWEST_TOKENS: Final = 6
_COLON: Final = Inserted(":")


@dataclass(frozen=True, slots=True)
class Plan:
    """Another way to write a sentence.

    Attributes:
        proposals: the proposals that make the plan; one that is not in place comes last.
        sentences: the new sentences, each with its end mark. A list is an introduction with a colon and items
            without marks.
        alone: what the last proposal gives without the others.
        alike: other proposals that give the same sentences as the last one.
        judged: probability that a reader lets the last proposal stand (`simplifier.languages.structure.split_judge`);
            None if it was not judged.
        read: probability that a reader lets the whole plan stand, by a reader of context
            (`simplifier.decoder.context_reader`); None if it was not read.
    """

    proposals: tuple[Proposal, ...]
    sentences: tuple[Clause, ...]
    alone: tuple[Clause, ...]
    alike: tuple[Proposal, ...] = ()
    judged: float | None = None
    read: float | None = None

    @property
    def risks(self) -> list[float]:
        """For each proposal, the probability that a reader does not let it stand; the plan's if that was read."""
        if self.read is not None:
            return [1 - self.read] * len(self.proposals)
        of_rules = [one.rule.entry.risk for one in self.proposals]
        return of_rules if self.judged is None else [*of_rules[:-1], 1 - self.judged]

    @property
    def stands(self) -> float:
        """Probability that a reader lets the whole plan stand.

        If it was not read, the product over its proposals, as if they were independent.
        """
        return prod(1 - one for one in self.risks) if self.read is None else self.read

    @property
    def splits(self) -> bool:
        """True if the plan makes two sentences of one."""
        return self.proposals[-1].rule.entry.kind == "split"

    @property
    def lists(self) -> bool:
        """True if the sentences are an introduction and the items of a list."""
        return any(one.rule.lists for one in self.proposals)


class Structure:
    """The structural rules of a language.

    Args:
        rules: all rules of the language.
        grammar: what the language answers.
    """

    def __init__(self, rules: Sequence[StructuralRule], grammar: Grammar) -> None:
        self.rules = tuple(sorted(rules, key=lambda rule: rule.entry.risk))
        self._grammar = grammar

    @classmethod
    def read(cls, path: Path, grammar_of: Callable[[RuleFile], Grammar]) -> Self:
        """Read a file of rules.

        Args:
            path: the path of the file.
            grammar_of: the grammar of the language with the lists and tables of the file.

        Raises:
            InputError: there is no such file, it is not TOML, or a key, a value or a rule cannot be used.
        """
        file = load_settings(RuleFile, path)
        grammar = grammar_of(file)
        return cls(read_rules(file, grammar, path), grammar)

    def applicable(self, tagged: Tagged, names: Container[str]) -> frozenset[str]:
        """Return the names of the rules that may change a sentence with these words and tags.

        If there are none, the sentence need not be parsed: no rule would give a plan.

        Args:
            tagged: the sentence.
            names: names of the rules that may be used.
        """
        if not self._may_be_changed(tagged):
            return frozenset()
        return frozenset(
            rule.entry.name for rule in self.rules if rule.entry.name in names and rule.pattern.may_match(tagged)
        )

    def line_tags(self, plan: Plan, tags: Sequence[str]) -> list[list[str] | None]:
        """Return the tags of each line of a list as they were in its sentence; None for a line with unknown words.

        Args:
            plan: makes a list of a sentence.
            tags: the tags of the sentence.
        """
        put_in, found = self._grammar.inserted_tags, []
        for line in plan.sentences:
            own = [tags[one] if isinstance(one, int) else put_in.get(one.word) for one in line]
            found.append([tag for tag in own if tag is not None] if None not in own else None)
        return found

    def _may_be_changed(self, tagged: Tagged) -> bool:
        return len(tagged) >= _FEWEST_TOKENS and tagged.words[tagged.stop] in self._grammar.end_marks

    def plans(self, parsed: Parsed, names: Container[str], doubtful: bool = False) -> Iterator[Plan]:
        """Yield plans: first all changes in place together, then each other proposal with the changes that go with it.

        Args:
            parsed: the sentence; without a mark at its end it has no plan.
            names: the names of the rules that may be used.
            doubtful: true to yield proposals with a failed condition too, if the condition may fail.
        """
        if not self._may_be_changed(parsed):
            return
        rules = [rule for rule in self.rules if rule.entry.name in names]
        fixed = parsed.kept | parsed.quoted
        changes = [one for rule in rules if rule.in_place for one in rule.proposals(parsed)]
        # The rules are sorted by risk, so of changes that touch each other the one of least risk is kept.
        in_place = _apart([one for one in changes if not _touches(one, fixed)])
        if in_place and (sentences := self._written(parsed, None, in_place)) is not None:
            yield Plan((*in_place,), sentences, sentences)
        found: dict[tuple[Clause, ...], Plan] = {}
        others = [(own, one) for own, one in self._others(parsed, rules) if doubtful or not one.doubts]
        # Fewest doubts first: of several proposals that give the same sentences, the surest one makes the plan.
        for own, first in sorted(others, key=lambda pair: len(pair[1].doubts)):
            # A change in place must leave alone the tokens on which the other proposal rests.
            beside = [one for one in in_place if set(first.binding.values()).isdisjoint(one.changes)]
            sentences = self._written(own, first, beside)
            if sentences is not None and sentences in found:
                known = found[sentences]
                found[sentences] = replace(known, alike=(*known.alike, first))
            elif sentences is not None:
                alone = self._written(own, first, []) if beside else sentences
                found[sentences] = Plan((*beside, first), sentences, alone or sentences)
        yield from found.values()

    def _others(self, parsed: Parsed, rules: Sequence[StructuralRule]) -> Iterator[tuple[Parsed, Proposal]]:
        """Yield the proposals that are not in place, each with the sentence whose tree it was matched on."""
        by_parts = [replace(parsed, tree=tree, by_parts=(), whole=parsed.tree) for tree in parsed.by_parts]
        for rule in rules:
            if not rule.in_place:
                for own in by_parts if rule.entry.trees == "parts" else (parsed,):
                    yield from ((own, one) for one in rule.proposals(own))

    def by_parts(
        self, parser: Parser, sentences: Sequence[tuple[Tokens, Tagged]], names: Sequence[Container[str]]
    ) -> list[list[Tree]]:
        """Return the trees of each sentence with its halves parsed apart, if a rule asks for such trees.

        Args:
            parser: the parser of the halves.
            sentences: each as the parser takes it and as rules take it.
            names: for each sentence, the names of the rules that may be used. If none of these asks for such trees,
                the sentence gets none.
        """
        wanted = {rule.entry.name for rule in self.rules if rule.entry.trees == "parts"}
        joints = [
            self._grammar.joints(tagged) if any(one in own for one in wanted) else ()
            for (_, tagged), own in zip(sentences, names, strict=True)
        ]
        parts = [(tokens, own) for (tokens, _), own in zip(sentences, joints, strict=True)]
        trees = trees_of_halves(parser, parts, self._grammar.relations)
        return [[one.closing(tagged.words) for one in own] for own, (_, tagged) in zip(trees, sentences, strict=True)]

    def _written(self, parsed: Parsed, first: Proposal | None, others: Sequence[Proposal]) -> tuple[Clause, ...] | None:
        changes = {place: items for one in others for place, items in one.changes.items()}
        if first is not None and first.rule.lists:
            return _written_list(parsed, first, changes)
        written = []
        for one in (tuple(range(parsed.stop)),) if first is None else first.sentences:
            sentence = tidied(_changed(one, changes), parsed, self._grammar.relations.subjects)
            if sentence is None or not _is_sound(sentence, parsed):
                return None
            if first is not None and not self._grammar.is_whole(parsed, sentence):
                return None
            written.append(sentence)
        return tuple(written) if self._grammar.keeps_antecedents(parsed, written, parsed.following) else None


def _written_list(parsed: Parsed, proposal: Proposal, changes: dict[int, Clause]) -> tuple[Clause, ...] | None:
    """Return the introduction of a list, with a colon, and its items; None if any of these is not sound."""
    introduction, *items = (tuple(_changed(one, changes)) for one in proposal.sentences)
    lines = ((*introduction, _COLON), *items)
    return lines if all(items) and all(_is_sound(one, parsed) for one in lines) else None


def _touches(one: Proposal, kept: Iterable[int]) -> bool:
    return not one.changes.keys().isdisjoint(kept)


def _apart(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Return the proposals that neither change what an earlier one uses nor use what it changes."""
    changed: set[int] = set()
    bound: set[int] = set()
    chosen: list[Proposal] = []
    for one in proposals:
        places = set(one.binding.values())
        if changed.isdisjoint(places) and (changed | bound).isdisjoint(one.changes):
            changed |= one.changes.keys()
            bound |= places
            chosen.append(one)
    return chosen


def _changed(sentence: Clause, changes: dict[int, Clause]) -> list[Item]:
    return [new for item in sentence for new in (changes.get(item, (item,)) if isinstance(item, int) else (item,))]


def _is_sound(sentence: Clause, parsed: Parsed) -> bool:
    """Return whether brackets and quotation marks are paired and protected words still stand side by side."""
    words = [parsed.words[one] if isinstance(one, int) else one.word for one in sentence]
    if words.count(_QUOTE) % 2 or any(words.count(a) != words.count(b) for a, b in _BRACKETS.items()):
        return False
    places = [one for one in sentence if isinstance(one, int)]
    following = dict(zip(places, places[1:], strict=False))
    return all(following.get(one) == one + 1 for one in places if one in parsed.kept and one + 1 in parsed.kept)
