"""What the rules do for a language that answers nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, FormatError
from simplifier.languages import Language, language_named
from simplifier.rules.extraction.alignment import Aligner
from simplifier.rules.extraction.gaps.families import family
from simplifier.rules.extraction.gaps.patterns import sentence_patterns
from simplifier.rules.extraction.sentence_pairs import SentencePair
from simplifier.rules.features import EncodedBatch, FeatureResources, build_registry
from simplifier.rules.features.statistics import rank_targets
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.inspection.audit import Auditor, load_meaning
from simplifier.rules.readers import FORMATS, RANKED_SCORES, TARGET_SCORES
from simplifier.rules.readers.user_list import read_user_entries
from simplifier.rules.tables.build_config import load_build_config
from simplifier.rules.tables.filters import RuleFilter

PLAIN = Language()


def test_features_that_need_a_language_say_nothing() -> None:
    batch = EncodedBatch(RuleBatch(["not used"], ["uses 2"]), ["X"])
    resources = FeatureResources(PLAIN, common_words={"used"}, antonyms={("not", "uses")})
    found = {name: float(values[0]) for name, values in build_registry(resources).compute(batch).items()}
    flags = ("NegationChanged", "SameStem", "FunctionWordRemoved", "NumberChanged", "Antonym")
    assert [found[name] for name in flags] == [0, 0, 0, 1, 1]
    assert found["SourceSyllables"] == 3 and found["SourceHardWord"] == 0.5


def test_letters_of_any_script_are_its_own() -> None:
    rules = RuleBatch(["москва", "caf?é", "a"], ["x", "x", "\ufffd"])
    assert RuleFilter(drop_damaged=True).select(rules, Counter(), PLAIN).sources == ["москва"]
    english = language_named("en")
    assert RuleFilter(drop_damaged=True).select(rules, Counter(), english).sources == []


def test_an_audit_compares_numbers_alone() -> None:
    auditor = Auditor(load_meaning(PLAIN), PLAIN)
    assert list(auditor.check("unhappy british men", "happy french men")) == []
    assert [kind for kind, _ in auditor.check("12 men", "10 men")] == ["number"]


def test_files_are_all_that_it_knows_of_meaning(tmp_path: Path) -> None:
    (tmp_path / "pairs").write_text("grande\tpequeño\n", encoding="utf-8")
    auditor = Auditor(load_meaning(PLAIN, [tmp_path / "pairs"]), PLAIN)
    assert [kind for kind, _ in auditor.check("pequeño", "grande")] == ["antonym"]


def test_words_align_and_no_gap_has_a_class() -> None:
    pair = SentencePair(("la", "casa", "vieja"), ("casa", "vieja"), ("", "", ""), ("", ""))
    (links,) = Aligner(PLAIN).align([pair])
    assert links == [(1, 0), (2, 1)]
    patterns = sentence_patterns(pair.source, pair.target, pair.source_tags, pair.target_tags, links, PLAIN)
    assert list(patterns) == []
    assert family("[N,1] of [N,2]".split(), "[N,2] [N,1]".split(), PLAIN) == "reordering"


def test_a_user_list_has_no_parts_of_speech(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("casa\thogar\tnoun\n")
    with pytest.raises(FormatError, match="list:1: expected a part of speech .*no names for them"):
        read_user_entries(tmp_path / "list", PLAIN)


def test_a_build_names_its_language(tmp_path: Path) -> None:
    source = '[[sources]]\nname = "a"\nformat = "ppdb1"\npath = "a"\n'
    path = tmp_path / "build.toml"
    path.write_text(source)
    assert load_build_config(path).language == "en"
    path.write_text('language = "plain"\n' + source)
    assert load_build_config(path).language == "plain"
    path.write_text('language = "own.toml"\n' + source)
    assert load_build_config(path).language == str(tmp_path / "own.toml")
    path.write_text('language = "plian"\n' + source)
    with pytest.raises(ConfigError, match="'language': no language 'plian'; did you mean 'plain'"):
        load_build_config(path)


def test_formats_say_what_ranks_targets() -> None:
    assert TARGET_SCORES == ("MeteorLogProb", "PPDB2Score", "PPDB1Score")
    assert {name for name, spec in FORMATS.items() if spec.ranked} == set(RANKED_SCORES) == {"meteor"}
    batch = RuleBatch(["a", "a"], ["x", "y"], None, {"MeteorLogProb": np.array([-2, -1], np.float32)})
    ranked = rank_targets(batch).features
    assert ranked["MeteorRelative"].tolist() == [-1, 0]
    assert ranked["MeteorRank"].tolist() == pytest.approx([np.log(2), 0])
