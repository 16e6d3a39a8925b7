"""Rule tables of a recipe as configurations of `simplifier.rules.tables.build`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe
from simplifier.recipes.sections import RuleSource, Table
from simplifier.rules.tables.build_config import (
    BuildConfig,
    LexiconConfig,
    ResourceConfig,
    SelfRuleConfig,
    SourceConfig,
)

__all__ = ["extra_table", "source_configs", "table_config", "table_files"]


def table_config(table: Table, places: Places, language: str) -> BuildConfig:
    """Return the configuration from which a rule table of a recipe is built."""
    named = table.resources.model_dump(exclude={"reviews", "judgements"}, exclude_none=True)
    resources: dict[str, Any] = {name: places.path(place) for name, place in named.items()}
    self_rules = None
    if table.self_rules is not None:
        own = table.self_rules
        self_rules = SelfRuleConfig(
            sources=own.sources,
            vocabulary=None if own.vocabulary is None else places.path(own.vocabulary),
            minimum_count=own.minimum_count,
        )
    return BuildConfig(
        language=language,
        sources=tuple(source_configs(table.sources, places)),
        resources=ResourceConfig(
            **resources,
            reviews=tuple(places.paths(table.resources.reviews)),
            judgements=tuple(places.paths(table.resources.judgements)),
        ),
        lexicons=tuple(LexiconConfig(**(one.model_dump() | {"path": places.path(one.path)})) for one in table.lexicons),
        self_rules=self_rules,
        features=tuple(table.features),
        without_features=tuple(table.without_features),
        exact=table.exact,
    )


def source_configs(sources: Collection[RuleSource], places: Places) -> list[SourceConfig]:
    """Return the sources with paths in place of places."""
    return [
        SourceConfig(
            name=one.name,
            format=one.format,
            path=places.path(one.path),
            owner=one.owner,
            label=one.label,
            filter=one.filter.rule_filter(),
        )
        for one in sources
    ]


def table_files(config: BuildConfig) -> list[Path]:
    """Return the files that building a table reads, each once."""
    resources: Mapping[str, object] = dict(config.resources)
    files = [source.path for source in config.sources]
    files += [value for value in resources.values() if isinstance(value, Path)]
    files += [
        *config.resources.reviews,
        *config.resources.judgements,
        *(lexicon.path for lexicon in config.lexicons),
    ]
    if config.self_rules is not None and config.self_rules.vocabulary is not None:
        files.append(config.self_rules.vocabulary)
    return list(dict.fromkeys(files))


def extra_table(recipe: Recipe, wider: Recipe, places: Places) -> BuildConfig:
    """Return the configuration of a table with the sources that another recipe adds to a recipe's first table.

    The new table has the features of the first table but no copying rules. Merged with the first table, it shows
    what the added rules are worth, without building all other rules again.
    """
    whole = table_config(recipe.tables[0], places, recipe.language)
    own = [source for source in recipe.tables[0].sources if source.path.endswith(".rules.gz")]
    lists = {source.name for source in own} - {"parallel"}
    base = {source.name for source in recipe.tables[0].sources} - lists
    wanted = [source for source in wider.tables[0].sources if source.name not in base]
    return whole.model_copy(update={"sources": tuple(source_configs(wanted, places)), "self_rules": None})
