"""Steps for texts, word counts, the tagger, the parser, language models and word classes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simplifier.base.errors import ConfigError
from simplifier.base.writing import copy_file, write_text
from simplifier.languages import language_named
from simplifier.recipes.data.class_language_model import build_class_model
from simplifier.recipes.data.language_models import build_language_model, count_words
from simplifier.recipes.data.texts import make_text
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe
from simplifier.recipes.sections import LanguageModelRecipe
from simplifier.recipes.steps.runner import Run, Step

__all__ = ["language_model_files", "text_files", "text_steps"]


def text_files(recipe: Recipe, places: Places, kinds: Sequence[str] = ("simple", "normal")) -> list[Path]:
    """Return the texts of these kinds that the step ``texts`` writes."""
    kept = [part for part in recipe.texts if part.licence is not None and part.kind in kinds]
    return [places.work / "text" / f"{part.name}.txt" for part in kept]


def language_model_files(recipe: Recipe, places: Places) -> list[Path]:
    """Return the files with the facts about each language model, ``lm/NAME.json``."""
    return [places.work / "lm" / f"{one.name}.json" for one in recipe.language_models]


def text_steps(recipe: Recipe, places: Places) -> Iterator[Step]:
    """Yield the steps for texts and language models that the recipe asks for."""
    work, tagger = places.work, places.work / "tagger.bin"
    if recipe.tagger is not None:
        trained = places.path(recipe.tagger)
        yield Step("tagger", "Take the trained tagger.", lambda run: copy_file(trained, tagger), [trained], [tagger])
        yield _change_words(recipe, places)
    if recipe.parser is not None:
        read, parser = places.path(recipe.parser), work / "parser.bin"
        yield Step("parser", "Take the trained parser.", lambda run: copy_file(read, parser), [read], [parser])
    if recipe.standing is not None:
        judging, trees = places.path(recipe.standing), work / "structure.trees"
        yield Step(
            "standing",
            "Take the trained trees that judge splits.",
            lambda run: copy_file(judging, trees),
            [judging],
            [trees],
        )
    if recipe.texts:
        yield _texts(recipe, places)
    for model in recipe.language_models:
        yield _language_model(model, recipe, places)
    if recipe.counts is not None:
        counts, least = work / "counts.tsv", recipe.counts.least_count
        files = sorted(text_files(recipe, places))

        def count(run: Run) -> None:
            write_text(counts, "".join(f"{word}\t{number}\n" for word, number in count_words(files, least)))

        settings = {"counts": recipe.counts.model_dump()}
        yield Step("counts", "Count the words of all texts.", count, files, [counts], settings)
    if recipe.classes is not None:
        classes = recipe.classes
        yield Step(
            "classes",
            "Train the class language model.",
            lambda run: build_class_model(classes, work / "text", tagger, work / "lm", run.say),
            [work / "text" / "parts.json", *text_files(recipe, places), tagger],
            [work / "lm" / "class.binary", work / "lm" / "class.classes"],
            {"classes": classes.model_dump(exclude={"memory"})},
            programs=("lmplz",),
        )


def _change_words(recipe: Recipe, places: Places) -> Step:
    words, made = language_named(recipe.language).change_words, places.work / "change_words.toml"
    return Step(
        "words",
        "Write down what features of changes know of the language.",
        lambda run: words.write(made),
        [],
        [made],
        {"words": words.model_dump(mode="json")},
    )


def _texts(recipe: Recipe, places: Places) -> Step:
    development, text = recipe.development, places.work / "text"
    inputs = [*dict.fromkeys(part.file for part in recipe.texts), *development.near_text]
    if development.listed is not None:
        inputs.append(development.listed)

    def make(run: Run) -> None:
        for report in make_text(recipe.texts, development, places, text, recipe.language):
            run.say(f"{report.name}: {report.kept:,} lines kept of {report.lines:,}, {report.words:,} words")

    return Step(
        "texts",
        "Make the texts of the language models.",
        make,
        places.paths(inputs),
        [text / "parts.json", *text_files(recipe, places)],
        {"texts": [part.model_dump() for part in recipe.texts]},
    )


def _language_model(model: LanguageModelRecipe, recipe: Recipe, places: Places) -> Step:
    output, parts = places.work / "lm", places.work / "text" / "parts.json"
    near = places.paths(recipe.development.near_text)
    if model.text is not None:
        text = [places.path(model.text)]
        inputs = text
    elif model.kinds:
        text = text_files(recipe, places, model.kinds)
        inputs = [parts, *text]
    else:
        raise ConfigError(f"language model {model.name!r}: name its text, or kinds of text parts")

    def make(run: Run) -> None:
        known: dict[str, dict[str, Any]] = {}
        if model.text is None:
            known = {part["name"]: part for part in json.loads(parts.read_text(encoding="utf-8"))}
        build_language_model(model, {path: known.get(path.stem, {}) for path in text}, output, near, run.say)

    return Step(
        f"lm-{model.name}",
        f"Train the language model {model.name}.",
        make,
        [*inputs, *near],
        [output / f"{model.name}.binary", output / f"{model.name}.json"],
        {"language_model": model.model_dump(exclude={"memory"})},
        programs=("lmplz",),
    )
