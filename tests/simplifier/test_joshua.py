"""Joshua's own test cases, read through their own configurations, and configurations of ours."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.core import TableBuilder
from simplifier.joshua import JoshuaConfig, JoshuaDecoder, OutputFormat, Translation, read_joshua_config
from simplifier.joshua.config import _READERS, _WRITTEN, _normal
from simplifier.languages import language_named
from tests.arpa import random_arpa

WRITING = language_named("en").writing
CASES = {
    "kbest_extraction": "src/test/resources/kbest_extraction",
    "n-ary": "src/test/resources/decoder/n-ary",
    "oov-list": "src/test/resources/decoder/oov-list",
}


@pytest.fixture
def joshua_case(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Path:
    """The folder of one case, reached by the path that its configuration has from the current folder."""
    case = str(request.param)
    folder = tmp_path / CASES[case]
    folder.parent.mkdir(parents=True)
    folder.mkdir()
    for path in [*(shared_data / "joshua" / case).iterdir(), shared_data / "joshua" / "lm.gz"]:
        (folder / path.name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    return Path(CASES[case])


def printed(config: JoshuaConfig, inputs: Path) -> list[str]:
    template = OutputFormat(config.output_format, WRITING)
    lines = inputs.read_text().splitlines()
    found = JoshuaDecoder(config).translate(lines, template.needs_tree)
    return [template.line(each) for translations in found for each in translations]


@pytest.mark.parametrize("joshua_case", ["n-ary", "oov-list"], indirect=True)
def test_output_is_joshuas_to_the_byte(joshua_case: Path) -> None:
    config = read_joshua_config(joshua_case / "joshua.config")
    assert printed(config, joshua_case / "input.txt") == (joshua_case / "output.gold").read_text().splitlines()


@pytest.mark.parametrize("joshua_case", ["kbest_extraction"], indirect=True)
def test_all_3126_translations_in_order(joshua_case: Path) -> None:
    config = read_joshua_config(joshua_case / "joshua.config", ["output-format = %i ||| %s ||| %c"])
    found = printed(config, joshua_case / "input.txt")
    gold = (joshua_case / "output.scores.gold").read_text().splitlines()
    assert len(found) == 3126
    assert [score_of(line) for line in found] == [score_of(line) for line in gold]
    # Joshua orders translations of the same score by what its heap happens to do.
    for (_, ours), (_, theirs) in zip(
        itertools.groupby(found, score_of), itertools.groupby(gold, score_of), strict=True
    ):
        assert sorted(ours) == sorted(theirs)


@pytest.mark.parametrize("joshua_case", ["kbest_extraction"], indirect=True)
def test_features_of_all_3126_translations(joshua_case: Path) -> None:
    config = read_joshua_config(joshua_case / "joshua.config")
    found = {line.split(" ||| ")[1]: features_of(line) for line in printed(config, joshua_case / "input.txt")}
    lines = (joshua_case / "output.gold").read_text().splitlines()
    gold = {line.split(" ||| ")[1]: features_of(line) for line in lines}
    # The gold file is of a version that printed 1 for an unknown word, though its score has -100.
    assert gold["A A A A e"].pop("OOVPenalty") == "1.000"
    assert found["A A A A e"].pop("OOVPenalty") == "-100.000"
    assert found["B A A A A"].pop("OOVPenalty") == "0.000"
    assert {words: {**each, "OOVPenalty": ""} for words, each in found.items()} == {
        words: {**each, "OOVPenalty": ""} for words, each in gold.items()
    }


def score_of(line: str) -> str:
    return line.rsplit(" ||| ", 1)[1]


def features_of(line: str) -> dict[str, str]:
    return dict(each.split("=") for each in line.split(" ||| ")[2].split())


GRAMMAR = """\
[NP] ||| the [NN,1] ||| [NN,1] ||| 0.5 PhraseLength=2 ||| 1-0
[NN] ||| committee ||| group ||| 0.25 PhraseLength=1 ||| 0-0
[NN] ||| committee ||| panel ||| 1 PhraseLength=1 ||| 0-0
[VP] ||| commenced [NP,1] ||| began [NP,1] ||| 1.5 ||| 0-0
[NP] ||| talks ||| talks ||| 0
"""
GLUE = """\
[TOP] ||| <s> ||| <s> ||| 0
[TOP] ||| [TOP,1] [NP,2] ||| [TOP,1] [NP,2] ||| 1
[TOP] ||| [TOP,1] [VP,2] ||| [TOP,1] [VP,2] ||| 1
[TOP] ||| [TOP,1] </s> ||| [TOP,1] </s> ||| 0
"""
CONFIG = """\
# A small model.
tm = thrax -owner pt -maxspan 10 -path grammar
tm = thrax glue -1 glue
lm = kenlm 2 true false 100 lm.arpa
feature-function = WordPenalty
feature_function = OOVPenalty
FeatureFunction = PhrasePenalty -owner pt
goal-symbol = [TOP]
default_non_terminal = NP
top-n = 3
tm_pt_0 2
tm_glue_0 0.5
PhraseLength 0.125
PhrasePenalty -1
WordPenalty -1
OOVPenalty 1
lm_0 0.5
"""


def write_model(folder: Path, config: str = CONFIG, **files: str) -> Path:
    (folder / "lm.arpa").write_text(random_arpa(2, seed=1, words="abc"))
    for name, text in {"grammar": GRAMMAR, "glue": GLUE, "joshua.config": config, **files}.items():
        (folder / name).write_text(text)
    return folder / "joshua.config"


def translate(path: Path, lines: Sequence[str], overrides: Sequence[str] = ()) -> list[list[Translation]]:
    config = read_joshua_config(path, overrides)
    return list(JoshuaDecoder(config).translate(lines, trees=True))


def test_signs_and_names_of_features(tmp_path: Path) -> None:
    path = write_model(tmp_path)
    best = translate(path, ["the committee commenced talks"])[0][0]
    assert best.tokens == ("group", "began", "talks")
    omega = np.log10(np.e)
    known = {name: value for name, value in best.features.items() if name != "lm_0"}
    assert known == pytest.approx(
        {
            "tm_pt_0": -(0.5 + 0.25 + 1.5),  # unlabelled: negated
            "tm_glue_0": -2.0,
            "WordPenalty": -5 * omega,  # with <s> and </s>
            "OOVPenalty": 0.0,
            "PhrasePenalty": 4.0,
            "PhraseLength": 3.0,  # labelled: as it is
        }
    )
    weights = read_joshua_config(path).weights
    score = sum(weights[name] * value for name, value in best.features.items())
    assert best.score == pytest.approx(score, abs=1e-4)


def test_trees_and_alignments(tmp_path: Path) -> None:
    best = translate(write_model(tmp_path), ["the committee commenced talks"])[0][0]
    assert best.tree_text() == (
        "(TOP{0-6} (TOP{0-5} (TOP{0-3} (TOP{0-1} <s>) (NP{1-3} (NN{2-3} group))) (VP{3-5} began (NP{4-5} talks))) </s>)"
    )
    assert best.alignment_text() == "1-0 2-1"
    line = OutputFormat("%i|%k|%s|%S|%e|%c|%x", WRITING).line(best)
    assert line == f"0|1|group began talks|Group began talks|the committee commenced talks|{best.score:.3f}|%x"


def test_rule_alignments_inside_others_are_placed(tmp_path: Path) -> None:
    grammar = "[NP] ||| the [NN,1] ||| [NN,1] so ||| 0 ||| 0-1\n[NN] ||| big committee ||| group ||| 0 ||| 1-0\n"
    best = translate(write_model(tmp_path, grammar=grammar), ["the big committee"])[0][0]
    assert (best.tokens, best.alignment_text()) == (("group", "so"), "2-0 0-1")


def test_sentences_without_derivation_come_back(tmp_path: Path) -> None:
    path = write_model(tmp_path)
    failed, blank, found = translate(path, ["commenced", "", "talks"], ["default-non-terminal = Z"])
    template = OutputFormat("%i ||| %s ||| %f ||| %c ||| %t", WRITING)
    assert template.line(failed[0]) == "0 ||| commenced |||  ||| 0.000 ||| ()"
    assert template.line(blank[0]) == "1 |||  |||  ||| 0.000 ||| ()"
    assert found[0].tokens == ("talks",)


def test_brackets_and_pipes_are_written_as_joshua_does(tmp_path: Path) -> None:
    grammar = "[NP] ||| -lsb- ||| -pipe- ||| 0\n"
    best = translate(write_model(tmp_path, grammar=grammar), ["["])[0][0]
    assert (best.source, best.tokens) == (("[",), ("|",))


@pytest.mark.parametrize(
    ("overrides", "value"), [((), -100.0), (("OOVPenalty -2",), 1.0), (("oov-list = NP 0.5",), np.log(0.5))]
)
def test_unknown_words_of_both_versions_and_of_lists(overrides: tuple[str, ...], value: float, tmp_path: Path) -> None:
    best = translate(write_model(tmp_path), ["stuff"], ["mark-oovs = true", *overrides])[0][0]
    assert best.tokens == ("stuff_OOV",)
    assert best.features["OOVPenalty"] == pytest.approx(value)


def test_true_oovs_only(tmp_path: Path) -> None:
    path = write_model(tmp_path)
    every = translate(path, ["talks"], ["top-n = 10", "mark-oovs = true"])[0]
    assert {each.tokens for each in every} == {("talks",), ("talks_OOV",)}
    true_only = translate(path, ["talks"], ["top-n = 10", "mark-oovs = true", "true-oovs-only = true"])[0]
    assert {each.tokens for each in true_only} == {("talks",)}


def test_weights_file_yields_to_the_configuration(tmp_path: Path) -> None:
    path = write_model(tmp_path, CONFIG + "weights-file = weights\n", weights="lm_0 3\n# no\nExtra 1\nExtra 2\n")
    config = read_joshua_config(path, ["weight-overwrite = tm_glue_0 7"])
    assert (config.weights["lm_0"], config.weights["Extra"]) == (0.5, 3.0)
    notes = JoshuaDecoder(config).notes
    assert [note for note in notes if note.endswith("count nothing: Extra")]


def test_a_packed_table_serves_as_grammar(tmp_path: Path) -> None:
    path = write_model(tmp_path, CONFIG.replace("-path grammar", "-path table"))
    for exact in (False, True):
        builder = TableBuilder(*(str(tmp_path / "table"), ["tm_pt_0"], [0.0], ["x"], "{}", str(tmp_path)), exact=exact)
        builder.add(["NP"], ["talks"], ["chat"], np.array([[9.0]], dtype=np.float32), None, 0)
        builder.finish()
        decoder = JoshuaDecoder(read_joshua_config(path))
        assert next(decoder.translate(["talks"]))[0].tokens == ("chat",)
        assert any("build the table with --exact" in note for note in decoder.notes) is not exact


def test_an_owner_of_two_grammars_has_one_set_of_weights(tmp_path: Path) -> None:
    more = "tm = hiero pt 3 more\n"
    path = write_model(tmp_path, more + CONFIG, more="[NP] ||| chat ||| talks ||| 4\n")
    best = translate(path, ["chat"])[0][0]
    assert best.tokens == ("talks",)
    assert best.features["tm_pt_0"] == -4.0


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("pop-limt = 3", "joshua.config:18: no key 'pop-limt' is known; did you mean 'pop-limit'?"),
        ("top-m = 3", "joshua.config:18: no key 'top-m' is known; did you mean 'top-n'?"),
        ("pop-limit = many", "joshua.config:18: expected a number from 0, not 'many'"),
        ("fuzzy-matching = true", "joshua.config:18: fuzzy-matching is not supported: matching any label"),
        ("search = stack", "search is not supported: only hierarchical decoding"),
        ("tm = packed pt 20 grammar.packed", "tm of type packed is Joshua's own binary form; give the text"),
        ("tm = moses pt 20 table", "tm of type moses is for phrase-based decoding, which is not supported"),
        ("tm = thrax pt far grammar", "tm needs a span limit: a number of words, 0 for none or -1 for glue"),
        ("feature-function = Distortion", "feature function Distortion is not supported"),
        ("feature-function = WordPenaltyy", "did you mean 'WordPenalty'?"),
        (
            "feature-function = LanguageModel -lm_file x -class_map y",
            "LanguageModel: -class_map is not supported",
        ),
        ("lm = kenlm 5 x", "lm needs TYPE ORDER LEFT_STATE RIGHT_STATE CEILING PATH"),
        ("phrasemodel pt 0 1.0", "expected 'key = value' or 'feature weight'"),
        ("lm_0 high", "the weight of lm_0 is not a number: 'high'"),
        ("oov-list = NN", "expected LABEL prior LABEL prior"),
        ("oov-list = NN 0", "the prior of NN is not a number above 0: '0'"),
    ],
)
def test_what_is_not_understood_is_named(line: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as error:
        read_joshua_config(write_model(tmp_path, CONFIG + line + "\n"))
    assert problem in str(error.value)


def test_unsupported_lines_may_be_left_out(tmp_path: Path) -> None:
    path = write_model(tmp_path, CONFIG + "feature-function = Distortion\nfuzzy-matching = true\n")
    config = read_joshua_config(path, ignore_unsupported=True)
    assert [note.split(": ", 1)[1] for note in config.notes] == [
        "ignored: feature function Distortion is not supported",
        "ignored: fuzzy-matching is not supported: matching any label with any other",
    ]
    with pytest.raises(ConfigError, match="^pop-limit = x: expected a number from 0, not 'x'$"):
        read_joshua_config(path, ["pop-limit = x"], ignore_unsupported=True)


def test_missing_files_and_variables_are_named(tmp_path: Path) -> None:
    path = write_model(tmp_path, CONFIG.replace("-path grammar", "-path nowhere"))
    with pytest.raises(ConfigError, match="no file nowhere here or in"):
        JoshuaDecoder(read_joshua_config(path))
    (tmp_path / "nowhere").mkdir()
    with pytest.raises(InputError, match="a folder, which is Joshua's own packed form"):
        JoshuaDecoder(read_joshua_config(path))
    with pytest.raises(ConfigError, match="%d .* is not supported"):
        OutputFormat("%s %d", WRITING)
    with pytest.raises(ConfigError, match="no tm line"):
        read_joshua_config(write_model(tmp_path, "lm_0 1\n"))
    with pytest.raises(ConfigError, match="OOVPenalty stands twice"):
        JoshuaDecoder(read_joshua_config(write_model(tmp_path, CONFIG + "feature-function = OOVPenalty\n")))


def test_what_has_no_effect_is_noted(tmp_path: Path) -> None:
    config = read_joshua_config(write_model(tmp_path, CONFIG + "amortize = true\nserver-port = 0\n"))
    assert config.notes == [f"{config.path}:18: amortize: no effect: rules are always sorted when they are first used"]


def test_long_sentences_are_cut_as_in_joshua(tmp_path: Path) -> None:
    config = read_joshua_config(write_model(tmp_path), ["maxlen = 2"])
    decoder = JoshuaDecoder(config)
    told: list[str] = []
    decoder.warn = told.append
    found = list(decoder.translate(["talks", "talks talks talks"]))
    assert len(found[1][0].tokens) == 2
    assert told == ["sentence 1 cut to its first 2 words (maxlen)"]


def test_packed_grammars_are_kept_and_used_again(tmp_path: Path) -> None:
    path = write_model(tmp_path)
    tables = tmp_path / "tables"
    config = read_joshua_config(path)
    first = [each.tokens for each in next(JoshuaDecoder(config, tables=tables).translate(["committee"]))]
    kept = {each: each.stat().st_mtime_ns for each in tables.iterdir()}
    assert len(kept) == 2
    assert [e.tokens for e in next(JoshuaDecoder(config, tables=tables).translate(["committee"]))] == first
    assert {each: each.stat().st_mtime_ns for each in tables.iterdir()} == kept
    (tmp_path / "grammar").write_text("[NP] ||| committee ||| board ||| 0\n")
    changed = next(JoshuaDecoder(config, tables=tables).translate(["committee"]))
    assert changed[0].tokens == ("board",)


def test_keys_are_suggested_as_they_are_written() -> None:
    assert {_normal(key) for key in _WRITTEN} == set(_READERS)


@pytest.mark.parametrize("joshua_case", ["n-ary", "oov-list", "kbest_extraction"], indirect=True)
def test_scores_of_forests_are_joshuas_features_times_its_weights(joshua_case: Path) -> None:
    config = read_joshua_config(joshua_case / "joshua.config")
    decoder = JoshuaDecoder(config)
    lines = (joshua_case / "input.txt").read_text().splitlines()
    for sentence in decoder.search(lines, forests=True):
        assert sentence.forest is not None and sentence.search is not None
        forest = sentence.forest
        assert sentence.search.derivations >= len(sentence.translations)
        best: dict[int, float] = {}
        for edge in forest.edges:
            weighed = sum(config.weights.get(name, 0.0) * value for name, value in edge.features.items())
            assert edge.score == pytest.approx(weighed, abs=1e-3)
            total = edge.score + sum(best[tail] for tail in edge.tails)
            best[edge.head] = max(total, best.get(edge.head, total))
        assert best[len(forest.nodes) - 1] == pytest.approx(sentence.translations[0].score, abs=1e-3)
