"""The stub beside the core is what nanobind makes of the compiled module."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from simplifier import core
from simplifier.core import _core

stubgen = pytest.importorskip("nanobind.stubgen", reason="comparing stubs needs the extra 'test'")

ROOT = Path(__file__).resolve().parents[2]


def test_the_stub_is_the_generated_one() -> None:
    patterns = stubgen.load_pattern_file(str(ROOT / "simplifier" / "core" / "cmake" / "stub_patterns.txt"))
    generator = stubgen.StubGen(_core, quiet=True, patterns=patterns)
    generator.put(_core)
    stub = ROOT / "simplifier" / "core" / "_core.pyi"
    kept, made = stub.read_text(encoding="utf-8").splitlines(), generator.get().splitlines()
    assert not list(difflib.unified_diff(kept, made, lineterm="", n=0)), (
        "the bindings changed; copy _core.pyi of the build folder to simplifier/core/"
    )


def test_the_package_names_all_of_the_core() -> None:
    public = {name for name in vars(_core) if not name.startswith("_")}
    assert public == set(core.__all__)
