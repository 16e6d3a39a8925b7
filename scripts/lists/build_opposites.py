"""Build simplifier/languages/en/data/wordnet_opposites.txt.gz: the words of opposite senses in WordNet 3.0.

    python -m scripts.lists.build_opposites /usr/share/wordnet

The folder is that of the Debian package wordnet-base. A line has the words of one sense, "/", and the words of the
opposite sense. The file begins with WordNet's licence, which allows the list to be passed on. Words that the tagger of
the embedded model does not know are left out, because no rule has them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from simplifier.base.writing import write_gzip_lines
from simplifier.config import load_config
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.meaning import OPPOSITES_FILE
from simplifier.rules.resources.wordnet import WordNet, wordnet_licence

#: Least share (0 to 1) of a word's tagged uses that are in a sense, for the opposites of that sense to count.
LEAST_SHARE: Final = 0.05


def main(folder: str) -> None:
    """Build the list, and print its length."""
    tagger_file = load_config().tagger.path
    assert tagger_file is not None
    tagger, function = Tagger.load(tagger_file), language_named("en").words.function

    def shown(words: frozenset[str]) -> str:
        known = (word for word in sorted(words) if word.isalpha() and word not in function)
        return " ".join(word for word in known if tagger.word_tags(word))

    pairs = [(shown(one), shown(other)) for one, other in WordNet.read(Path(folder)).opposites(LEAST_SHARE)]
    lines = sorted({f"{one} / {other}" for one, other in pairs if one and other})
    head = ["Opposite senses of English words, derived from WordNet 3.0.", *wordnet_licence(Path(folder))]
    write_gzip_lines(OPPOSITES_FILE, [*(f"# {line}".rstrip() for line in head), *lines], 9)
    print(f"{len(lines)} pairs of senses, {OPPOSITES_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
