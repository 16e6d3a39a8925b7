"""The lexicon of a language compiled for a model, in seconds and without a corpus.

The large table of a model is built from corpora that users do not have. What a lexicon holds beyond it goes into a
small table of its own, which the model loads beside the large one; and all rewrites go into the list of frames, which
tells the decoder where each of them fits. Nothing but its letter of doubt speaks for a line there: A and B are enough,
C to E wait for the large table, whose rules are judged by what corpora and readers know.
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

#: The owner of the grammar that a lexicon makes, as a configuration and traces name it.
LEXICON_OWNER: Final = "lexicon"
_FEATURE: Final = "InLexicon"
#: The provenance of its rules.
_SOURCE: Final = "lexicon"
#: The most doubt of a line, in places of 40, that nothing else has to speak for: an editor would refuse one in forty.
_MOST_DOUBT: Final = DOUBTS["B"]


@dataclass(frozen=True, slots=True)
class CompiledLexicon:
    """What was made of a lexicon.

    Attributes:
        lines: how many it has.
        new: how many of its rules no other table of the model has; these are in the small table.
        table: the small table.
        frames: the list of frames.
    """

    lines: int
    new: int
    table: Path
    frames: Path


def compile_lexicon(lexicon: Path, config: Config, say: Callable[[str], None]) -> CompiledLexicon:
    """Write the small table and the frames of a model anew.

    Args:
        lexicon: the file.
        config: the model; its grammar of the owner `LEXICON_OWNER` and its ``context.frames`` are written.
        say: takes what is under way.

    Raises:
        ConfigError: the model has no such grammar, no frames, or no tagger.
        InputError: a file that cannot be read or written.
        FormatError: a broken line of the lexicon.
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
    """Return label, source and target of every rule of tables."""
    found: set[tuple[str, str, str]] = set()
    for path in paths:
        table: RuleTable = open_table(path, check=False)
        found.update((label, source, target) for label, source, target, *_ in map(table.rule, range(len(table))))
    return found


def _write_table(rules: list[ListRule], config: Config, output: Path) -> None:
    with scratch_folder(output) as scratch:
        if not rules:  # a table all the same, so that the configuration stays as it is
            TableBuilder(str(output), [_FEATURE], [0.0], [_SOURCE], "{}", str(scratch)).finish()
            return
        listed = scratch / "lexicon.rules.gz"
        values = ((_FEATURE, 1.0), ("LabelAgree", 1.0))
        write_gzip_lines(listed, rule_lines(one._replace(features=values) for one in rules))
        # The trees that judge changes read what corpora know of a pair; a table without that is not put before them.
        build = BuildConfig(
            language=config.model.language,
            sources=(SourceConfig(name=_SOURCE, format="listed", path=listed),),
            resources=ResourceConfig(tagger=config.tagger.path),
            self_rules=None,
            features=(_FEATURE,),
        )
        build_table(build, output)


def examples_of(lexicon: Path) -> list[tuple[int, str, str]]:
    """Return the examples of all lines: number of the line, sentence, and what is to be made of it.

    Raises:
        InputError: the file cannot be read.
        FormatError: a broken line.
    """
    return [(line.number, *example) for line in lexicon_lines(lexicon) for example in line.examples]
