from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.config import load_config
from simplifier.languages import Language, known_languages, language_named

MODULE = """
from simplifier.languages import Language

class Klingon(Language):
    code = "tlh"
    name = "Klingon"

def not_a_language():
    return 3

READY = Klingon()
"""
ENTRIES = """[simplifier.languages]
tlh = brought:Klingon
ready = brought:READY
broken = brought:not_a_language
absent = brought:Elvish
"""


@pytest.fixture
def distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with entry points, as pip would install it."""
    (tmp_path / "brought.py").write_text(MODULE)
    info = tmp_path / "brought-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    language_named.cache_clear()
    yield tmp_path
    sys.modules.pop("brought", None)
    language_named.cache_clear()


def test_own_languages() -> None:
    assert known_languages() == ["en", "es", "plain"]
    assert [language_named(code).name for code in ("en", "es", "plain")] == [
        "English", "Spanish", "no language in particular",
    ]  # fmt: skip
    assert language_named("es") is language_named("es")


def test_a_path_names_a_description(tmp_path: Path) -> None:
    path = tmp_path / "sv.toml"
    path.write_text('code = "sv"\nname = "Swedish"\n', encoding="utf-8")
    assert language_named(str(path)).name == "Swedish"
    with pytest.raises(InputError, match="no.toml"):
        language_named(str(tmp_path / "no.toml"))


def test_a_configuration_finds_the_description_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "model.toml").write_text('[model]\nlanguage = "sv.toml"\n')
    config = load_config(tmp_path / "a" / "model.toml")
    assert config.model.language == str(tmp_path / "a" / "sv.toml")
    monkeypatch.chdir(tmp_path)
    config = load_config(tmp_path / "a" / "model.toml", {"model.language": "da.toml"})
    assert config.model.language == str(tmp_path / "da.toml")


@pytest.mark.usefixtures("distribution")
def test_another_package_brings_languages(tmp_path: Path) -> None:
    assert known_languages() == ["absent", "broken", "en", "es", "plain", "ready", "tlh"]
    assert language_named("tlh").name == "Klingon"
    assert isinstance(language_named("ready"), Language)
    (tmp_path / "c.toml").write_text('[model]\nlanguage = "tlh"\n')
    assert load_config(tmp_path / "c.toml").model.language == "tlh"
    with pytest.raises(ConfigError, match="'brought:not_a_language' of simplifier.languages gives no language"):
        language_named("broken")
    with pytest.raises(ConfigError, match="'brought:Elvish' of simplifier.languages cannot be imported"):
        language_named("absent")


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"no language 'plane'; did you mean 'plain'\?"):
        language_named("plane")
    with pytest.raises(ConfigError, match="known are en, es, plain"):
        load_config(None, {"model.language": "xyz"})
