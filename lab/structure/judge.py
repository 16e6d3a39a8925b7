#!/usr/bin/env python3
"""Draw structural edits for strict readers, and turn their verdicts into figures and risks of rules.

    python -m lab.structure.judge draw DATA FOLDER --number 300
    python -m lab.structure.judge figures FOLDER reader1.tsv reader2.tsv --output structure.toml
    python -m lab.structure.judge recount --output structure.toml

``draw`` writes FOLDER/sheet.tsv (id, before, after) and FOLDER/key.tsv (id, rule, kind, text, before). The edits are in
a random order, with about as many of each rule. They come from encyclopaedia, our own sentences (part `train`) and
WikiSplit; another seed takes other lines of encyclopaedia and WikiSplit. For rules that seldom apply, ``--everywhere``
searches more texts of DATA for sentences with the words of a rule. A reader's file has a line for each pair: id, TAB,
``fits``, ``clumsy`` or ``wrong``, and optionally TAB and a note.

``--output`` puts the risks into a file of rules. ``recount`` counts the verdicts that are kept with the data
(simplifier/evaluation/data/en/structure.tsv.xz), without those of edits that the rules no longer make. To find these,
it applies the rules again to the sentences that are kept with their verdicts, which are our own. It also counts the
marks of splits that no rule doubts (splits.tsv.xz beside it, lab/structure/split_sheets.py).
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import click

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import read_text, text_lines
from simplifier.base.writing import write_text
from simplifier.config import load_config
from simplifier.evaluation.collection import sentences as own_sentences
from simplifier.languages.structure.rules import StructuralRule
from simplifier.recipes.training.judged_splits import MARKS, read_splits
from simplifier.recipes.training.restructuring import Restructurer

ROOT: Final = Path(__file__).resolve().parents[2]
_RULES_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
JUDGED: Final = ROOT / "simplifier" / "evaluation" / "data" / "en" / "structure.tsv.xz"
_KEPT: Final = ("number", "rule", "kind", "text", "reader", "verdict", "before", "after")
#: Verdicts with lower numbers are on earlier versions of the rules; the name of the reader who wrote the rules.
FIRST_OF_NOW, AUTHOR = 1001, "builder"
VERDICTS: Final = ("fits", "clumsy", "wrong")
NAMES_OF_MARKS: Final = dict(zip(MARKS, VERDICTS, strict=True))
#: The risk of a rule before it is judged, and how many judged edits it counts as.
PRIOR_RISK: Final = 0.05
PRIOR: Final = 5.0
_WORD: Final = re.compile(r"n't|[\w'-]+|[^\w\s]")
#: Most sentences of one text that are tried for one rule, with ``--everywhere``.
MOST_OF_TEXT: Final = 100
SHARE_OF_WIKIPEDIA, LINES_OF_WIKIPEDIA, SHARE_OF_WIKISPLIT = 20, 60_000, 5


@click.group()
def main() -> None:
    """Draw edits, count verdicts."""


@main.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--number", default=300, show_default=True, help="Edits of all rules together.")
@click.option("--seed", default=1, show_default=True)
@click.option("--rule", "wanted", multiple=True, help="Only these rules.")
@click.option("--kind", "kinds", multiple=True, help="Only rules of these kinds.")
@click.option("--everywhere", is_flag=True, help="Search all texts for the words that the rules name.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Settings of the model.")
def draw(
    data: Path,
    folder: Path,
    number: int,
    seed: int,
    wanted: tuple[str, ...],
    kinds: tuple[str, ...],
    everywhere: bool,
    settings: tuple[str, ...],
) -> None:
    """Write a blind sheet and its key."""
    folder.mkdir(parents=True, exist_ok=True)
    restructurer = Restructurer(load_config(None, dict(one.split("=", 1) for one in settings)))
    found: defaultdict[str, list[tuple[str, str, str, str]]] = defaultdict(list)
    rules = [
        one
        for one in restructurer.structure.rules
        if (not wanted or one.entry.name in wanted) and (not kinds or one.entry.kind in kinds)
    ]
    texts = _more_texts(data, rules, random.Random(seed)) if everywhere else _texts(data, seed)
    for text, lines, tokenised in texts:
        for sentence, parsed in restructurer.parsed(lines, tokenised):
            for rule in (one.entry for one in rules):
                for plan in islice(restructurer.structure.plans(parsed, {rule.name}), 1):
                    after = _on_one_line(restructurer.text(sentence, plan))
                    found[rule.name].append((rule.kind, text, sentence.text, after))
    rows = _drawn(found, number, random.Random(seed))
    write_text(
        folder / "sheet.tsv",
        "".join(f"{place}\t{row[3]}\t{row[4]}\n" for place, row in enumerate(rows, 1)),
    )
    write_text(
        folder / "key.tsv",
        "".join("\t".join((str(place), *row[:4])) + "\n" for place, row in enumerate(rows, 1)),
    )
    click.echo(f"{len(rows)} edits of {len(found)} rules: {folder / 'sheet.tsv'}")


def _on_one_line(text: str) -> str:
    """Return a text on one line, with the items of its lists after their introduction."""
    return text.replace("\n", " ")


def _texts(data: Path, seed: int) -> Iterator[tuple[str, list[str], bool]]:
    """Yield every text as its name, its sentences, and True if they are tokenised; other seeds take other lines."""
    wikipedia = text_lines(data / "lm_large" / "enwiki_59m.txt.xz")
    start = seed % SHARE_OF_WIKIPEDIA
    yield "encyclopaedia", list(islice(wikipedia, start, LINES_OF_WIKIPEDIA, SHARE_OF_WIKIPEDIA)), False
    yield "own", [one.source for one in own_sentences("train")], False
    split = text_lines(data / "parallel" / "wikisplit.tsv.gz")
    lines = islice(split, seed % SHARE_OF_WIKISPLIT, None, SHARE_OF_WIKISPLIT)
    yield "wikisplit", [line.split("\t")[0] for line in lines], True


def _more_texts(
    data: Path, rules: Sequence[StructuralRule], chance: random.Random
) -> Iterator[tuple[str, list[str], bool]]:
    """Yield texts as `_texts` does, with some sentences for every rule that have the words of its pattern."""
    texts: list[tuple[str, Iterable[str], bool]] = [
        ("own", (one.source for one in own_sentences("train")), False),
        *(
            (
                name,
                (line.split("\t")[0] for line in text_lines(data / "parallel" / f"{name}.tsv{end}")),
                tokenised,
            )
            for name, end, tokenised in (
                ("simpa_lexical", "", False),
                ("bisect", ".gz", True),
                ("wikisplit", ".gz", True),
            )
        ),
        *(
            (name, text_lines(data / "lm_large" / f"{name}.txt{end}"), False)
            for name, end in (("medquad", ".gz"), ("wikinews", ".gz"), ("openstax_cnxml", ".gz"))
        ),
        ("encyclopaedia", islice(text_lines(data / "lm_large" / "enwiki_59m.txt.xz"), 0, None, 10), False),
    ]
    for name, lines, tokenised in texts:
        fitting: defaultdict[str, list[str]] = defaultdict(list)
        for line in dict.fromkeys(lines):
            words = frozenset(_WORD.findall(line.lower()))
            for rule in rules:
                if rule.pattern.may_have(words):
                    fitting[rule.entry.name].append(line)
        chosen = {one for own in fitting.values() for one in chance.sample(own, min(len(own), MOST_OF_TEXT))}
        yield name, sorted(chosen), tokenised


def _drawn(
    found: Mapping[str, Sequence[tuple[str, str, str, str]]], number: int, chance: random.Random
) -> list[tuple[str, str, str, str, str]]:
    """Return edits in a random order, about as many of each rule, with every sentence only once.

    Args:
        found: the edits of each rule (kind, text, before, after).
        number: number of edits to return, if there are so many.
        chance: the generator of random numbers.
    """
    waiting = {name: chance.sample(list(rows), len(rows)) for name, rows in found.items()}
    seen: set[str] = set()
    rows: list[tuple[str, str, str, str, str]] = []
    while len(rows) < number and any(waiting.values()):
        for name, own in waiting.items():
            while own:
                kind, text, before, after = own.pop()
                if before not in seen:
                    seen.add(before)
                    rows.append((name, kind, text, before, after))
                    break
    rows = rows[:number]
    chance.shuffle(rows)
    return rows


@main.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.argument("readers", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.option("--output", type=_RULES_FILE, help="Put the risks into this file of rules.")
@click.option("--without", multiple=True, metavar="RULE", help="Rules whose verdicts do not count.")
def figures(folder: Path, readers: tuple[Path, ...], output: Path | None, without: tuple[str, ...]) -> None:
    """Print a table of the verdicts by rule."""
    rules = {row[0]: row[1] for row in (line.split("\t") for line in text_lines(folder / "key.tsv"))}
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for reader in readers:
        for place, verdict in _verdicts(reader):
            if place not in rules:
                raise InputError(f"{reader}: no pair {place!r} in {folder / 'key.tsv'}")
            if rules[place] not in without:
                counts[rules[place]][verdict] += 1
    for line in table(counts):
        click.echo(line)
    if output is not None:
        write_text(output, with_risks(read_text(output), risks(counts)))


@main.command()
@click.option("--mended", multiple=True, metavar="RULE", help="Do not count blind verdicts without a text.")
@click.option("--draw", "draws", multiple=True, help="Name of a draw of splits of any probability.")
@click.option("--output", type=_RULES_FILE, help="Put the risks into this file of rules.")
def recount(mended: tuple[str, ...], draws: tuple[str, ...], output: Path | None) -> None:
    """Print a table of the kept verdicts on edits that the rules still make.

    Splits that were drawn by their probability (split_sheets) count only for a rule without other verdicts.
    """
    rows = [dict(zip(_KEPT, line.split("\t"), strict=True)) for line in islice(text_lines(JUDGED), 1, None)]
    rows = [one for one in rows if int(one["number"]) >= FIRST_OF_NOW]
    restructurer = Restructurer(load_config(None, {}))
    entries = {one.entry.name: one.entry for one in restructurer.structure.rules}
    texts = sorted({one["before"] for one in rows if one["before"]})
    made: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for text, (sentence, parsed) in zip(texts, restructurer.parsed(texts), strict=True):
        for name in entries:
            for plan in restructurer.structure.plans(parsed, {name}):
                made[text, name].add(_on_one_line(restructurer.text(sentence, plan)))
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seen: set[str] = set()
    for one in rows:
        name = one["rule"]
        made_still = one["after"] in made[one["before"], name] if one["before"] else name not in mended
        if one["reader"] == AUTHOR and not one["before"]:
            made_still = True
        if name in entries and made_still and one["number"] not in seen:
            seen.add(one["number"])
            counts[name][one["verdict"]] += 1
    splits = [one for one in read_splits() if one.rule in entries and not one.doubts]
    drawn = [one for one in splits if one.id.partition("-")[0] in draws]
    known = {*counts, *(one.rule for one in drawn)}
    for split in [*drawn, *(one for one in splits if one.rule not in known)]:
        counts[split.rule].update(NAMES_OF_MARKS[mark] for mark in split.marks)
    for line in table(counts):
        click.echo(line)
    if output is not None:
        write_text(output, with_risks(read_text(output), risks(counts)))


def _verdicts(path: Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text_lines(path), 1):
        place, _, rest = line.partition("\t")
        verdict = rest.partition("\t")[0].strip()
        if verdict not in VERDICTS:
            raise FormatError(path, f"{verdict!r} is none of {', '.join(VERDICTS)}", number)
        yield place, verdict


def table(counts: Mapping[str, Counter[str]]) -> Iterator[str]:
    """Yield the lines of a table: the rules with the most verdicts first, and the sums last."""
    yield "| rule | judged | fits | clumsy | wrong | fits, % | not wrong, % |"
    yield "|---|---|---|---|---|---|---|"
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1].total(), pair[0]))
    whole: Counter[str] = sum((own for _, own in ordered), Counter())
    for name, own in [*ordered, ("all", whole)]:
        shown = " | ".join(str(own[verdict]) for verdict in VERDICTS)
        fits, right = own["fits"] / own.total(), 1 - own["wrong"] / own.total()
        yield f"| {name} | {own.total()} | {shown} | {100 * fits:.1f} | {100 * right:.1f} |"


def risks(counts: Mapping[str, Counter[str]]) -> dict[str, tuple[float, int]]:
    """Return the risk of every rule (0 to 1), and the number of its edits that were judged.

    The risk is the share of bad edits, drawn towards `PRIOR_RISK` as by `PRIOR` more edits. A clumsy edit counts half.
    """
    return {
        name: ((_bad(own) + PRIOR * PRIOR_RISK) / (own.total() + PRIOR), own.total()) for name, own in counts.items()
    }


def _bad(own: Counter[str]) -> float:
    return own["wrong"] + own["clumsy"] / 2


def with_risks(text: str, found: Mapping[str, tuple[float, int]]) -> str:
    """Return the text of a file of rules with new risks; everything else in it stays."""
    parts = text.split("[[rules]]\n")
    return "[[rules]]\n".join([parts[0], *(_with_risk(part, found) for part in parts[1:])])


def _with_risk(part: str, found: Mapping[str, tuple[float, int]]) -> str:
    name = re.match(r'name = "([^"]*)"\n', part)
    assert name is not None, "a rule begins with its name"
    if name[1] not in found:
        return part
    risk, judged = found[name[1]]
    rest = "".join(_without(part[name.end() :].splitlines(keepends=True), ("risk = ", "judged = ")))
    return f"{name[0]}risk = {risk:.3f}\njudged = {judged}\n{rest}"


def _without(lines: Iterable[str], beginnings: tuple[str, ...]) -> Iterator[str]:
    yield from (line for line in lines if not line.startswith(beginnings))


if __name__ == "__main__":
    main()
