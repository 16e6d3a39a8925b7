"""Building of one language model of a recipe: vocabulary, training, binary file, perplexity."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from simplifier.base.reading import text_lines
from simplifier.base.writing import write_text
from simplifier.lm import LanguageModel, Perplexity, convert, measure_perplexity, train
from simplifier.recipes.sections import LanguageModelRecipe
from simplifier.text import words

__all__ = ["build_language_model", "count_words", "frequent_words"]

#: Number of last lines of a development file that are measured on. These lines are for reports, never for tuning.
HELD_OUT: Final = 500


def build_language_model(
    recipe: LanguageModelRecipe,
    text: Mapping[Path, Mapping[str, Any]],
    output: Path,
    held_out: Sequence[Path],
    say: Callable[[str], None],
) -> dict[str, object]:
    """Build NAME.binary, and NAME.json with facts about the model, which are returned too.

    Args:
        recipe: settings of the model.
        text: the files to train on, with the facts known about each (kind, source, licence, kept, words).
        output: folder to write to; made if it is missing.
        held_out: files whose last lines are measured on. The suffix of a file's name becomes the name of its figures.
        say: receives each line of progress.

    Raises:
        InputError: a text or lmplz is missing.
    """
    output.mkdir(parents=True, exist_ok=True)
    arpa, binary = output / f"{recipe.name}.arpa", output / f"{recipe.name}.binary"
    vocabulary = None
    if recipe.minimum_count:
        say(f"{recipe.name}: counting words")
        vocabulary = output / f"{recipe.name}.vocabulary"
        write_text(vocabulary, "\n".join(frequent_words(text, recipe.minimum_count)) + "\n")
    done = train([*text], arpa, recipe.order, recipe.prune, recipe.memory, vocabulary, report=say)
    size = convert(
        arpa,
        binary,
        "trie",
        recipe.probability_bits,
        pointer_bits=recipe.pointer_bits,
        words=recipe.words,
    )
    arpa.unlink()
    if vocabulary is not None:
        vocabulary.unlink()
    model = LanguageModel(binary)
    measured = {path.suffix[1:]: measure_perplexity(model, held_out_lines(path)) for path in held_out}
    facts: dict[str, object] = {
        "name": recipe.name,
        "file": binary.name,
        "bytes": size,
        "recipe": recipe.model_dump(exclude={"memory"}),
        "training_words": sum(part.get("words", 0) for part in text.values()),
        "ngrams": done.ngrams,
        "discount_fallback": done.discount_fallback,
        "held_out": {name: _figures(result) for name, result in measured.items()},
        "text": [
            {key: part[key] for key in ("name", "kind", "source", "licence", "kept", "words")}
            for part in text.values()
            if part
        ],
    }
    figures = ", ".join(f"{name} {result.including_unknown:.1f}" for name, result in measured.items())
    say(f"{recipe.name}: {size / 1e6:.2f} MB" + (f", perplexity {figures}" if figures else ""))
    write_text(output / f"{recipe.name}.json", json.dumps(facts, indent=1) + "\n")
    return facts


def count_words(files: Iterable[Path], least_count: int) -> list[tuple[str, int]]:
    """Return the words that occur at least ``least_count`` times, with their counts, most frequent first."""
    counts = _counts(files)
    kept = [(word, count) for word, count in counts.items() if count >= least_count]
    return sorted(kept, key=lambda pair: (-pair[1], pair[0]))


def frequent_words(files: Iterable[Path], minimum_count: int) -> list[str]:
    """Return the words that occur at least ``minimum_count`` times, sorted."""
    return sorted(word for word, count in _counts(files).items() if count >= minimum_count)


def _counts(files: Iterable[Path]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for file in files:
        for line in text_lines(file):
            counts.update(line.split())
    return counts


def held_out_lines(path: Path) -> list[str]:
    """Return the last development sentences as decoder forms between spaces, which the models are trained on."""
    return [" ".join(words(line)) for line in list(text_lines(path))[-HELD_OUT:]]


def _figures(result: Perplexity) -> dict[str, float]:
    return {
        "perplexity": round(result.including_unknown, 2),
        "perplexity_of_known_words": round(result.excluding_unknown, 2),
        "words": result.words,
        "unknown_words": result.unknown,
    }
