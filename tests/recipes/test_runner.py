"""The step runner on steps that join small files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError, InputError, InternalError
from simplifier.recipes.places import Places
from simplifier.recipes.steps.runner import Run, Runner, Step, chosen_steps
from simplifier.recipes.steps.state import FileHashes, flat


class Build:
    """Two inputs, three steps: ``both`` joins what ``left`` and ``right`` copy."""

    def __init__(self, folder: Path) -> None:
        self.places = Places(folder, folder / "data", folder / "work", folder / "out")
        self.lines: list[str] = []
        self.ran: list[str] = []
        for name in ("data", "work"):
            (folder / name).mkdir()
        for name in ("a", "b"):
            (folder / "data" / name).write_text(f"{name}\n")
        left = self.step("left", ["$DATA/a"], ["$WORK/left"])
        right = self.step("right", ["$DATA/b"], ["$WORK/right"], {"upper": {"on": False}})
        self.steps = [left, right, self.step("both", ["$WORK/left", "$WORK/right"], ["$WORK/both"])]

    def step(
        self,
        name: str,
        inputs: Sequence[str],
        products: Sequence[str],
        settings: dict[str, object] | None = None,
    ) -> Step:
        read, made = self.places.paths(inputs), self.places.paths(products)

        def run(run: Run) -> None:
            self.ran.append(name)
            text = "".join(path.read_text().strip() for path in read)
            made[0].write_text(text)

        return Step(name, f"Make {name}.", run, read, made, settings or {})

    def run(self, steps: Sequence[Step] | None = None, **options: bool) -> list[str]:
        """Run, and return the names of the steps that ran."""
        self.ran.clear()
        steps = self.steps if steps is None else steps
        Runner(steps, self.places, self.lines.append).run(steps, **options)
        return list(self.ran)

    def reasons(self, steps: Sequence[Step] | None = None) -> dict[str, str]:
        steps = self.steps if steps is None else steps
        return {p.step.name: p.reason for p in Runner(steps, self.places, print).plan(steps)}


@pytest.fixture
def build(tmp_path: Path) -> Build:
    return Build(tmp_path)


def test_what_is_done_is_not_done_again(build: Build) -> None:
    assert build.reasons() == dict.fromkeys(("left", "right", "both"), "never ran")
    assert build.run() == ["left", "right", "both"]
    assert build.run() == [] and build.lines[-1] == "[3/3] both: done already"
    assert build.run(force=True) == ["left", "right", "both"]


def test_a_changed_input_reruns_only_what_depends_on_it(build: Build) -> None:
    build.run()
    build.places.path("$DATA/a").write_text("c\n")
    assert build.reasons() == {
        "left": "input $DATA/a changed",
        "right": "",
        "both": "input $WORK/left is made by left",
    }
    assert build.run() == ["left", "both"]
    assert build.places.path("$WORK/both").read_text() == "cb"


def test_a_product_that_comes_out_the_same_stops_the_chain(build: Build) -> None:
    build.run()
    build.places.path("$DATA/a").write_text("a \n")  # the step strips it
    assert build.run() == ["left"]


def test_times_do_not_matter(build: Build) -> None:
    build.run()
    for path in build.places.paths(["$DATA/a", "$WORK/left", "$WORK/both"]):
        path.write_text(path.read_text())
    assert build.run() == []


def test_reasons_name_what_changed(build: Build) -> None:
    build.run()
    left, right, both = build.steps
    changed = replace(right, settings={"upper": {"on": True}})
    assert build.reasons([left, changed, both])["right"] == "setting upper.on (False to True) changed"
    newer = replace(left, version=2)
    assert build.reasons([newer, right, both])["left"] == "its code changed, version 1 to 2"
    more = replace(both, inputs=[*both.inputs, build.places.path("$DATA/a")])
    assert build.reasons([left, right, more])["both"] == "input $DATA/a is new"
    fewer = replace(both, inputs=both.inputs[:1])
    assert build.reasons([left, right, fewer])["both"] == "input $WORK/right is not read any more"
    build.places.path("$WORK/both").write_text("edited")
    assert build.reasons()["both"] == "product $WORK/both changed"
    build.places.path("$WORK/both").unlink()
    assert build.reasons()["both"] == "product $WORK/both is missing"
    assert build.run() == ["both"]


def test_a_killed_step_runs_again_and_what_was_done_stays(build: Build) -> None:
    left, right, both = build.steps
    digests: list[str] = []

    def stopped(run: Run) -> None:
        digests.append(run.digest)
        build.places.path("$WORK/right").write_text("hal")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build.run([left, replace(right, run=stopped), both])
    assert build.ran == ["left"]
    assert build.reasons() == {"left": "", "right": "never ran", "both": "never ran"}
    with pytest.raises(KeyboardInterrupt):
        build.run([left, replace(right, run=stopped), both])
    assert digests[0] == digests[1]  # so unfinished work can be gone on with
    build.places.path("$DATA/b").write_text("other\n")
    with pytest.raises(KeyboardInterrupt):
        build.run([left, replace(right, run=stopped), both])
    assert digests[2] != digests[0]
    assert build.run() == ["right", "both"]


def test_a_killed_rerun_is_noticed_by_its_product(build: Build) -> None:
    build.run()
    build.places.path("$WORK/right").write_text("hal")
    (build.places.work / ".steps" / "left.json").write_text('{"version": 1, "sett')  # cut off
    assert build.reasons() == {
        "left": "never ran",
        "right": "product $WORK/right changed",
        "both": "input $WORK/left is made by left",
    }


def test_adopted_files_are_taken_as_made(build: Build) -> None:
    build.places.path("$WORK/left").write_text("by another program")
    Runner(build.steps, build.places, build.lines.append).adopt(build.steps)
    assert build.lines == [
        "left: adopted",
        "right: not adopted, $WORK/right is missing",
        "both: not adopted, $WORK/right is missing",
    ]
    assert build.run() == ["right", "both"]
    assert build.places.path("$WORK/both").read_text() == "by another programb"


def test_what_is_missing_is_said_before_anything_runs(build: Build) -> None:
    build.places.path("$DATA/b").unlink()
    with pytest.raises(InputError, match=r"data/b: missing, and step right reads it; docs/build/data.md"):
        build.run()
    assert build.ran == []
    with pytest.raises(InputError, match=r"work/left: missing, and step both reads it; run step left first"):
        Runner(build.steps, build.places, print).run(build.steps[2:])
    left = replace(build.steps[0], modules=["no_such_package"])
    with pytest.raises(InputError, match="step left needs the package no_such_package: pip install"):
        build.run([left])


def test_every_step_makes_something_of_its_own(build: Build) -> None:
    left, right, _ = build.steps
    with pytest.raises(InternalError, match="is made by two steps; right is one"):
        Runner([left, replace(right, products=left.products)], build.places, print)
    with pytest.raises(InternalError, match="step left makes nothing"):
        Runner([replace(left, products=[])], build.places, print)
    with pytest.raises(InternalError, match="step left left no "):
        build.run([replace(left, run=lambda run: None)])


def test_steps_that_are_asked_for(build: Build) -> None:
    def names(first: str | None, last: str | None, only: Sequence[str]) -> list[str]:
        return [step.name for step in chosen_steps(build.steps, first, last, only)]

    assert names(None, None, ()) == ["left", "right", "both"]
    assert names("right", None, ()) == ["right", "both"]
    assert names(None, "right", ()) == ["left", "right"]
    assert names(None, None, ("both", "left")) == ["left", "both"]
    with pytest.raises(ConfigError, match=r"no step 'rigth'; did you mean 'right'\?; the steps are left,"):
        names("rigth", None, ())


def test_files_are_read_once_and_folders_are_their_files(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a").write_text("a")
    hashes = FileHashes(tmp_path / "hashes.json")
    before = hashes.of(folder)
    hashes.save()
    known = json.loads((tmp_path / "hashes.json").read_text())
    (entry,) = known.values()
    assert entry[0] == 1 and entry[2] == hashes.of(folder / "a")
    entry[2] = "remembered"
    (tmp_path / "hashes.json").write_text(json.dumps(known))
    assert FileHashes(tmp_path / "hashes.json").of(folder / "a") == "remembered"
    (folder / "b").write_text("")
    assert hashes.of(folder) not in (before, None)
    assert hashes.of(tmp_path / "none") is None


def test_settings_are_flat() -> None:
    assert flat({"a": {"b": [1, None]}, "c": Path("x")}) == {"a.b.0": 1, "a.b.1": None, "c": "x"}
