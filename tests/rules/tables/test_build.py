import gzip
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.core import TaggerTrainer
from simplifier.rules.inspection.show import rule_json, rule_lines
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import BuildConfig, load_build_config
from simplifier.rules.tables.table import TableRule, open_table, rules_of

METEOR = "0.25\nutilize\nuse\n0.5\nutilize\nemploy\n0.125\nin 1990\nin 1991\n0.1\nwith regard to\nabout\n"
PPDB = (
    "[VB] ||| utilize ||| use ||| p(e|f)=0.5 AGigaSim=NA ||| 0-0\n"
    "[NP] ||| [NN,1] of ||| [NN,1] 's ||| p(e|f)=1.5 AGigaSim=0.25 ||| 0-0 1-1\n"
)


@pytest.fixture
def folder(tmp_path: Path, tiny_arpa: Path) -> Path:
    (tmp_path / "meteor.gz").write_bytes(gzip.compress(METEOR.encode()))
    (tmp_path / "ppdb").write_text(PPDB)
    (tmp_path / "counts").write_text("use\t7\nof\t20\nthe\t50\nrare\t1\n<s>\t9\n")
    (tmp_path / "antonyms").write_text("hot\tcold\n")
    (tmp_path / "complexity").write_text("word\tcomplexity\nuse\t1.5\nutilize\t4\n")
    return tmp_path


def config(folder: Path, text: str) -> BuildConfig:
    path = folder / "rules.toml"
    path.write_text(text)
    return load_build_config(path)


WHOLE = """
[resources]
normal_lm = "tiny.arpa"
unigram_counts = "counts"
antonyms = "antonyms"

[self_rules]
vocabulary = "counts"
minimum_count = 2

[[lexicons]]
name = "Complexity"
path = "complexity"
column = "complexity"

[[sources]]
name = "meteor"
format = "meteor"
path = "meteor.gz"
label = "VB"
filter = { drop_number_changes = true, maximum = { Antonym = 0 } }

[[sources]]
name = "ppdb"
format = "ppdb1"
path = "ppdb"
"""


def test_sources_merge_into_one_table_with_features_and_provenance(folder: Path) -> None:
    out = folder / "out.table"
    report = build_table(config(folder, WHOLE), out)
    meteor, ppdb, self_rules = report.sources
    assert (meteor.read, meteor.added, dict(meteor.dropped)) == (4, 3, {"number changed": 1})
    assert (ppdb.read, ppdb.added) == (2, 2)
    assert self_rules.read == 7  # of the, use, utilize, with, regard, to; neither "rare" nor "<s>"
    table = open_table(out)
    table.verify()
    assert len(table) == report.rules == 4 + 7

    use, employ, copy = sorted(rules_of(table, "utilize"), key=lambda rule: "uses employs utilize".find(rule.target))
    assert (use.lhs, use.target, use.provenance, use.alignment) == ("VB", "use", ("meteor", "ppdb"), "0-0")
    assert (employ.target, employ.provenance) == ("employ", ("meteor",))
    assert copy.is_self_rule and copy.provenance == ("self",)
    expected = {
        "MeteorLogProb": math.log(0.25), "MeteorRank": math.log(2), "MeteorRelative": math.log(0.5),
        "p(e|f)": 0.5, "CharCountDiff": -4, "MaxWordSylDiff": -2, "InMeteor": 1, "InPPDB": 1,
        "ComplexityDiff": -2.5,
        "NormalLMDiff": math.log(10) * 1.5, "MinLogFreqDiff": math.log(8), "Identity": 0,
        "UnalignedSource": 0,
    }  # fmt: skip
    assert {name: use.features[name] for name in expected} == pytest.approx(expected, abs=1e-5)
    assert employ.features["p(e|f)"] == 10  # the registered default
    assert (employ.features["InPPDB"], copy.features["InMeteor"]) == (0, 0)
    assert (copy.features["Identity"], copy.features["MeteorLogProb"], copy.features["p(e|f)"]) == (1, 0, 0)

    (syntactic,) = rules_of(table, ["[NN,1]", "of"])
    assert (syntactic.lhs, syntactic.target) == ("NP", "[NN,1] 's")
    assert syntactic.features["AGigaSim"] == 0.25
    metadata = json.loads(table.metadata)
    assert [source["name"] for source in metadata["sources"]] == ["meteor", "ppdb"]
    assert set(metadata["features"]) == set(table.feature_names)
    assert not [path for path in folder.iterdir() if path.name.startswith(".rules-")]


def test_rules_that_bring_all_features_take_the_short_way_to_the_same_table(folder: Path) -> None:
    lines = [
        f"[VB] ||| {s} [NP,1] ||| {t} [NP,1] ||| p(e|f)={i}.5 WordCountDiff={i} Own=NA ||| 0-0\n"
        for i, (s, t) in enumerate([("use  of", "use"), ("use of", "apply"), ("walk", "go"), ("use of", "use")])
    ]
    (folder / "grammar").write_text("".join(lines))
    text = 'features = ["p(e|f)", "WordCountDiff", "Own"]\n'
    text += 'sources = [{name = "g", format = "ppdb1", path = "grammar"@}]\n'
    for name, more in (("short", ""), ("long", ", filter = {maximum_source_words = 9}")):
        report = build_table(config(folder, text.replace("@", more)), folder / name)
        assert (report.rules, report.sources[0].added, report.sources[1].added) == (3 + 3, 4, 3)
    assert (folder / "short").read_bytes() == (folder / "long").read_bytes()
    (folder / "grammar").write_text("".join(lines).replace("WordCountDiff=1", "WordCountDiff=NA"))
    build_table(config(folder, text.replace("@", "")), folder / "gap")
    values = {rule.target: rule.features for rule in rules_of(open_table(folder / "gap"), "use of [NP,1]")}
    assert values["apply [NP,1]"]["WordCountDiff"] == -1  # computed where it is missing
    assert values["use [NP,1]"]["WordCountDiff"] == 3  # given, whatever it should be


def test_costs_merge_to_the_smaller_and_scores_to_the_larger(folder: Path) -> None:
    lines = [
        "[VB] ||| utilize ||| use ||| p(e|f)=0.5 LogCount=1 PPDB1Score=20 AGigaSim=NA ||| 0-0\n",
        "[VB] ||| utilize ||| use ||| p(e|f)=2.5 LogCount=3 PPDB1Score=NA AGigaSim=0.5 ||| 0-0\n",
        "[VB] ||| utilize ||| use ||| p(e|f)=1.5 LogCount=2 PPDB1Score=30 AGigaSim=0.25 ||| 0-0\n",
    ]
    text = ""
    for number, line in enumerate(lines):
        (folder / f"g{number}").write_text(line)
        text += f'[[sources]]\nname = "g{number}"\nformat = "ppdb1"\npath = "g{number}"\n'
    build_table(config(folder, text), folder / "out.table")
    table = open_table(folder / "out.table")
    (use,) = [rule for rule in rules_of(table, "utilize") if rule.target == "use"]
    names = ("p(e|f)", "LogCount", "PPDB1Score", "AGigaSim", "RarityPenalty")
    expected = [0.5, 3, 20, 0.5, math.exp(1 - math.exp(3))]
    assert [use.features[name] for name in names] == pytest.approx(expected)
    assert use.provenance == ("g0", "g1", "g2")
    merges = {name: about["merge"] for name, about in json.loads(table.metadata)["features"].items()}
    assert merges["p(e|f)"] == "min" and merges["LogCount"] == "max"


def train_tagger(path: Path) -> None:
    trainer = TaggerTrainer(["NN", "VB", "DT"], min_feature_count=1)
    sentences = [("the dog", "DT NN"), ("use the walk", "VB DT NN"), ("walk the dog", "VB DT NN")]
    for _ in range(20):
        for words, tags in sentences:
            for word, tag in zip(words.split(), tags.split(), strict=True):
                trainer.add([word], [tag], fragment=True)
            trainer.add(words.split(), tags.split())
    for _ in range(5):
        trainer.epoch()
    trainer.save(str(path))


def test_rules_without_labels_get_those_of_both_sides(folder: Path) -> None:
    train_tagger(folder / "tagger.bin")
    (folder / "pairs").write_text("0.5\nuse\nwalk\n0.5\nwalk\nuse\n0.5\ndog\nuse\n0.25\ndog\nwalk\n")
    text = '[resources]\ntagger = "tagger.bin"\n[[sources]]\nname = "m"\nformat = "meteor"\npath = "pairs"\n'
    report = build_table(config(folder, text), folder / "out.table")
    table = open_table(folder / "out.table")
    found = {
        (rule.lhs, rule.source, rule.target): (rule.features["LabelAgree"], rule.features["MeteorRank"])
        for source in ("use", "walk", "dog")
        for rule in rules_of(table, source)
    }
    second = pytest.approx(math.log(2), abs=1e-6)
    assert found == {
        ("VB", "use", "walk"): (1, 0),
        ("VB", "walk", "use"): (1, 0),
        ("NN", "dog", "use"): (0, 0),  # no label in common: the source's own
        ("NN", "dog", "walk"): (1, second),
        ("VB", "use", "use"): (1, 0),
        ("NN", "dog", "dog"): (1, 0),
        ("VB", "walk", "walk"): (1, 0),
        ("NN", "walk", "walk"): (1, 0),
    }
    assert report.rules == 8
    strict = text + "filter = { drop_label_clashes = true, top_targets = 1 }\n"
    report = build_table(config(folder, strict), folder / "out.table")
    assert report.sources[0].dropped == {"not among the top targets": 1, "label clash": 1}


def test_features_can_be_chosen(folder: Path) -> None:
    chosen = 'features = ["Identity", "p(e|f)", "LogCount"]\nwithout_features = ["p(e|f)"]\n'
    report = build_table(config(folder, chosen + WHOLE), folder / "out.table")
    assert report.features == ["Identity", "LogCount"]
    assert open_table(folder / "out.table").feature_names == ["Identity", "LogCount"]


def test_values_of_foreign_columns_are_kept(folder: Path) -> None:
    (folder / "joshua").write_text("[X] ||| a ||| b ||| 2 0.5\n")
    source = '[[sources]]\nname = "j"\nformat = "joshua"\npath = "joshua"\nowner = "o"\n'
    build_table(config(folder, source), folder / "out.table")
    rule = next(rule for rule in rules_of(open_table(folder / "out.table"), "a") if rule.target == "b")
    assert (rule.features["tm_o_0"], rule.features["tm_o_1"]) == (-2, -0.5)


@pytest.mark.parametrize(
    ("text", "error", "expected"),
    [
        ("sources = []", ConfigError, "sources"),
        ('[[sources]]\nname = "a"\nformat = "meteor"', ConfigError, "'sources.0.path' is missing"),
        ('[[sources]]\nname = "a"\nformat = "meteo"\npath = "b"', ConfigError, "did you mean 'meteor'"),
        (WHOLE + 'pth = "x"\n', ConfigError, "path'[?]"),
        (
            WHOLE.replace("drop_number_changes", "drop_number_change"),
            ConfigError,
            "drop_number_changes'[?]",
        ),
        (WHOLE.replace("normal_lm", "norml_lm"), ConfigError, "did you mean 'resources.normal_lm'"),
        ("feature = []\n" + WHOLE, ConfigError, "did you mean 'features'"),
        ('features = ["Identiti"]\n' + WHOLE, ConfigError, "did you mean 'Identity'"),
        ("features = [", FormatError, "not TOML"),
        (WHOLE.replace("meteor.gz", "gone.gz"), InputError, "gone.gz: no such file"),
        (WHOLE.replace("tiny.arpa", "gone.arpa"), InputError, "gone.arpa"),
        (WHOLE.replace('path = "ppdb"', 'path = "counts"'), FormatError, "counts:1: expected 4 or 5 fields"),
        (WHOLE.replace('"antonyms"', '"counts"').replace("20", "20\t3"), FormatError, "counts:2|two words"),
        (WHOLE.replace('column = "complexity"', 'column = "complex"'), ConfigError, "mean 'complexity'"),
        (WHOLE.replace('name = "Complexity"', 'name = "HardWord"'), ConfigError, "registered by"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(folder: Path, text: str, error: type[Exception], expected: str) -> None:
    if "counts" in expected and "two words" in expected:
        (folder / "counts").write_text("use\t7\nof\t20\t3\n")
    out = folder / "out.table"
    with pytest.raises(error, match=expected) as caught:
        build_table(config(folder, text), out)
    assert "\n" not in str(caught.value)
    assert not out.exists()
    assert not [path for path in folder.iterdir() if path.name.startswith(".rules-")]


def test_a_failed_build_leaves_the_old_table_alone(folder: Path) -> None:
    out = folder / "out.table"
    build_table(config(folder, WHOLE), out)
    before = out.read_bytes()
    with (folder / "ppdb").open("a") as stream:
        stream.write("[VB] ||| broken\n")
    with pytest.raises(FormatError, match="ppdb:3"):
        build_table(config(folder, WHOLE), out)
    assert out.read_bytes() == before
    skipping = WHOLE.replace('format = "ppdb1"', 'format = "ppdb1"\nskip_bad_rules = true')
    report = build_table(config(folder, skipping), out)
    assert sum(report.sources[1].bad_lines.values()) == 1


def test_the_same_input_gives_the_same_bytes(folder: Path) -> None:
    for name in ("a", "b"):
        build_table(config(folder, WHOLE), folder / name)
    assert (folder / "a").read_bytes() == (folder / "b").read_bytes()


def test_a_cut_or_foreign_table_is_refused(folder: Path) -> None:
    build_table(config(folder, WHOLE), folder / "out.table")
    (folder / "cut").write_bytes((folder / "out.table").read_bytes()[:-100])
    for name in ("cut", "ppdb", "gone"):
        with pytest.raises(FormatError, match=name):
            open_table(folder / name)


def test_rules_are_shown_in_order(folder: Path) -> None:
    build_table(config(folder, WHOLE), folder / "out.table")
    table = open_table(folder / "out.table")
    lines = list(rule_lines(table, "utilize", ["Identity"], sort_by="MeteorLogProb"))
    assert lines == [
        "utilize: 3 rules",
        "#  label  target          Identity  from",
        "1  X      utilize (self)  1         self",
        "2  VB     employ          0         meteor",
        "3  VB     use             0         meteor+ppdb",
    ]
    weights = {"MeteorLogProb": 1.0, "Identity": -5.0}
    assert [rule.target for rule in rules_of(table, "utilize", weights)] == ["employ", "use", "utilize"]
    assert list(rule_lines(table, "nothing")) == ["nothing: no rules"]
    record = json.loads(next(rule_json(table, "utilize", weights)))
    assert (record["target"], record["lhs"]) == ("employ", "VB")
    assert record["score"] == pytest.approx(math.log(0.5), abs=1e-5)
    with pytest.raises(ConfigError, match="did you mean 'Identity'"):
        list(rule_lines(table, "utilize", ["Identty"]))
    with pytest.raises(ConfigError, match="no feature"):
        rules_of(table, "utilize", {"Nothing": 1.0})


WORDS = st.sampled_from("ab cd ef [ ] 's .".split())
SIDES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
ROWS = st.dictionaries(
    st.tuples(st.sampled_from(["NN", "VP\\NP"]), SIDES, SIDES),
    st.floats(-5, 5, width=16),
    min_size=1,
    max_size=20,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(ROWS)
def test_what_is_packed_comes_back(tmp_path: Path, rows: dict[tuple[str, str, str], float]) -> None:
    lines = [f"[{lhs}] ||| {s} ||| {t} ||| Value={value!r}\n" for (lhs, s, t), value in rows.items()]
    (tmp_path / "grammar").write_text("".join(lines))
    source = 'sources = [{name = "g", format = "ppdb1", path = "grammar"}]\nself_rules = {sources = false}\n'
    report = build_table(config(tmp_path, source), tmp_path / "out.table")
    table = open_table(tmp_path / "out.table")
    assert report.rules == len(table) == len(rows)
    found: list[TableRule] = [rule for source in {key[1] for key in rows} for rule in rules_of(table, source)]
    assert {(r.lhs, r.source, r.target): r.features["Value"] for r in found} == rows
    for rule in found:
        assert rule.features["Identity"] == (rule.source == rule.target)
        assert np.isfinite(list(rule.features.values())).all()


def test_excluded_pairs_stay_out_whatever_brings_them(folder: Path) -> None:
    (folder / "list").write_text("utilize\tuse\tsuspicious\n[NN,1] of\t[NN,1] 's\n")
    sources = '[[sources]]\nname = "m"\nformat = "meteor"\npath = "meteor.gz"\n'
    sources += '[[sources]]\nname = "p"\nformat = "ppdb1"\npath = "ppdb"\n'
    # The second has all features that are stored, and would take the short way past the arrays.
    text = 'exclusions = ["list"]\nfeatures = ["p(e|f)", "AGigaSim"]\n' + sources
    report = build_table(config(folder, text), folder / "out.table")
    table = open_table(folder / "out.table")
    assert [one.dropped["excluded"] for one in report.sources] == [1, 2, 0]
    pairs = {table.rule(rule)[1:3] for rule in range(len(table))}
    assert ("utilize", "employ") in pairs and ("utilize", "use") not in pairs
    assert not any("[NN,1]" in source for source, _ in pairs)
