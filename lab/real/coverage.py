"""What the program does at the places where editors changed a published sentence, by kind of edit.

    python -m lab.real.coverage --part unseen [--preset more] [--output table.md]

The sentences and the editors' versions are those that ``lab.real.pack`` packed. For every single edit of an editor one
of these holds:

- ``made``: the program writes what the editor wrote there;
- ``otherwise``: the program changes the place in another way;
- ``offered``: it does not change the place, but offers the editor's words (`simplifier.record.offers`);
- ``other offer``: it offers other words for the place;
- ``stopped``: the editor's words are a candidate that something stopped (a second table says what);
- ``other candidates``: there are candidates for the place, but none with the editor's words;
- ``unknown``: there is no candidate.

Words are compared without regard to case, and to articles at their beginning. Splits and other changes of structure
count as made where the program makes a change of the same kind that touches the place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from simplifier import Simplifier
from simplifier.base.errors import InputError, SimplifierError
from simplifier.base.terminal import progress
from simplifier.base.writing import write_text
from simplifier.evaluation.marked import MarkedEdit, Version
from simplifier.evaluation.published import published_sentences, read_versions
from simplifier.record.edits import Edit, EditKind, applied
from simplifier.record.offers import Offer, offers_of
from simplifier.record.result import SentenceResult

__all__ = ["OUTCOMES", "Found", "found_in", "main"]

OUTCOMES: Final = ("made", "otherwise", "offered", "other offer", "stopped", "other candidates", "unknown")
#: Edits that follow from others or add what no rule can know; they are not counted.
_LEFT_OUT: Final = frozenset({"grammar", "explain"})
#: Kinds of an editor's edits that change structure, and what the program calls the same.
_STRUCTURE: Final[Mapping[str, frozenset[EditKind]]] = {
    "split": frozenset({EditKind.SPLIT, EditKind.LIST}),
    "reorder": frozenset({EditKind.REORDER}),
    "voice": frozenset({EditKind.REORDER, EditKind.REWORD}),
    "clause": frozenset({EditKind.REWORD, EditKind.REORDER, EditKind.SHORTEN, EditKind.SPLIT}),
}
_ARTICLE: Final = re.compile(r"^(?:an?|the) ")


@dataclass(frozen=True, slots=True)
class Found:
    """What the program does at the place of one edit of an editor.

    Attributes:
        name: the id of the sentence.
        edit: the editor's edit.
        outcome: one of `OUTCOMES`.
        stopped_by: the kind of the reason that stopped the editor's words; empty if nothing did.
    """

    name: str
    edit: MarkedEdit
    outcome: str
    stopped_by: str = ""


def found_in(name: str, version: Version, sentence: SentenceResult, offers: Iterable[Offer]) -> Iterator[Found]:
    """Yield what the program does at the place of each edit of a version.

    Args:
        name: the id of the sentence.
        version: an editor's version of the sentence.
        sentence: what the program made of it, explained.
        offers: what the program offers beside that.
    """
    own = list(offers)
    for edit in version.edits:
        if edit.kind not in _LEFT_OUT:
            yield _found(name, edit, sentence, own)


def _found(name: str, edit: MarkedEdit, sentence: SentenceResult, offers: list[Offer]) -> Found:
    touching = [one for one in sentence.edits if _touches(one.start, one.end, edit)]
    if touching:
        alike = any(one.kind in _STRUCTURE.get(edit.kind, ()) for one in touching)
        return Found(name, edit, "made" if alike or _same_words(edit, touching, sentence.source) else "otherwise")
    near = [one for one in offers if _touches(one.start, one.end, edit)]
    if near:
        same = any(_is_same(sentence.source, edit, one.start, one.end, one.target) for one in near)
        return Found(name, edit, "offered" if same else "other offer")
    candidates = [
        one for phrase in sentence.kept if _touches(phrase.start, phrase.end, edit) for one in phrase.candidates
    ]
    same_words = [one for one in candidates if _is_same(sentence.source, edit, *one.place, one.target)]
    if same_words:
        return Found(name, edit, "stopped", str(same_words[0].reason.kind))
    return Found(name, edit, "other candidates" if candidates else "unknown")


def _touches(start: int, end: int, edit: MarkedEdit) -> bool:
    if edit.start == edit.end or start == end:
        return start <= edit.end and edit.start <= end
    return start < edit.end and edit.start < end


def _same_words(edit: MarkedEdit, made: list[Edit], source: str) -> bool:
    """Return True if the program's edits give the place of an editor's edit the same words."""
    start, end = min(edit.start, made[0].start), max(edit.end, made[-1].end)
    ours = applied(source[start:end], [one.moved(-start, 0) for one in made])
    theirs = source[start : edit.start] + edit.new + source[edit.end : end]
    return _plain(ours) == _plain(theirs)


def _is_same(source: str, edit: MarkedEdit, start: int, end: int, target: str) -> bool:
    """Return True if words put into a place give the place of an editor's edit the same words."""
    first, last = min(edit.start, start), max(edit.end, end)
    ours = source[first:start] + target + source[end:last]
    theirs = source[first : edit.start] + edit.new + source[edit.end : last]
    return _plain(ours) == _plain(theirs)


def _plain(words: str) -> str:
    return _ARTICLE.sub("", " ".join(words.lower().split()))


def _table(found: list[Found]) -> str:
    """Return the outcomes by kind of edit, and what stopped candidates, as Markdown."""
    kinds = [kind for kind, _ in Counter(one.edit.kind for one in found).most_common()]
    lines = [f"| kind | edits | {' | '.join(OUTCOMES)} |", f"|---|---|{'---|' * len(OUTCOMES)}"]
    for kind in (*kinds, "all"):
        own = [one for one in found if kind in (one.edit.kind, "all")]
        counts = Counter(one.outcome for one in own)
        cells = " | ".join(f"{100 * counts[outcome] / len(own):.0f} %" for outcome in OUTCOMES)
        lines.append(f"| {kind} | {len(own)} | {cells} |")
    stopped = Counter(one.stopped_by for one in found if one.stopped_by)
    lines += [
        "",
        "| stopped by | edits |",
        "|---|---|",
        *(f"| {kind} | {count} |" for kind, count in stopped.most_common()),
    ]
    return "\n".join(lines) + "\n"


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--part", required=True, type=click.Choice(("train", "dev", "test", "unseen")))
@click.option("--preset", default="", help="Preset of the program; the usual settings if left out.")
@click.option("--output", type=click.Path(path_type=Path), help="Write the table to a file.")
def main(part: str, preset: str, output: Path | None) -> None:
    """Run from the command line."""
    try:
        sentences = published_sentences()
        versions = read_versions(sentences)
        chosen = [sentences[name] for name in versions if sentences[name].part == part]
        if not chosen:
            raise InputError(f"--part {part}: no editor has written a version of a sentence of this part yet")
        simplifier = Simplifier.load(preset=preset or None)
        found: list[Found] = []
        with progress(len(chosen), "sentences") as advance:
            for one in chosen:
                for sentence in simplifier.explain(one.text).sentences:
                    if sentence.source == one.text:  # not where the program sees several sentences
                        offers = offers_of(sentence, simplifier.language)
                        for version in versions[one.id].values():
                            found += found_in(one.id, version, sentence, offers)
                advance()
        table = _table(found)
        click.echo(table, nl=False)
        if output is not None:
            write_text(output, table)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
