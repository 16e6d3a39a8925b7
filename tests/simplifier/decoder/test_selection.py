"""Selection features: what the trees read, what they are trained on, and what the decoder makes of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, FormatError
from simplifier.core import (
    JUDGED_OUTPUTS,
    SELECTION_OUTPUTS,
    LanguageModel,
    RuleTable,
    TableBuilder,
    WordClasses,
)
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart
from simplifier.decoder.boosted_trees import load_trees
from simplifier.decoder.context import edit_features
from simplifier.decoder.selection import SelectionSources
from simplifier.languages.en.change_words import CHANGE_WORDS
from simplifier.lm import write_word_classes
from simplifier.rules.features.catalogue import DecoderFeatures
from simplifier.tuning.boosting.writing import write_trees
from tests.arpa import random_arpa

lightgbm = pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")

# label, source, target, then the features
RULES = [
    ("VBD", "attended", "went to", 1.0, -2.0),
    ("VBD", "attended", "saw", 0.5, -1.0),
    ("VBD", "attended", "attended", 0.0, 0.0),
    ("NP", "the old school", "the school", 0.25, -0.5),
    ("NP", "the old school", "college", 0.5, -0.75),
    ("NN", "school", "university", 0.0, -3.0),
    ("NN/IN", "school", "old school", 0.5, -3.5),
    ("RB", "really", "", 0.75, -0.25),
    ("X", "attended school", "university", 0.75, -0.25),
    ("X", "[NP,1] attended [NN,2]", "[NN,2] saw [NP,1] there", 0.25, -1.5),
    ("NN", "university", "university", 0.0, 0.0),
    ("NP", "they", "they", 0.0, 0.0),
]
FEATURES = ("share", "cost", "ReviewedSound", "ReviewedDepends")
ALL_OUTPUTS = (*SELECTION_OUTPUTS, *JUDGED_OUTPUTS)
SOUND, DEPENDS = ("attended", "school"), "the old school"
TAGS = ["PRP", "VBD", "DT", "JJ", "NN", "RB", "IN"]
SENTENCES = [
    ("they really attended the old school", "PRP RB VBD DT JJ NN"),
    ("the old school attended school", "DT JJ NN VBD NN"),
    ("they attended school", "PRP VBD NN"),
]
LABELS = [
    ((3, 6, "NP"), (2, 3, "VBD"), (5, 6, "NN")),
    ((3, 4, "NN"), (0, 3, "NP")),
    ((0, 1, "NP"), (2, 3, "QQ")),
]
REFERENCES = [
    ["they went to the school", "they really went to the old school", "they saw the old school ."],
    ["the school saw school", "the old school attended university", "the old school went to school"],
    ["they went to school", "they attended university", "school saw they there"],
]


class _SelectionTagger:
    tags = TAGS


@pytest.fixture
def sources(tmp_path: Path) -> SelectionSources:
    builder = TableBuilder(str(tmp_path / "rules.table"), list(FEATURES), [0.0] * 4, ["toy"], "{}", str(tmp_path))
    builder.add(
        *([rule[i] for rule in RULES] for i in range(3)),
        np.array([(*rule[3:], rule[1] in SOUND, rule[1] == DEPENDS) for rule in RULES], dtype=np.float32),
        None,
        0,
    )
    builder.finish()
    words = ["attended", "went", "to", "the", "old", "school", "they"]
    (tmp_path / "words.arpa").write_text(random_arpa(3, seed=4, words=words))
    readings = {"went": [("VBD", 9)], "university": [("NN", 9)], "saw": [("VBD", 6), ("NN", 3)]}
    write_word_classes(tmp_path / "classes.tsv", ["the", "to", "of", "a"], readings)
    (tmp_path / "tags.arpa").write_text(random_arpa(3, seed=5, words=["VBD", "JJ", "NN", "the", "to"]))
    models = [
        LanguageModelPart(LanguageModel(str(tmp_path / "words.arpa")), "plain"),
        LanguageModelPart(
            LanguageModel(str(tmp_path / "tags.arpa")), "class", WordClasses(str(tmp_path / "classes.tsv"))
        ),
    ]
    grammar = GrammarPart(RuleTable(str(tmp_path / "rules.table")), "toy", 10)
    return SelectionSources([grammar], models, ["Odd"], _SelectionTagger(), CHANGE_WORDS)


def decoder_of(sources: SelectionSources, *groups, **settings) -> ChartDecoder:
    return ChartDecoder(
        sources.grammars,
        sources.language_models,
        token_features=sources.token_features,
        application_features=groups,
        **settings,
    )


def sentences(fold: int = 0) -> list[InputSentence]:
    return [
        InputSentence(
            tuple(text.split()),
            labels,
            token_features=np.array([[i % 2] for i in range(len(text.split()))], dtype=np.float32),
            tags=tuple(tags.split()),
            fold=fold,
        )
        for (text, tags), labels in zip(SENTENCES, LABELS, strict=True)
    ]


def references() -> list[list[list[str]]]:
    return [[reference.split() for reference in own] for own in REFERENCES]


def rows_of(sources: SelectionSources):
    inputs = sources.inputs()
    return inputs.names, decoder_of(sources).selection_rows(inputs, sentences(), references(), 100, 1e9)


def every_change(sources: SelectionSources, *groups, fold: int = 0):
    """(sentence, start, end, rule) -> features of the application, from whole derivations."""
    found = {}
    decoder = decoder_of(sources, *groups, pop_limit=0)
    for number, derivations in enumerate(decoder.decode(sentences(fold), k=10_000, unique=False)):
        for derivation in derivations:
            for one in derivation.applications:
                if one.changed and one.rule_id >= 0:
                    found[(number, one.start, one.end, one.rule_id)] = one.features
    return found


def test_every_change_of_the_chart_is_a_row_once(sources):
    _, rows = rows_of(sources)
    places = [(s, start, end, rule) for s, start, end, _, rule in rows.places.tolist()]
    assert len(set(places)) == len(places) > 20
    assert set(places) == set(every_change(sources))
    assert set(rows.places[:, 3].tolist()) == {0}


def test_inputs_of_rules_and_groups_are_the_decoders(sources):
    names, rows = rows_of(sources)
    groups = edit_features(["windows", "tags", "edges"], sources.language_models, sources.words)
    wanted = every_change(sources, *groups)
    checked = {name for group in groups for name in group.names} | {"Odd", *FEATURES}
    assert {"WindowPlain", "WindowLossClass", "VerbFormLost", "ArticleClash"} <= checked <= set(names)
    seen = Counter()
    for (s, start, end, _, rule), row in zip(rows.places.tolist(), rows.inputs, strict=True):
        features = wanted[(s, start, end, rule)]
        for name in checked:
            value = row[names.index(name)]
            assert value == pytest.approx(features.get(name, 0.0), abs=1e-5), (name, rule)
            seen[name] += value != 0.0
    assert seen["Odd"] > 3 and seen["WindowPlain"] > 10 and seen["VerbFormLost"] > 0 and seen["share"] > 3


def slow_context(tokens, tags, labels, start, end, lhs, source, target):
    """The context inputs, by their definition."""
    chunks = [*TAGS, "NP", "PP", "ADJP", "VP", "S", "X"]
    known = {rule[0] for rule in RULES}

    def number(label):
        name = label.split("/")[0].split("+")[0]
        return chunks.index(name) if name in chunks else -1

    def tag(place):
        return TAGS.index(tags[place]) if 0 <= place < len(tokens) else -2

    label = labels.get((start, end))
    rest, new = [one for one in source if not one.startswith("[")], []
    for word in target:
        if word.startswith("["):
            continue
        if word in rest:
            rest.remove(word)
        else:
            new.append(word)
    around = [*tokens[max(0, start - 5) : start], *tokens[end : end + 5]]
    return {
        "SpanLabelMatches": float(label == lhs),
        "LhsTag": number(lhs),
        "SpanTag": -2 if label is None else number(label) if label in known else -1,
        "FirstTag": tag(start),
        "LastTag": tag(end - 1),
        "TagBefore": tag(start - 1),
        "TagAfter": tag(end),
        "ChangeStart": start,
        "SentenceTokens": len(tokens),
        "SpanTokens": end - start,
        "TargetTokens": len(target),
        "NewWords": len(new),
        "AddedWords": len({word for word in new if word not in tokens}),
        "DeletedWords": len(set(rest)),
        "RepeatedWords": sum(word in around for word in new),
        "RepeatsLeft": float(bool(target) and start > 0 and tokens[start - 1] == target[0]),
        "RepeatsRight": float(bool(target) and end < len(tokens) and tokens[end] == target[-1]),
    }


def test_context_inputs_are_their_definitions(sources):
    names, rows = rows_of(sources)
    table = sources.grammars[0].table
    values = set()
    for (s, start, end, _, rule), row in zip(rows.places.tolist(), rows.inputs, strict=True):
        lhs, source, target, _, _ = table.rule(rule)
        tokens, tags = (one.split() for one in SENTENCES[s])
        labels = {(a, b): label for a, b, label in LABELS[s]}
        wanted = slow_context(tokens, tags, labels, start, end, lhs, source.split(), target.split())
        found = {name: row[names.index(name)] for name in wanted}
        assert found == wanted, (s, start, end, source, target)
        values |= set(wanted.items())
    assert {("RepeatsLeft", 1.0), ("RepeatedWords", 1), ("SpanTag", -1), ("DeletedWords", 3)} <= values


def test_source_scores_are_means_around_the_change(sources):
    names, rows = rows_of(sources)
    scores = {}
    for number, text in enumerate(one[0] for one in SENTENCES):
        words = text.split()
        model = sources.language_models[0].model
        # ln P of the words so far, then of the whole with </s> as the decoder has it.
        sums = [model.score_words(words[:i], begins_sentence=True) for i in range(len(words) + 1)]
        copy = decoder_of(sources, pop_limit=0).kbest(InputSentence(tuple(words)), k=10_000)
        whole = next(one.features["lm_plain"] for one in copy if list(one.tokens) == words)
        scores[number] = [*sums, whole]
    for (s, start, end, _, _), row in zip(rows.places.tolist(), rows.inputs, strict=True):
        first, last = max(0, start - 4), min(len(scores[s]) - 1, end + 4)
        wanted = (scores[s][last] - scores[s][first]) / (last - first)
        assert row[names.index("SourcePlain")] == pytest.approx(wanted, abs=1e-5)


def slow_labels(source, own_references, start, end, new):
    """Shares of references, by their definition."""

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    adds, deletes = [], []
    for n in (1, 2, 3):
        low, high = max(0, start - n + 1), min(len(source), end + n - 1)
        old, now = grams(source[low:high], n), grams(source[low:start] + new + source[end:high], n)
        whole = grams(source, n)
        counts = [grams(reference, n) for reference in own_references]
        added = [gram for gram in now if whole[gram] == 0]
        deleted = [gram for gram in old if old[gram] > now[gram]]
        adds.append([np.mean([count[gram] > 0 for count in counts]) for gram in added])
        deletes.append([np.mean([count[gram] < whole[gram] for count in counts]) for gram in deleted])

    def mean(shares):
        shares = [np.mean(one) for one in shares if one]
        return np.mean(shares) if shares else math.nan

    return [mean(adds[:1]), mean(adds[1:]), mean(deletes[:1]), mean(deletes[1:])]


def test_labels_are_shares_of_the_references(sources):
    _, rows = rows_of(sources)
    table = sources.grammars[0].table
    checked = 0
    for (s, start, end, _, rule), labels in zip(rows.places.tolist(), rows.labels, strict=True):
        _, source, target, _, _ = table.rule(rule)
        tokens = SENTENCES[s][0].split()
        if "[" in source:  # one word before the verb, one behind it, in the third sentence
            if (s, start, end) != (2, 0, 3):
                continue
            new = ["school", "saw", "they", "there"]
        else:
            new = target.split()
        wanted = slow_labels(tokens, references()[s], start, end, new)
        np.testing.assert_allclose(labels, wanted, atol=1e-6)
        checked += 1 + 100 * ("[" in source)
    assert checked > 110


def random_trees(path: Path, sources: SelectionSources, folds: int, outputs: Sequence[str] = SELECTION_OUTPUTS) -> None:
    """Trees over all inputs, of labels that mean nothing."""
    names, rows = rows_of(sources)
    random = np.random.default_rng(5)
    matrix = np.repeat(rows.inputs, 40, axis=0)
    settings = {"objective": "cross_entropy", "num_threads": 1, "verbose": -1, "feature_fraction": 0.3}
    settings |= {"min_data_in_leaf": 2, "deterministic": True}
    forests = {}
    for output in outputs:
        forests[output] = []
        for fold in range(folds):
            labels = random.random(len(rows.inputs)).repeat(40)
            data = lightgbm.Dataset(matrix, labels, feature_name=[f"i{i}" for i in range(len(names))])
            forests[output].append(lightgbm.train(settings | {"seed": fold + 1}, data, 15))
    write_trees(path, forests, names)


@pytest.mark.parametrize("fold", [0, 1])
def test_features_come_from_the_forest_of_the_fold(sources, tmp_path, fold):
    random_trees(tmp_path / "toy.trees", sources, folds=2)
    trees = load_trees(tmp_path / "toy.trees")
    names, rows = rows_of(sources)
    columns = [names.index(name) for name in trees.input_names]
    assert len(columns) > 15
    shares = trees.predict(np.ascontiguousarray(rows.inputs[:, columns]), fold)
    found = every_change(sources, sources.features(trees, Path("toy.trees")), fold=fold)
    for place, row, share in zip(rows.places.tolist(), rows.inputs, shares, strict=True):
        adds, deletes = row[names.index("AddedWords")], row[names.index("DeletedWords")]
        add, phrase_add, delete, phrase_delete = share.tolist()
        logits = [math.log(one / (1 - one)) for one in (add, phrase_add, delete, phrase_delete)]
        wanted = {
            "SelectionAdds": adds,
            "SelectionDeletes": deletes,
            "SelectionAddShare": add * (adds > 0),
            "SelectionAddSum": add * adds,
            "SelectionAddLogit": logits[0] * (adds > 0),
            "SelectionPhraseAddShare": phrase_add,
            "SelectionPhraseAddLogit": logits[1],
            "SelectionDeleteSum": delete * deletes,
            "SelectionDeleteLogit": logits[2] * (deletes > 0),
            "SelectionPhraseDeleteShare": phrase_delete,
            "SelectionPhraseDeleteLogit": logits[3],
        }
        features = found[(place[0], place[1], place[2], place[4])]
        for name, value in wanted.items():
            assert features.get(name, 0.0) == pytest.approx(value, abs=1e-4), name


@pytest.mark.parametrize("dial", [(1.0, 0.0), (0.5, 0.0), (1.0, 0.5), (0.4, 0.5)])
def test_changes_that_are_not_sure_enough_are_doubtful(sources, tmp_path, dial):
    random_trees(tmp_path / "toy.trees", sources, 1, ALL_OUTPUTS)
    trees = load_trees(tmp_path / "toy.trees")
    seen = Counter()
    risk, gain = dial
    for features in every_change(sources, sources.features(trees, Path("toy.trees"), dial)).values():
        doubtful = features["SelectionHarm"] > risk or features["SelectionGain"] < gain
        assert features.get("SelectionDoubtful", 0.0) == doubtful
        seen[doubtful] += 1
    assert seen[False] and bool(seen[True]) == (dial != (1.0, 0.0))


def test_harm_and_gain_are_what_the_trees_say(sources, tmp_path):
    random_trees(tmp_path / "toy.trees", sources, 1, ALL_OUTPUTS)
    trees = load_trees(tmp_path / "toy.trees")
    names, rows = rows_of(sources)
    columns = [names.index(name) for name in trees.input_names]
    shares = trees.predict(np.ascontiguousarray(rows.inputs[:, columns]))
    found = every_change(sources, sources.features(trees, Path("toy.trees")))
    for place, share in zip(rows.places.tolist(), shares, strict=True):
        features = found[(place[0], place[1], place[2], place[4])]
        assert features["SelectionHarm"] == pytest.approx(1 - share[4], abs=1e-6)
        assert features["SelectionGain"] == pytest.approx(share[5], abs=1e-6)


def test_every_feature_is_registered(sources, tmp_path):
    random_trees(tmp_path / "toy.trees", sources, 1, ALL_OUTPUTS)
    group = sources.features(load_trees(tmp_path / "toy.trees"), Path("toy.trees"))
    assert set(group.names) == {spec.name for spec in DecoderFeatures.specs if spec.name.startswith("Selection")}


def test_copies_have_none_and_threads_change_nothing(sources, tmp_path):
    random_trees(tmp_path / "toy.trees", sources, folds=1)
    trees = load_trees(tmp_path / "toy.trees")
    weights = {"SelectionAddSum": 2.0, "SelectionDeleteLogit": 1.0, "SelectionPhraseAddShare": 1.0}
    decoder = decoder_of(sources, sources.features(trees, Path("toy.trees")), weights=weights)
    copied = decoder_of(sources, sources.features(trees, Path("toy.trees"))).decode(sentences(), k=5)
    assert not any(
        name.startswith("Selection")
        for derivations in copied
        for derivation in derivations
        for one in derivation.applications
        if not one.changed
        for name in one.features
    )
    assert decoder.decode(sentences() * 5, k=20, threads=1) == decoder.decode(sentences() * 5, k=20, threads=3)


def test_a_grammar_that_the_trees_know_nothing_of_has_no_features(sources, tmp_path):
    random_trees(tmp_path / "toy.trees", sources, folds=1)
    trees = load_trees(tmp_path / "toy.trees")
    builder = TableBuilder(str(tmp_path / "user.table"), ["UserRule"], [0.0], ["me"], "{}", str(tmp_path))
    builder.add(["X"], ["they"], ["people"], np.ones((1, 1), dtype=np.float32), None, 0)
    builder.finish()
    user = GrammarPart(RuleTable(str(tmp_path / "user.table")), "user", 10)
    both = SelectionSources(
        [*sources.grammars, user],
        sources.language_models,
        sources.token_features,
        sources.tagger,
        sources.words,
    )
    decoder = decoder_of(both, both.features(trees, Path("toy.trees")), weights={"UserRule": 99.0})
    best = decoder.kbest(sentences()[2])[0]
    assert best.tokens[0] == "people"
    own = next(one for one in best.applications if one.grammar == "user")
    assert set(own.features) & {"UserRule"} and not any(name.startswith("Selection") for name in own.features)


def test_trees_of_something_else_are_refused(sources, tmp_path):
    random_trees(tmp_path / "toy.trees", sources, folds=1)
    trees = load_trees(tmp_path / "toy.trees")
    other = SelectionSources(sources.grammars, sources.language_models[:1], ["Odd"], None, CHANGE_WORDS)
    with pytest.raises(ConfigError, match="toy.trees: nothing makes the input .*; train them with"):
        other.features(trees, Path("toy.trees"))
    data = lightgbm.Dataset(np.random.default_rng(1).random((99, 1)), np.arange(99.0), feature_name=["share"])
    booster = lightgbm.train({"objective": "regression", "verbose": -1, "num_threads": 1}, data, 2)
    write_trees(tmp_path / "other.trees", {"Price": [booster]})
    with pytest.raises(ConfigError, match="other.trees: the trees do not predict AddShare"):
        sources.features(load_trees(tmp_path / "other.trees"), Path("other.trees"))
    (tmp_path / "text.trees").write_text("AddShare")
    with pytest.raises(FormatError, match="text.trees: not a file of trees"):
        load_trees(tmp_path / "text.trees")
