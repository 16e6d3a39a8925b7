"""`simplifier doctor`: what works on this machine, what is missing, and how fast it is."""

from __future__ import annotations

import hashlib
import platform
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from simplifier.base.errors import InputError, SimplifierError
from simplifier.base.installation import install_hint, optional_parts, requirement_name, requirements
from simplifier.base.terminal import aligned
from simplifier.cli.settings import read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.config import Config
    from simplifier.pipeline import Simplifier

__all__ = ["doctor_command"]

_LEAST_PYTHON: Final = (3, 11)

#: The purposes of the optional parts.
_PURPOSES: Final = {
    "encoders": "contextual metrics with sentence-transformers",
    "estimate": "training quality estimation",
    "lsp": "hints in an editor",
    "metrics": "the tokeniser moses, ranks of words",
    "onnx": "contextual metrics with ONNX",
    "parquet": "Parquet files in simplifier batch",
    "plot": "figures of tuning",
    "selection": "training selection trees and rerankers",
    "server": "HTTP, the page, forms for ratings",
    "spacy": "trees by spaCy",
    "spark": "clusters",
    "test": "tests of the code",
}
#: The most packages of a part whose versions are shown.
_MOST_NAMED: Final = 3

#: The text for the measurement of speed, which is rewritten `_TIMES` times.
_TEXT: Final = (
    "The committee will commence its deliberations on the proposed legislation in the autumn.",
    "Residents are requested to notify the council of any alterations to their circumstances.",
    "He subsequently obtained a position at the university, where he remained until his death.",
    "Approximately half of the inhabitants reside in the vicinity of the harbour.",
)
_TIMES: Final = 10


@dataclass(frozen=True, slots=True)
class _Finding:
    """One line of the report.

    Attributes:
        what: the thing that was checked.
        state: ``ok``, ``-`` for an optional thing that is missing, or ``BROKEN``.
        detail: a version or size, or what to do.
    """

    what: str
    state: str
    detail: str


@dataclass(slots=True)
class _Model:
    """A model, as far as it could be opened, with the findings on the way."""

    config: Config | None = None
    simplifier: Simplifier | None = None
    findings: list[_Finding] = field(default_factory=list)


@click.command("doctor")
@settings_options
def doctor_command(config: Path | None, settings: tuple[str, ...]) -> None:
    """Tell what works on this machine: Python, packages, the model and its files, optional parts, speed.

    The exit code is 1 if something is broken that `simplify` needs.
    """
    model = _opened(config, settings)
    sections = {
        "Python and packages": [*_python(), *_packages()],
        "Model": model.findings,
        "Optional": list(_optional()),
        "Speed": [] if model.simplifier is None else [_speed(model.simplifier)],
    }
    broken = 0
    for title, findings in sections.items():
        if findings:
            click.echo(title)
            for line in aligned([[f"  {one.what}", one.state, one.detail] for one in findings], widest=120):
                click.echo(line)
        broken += sum(one.state == "BROKEN" for one in findings)
    if broken:
        click.echo(f"{broken} broken: see the lines marked BROKEN")
        raise click.exceptions.Exit(1)
    click.echo("all that is needed works")


def _python() -> Iterator[_Finding]:
    enough = sys.version_info[:2] >= _LEAST_PYTHON
    detail = f"{platform.python_version()}, {platform.system()} {platform.machine()}"
    yield (_Finding("Python", "ok", detail) if enough else _Finding("Python", "BROKEN", f"{detail}; 3.11 is needed"))
    try:
        from simplifier.core import rewriting_rules  # noqa: F401  # any name of the core
    except ImportError as error:
        yield _Finding("C++ core", "BROKEN", f"{error}; install again: pip install .")
    else:
        yield _Finding("C++ core", "ok", "loads")


def _packages() -> Iterator[_Finding]:
    for line in requirements():
        name = requirement_name(line)
        found = _version(name)
        yield _Finding(name, "ok", found) if found else _Finding(name, "BROKEN", f"missing; pip install '{line}'")


def _version(name: str) -> str:
    """Return the version of a distribution; empty if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _opened(path: Path | None, settings: tuple[str, ...]) -> _Model:
    """Open a model, with findings about its configuration and files."""
    from simplifier.config import default_config_path, load_model_config

    model = _Model()
    try:
        config = model.config = load_model_config(path, read_settings(settings))
    except InputError as error:
        model.findings.append(_Finding("configuration", "BROKEN", str(error)))
        return model
    source = path or default_config_path()
    model.findings.append(_Finding("configuration", "ok", f"{source} (model {config.model.name or 'unnamed'})"))
    model.findings += _files(config)
    if any(one.state == "BROKEN" for one in model.findings):
        return model
    from simplifier.pipeline import Simplifier

    began = time.perf_counter()
    try:
        model.simplifier = Simplifier.load(config)
    except (SimplifierError, OSError, ValueError) as error:
        model.findings.append(_Finding("loads", "BROKEN", " ".join(str(error).split())))
    else:
        seconds = time.perf_counter() - began
        features = len(model.simplifier.decoder.feature_names)
        model.findings.append(_Finding("loads", "ok", f"in {seconds:.1f} s, {features} features"))
    return model


def _files(config: Config) -> Iterator[_Finding]:
    """Yield a finding for each file that a model needs."""
    context, policy = config.context, config.policy
    named = [config.weights_file, config.user_rules, config.tagger.path, config.parser.path]
    named += [
        config.selection.path,
        config.selection.reader_used,
        config.reranker.path,
        context.change_words,
        context.frames,
        *policy.exclusions,
    ]
    named += [one.path for one in config.grammars]
    for language_model in config.language_models:
        named += [language_model.path, language_model.classes]
    for path in named:
        if path is None:
            continue
        if path.is_file():
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            yield _Finding(path.name, "ok", f"{path.stat().st_size:,} bytes, sha256 {digest[:12]}")
        else:
            yield _Finding(path.name, "BROKEN", f"{path}: no such file; install the model again")


def _optional() -> Iterator[_Finding]:
    yield from (_part(part, names) for part, names in optional_parts().items())
    from simplifier.lm.programs import find_program

    try:
        yield _Finding("lmplz", "ok", f"{find_program('lmplz')}, trains language models")
    except InputError:
        yield _Finding("lmplz", "-", "for training language models: simplifier lm setup")
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        yield _Finding("chromium", "-", "for tests of the HTML report: sudo apt-get install chromium chromium-driver")
    else:
        yield _Finding("chromium", "ok", f"{browser}, for tests of the HTML report")


def _part(part: str, names: Sequence[str]) -> _Finding:
    """Return the finding about an optional part: versions, or the command that installs the missing packages."""
    purpose = _PURPOSES.get(part, "")
    beginning = f"for {purpose}: " if purpose else ""
    versions = {name: _version(name) for name in names}
    missing = [name for name, found in versions.items() if not found]
    if missing:
        return _Finding(part, "-", f"{beginning}{install_hint(part)}")
    if len(names) > _MOST_NAMED:
        return _Finding(part, "ok", f"{beginning}{len(names)} packages")
    return _Finding(part, "ok", beginning + ", ".join(f"{name} {found}" for name, found in versions.items()))


def _speed(simplifier: Simplifier) -> _Finding:
    """Measure the speed on a short text; a first sentence, for which parts are loaded, is not counted."""
    simplifier.simplify(_TEXT[0])
    began = time.perf_counter()
    for _ in simplifier.stream([f"{line}\n" for line in _TEXT * _TIMES]):
        pass
    rate = len(_TEXT) * _TIMES / (time.perf_counter() - began)
    threads = "1 thread" if simplifier.threads == 1 else f"{simplifier.threads} threads"
    return _Finding("simplify", "ok", f"{rate:.0f} sentences/s on {threads}")
