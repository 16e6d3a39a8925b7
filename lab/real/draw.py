"""Draw published sentences for editors and judges to work on, and divide them into parts by document.

    python -m lab.real.draw ../shared/data --output sentences.tsv

DATA is the folder of the research data. The program reads ``real/text`` (22 publishers, each with a licence that allows
passing the text on) and two files of ``lm_large``. The same data give the same sentences.

A source file has no marks between its documents, so a block of neighbouring paragraphs is taken for a document. All
sentences of a block are in one part, and the paragraphs at its edges are left out. The sources of the part ``unseen``
are in no other part. A second round draws as many sentences again of the part ``train`` alone, from paragraphs that the
first left; only single changes are marked in these.
"""

from __future__ import annotations

import gzip
import lzma
import random
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import click
from nupunkt import sent_tokenize

from simplifier.base.errors import SimplifierError
from simplifier.base.reading import input_name
from simplifier.base.terminal import progress
from simplifier.base.writing import write_text

__all__ = ["SOURCES", "Source", "draw"]

#: Number of paragraphs that are taken for one document, and how many at either edge are left out.
BLOCK: Final = 60
EDGE: Final = 2
#: Least and greatest number of words of a sentence.
LENGTH: Final = (6, 60)
#: Share of the blocks of a source, in hundredths, that go to dev and to test.
DEV, TEST = 12, 12

_END: Final = re.compile(r"[.!?][\"'\u201d\u2019)]*$")
_START: Final = re.compile(r"[\"'\u201c\u2018(]?[A-Z0-9]")
#: A full stop inside a sentence before a capital: an abbreviation, or an end that was missed. Either is left out.
_INNER_END: Final = re.compile(r"[a-z0-9][.!?][\"'\u201d\u2019)]* +[A-Z]")
_PAIRS: Final = (("(", ")"), ("[", "]"), ("\u201c", "\u201d"))


@dataclass(frozen=True, slots=True)
class Source:
    """A file of published text.

    Attributes:
        name: the name of the source in rows.
        kind: the kind of text.
        wanted: number of sentences to draw.
        unseen: True if all sentences of the source are in the part ``unseen``, because nothing else uses it.
        paragraphs: number of paragraphs that are taken for a document; 1 if every line is a sentence of another
            document.
    """

    name: str
    kind: str
    wanted: int
    unseen: bool = False
    paragraphs: int = BLOCK


SOURCES: Final = (
    Source("ie_citizensinformation", "guidance", 1500),
    Source("us_va_benefits", "guidance", 450),
    Source("uk_govuk_smart_answers", "guidance", 350),
    Source("us_cdc_covid19_pages", "health", 600),
    Source("us_digital_gov", "guidance", 350),
    Source("us_plainlanguage_gov", "guidance", 150),
    Source("au_content_guide", "guidance", 60),
    Source("us_cfpb_regulations", "law", 800),
    Source("us_contracts_cuad", "contracts", 1000),
    Source("us_fomc_minutes", "minutes", 400),
    Source("us_fed_speeches", "money", 350),
    Source("us_cfpb_owning_a_home", "money", 60),
    Source("github_site_policy", "terms", 450),
    Source("automattic_legal", "terms", 350),
    Source("us_tts_handbook", "handbook", 450),
    Source("sourcegraph_handbook", "handbook", 250),
    Source("us_nasa_releases", "press", 450),
    Source("uk_immigration_rules", "law", 160, unseen=True),
    Source("us_medicare_and_you", "health", 160, unseen=True),
    Source("basecamp_policies", "terms", 120, unseen=True),
    Source("civicactions_guidebook", "handbook", 120, unseen=True),
    Source("us_18f_guides", "guidance", 40, unseen=True),
    Source("enwiki_59m", "encyclopaedia", 1200, paragraphs=2000),
    Source("wikinews", "news", 700, paragraphs=400),
)


def _lines(data: Path, name: str) -> Iterator[str]:
    """Yield the paragraphs of a source; of the encyclopaedia, one run of 2,000 lines in every 80,000."""
    if name == "enwiki_59m":
        with lzma.open(data / "lm_large" / f"{name}.txt.xz", "rt", encoding="utf-8", newline="\n") as stream:
            for number, line in enumerate(stream):
                if number // 2000 % 40 == 7:
                    yield line.rstrip("\n")
        return
    folder = "lm_large" if name == "wikinews" else "real/text"
    with gzip.open(data / folder / f"{name}.txt.gz", "rt", encoding="utf-8", newline="\n") as stream:
        yield from (line.rstrip("\n") for line in stream)


def _is_whole(sentence: str) -> bool:
    """Return True for a sentence of the wanted length that begins and ends as one."""
    if not LENGTH[0] <= len(sentence.split()) <= LENGTH[1]:
        return False
    if not (_START.match(sentence) and _END.search(sentence)) or _INNER_END.search(sentence):
        return False
    if "\t" in sentence or sentence.count('"') % 2:
        return False
    return all(sentence.count(one) == sentence.count(other) for one, other in _PAIRS)


def _part(source: Source, block: int) -> str:
    if source.unseen:
        return "unseen"
    number = int.from_bytes(sha256(f"{source.name} {block}".encode()).digest()[:4]) % 100
    return "dev" if number < DEV else "test" if number < DEV + TEST else "train"


def draw(data: Path, source: Source, seen: set[str], taken: Collection[int] = ()) -> list[tuple[str, ...]]:
    """Return rows of part, source, kind, number of the paragraph (from 1) and sentence, in the order of the text.

    Args:
        data: the folder of the research data.
        source: the source to draw from.
        seen: keys of the sentences that were drawn already (lowercased, every number as 0); the keys of the new
            sentences are added.
        taken: numbers of the paragraphs (from 1) that a first round took. If there are any, the others of the part
            ``train`` are drawn from.
    """
    size = source.paragraphs
    edge = EDGE if size == BLOCK else 0
    lines = list(_lines(data, source.name))
    places = [at for at in range(len(lines)) if edge <= at % size < size - edge]
    if taken:
        places = [at for at in places if at + 1 not in taken and _part(source, at // size) == "train"]
    chooser = random.Random(f"{source.name} again" if taken else source.name)
    chooser.shuffle(places)
    found: list[tuple[int, str, str]] = []
    for at in places:
        if len(found) == source.wanted:
            break
        sentences = [str(one).strip() for one in sent_tokenize(lines[at])]
        chosen = [one for one in sentences if _is_whole(one) and _key(one) not in seen]
        if chosen:
            sentence = chooser.choice(chosen)
            seen.add(_key(sentence))
            found.append((at, _part(source, at // size), sentence))
    return [(part, source.name, source.kind, str(at + 1), text) for at, part, text in sorted(found)]


def _key(sentence: str) -> str:
    return re.sub(r"\d+", "0", sentence.lower())


def _rows(data: Path, sources: Sequence[Source]) -> Iterator[tuple[str, ...]]:
    seen: set[str] = set()
    rows: list[tuple[str, ...]] = []
    with progress(2 * len(sources), "sources") as advance:
        for source in sources:
            rows += draw(data, source, seen)
            advance()
        taken: defaultdict[str, set[int]] = defaultdict(set)
        for _, name, _, paragraph, _ in rows:
            taken[name].add(int(paragraph))
        for source in sources:
            rows += draw(data, source, seen, taken[source.name])
            advance()
    for number, row in enumerate(rows, 1):
        yield (f"r{number:05}", *row)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(path_type=Path))
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(data: Path, output: Path) -> None:
    """Run from the command line."""
    try:
        rows = list(_rows(data, SOURCES))
    except OSError as error:
        where = input_name(error.filename)
        raise SystemExit(f"error: {where}: {error.strerror}; DATA needs real and lm_large") from None
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    header = "\t".join(("id", "part", "source", "kind", "paragraph", "sentence"))
    write_text(output, "".join(f"{line}\n" for line in (header, *("\t".join(row) for row in rows))))


if __name__ == "__main__":
    main()
