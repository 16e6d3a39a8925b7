"""Compiling the lexicon of a language for a model, in seconds and without a corpus.

The large table of a model is built from corpora that users do not have. Rewrites of the lexicon that the large table
lacks go into a small table, which the model loads beside the large one. All rewrites go into the list of frames, which
tells the decoder where each rewrite fits. The only evidence for a rule of the small table is its letter of doubt. So
lines with the letters A and B are taken; lines with C to E wait for the large table, whose rules have further evidence
from corpora and readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError
from simplifier.base.temporary import scratch_folder
from simplifier.base.writing import write_gzip_lines
from simplifier.config import Config
from simplifier.core import RuleTable, TableBuilder
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.lexicon import lexicon_lines
from simplifier.recipes.data.list_rules import ListRule, plain_rules, rule_lines, write_plain_frames
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.resources.plain_list import DOUBTS
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import BuildConfig, ResourceConfig, SourceConfig
from simplifier.rules.tables.table import open_table

__all__ = ["LEXICON_OWNER", "CompiledLexicon", "compile_lexicon", "examples_of"]

#: Owner of the grammar that is compiled from a lexicon, in configurations and traces.
LEXICON_OWNER: Final = "lexicon"
_FEATURE: Final = "InLexicon"
#: The provenance of its rules.
_SOURCE: Final = "lexicon"
#: Largest doubt of a line that needs no other evidence: of 40 places, an editor would refuse the rewrite in one.
_MOST_DOUBT: Final = DOUBTS["B"]


@dataclass(frozen=True, slots=True)
class CompiledLexicon:
    """Result of compiling a lexicon.

    Attributes:
        lines: number of lines of the lexicon.
        new: number of rules in the small table, which no other table of the model has.
        table: file of the small table.
        frames: file of the list of frames.
    """

    lines: int
    new: int
    table: Path
    frames: Path


def compile_lexicon(lexicon: Path, config: Config, say: Callable[[str], None]) -> CompiledLexicon:
    """Write the small table and the list of frames of a model from a lexicon.

    Args:
        lexicon: file of the lexicon.
        config: configuration of the model. Two of its files are overwritten: the grammar of the owner `LEXICON_OWNER`,
            and ``context.frames``.
        say: receives a line of progress.

    Raises:
        ConfigError: the model has no such grammar, no frames, or no tagger.
        InputError: a file cannot be read or written.
        FormatError: a line of the lexicon is broken.
    """
    tables = {one.owner: one.path for one in config.grammars}
    if LEXICON_OWNER not in tables or config.context.frames is None or config.tagger.path is None:
        raise ConfigError(
            f"the model {config.model.name!r} cannot take a lexicon: it needs a grammar with the owner "
            f"{LEXICON_OWNER!r}, context.frames and a tagger"
        )
    language, tagger = language_named(config.model.language), Tagger.load(config.tagger.path)
    lines = sum(1 for _ in lexicon_lines(lexicon))
    known = _known([path for owner, path in tables.items() if owner != LEXICON_OWNER])
    excluded = read_exclusions([lexicon])
    rules = dict.fromkeys(plain_rules(lexicon, language, tagger))
    new = [
        one
        for one in rules
        if (one.label, one.source, one.target) not in known
        and (one.source, one.target) not in excluded
        and 0.0 < dict(one.features)["PlainDoubt"] <= _MOST_DOUBT
    ]
    say(f"{lines:,} lines, {len(rules):,} rules, {len(new):,} of them new")
    made = tables[LEXICON_OWNER]
    _write_table(new, config, made)
    write_plain_frames(lexicon, language, tagger, config.context.frames)
    return CompiledLexicon(lines, len(new), made, config.context.frames)


def _known(paths: Iterable[Path]) -> set[tuple[str, str, str]]:
    """Return label, source and target of every rule in tables."""
    found: set[tuple[str, str, str]] = set()
    for path in paths:
        table: RuleTable = open_table(path, check=False)
        found.update((label, source, target) for label, source, target, *_ in map(table.rule, range(len(table))))
    return found


def _write_table(rules: list[ListRule], config: Config, output: Path) -> None:
    with scratch_folder(output) as scratch:
        if not rules:  # an empty table, because the configuration names the file
            TableBuilder(str(output), [_FEATURE], [0.0], [_SOURCE], "{}", str(scratch)).finish()
            return
        listed = scratch / "lexicon.rules.gz"
        values = ((_FEATURE, 1.0), ("LabelAgree", 1.0))
        write_gzip_lines(listed, rule_lines(one._replace(features=values) for one in rules))
        # The table has this one feature only. Selection trees read features that are computed from corpora, which are
        # not at hand here; a table without those features is not shown to them.
        build = BuildConfig(
            language=config.model.language,
            sources=(SourceConfig(name=_SOURCE, format="listed", path=listed),),
            resources=ResourceConfig(tagger=config.tagger.path),
            self_rules=None,
            features=(_FEATURE,),
        )
        build_table(build, output)


def examples_of(lexicon: Path) -> list[tuple[int, str, str]]:
    """Return the examples of all lines: number of the line, sentence, and the output that is expected.

    Raises:
        InputError: the file cannot be read.
        FormatError: a line is broken.
    """
    return [(line.number, *example) for line in lexicon_lines(lexicon) for example in line.examples]
