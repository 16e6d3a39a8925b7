"""Runner of the steps of a build, which repeats a step only when something that it reads has changed.

A step declares what it reads (files, settings, a version of its code) and what it makes. The contents of files are
compared, not their times. So a step does not run again when its inputs were made anew but are the same as before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from simplifier.base.errors import ConfigError, InputError, InternalError, nearest
from simplifier.lm.programs import find_program
from simplifier.recipes.places import Places
from simplifier.recipes.steps.state import FileHashes, Record, flat, read_record, write_record

__all__ = ["Plan", "Run", "Runner", "Step", "chosen_steps"]

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Run:
    """Argument of a running step.

    Attributes:
        say: receives each line of progress.
        digest: digest of everything that the step reads. Unfinished work with the same digest can be continued.
    """

    say: Say
    digest: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a build.

    Attributes:
        name: name of the step on the command line.
        title: a sentence that says what the step does.
        run: does the work. It must make every product; its return value is ignored.
        inputs: files and folders that the step reads.
        products: files and folders that the step makes; no other step makes them.
        settings: everything else that the products depend on.
        version: version of the step's code; raise it when the same inputs give other products.
        programs: names of the KenLM programs that the step needs.
        modules: names of the Python packages that the step needs.
    """

    name: str
    title: str
    run: Callable[[Run], object]
    inputs: Sequence[Path]
    products: Sequence[Path]
    settings: Mapping[str, object] = field(default_factory=dict)
    version: int = 1
    programs: Sequence[str] = ()
    modules: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan for one step: ``reason`` says why the step runs, and is empty if it does not."""

    step: Step
    reason: str


class Runner:
    """Runner of the steps of a build in its work folder.

    Args:
        steps: all steps of the build, in order.
        places: folders of the build.
        say: receives each line of progress.

    Raises:
        InternalError: a step makes nothing, or two steps make the same file.
    """

    def __init__(self, steps: Sequence[Step], places: Places, say: Say) -> None:
        self._steps = tuple(steps)
        self._places = places
        self._say = say
        self._folder = places.work / ".steps"
        self._hashes = FileHashes(self._folder / "hashes.json")
        made: set[Path] = set()
        for step in steps:
            if not step.products:
                raise InternalError(f"step {step.name} makes nothing")
            for path in step.products:
                if path in made:
                    raise InternalError(f"{path} is made by two steps; {step.name} is one")
                made.add(path)

    def plan(self, steps: Sequence[Step], force: bool = False) -> list[Plan]:
        """Return a plan for every step, as far as can be told before the first step has run.

        A step that reads a product of a step to run is planned too. When the build runs, that step is left out after
        all if the product comes out unchanged.
        """
        remade: dict[Path, str] = {}
        plans: list[Plan] = []
        for step in steps:
            reason = "asked for" if force else self._reason(step, remade)
            if reason:
                remade |= dict.fromkeys(step.products, step.name)
            plans.append(Plan(step, reason))
        self._hashes.save()
        return plans

    def run(self, steps: Sequence[Step], force: bool = False) -> None:
        """Run the steps that need to run.

        Args:
            steps: some of the steps, in order.
            force: true to run all of them.

        Raises:
            InputError: a program, a package or a file is missing. Raised before the first step runs.
        """
        self._check([plan.step for plan in self.plan(steps, force) if plan.reason])
        for number, step in enumerate(steps, 1):
            # Asked again: the plan had to assume that every product made anew would change.
            reason = "asked for" if force else self._reason(step)
            if not reason:
                self._say(f"[{number}/{len(steps)}] {step.name}: done already")
                continue
            self._say(f"[{number}/{len(steps)}] {step.name}: {step.title} ({reason})")
            started = time.monotonic()
            self._make(step)
            self._say(f"[{number}/{len(steps)}] {step.name}: {time.monotonic() - started:.0f} s")

    def adopt(self, steps: Sequence[Step]) -> None:
        """Record the products that exist as made by these steps from the inputs as they are now."""
        for step in steps:
            missing = [path for path in (*step.inputs, *step.products) if self._hashes.of(path) is None]
            if missing:
                self._say(f"{step.name}: not adopted, {self._label(missing[0])} is missing")
                continue
            self._keep(step, self._read(step))
            self._say(f"{step.name}: adopted")
        self._hashes.save()

    def _make(self, step: Step) -> None:
        for path in step.products:
            path.parent.mkdir(parents=True, exist_ok=True)
        # Inputs are hashed before the step runs: a file changed meanwhile must make the step run again.
        before = self._read(step)
        step.run(Run(self._say, before.digest()))
        for path in step.products:
            if self._hashes.of(path) is None:
                raise InternalError(f"step {step.name} left no {self._label(path)}")
        self._keep(step, before)
        self._hashes.save()

    def _read(self, step: Step) -> Record:
        """Return a record of what a step reads now, without products."""
        inputs = {self._label(path): self._hashes.of(path) for path in step.inputs}
        return Record(step.version, flat(step.settings), inputs, {})

    def _keep(self, step: Step, read: Record) -> None:
        products = {self._label(path): self._hashes.of(path) for path in step.products}
        record = Record(read.version, read.settings, read.inputs, products)
        self._folder.mkdir(parents=True, exist_ok=True)
        write_record(self._folder / f"{step.name}.json", record)

    def _reason(self, step: Step, remade: Mapping[Path, str] | None = None) -> str:
        """Return why a step has to run; empty if it need not run.

        Args:
            step: the step.
            remade: names of the steps that will run before this one, by what they make.
        """
        record = read_record(self._folder / f"{step.name}.json")
        if record is None:
            return "never ran"
        if record.version != step.version:
            return f"its code changed, version {record.version} to {step.version}"
        changed = _difference(record.settings, flat(step.settings))
        if changed:
            return f"setting {changed} changed"
        for path in step.inputs:
            maker = _maker(path, remade or {})
            if maker:
                return f"input {self._label(path)} is made by {maker}"
            name = self._label(path)
            if name not in record.inputs:
                return f"input {name} is new"
            if record.inputs[name] != self._hashes.of(path):
                return f"input {name} changed"
        gone = _difference(record.inputs, {self._label(path): None for path in step.inputs}, names_only=True)
        if gone:
            return f"input {gone} is not read any more"
        for path in step.products:
            found = self._hashes.of(path)
            if found is None:
                return f"product {self._label(path)} is missing"
            if found != record.products.get(self._label(path)):
                return f"product {self._label(path)} changed"
        return ""

    def _check(self, steps: Sequence[Step]) -> None:
        """Check that the programs, packages and files that the steps need are there, or will be made."""
        made = {path: step.name for step in self._steps for path in step.products}
        running = {step.name for step in steps}
        for step in steps:
            for program in step.programs:
                find_program(program)
            for module in step.modules:
                if find_spec(module) is None:
                    raise InputError(f"step {step.name} needs the package {module}: pip install {module}")
            for path in step.inputs:
                if self._hashes.of(path) is None and _maker(path, made) not in running:
                    maker = _maker(path, made)
                    hint = f"run step {maker} first" if maker else "docs/build/data.md says where data come from"
                    raise InputError(f"{path}: missing, and step {step.name} reads it; {hint}")

    def _label(self, path: Path) -> str:
        return self._places.label(path)


def _maker(path: Path, made: Mapping[Path, str]) -> str:
    """Return the name of the step that makes a file or a folder above it; empty if none does."""
    return next((made[one] for one in (path, *path.parents) if one in made), "")


def _difference(old: Mapping[str, object], new: Mapping[str, object], names_only: bool = False) -> str:
    """Return the first name whose value differs, with both values; empty if none differs.

    With ``names_only``, return the first name in ``old`` that is missing from ``new``.
    """
    for name in (*old, *new):
        if names_only:
            if name not in new:
                return name
        elif (name in old) != (name in new) or old.get(name) != new.get(name):
            before, after = (repr(one[name]) if name in one else "nothing" for one in (old, new))
            return f"{name} ({before} to {after})"
    return ""


def chosen_steps(steps: Sequence[Step], first: str | None, last: str | None, only: Collection[str]) -> list[Step]:
    """Return the steps that the command line asks for.

    Args:
        steps: all steps, in order.
        first: name of the first step to take; None for the first of all.
        last: name of the last step to take; None for the last of all.
        only: names of the steps to take out of these; empty for all.

    Raises:
        ConfigError: there is no step of one of these names.
    """
    names = [step.name for step in steps]
    for name in (*only, *(one for one in (first, last) if one)):
        if name not in names:
            raise ConfigError(f"no step {name!r}{nearest(name, names)}; the steps are {', '.join(names)}")
    start = names.index(first) if first else 0
    end = names.index(last) + 1 if last else len(names)
    return [step for step in steps[start:end] if not only or step.name in only]
