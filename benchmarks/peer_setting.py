"""The setting in which the C++ decoders of the field were timed, made anew.

Rules: a METEOR paraphrase table filtered to the phrases of some sentences, and one rule a word that
copies it; one label, four features. Language model: a 5-gram model by lmplz in KenLM's probing form. Both
are kept in a folder and made only once.

Three settings: A as it was given; B without the feature that rewards copies and with a stronger language
model, so that about 77 % of the sentences change; C is A with 17,044 rules with a gap
(`benchmarks.peer_gaps`). The gap rules that the peers were measured with are not known; these ask for more
search (fewer sentences a second, at like scores).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.peer_gaps import write_gap_rules
from simplifier.base.reading import text_lines
from simplifier.core import LanguageModel
from simplifier.decoder import ChartDecoder, GrammarPart, LanguageModelPart
from simplifier.lm.conversion import convert
from simplifier.lm.training import train
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import BuildConfig
from simplifier.rules.tables.table import open_table

__all__ = ["SETTINGS", "SPAN_LIMIT", "PeerSetting"]

SPAN_LIMIT = 10

_FEATURES = ("MeteorLogProb", "Identity", "WordCountDiff", "CharCountDiff")
# Chosen so that the rules and the language model compete; copying is not the best answer everywhere.
_WEIGHTS = {
    "MeteorLogProb": 0.2,
    "Identity": 0.6,
    "WordCountDiff": 0.1,
    "CharCountDiff": 0.02,
    "lm_text": 0.4,
    "lm_text_oov": -4.0,
    "WordPenalty": 0.3,
    "OOVPenalty": -4.0,
    "GluePenalty": -0.1,
}
_LANGUAGE_MODEL_OF_B = 0.55
_GAP_RULES = 17_044

SETTINGS = ("A", "B", "C")


class PeerSetting:
    """The rules and the language model, made where the folder does not hold them yet.

    Args:
        sentences: tokenised; the rules are filtered to their phrases.
        meteor: a METEOR paraphrase table, plain or gzip.
        texts: tokenised text for the language model, plain or gzip; lowercased here.
        folder: keeps what is made.
        name: one of `SETTINGS`.
    """

    def __init__(
        self, sentences: Sequence[str], meteor: Path, texts: Sequence[Path], folder: Path, name: str = "A"
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        rules = "gaps" if name == "C" else "rules"
        table_path, lm_path = folder / f"{rules}{len(sentences)}.table", folder / "text.binary"
        if not table_path.exists():
            _filter_rules(sentences, meteor, folder)
            _build(folder, table_path, with_gaps=name == "C")
        if not lm_path.exists():
            _train(texts, folder, lm_path)
        self.table = open_table(table_path)
        self._language_model = LanguageModel(str(lm_path))
        self._weights = dict(_WEIGHTS)
        if name == "B":
            del self._weights["Identity"]
            self._weights["lm_text"] = _LANGUAGE_MODEL_OF_B

    def decoder(self, wrap: Callable[[LanguageModel], LanguageModel] = lambda model: model) -> ChartDecoder:
        """Return a decoder whose language model went through ``wrap``."""
        grammar = GrammarPart(self.table, "meteor", SPAN_LIMIT)
        return ChartDecoder([grammar], [LanguageModelPart(wrap(self._language_model), "text")], self._weights)


def _filter_rules(sentences: Sequence[str], meteor: Path, folder: Path) -> None:
    split = [sentence.split() for sentence in sentences]
    phrases = {
        " ".join(words[i:j])
        for words in split
        for i in range(len(words))
        for j in range(i + 1, min(len(words), i + SPAN_LIMIT) + 1)
    }
    lines = text_lines(meteor)
    with (folder / "filtered.meteor").open("w", encoding="utf-8") as out:
        while entry := tuple(islice(lines, 3)):
            if entry[1] in phrases:
                out.writelines(f"{line}\n" for line in entry)
    words = sorted({word for sentence in split for word in sentence})
    (folder / "words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")


def _build(folder: Path, table_path: Path, with_gaps: bool) -> None:
    phrases = folder / "filtered.meteor"
    sources: list[dict[str, object]] = [{"name": "meteor", "format": "meteor", "path": phrases, "label": "X"}]
    if with_gaps:
        gaps = folder / "gaps.txt"
        write_gap_rules(phrases, gaps, _GAP_RULES)
        sources.append({"name": "gaps", "format": "ppdb1", "path": gaps})
    config = BuildConfig.model_validate(
        {
            "sources": sources,
            "features": _FEATURES,
            "self_rules": {"sources": False, "vocabulary": folder / "words.txt"},
        }
    )
    build_table(config, table_path)


def _train(texts: Sequence[Path], folder: Path, lm_path: Path) -> None:
    lowercased, arpa = folder / "text.txt", folder / "text.arpa"
    with lowercased.open("w", encoding="utf-8") as out:
        for text in texts:
            out.writelines(f"{line.lower()}\n" for line in text_lines(text))
    report = train(lowercased, arpa, order=5, memory="1G")
    print(f"trained on {report.tokens:,} words; n-grams by order {report.ngrams}\n")
    convert(arpa, lm_path, structure="probing")
    os.unlink(arpa)
    os.unlink(lowercased)
