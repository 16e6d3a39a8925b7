from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.settings import PACKAGE
from simplifier.base.toml import dump_toml
from simplifier.config import Config, load_config, load_model_config


def write(folder: Path, text: str) -> Path:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_default_is_the_embedded_model() -> None:
    config = load_config()
    assert config.model.name == "en"
    assert config.grammars[0].path == PACKAGE / "models" / "en" / "rules.table"
    assert [model.name for model in config.language_models] == ["normal", "simple", "class"]


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, 'weights_file = "w.toml"\n[[grammars]]\npath = "../g"\nowner = "x"\n')
    config = load_config(path)
    assert config.weights_file == tmp_path.resolve() / "w.toml"
    assert config.grammars[0].path == tmp_path.resolve().parent / "g"


def test_overrides_are_typed_by_the_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given_values = {
        "decoder.pop_limit": "200",
        "weights.lm_simple": "0.5",
        "weights.p(e|f).x": 2,
        "text.tokenised": "true",
        "context.token_features": '["ChangedFirst"]',
        "grammars.0.owner": "7",
        "grammars.0.path": "g.table",
        "tagger.path": "",
    }
    config = load_config(None, given_values)
    assert config.decoder.pop_limit == 200
    assert config.weights == {"lm_simple": 0.5, "p(e|f).x": 2.0}
    assert config.text.tokenised is True
    assert config.context.token_features == ["ChangedFirst"]
    assert (config.grammars[0].owner, config.grammars[0].path) == ("7", tmp_path.resolve() / "g.table")
    assert config.tagger.path is None


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("decoder.pop_limt", "3", r"--set decoder.pop_limt: unknown key .*; did you mean '.*limit'\?"),
        ("pop_limit", "3", r"unknown key 'pop_limit'; did you mean 'decoder.pop_limit'\?"),
        ("decoder.pop_limit", "many", r"'decoder.pop_limit': input should be a valid integer, not 'many'"),
        ("decoder.pop_limit", "-1", r"'decoder.pop_limit': input should be greater than or equal to 0"),
        ("decoder.pop_limit", "1.5", r"'decoder.pop_limit': input should be a valid integer, not 1.5"),
        ("decoder.k.x", "1", r"'decoder.k' is a value and has no keys"),
        ("decoder", "1", r"'decoder' is a table of keys, not 1"),
        ("grammars.4.path", "x", r"'4' numbers no entry; there are 3, from 0"),
        ("weights.a", "x", r"--set weights.a: 'x' is not a number"),
        ("weights.a", "nan", r"'weights.a': input should be a finite number"),
        ("text.tokenised", "yes", r"'text.tokenised': input should be a valid boolean"),
        ("context.token_features", '["ChangedFrist"]', r"'ChangedFrist'; did you mean 'ChangedFirst'\?$"),
        ("language_models.0.name", "a b", r"'language_models.0.name'"),
    ],
)  # fmt: skip
def test_bad_overrides_are_explained(key: str, value: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint) as caught:
        load_config(None, {key: value})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[decoder]\npop_limt = 3\n", r"my.toml: unknown key 'decoder.pop_limt'; did you mean"),
        ('[decoder]\npop_limit = "3"\n', r"my.toml: 'decoder.pop_limit': .* a valid integer, not '3'"),
        ("[[grammars]]\npath = 'x'\n", r"my.toml: 'grammars.0.owner' is missing"),
        ("grammars = 3\n", r"my.toml: 'grammars'"),
        ("[weights]\na = true\n", r"my.toml: 'weights.a'"),
        ("[decoder\n", r"my.toml:1: not TOML: .* in column 9"),
        ("a = ", r"my.toml(:1)?: not TOML"),
        ("[modle]\n", r"my.toml: unknown key 'modle'; did you mean 'model'\?"),
    ],
)  # fmt: skip
def test_bad_files_are_explained(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as caught:
        load_config(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_missing_files_folders_and_bytes_are_explained(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.toml: no such file"):
        load_config(tmp_path / "none.toml")
    with pytest.raises(InputError, match=r"is a directory"):
        load_config(tmp_path)
    (tmp_path / "bad.toml").write_bytes(b"a = 1\nb = '\xff'")
    with pytest.raises(InputError, match=r"bad.toml:2: byte 6 of the line .0xff. is not UTF-8"):
        load_config(tmp_path / "bad.toml")


def test_weights_come_from_their_file_under_inline_ones(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text('a = 1\nb = 2.5\n"p(e|f)" = -1\n', encoding="utf-8")
    config = load_config(write(tmp_path, 'weights_file = "w.toml"\n[weights]\nb = 3.0\n'))
    assert config.all_weights() == {"a": 1.0, "b": 3.0, "p(e|f)": -1.0}


@pytest.mark.parametrize("bad", ['a = "x"', "a = nan", "a = true", "[a]\nb = 1", "a = inf"])
def test_weights_must_be_finite_numbers(tmp_path: Path, bad: str) -> None:
    (tmp_path / "w.toml").write_text(bad, encoding="utf-8")
    config = load_config(write(tmp_path, 'weights_file = "w.toml"\n'))
    with pytest.raises(ConfigError, match=r"w.toml: the weight of 'a' .* must be a finite number"):
        config.all_weights()


def test_a_resolved_configuration_reads_back() -> None:
    config = load_config(None, {"weights.p(e|f)": "1e-7"})
    assert Config.model_validate(tomllib.loads(dump_toml(config.model_dump()))) == config


@given(st.dictionaries(st.text(), st.text() | st.booleans() | st.integers() | st.floats(allow_nan=False)))
def test_toml_reads_back(table: dict[str, object]) -> None:
    text = dump_toml({"table": table, "tables": [table, {}]})
    assert tomllib.loads(text) == {"table": table, "tables": [table, {}]}


PRESETS = """
preset = "b"
[decoder]
pop_limit = 7
k = 2
[presets.a]
"decoder.pop_limit" = 30
[presets.b]
"decoder.k" = 9
"weights.lm_simple" = 0.5
"""


def test_presets_hold_over_the_file_and_under_what_is_set(tmp_path: Path) -> None:
    path = write(tmp_path, PRESETS)
    config = load_config(path)
    assert (config.decoder.pop_limit, config.decoder.k, config.weights) == (7, 9, {"lm_simple": 0.5})
    config = load_config(path, {"preset": "a"})
    assert (config.preset, config.decoder.pop_limit, config.decoder.k) == ("a", 30, 2)
    config = load_config(path, {"decoder.pop_limit": "5", "preset": "a"})
    assert (config.decoder.pop_limit, config.decoder.k) == (5, 2)
    config = load_config(path, {"preset": ""})
    assert (config.preset, config.decoder.k, config.weights) == ("", 2, {})


def test_unknown_presets_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, PRESETS)
    with pytest.raises(ConfigError, match=r"my.toml: has no preset 'c'; presets: a, b"):
        load_config(path, {"preset": "c"})
    path = write(tmp_path, '[presets.x]\n"decoder.pop_limt" = 3\n')
    with pytest.raises(ConfigError, match="unknown key 'decoder.pop_limt'"):
        load_config(path, {"preset": "x"})
    with pytest.raises(ConfigError, match=r"my.toml: \[presets.x\] decoder.pop_limt: unknown key"):
        load_config(path)  # nobody asked for it yet
    path = write(tmp_path, '[presets.x]\n"decoder.pop_limit" = "many"\n')
    with pytest.raises(ConfigError, match=r"my.toml: \[presets.x\]: 'decoder.pop_limit': input should be"):
        load_config(path)


def test_paths_in_a_preset_are_relative_to_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, '[presets.x]\n"tagger.path" = "tags/t.bin"\n')
    assert load_config(path, {"preset": "x"}).tagger.path == tmp_path.resolve() / "tags" / "t.bin"


def test_a_model_needs_a_grammar(tmp_path: Path) -> None:
    path = write(tmp_path, "[decoder]\nk = 2\n")
    assert load_config(path).decoder.k == 2
    with pytest.raises(ConfigError, match=r"my.toml: has no \[\[grammars\]\]"):
        load_model_config(path)


@pytest.mark.parametrize("name", ["more", "bold", "metric"])
def test_presets_of_the_embedded_model_ask_for_less(name: str) -> None:
    careful, chosen = load_config().selection, load_config(None, {"preset": name}).selection
    assert chosen.risk > careful.risk > load_config(None, {"preset": "careful"}).selection.risk
