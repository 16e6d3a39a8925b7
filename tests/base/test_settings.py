from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.base.settings import Finite, Section, SettingsPath, derive, load_settings, to_toml


@dataclass(frozen=True)
class Limits:
    least: dict[str, float] = field(default_factory=dict)
    words: int = 0


class Source(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    path: Path
    limits: Limits = Limits()


class Build(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    sources: tuple[Source, ...] = Field(min_length=1)
    lists: tuple[Path, ...] = ()
    tagger: Path | None = None


class Fast(Section):
    kind: Literal["fast"]
    steps: int = 1


class Slow(Section):
    kind: Literal["slow"]
    pairs: int = 2


class Search(Section):
    beam: Annotated[int, Field(ge=0)] = 100
    file: SettingsPath | None = None
    name: str = "x"


class Run(Section):
    search: Search = Search()
    files: list[SettingsPath] = []
    stages: list[Annotated[Fast | Slow, Field(discriminator="kind")]] = []
    weights: dict[str, Finite] = {}


BUILD = """
lists = ["a.txt", "/b.txt"]
[[sources]]
path = "one"
[[sources]]
path = "../two"
[sources.limits]
words = 3
least = { Score = 0.5 }
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_lists_tuples_and_dataclasses_are_read_and_paths_are_of_the_file(tmp_path: Path) -> None:
    build = load_settings(Build, write(tmp_path, BUILD))
    assert build.lists == (tmp_path / "a.txt", Path("/b.txt"))
    assert [source.path for source in build.sources] == [tmp_path / "one", tmp_path.parent / "two"]
    assert build.sources[1].limits == Limits({"Score": 0.5}, 3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (BUILD.replace("words", "wrods"), "unknown key 'sources.1.limits.wrods'; did you mean '.*words'"),
        (BUILD.replace('path = "one"', 'pth = "one"'), "'sources.0.path' is missing"),
        ('tager = "x"\n' + BUILD, "unknown key 'tager'; did you mean 'tagger'?"),
        (BUILD.replace("words = 3", 'words = "many"'), "'sources.1.limits.words': .*integer.*, not 'many'"),
        ("sources = 3", "'sources': .*, not 3"),
        ("sources = [3]", "'sources.0' is a table of keys, not 3"),
        ("sources = []", "'sources': tuple should have at least 1 item"),
    ],
)
def test_what_cannot_be_used_is_one_line(text: str, complaint: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError, match=f"^{re.escape(str(path))}: {complaint}") as caught:
        load_settings(Build, path)
    assert "\n" not in str(caught.value)


def test_files_that_are_no_toml(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"my\.toml:2: not TOML: .* in column 5"):
        load_settings(Build, write(tmp_path, "\na = \n"))
    with pytest.raises(InputError, match=r"none\.toml: no such file"):
        load_settings(Build, tmp_path / "none.toml")


def test_overrides_are_read_as_their_key_wants(tmp_path: Path) -> None:
    path = write(tmp_path, '[[stages]]\nkind = "slow"\n')
    given = {"search.beam": "7", "search.name": "7", "weights.a.b": "1e-3", "stages.0.pairs": "5"}
    run = load_settings(Run, path, {**given, "files": ["/x"]})
    assert (run.search.beam, run.search.name, run.weights) == (7, "7", {"a.b": 0.001})
    assert (run.stages[0], run.files) == (Slow(kind="slow", pairs=5), [Path("/x")])


def test_the_models_of_a_tagged_union_say_what_they_take(tmp_path: Path) -> None:
    path = write(tmp_path, '[[stages]]\nkind = "slow"\npears = 5\n')
    with pytest.raises(ConfigError) as caught:
        load_settings(Run, path)
    assert str(caught.value) == (f"{path}: unknown key 'stages.0.pears'; did you mean 'pairs'?; it takes kind, pairs")


def test_derived_settings_leave_the_given_ones_alone(tmp_path: Path) -> None:
    run = Run(search=Search(beam=5, file=Path("/f")), weights={"a": 1.0, "b": 2.0})
    changes = {
        "search.file": None,
        "search.beam": 9,
        "weights.b": None,
        "weights.c.d": 0.5,
        "files": [Path("/x"), "/y"],
        "stages": [Fast(kind="fast"), {"kind": "slow"}],
        "stages.0.steps": 4,
    }
    assert derive(run, changes) == Run(
        search=Search(beam=9),
        weights={"a": 1.0, "c.d": 0.5},
        files=[Path("/x"), Path("/y")],
        stages=[Fast(kind="fast", steps=4), Slow(kind="slow")],
    )
    assert (run.search.beam, run.files, run.weights) == (5, [], {"a": 1.0, "b": 2.0})
    build = load_settings(Build, write(tmp_path, BUILD))
    derived = derive(build, {"sources.1.limits.words": 8, "lists": ["/c"]})
    assert derived.sources[1].limits == Limits({"Score": 0.5}, 8)
    assert (derived.sources[0], derived.lists) == (build.sources[0], (Path("/c"),))
    assert derive(build, {}) == build


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"search.beem": 3}, "change of search.beem: unknown key 'search.beem'; did you mean 'search.beam'?"),
        ({"search.beam": "3"}, "changed settings: 'search.beam': input should be a valid integer, not '3'"),
        ({"search.beam.x": 3}, "change of search.beam.x: 'search.beam' is a value and has no keys"),
        ({"files.2": "/x"}, "change of files.2: '2' numbers no entry; there are 0, from 0"),
        ({"search": 3}, "changed settings: 'search' is a table of keys, not 3"),
        ({"search": {}, "search.none.x": 1}, "change of search.none.x: unknown key 'search.none'"),
    ],
)
def test_changes_that_cannot_be_made(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        derive(Run(), changes)
    assert str(caught.value).startswith(complaint)


def test_settings_are_written_so_that_they_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = load_settings(Build, write(tmp_path, BUILD))
    assert load_settings(Build, write(tmp_path, to_toml(build))) == build
    run = Run(stages=[Slow(kind="slow")], weights={"a b": 1e-7}, search=Search(file=Path("/f")))
    assert load_settings(Run, write(tmp_path, to_toml(run))) == run
    monkeypatch.chdir(tmp_path)
    relative = Run(search=Search(file=Path("../f")), files=[Path("g")])
    written = tomllib.loads(to_toml(relative))
    assert written["search"]["file"] == str(tmp_path.parent / "f")
    assert written["files"] == [str(tmp_path / "g")]
    assert "tagger" not in tomllib.loads(to_toml(build))


def test_paths_into_the_folder_of_a_file_are_written_relative_to_it(tmp_path: Path) -> None:
    run = Run(search=Search(file=tmp_path / "a" / "f"), files=[tmp_path / "a" / "b" / "g", tmp_path / "h"])
    (tmp_path / "a").mkdir()
    written = to_toml(run, tmp_path / "a")
    assert tomllib.loads(written)["search"]["file"] == "f"
    assert tomllib.loads(written)["files"] == ["b/g", str(tmp_path / "h")]
    assert load_settings(Run, write(tmp_path / "a", written)) == run
