"""A run of `simplify` or `simplifier decode`: one object, built and checked from the command line only here."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from simplifier.base.errors import ConfigError
from simplifier.base.reading import check_inputs
from simplifier.cli.documents import DocumentOptions, files_of, output_problems, writes_folder
from simplifier.cli.settings import model_settings, read_settings

__all__ = ["JoshuaModel", "Reading", "Reporting", "Rewriting", "Run", "Writing"]

_Part = TypeVar("_Part")
_JSONL: Final = "--format jsonl"
_GIVEN: Final = ("--lattice", "--force", "--force-lattice")
#: Options that do not go with lattices and targets, which are lines of decoder words.
_OF_SENTENCES: Final = (
    *("--explain", "--markup", "--must-contain", "--must-not-contain", "--mbr", "--forest", "--forest-stats"),
)

#: Options, each with the options that it excludes.
_APART: Final[Mapping[str, tuple[str, ...]]] = {
    "--quiet": ("--summary",),
    "--level": ("--grade",),
    "--diff": ("--explain", _JSONL),
    "--interactive": ("--explain", "--markup", _JSONL),
    "--drop": ("--interactive", "--level", "--grade"),
    **{option: (*_OF_SENTENCES, *(other for other in _GIVEN if other != option)) for option in _GIVEN},
}
#: Options, each with the option that it needs.
_NEEDED: Final[Mapping[str, str]] = {
    "--trees": _JSONL,
    **dict.fromkeys(("--joshua-set", "--joshua-version", "--joshua-tables", "--ignore-unsupported"), "--joshua-config"),
}
#: Options that go with plain text only.
_OF_PLAIN_TEXT: Final = ("--markup", "--tokenized", "--drop")
#: Options that show text about the changes in place of the new files.
_SHOWING: Final = ("--diff", "--explain", _JSONL)
#: Options that go with `--joshua-config`, besides those that need it.
_OF_JOSHUA: Final = (
    *("--joshua-config", "--output", "--kbest", "--threads", "--pop-limit", "--forest", "--forest-stats"),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The part of a run about reading.

    Attributes:
        inputs: the files, and the folders if `into_folder`; empty for standard input.
        formats: the format of each input (or of standard input); empty if `into_folder`.
        into_folder: True to write every file under its own name into a folder, which is the output.
        documents: the user's options about formats.
        markup: True to obey ``<keep>`` and ``<replace>`` in the text.
        lattice: True if every line is a lattice.
        folders: True if some of the files come from folders; one that cannot be read does not end the work then.
    """

    inputs: tuple[Path, ...]
    formats: tuple[str, ...]
    into_folder: bool
    documents: DocumentOptions
    markup: bool = False
    lattice: bool = False
    folders: bool = False


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The part of a run about rewriting.

    Attributes:
        config: the configuration of the model; None for that of the embedded model.
        overrides: settings of the model, by dotted key.
        protect: the file of terms that are never changed.
        user_rules: the file of the user list, to which `interactive` adds.
        drop: the share of the sentences of a text that are left out, from 0 to below 1.
        level: the name of a reading level; sentences that are easy enough for it stay as they are.
        grade: the same as a school grade (Flesch-Kincaid).
        interactive: True to ask about every change.
        kbest: the length of the k-best list of each sentence; None for one version, written as text.
        must_contain: phrases that every new sentence must contain.
        must_not_contain: phrases that no new sentence may contain.
        mbr: the metric whose expected value chooses among versions (minimum Bayes risk).
        mbr_scale: the factor of the scores before they are turned into probabilities.
        force: the file of targets that are to be derived.
        force_lattice: the same, where each target is a lattice.
    """

    config: Path | None
    overrides: Mapping[str, object]
    protect: Path | None = None
    user_rules: Path | None = None
    drop: float = 0.0
    level: str | None = None
    grade: float | None = None
    interactive: bool = False
    kbest: int | None = None
    must_contain: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()
    mbr: str | None = None
    mbr_scale: float = 1.0
    force: Path | None = None
    force_lattice: Path | None = None


@dataclass(frozen=True, slots=True)
class Writing:
    """The part of a run about writing.

    Attributes:
        output: the file or folder; None for standard output.
        style: ``text`` or ``jsonl``.
        explain: how to explain why words were changed and others not, ``short`` or ``full``; None for no explanation.
        trees: True to write derivation trees and word alignments into records.
        diff: True to mark old and new words.
        color: the use of colour for marks: ``auto``, ``always`` or ``never``.
    """

    output: Path | None = None
    style: str = "text"
    explain: str | None = None
    trees: bool = False
    diff: bool = False
    color: str = "auto"

    @property
    def jsonl(self) -> bool:
        """True if records are written."""
        return self.style == "jsonl"

    @property
    def shows(self) -> bool:
        """True if text about the changes is written in place of the new text or file."""
        return self.jsonl or self.explain is not None or self.diff


@dataclass(frozen=True, slots=True)
class Reporting:
    """The part of a run about reports beside the text.

    Attributes:
        page: the file for an HTML page on the changes.
        summary: True to print a summary to standard error even if that is no terminal.
        quiet: True for no summary, progress bar or hint.
        forest: the file for the forests of the search.
        forest_stats: True to print the size of each search to standard error.
    """

    page: Path | None = None
    summary: bool = False
    quiet: bool = False
    forest: Path | None = None
    forest_stats: bool = False


@dataclass(frozen=True, slots=True)
class JoshuaModel:
    """A configuration of Joshua in place of a model.

    Attributes:
        config: the file of the configuration.
        lines: further lines of the configuration.
        version: the version of Joshua, 5 or 6; None to tell it by the weights.
        tables: the folder for packed grammars.
        ignore_unsupported: True to note unsupported settings instead of refusing them.
    """

    config: Path
    lines: tuple[str, ...] = ()
    version: int | None = None
    tables: Path | None = None
    ignore_unsupported: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """All that a command line asks for, with options that go together.

    Attributes:
        reading: the part about reading.
        rewriting: the part about rewriting.
        writing: the part about writing.
        reporting: the part about reports beside the text.
        joshua: a configuration of Joshua that translates in place of the model.
        options: the names of the options on the command line whose values are not their defaults.

    Raises:
        ConfigError: two options exclude each other, or an option does not go with an input or the output.
    """

    reading: Reading
    rewriting: Rewriting
    writing: Writing
    reporting: Reporting
    joshua: JoshuaModel | None = None
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for problem in _exclusions(self):
            raise ConfigError(problem)

    @classmethod
    def of(cls, context: click.Context) -> Run:
        """Return the run that a command line asks for.

        Args:
            context: the context of the command, with its options as click parsed them.

        Raises:
            ConfigError: options do not go together, or an option cannot have its value.
            InputError: an input is missing, or is a folder where none can be read.
        """
        given = context.params
        options = _options_given(context)
        writing = _part(Writing, given)
        overrides = _overrides(given)
        return cls(
            _reading(given, options, writing),
            _part(Rewriting, {**given, "overrides": overrides}),
            writing,
            _part(Reporting, given),
            _joshua(given),
            options,
        )


def _part(kind: type[_Part], given: Mapping[str, Any]) -> _Part:
    """Return a part of the run; its fields have the names of the options."""
    names = {one.name for one in dataclasses.fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in given.items() if name in names})


def _joshua(given: Mapping[str, Any]) -> JoshuaModel | None:
    config: Path | None = given.get("joshua_config")
    if config is None:
        return None
    version = None if given["joshua_version"] is None else int(given["joshua_version"])
    return JoshuaModel(config, given["joshua_set"], version, given["joshua_tables"], given["ignore_unsupported"])


def _options_given(context: click.Context) -> tuple[str, ...]:
    """Return the names of the options on the command line, in the order of the help."""
    found = []
    for parameter in context.command.params:
        name = str(parameter.name)
        if not isinstance(parameter, click.Option) or name not in context.params:
            continue
        on_line = context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
        if on_line and context.params[name] != parameter.get_default(context):
            found.append(_JSONL if name == "style" else parameter.opts[0])
    return tuple(found)


def _reading(given: Mapping[str, Any], options: tuple[str, ...], writing: Writing) -> Reading:
    """Return the part about reading. A command without options for formats reads plain text, and no folders."""
    inputs: tuple[Path, ...] = given["inputs"]
    documents = _part(DocumentOptions, {"input_format": "text", **given})
    reads_formats = "input_format" in given
    folders = reads_formats and any(path.is_dir() for path in inputs)
    into_folder = reads_formats and not writing.shows and writes_folder(inputs, writing.output)
    if folders and not into_folder:
        check_inputs([path for path in inputs if not path.is_dir()])
        inputs = files_of(inputs, documents)
    formats: tuple[str, ...] = ()
    if not into_folder:
        check_inputs(inputs)
        plain = not inputs and documents.input_format is None and any(one in _OF_PLAIN_TEXT for one in options)
        formats = ("text",) if plain else documents.formats(inputs)
    return Reading(inputs, formats, into_folder, documents, given["markup"], given.get("lattice", False), folders)


def _overrides(given: Mapping[str, Any]) -> dict[str, object]:
    """Return the settings of the model that options set, by dotted key."""
    overrides = read_settings(model_settings(given["preset"], given["risk"], given["fast"], given["settings"]))
    for name, key in (
        ("threads", "decoder.threads"),
        ("pop_limit", "decoder.pop_limit"),
        ("timeout_seconds", "decoder.timeout_seconds"),
        ("split", "structure.split"),
        ("shorten", "structure.shorten"),
        ("bullets", "structure.bullets"),
    ):
        if given.get(name) is not None:
            overrides[key] = given[name]
    user_rules: Path | None = given["user_rules"]
    # With --interactive, answers may create the list, so it need not exist yet.
    if user_rules is not None and (user_rules.exists() or not given.get("interactive")):
        overrides["user_rules"] = user_rules.resolve()
    if given["tokenized"] or given.get("lattice"):
        overrides["text.tokenised"] = True
    return overrides


def _exclusions(run: Run) -> Iterator[str]:
    """Yield a message for each pair in a run that does not go together: of options, inputs and the output."""
    given, reading, output, page = run.options, run.reading, run.writing.output, run.reporting.page
    for option in given:
        for other in given:
            if other in _APART.get(option, ()):
                yield f"{option} does not go with {other}"
        if option in _NEEDED and _NEEDED[option] not in given:
            yield f"{option} goes with {_NEEDED[option]}"
        if "--joshua-config" in given and option not in _OF_JOSHUA and _NEEDED.get(option) != "--joshua-config":
            yield f"{option} does not go with --joshua-config"
        if reading.into_folder and option in _OF_PLAIN_TEXT:
            yield f"{option} goes with files of plain text, not with folders"
        if option in _SHOWING and output is not None and output.is_dir():
            yield f"{option} shows the changes and writes no files; {output} is a folder: name a file, or none"
    if "--explain" in given and "--kbest" in given and _JSONL not in given:
        yield f"--explain with --kbest goes with {_JSONL}"
    if page is not None:
        if str(page) == "-":
            yield "--report -: standard output holds the text; name a file"
        taken = {path.resolve() for path in (*reading.inputs, *([] if output is None else [output]))}
        if page.resolve() in taken:
            yield f"--report {page}: is an input or the output; give the page a name of its own"
    # With a folder as output there are inputs but no formats, which `strict` would refuse.
    for path, kind in zip(reading.inputs or (Path("<stdin>"),), reading.formats, strict=not reading.into_folder):
        for option in given:
            if kind != "text" and option in _OF_PLAIN_TEXT:
                yield f"{option} goes with plain text; {_read_as_text(path, kind)}"
    if not reading.into_folder:
        yield from reading.documents.problems(reading.formats)
    if not reading.into_folder:
        yield from output_problems(reading.inputs, reading.formats, output, showing=run.writing.shows)


def _read_as_text(path: Path, kind: str) -> str:
    """Return what a person can do whose file is not plain text; an archive read as text would be noise."""
    from simplifier.documents import FORMATS

    if FORMATS[kind].archive or FORMATS[kind].written_as:
        return f"{path} is none (format {kind})"
    return f"--input-format text reads {path} as such"
