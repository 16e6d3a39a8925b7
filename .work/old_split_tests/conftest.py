"""Real sentences for splitting: tagged by the embedded tagger."""

from __future__ import annotations

import gzip
from itertools import islice
from pathlib import Path

import pytest

from languages.en.tokenizer import tokenise
from languages.parts.tagger import Tagger
from simplifier.config import default_config_path, load_config


@pytest.fixture(scope="session")
def shared_split_sentences(shared_data: Path) -> list[tuple[list[str], list[str]]]:
    """The first 3,000 complex sentences of WikiSplit."""
    tagger_path = load_config(default_config_path()).tagger.path
    assert tagger_path is not None
    with gzip.open(shared_data / "parallel" / "wikisplit.tsv.gz", "rt", encoding="utf-8") as lines:
        texts = [line.split("\t")[0] for line in islice(lines, 3000)]
    tokens = [tokenise(text) for text in texts]
    surfaces = [[one.surface if one.form[0].isalnum() else one.form for one in own] for own in tokens]
    tags = Tagger.load(tagger_path).tag_batch(surfaces)
    return [([one.form for one in own], tag) for own, tag in zip(tokens, tags, strict=True)]
