"""Build simplifier/languages/en/data/syllables.txt.gz: syllable counts of CMUdict, and the estimate for other words.

    python -m scripts.lists.build_syllables cmudict.dict LICENSE

The two files are the dictionary and its licence, as Carnegie Mellon University publishes them
(https://github.com/cmusphinx/cmudict). The program prints the error of the estimate on the held-out tenth of the words.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import lsqr

from simplifier.base.reading import read_text, text_lines
from simplifier.base.writing import write_gzip_lines
from simplifier.languages.en.words.syllables import DATA_FILE, estimate_syllables, is_held_out, vowel_contexts

MINIMUM_COUNT = 4
DAMPING = 1.0


def read_dictionary(path: Path) -> dict[str, int]:
    """Return the number of syllables of every word's first pronunciation: its vowels, at least 1."""
    counts: dict[str, int] = {}
    for line in text_lines(path):
        word, *phones = line.split("#")[0].split()
        if "(" not in word:
            counts[word] = max(1, sum(phone[-1].isdigit() for phone in phones))
    return counts


def fit_worths(counts: dict[str, int]) -> dict[str, float]:
    """Fit the syllables that a vowel group adds in each context, by damped least squares.

    Contexts that occur fewer than `MINIMUM_COUNT` times are left out.
    """
    seen = Counter(context for word in counts for context in vowel_contexts(word))
    index = {context: i for i, context in enumerate(sorted(c for c, n in seen.items() if n >= MINIMUM_COUNT))}
    rows, columns = [], []
    for row, word in enumerate(counts):
        for context in vowel_contexts(word):
            if context in index:
                rows.append(row)
                columns.append(index[context])
    matrix = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(counts), len(index)))
    solution = lsqr(matrix, np.array(list(counts.values()), float), damp=DAMPING, iter_lim=300)[0]
    return {context: round(float(solution[i]), 2) for context, i in index.items()}


def write(path: Path, notice: str, dictionary: dict[str, int], worths: dict[str, float]) -> None:
    """Write both tables, with the entries of equal value on one line; the same content gives the same bytes."""
    lines = ["# Syllables of English words, derived from the CMU Pronouncing Dictionary."]
    lines += ["# " + line for line in notice.splitlines()]
    tables: dict[str, Mapping[str, float]] = {"words": dictionary, "worth": worths}
    for kind, table in tables.items():
        groups: defaultdict[float, list[str]] = defaultdict(list)
        for entry, value in sorted(table.items()):
            groups[value].append(entry)
        lines += [f"{kind} {value:g} {' '.join(groups[value])}" for value in sorted(groups) if value]
    write_gzip_lines(path, lines, 9)


def main(dictionary_file: str, licence_file: str) -> None:
    """Build the file, and print the error of the estimate."""
    dictionary = read_dictionary(Path(dictionary_file))
    plain = {word: count for word, count in dictionary.items() if word.isascii() and word.isalpha()}
    worths = fit_worths({word: count for word, count in plain.items() if not is_held_out(word)})
    write(DATA_FILE, read_text(Path(licence_file)), dictionary, worths)
    held_out = [word for word in plain if is_held_out(word)]
    errors = [estimate_syllables(word, worths) - plain[word] for word in held_out]
    print(f"{len(dictionary)} words, {len(worths)} contexts, {DATA_FILE.stat().st_size} bytes")
    wrong = np.count_nonzero(errors) / len(errors)
    print(f"held out: {len(errors)} words, {wrong:.2%} wrong, mean {np.mean(errors):+.4f} syllables")


if __name__ == "__main__":
    main(*sys.argv[1:])
