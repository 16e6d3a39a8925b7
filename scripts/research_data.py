"""What the research model may use beyond the embedded one: data that must not be passed on in a model.

Never from here into the embedded model: non-commercial texts and lexicons, data whose licence is not stated,
GPL lists. Rules from the references of TurkCorpus and ASSET are not used here either: a model that has seen
the answers of some annotators measures nothing.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from rules.tables.build_config import BuildConfig, LexiconConfig
from scripts.build_language_models import Recipe
from scripts.language_model_text import PARTS, Part
from scripts.model_table import table_config
from scripts.parallel_text import SIMPLIFYING, SPLITTING

__all__ = [
    "RESEARCH_LISTS",
    "RESEARCH_PARTS",
    "RESEARCH_RECIPES",
    "RESEARCH_SIMPLIFYING",
    "RESEARCH_SPLITTING",
    "research_table",
]

_ONLY: Final = "research only: "


def _part(name: str, kind: str, file: str, licence: str, source: str) -> Part:
    path = f"lm_large/{file}.txt.gz"
    return Part(name, "simple" if kind == "simple" else "normal", path, None, _ONLY + licence, source)


#: All that the embedded models read, the parts they skip, and the non-commercial files.
RESEARCH_PARTS: Final[tuple[Part, ...]] = (
    *(
        part
        if part.licence is not None or part.name == "genesis"
        else replace(part, licence=_ONLY + part.source)
        for part in PARTS
    ),
    _part("race", "simple", "race", "non-commercial", "RACE, English exams"),
    _part("mctest", "simple", "mctest", "research licence", "MCTest, children's stories"),
    _part("dream", "simple", "dream_dialogues", "non-commercial", "DREAM, dialogues"),
    _part("africanstorybook", "simple", "africanstorybook", "CC BY, some NC", "African Storybook"),
    _part("clear", "normal", "clear_corpus", "mixed", "CLEAR corpus, school texts"),
    _part("openstax_cnxml", "normal", "openstax_cnxml", "CC BY-NC-SA 4.0", "OpenStax textbooks"),
)

RESEARCH_RECIPES: Final = (
    Recipe("normal", ("normal", "simple"), 5, (0, 0, 1, 1, 1), minimum_count=5, probability_bits=8),
    Recipe("simple", ("simple",), 5, (0, 0, 0, 1, 1), minimum_count=2, probability_bits=8),
)

RESEARCH_SIMPLIFYING: Final = {
    **SIMPLIFYING,
    "wiki_manual.tsv": "Wiki-Manual, CC BY-NC-SA 4.0",
    "simpa_lexical.tsv": "SimPA, licence not stated",
    "simpa_syntactic.tsv": "SimPA, licence not stated",
}
RESEARCH_SPLITTING: Final = {**SPLITTING, "bisect.tsv.gz": "BiSECT, licence not stated"}
#: Of scripts/list_rules.py.
RESEARCH_LISTS: Final = ("plain", "numbers", "paradigms", "wordnet", "pairs")


def research_table(data: Path, work: Path) -> BuildConfig:
    """Return what the research table is built from: every source of rules, and two more lexicons."""
    whole = table_config(data, work, gaps=True, lists=RESEARCH_LISTS)
    lexicon = data / "lexicon"
    return whole.model_copy(
        update={
            "lexicons": (
                *whole.lexicons,
                LexiconConfig(name="Acquisition", path=lexicon / "age_of_acquisition.tsv", column="aoa"),
                LexiconConfig(name="Concreteness", path=lexicon / "concreteness.tsv", column="Conc.M"),
            )
        }
    )
