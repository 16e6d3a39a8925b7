from __future__ import annotations

import pytest

from simplifier.base.errors import InputError
from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.rules.tables.rule_labels import RuleLabeller, rule_labels

ENGLISH = language_named("en")
LABELLED = """
they/PRP carried/VBD out/RP the/DT work/NN ./.
it/PRP was/VBD carried/VBN out/RP ./.
it/PRP was/VBD done/VBN ./.
they/PRP accomplished/VBD it/PRP ./.
it/PRP was/VBD accomplished/VBN ./.
the/DT principal/JJ work/NN ./.
the/DT main/JJ work/NN ./.
the/DT principal/NN ./.
the/DT head/NN ./.
they/PRP head/VBP home/RB ./.
they/PRP went/VBD home/RB ./.
"""


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Tagger:
    trainer = TaggerTrainer(list(PENN_TAGS), min_feature_count=1)
    for line in LABELLED.strip().splitlines() * 2:
        pairs = [token.rsplit("/", 1) for token in line.split()]
        words, tags = [word for word, _ in pairs], [tag for _, tag in pairs]
        trainer.add(words, tags)
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                trainer.add(words[start:end], tags[start:end], fragment=True, count_words=False)
    for _ in range(8):
        trainer.epoch()
    path = tmp_path_factory.mktemp("labels") / "tagger.bin"
    trainer.save(str(path))
    return Tagger.load(path)


def test_words_get_the_tags_both_can_have(tagger: Tagger) -> None:
    assert rule_labels(["principal"], ["main"], tagger, ENGLISH) == (["JJ"], True)
    assert rule_labels(["principal"], ["head"], tagger, ENGLISH) == (["NN"], True)
    labels, agrees = rule_labels(["accomplished"], ["accomplished"], tagger, ENGLISH)
    assert sorted(labels) == ["VBD", "VBN"] and agrees


def test_sides_that_share_nothing_clash(tagger: Tagger) -> None:
    assert rule_labels(["went"], ["main"], tagger, ENGLISH) == (["VBD"], False)
    assert rule_labels(["the", "work"], ["went"], tagger, ENGLISH) == (["NP"], False)


def test_a_phrase_that_stands_for_a_word_has_both_of_its_forms(tagger: Tagger) -> None:
    labels, agrees = rule_labels(["accomplished"], ["carried", "out"], tagger, ENGLISH)
    assert sorted(labels) == ["VBD", "VBN"] and agrees
    assert rule_labels(["carried", "out"], ["done"], tagger, ENGLISH) == (["VBN"], True)


def test_columns_hold_every_pair_in_order(tagger: Tagger) -> None:
    sources = ["principal", "accomplished", "went", "the work"]
    targets = ["main", "carried out", "main", "the principal work"]
    columns = RuleLabeller(tagger, ENGLISH).label_pairs(sources, targets)
    by_row: dict[int, list[str]] = {}
    for row, label in zip(columns.rows.tolist(), columns.labels, strict=True):
        by_row.setdefault(row, []).append(label)
    assert list(by_row) == [0, 1, 2, 3]
    for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
        alone = rule_labels(source.split(), target.split(), tagger, ENGLISH)
        assert (by_row[row], bool(columns.agrees[columns.rows == row][0])) == alone


def test_lists_of_different_lengths_are_refused(tagger: Tagger) -> None:
    with pytest.raises(InputError, match="1 source sides but 2"):
        RuleLabeller(tagger, ENGLISH).label_pairs(["a"], ["b", "c"])


def test_no_pairs_no_labels(tagger: Tagger) -> None:
    columns = RuleLabeller(tagger, ENGLISH).label_pairs([], [])
    assert len(columns.rows) == len(columns.labels) == len(columns.agrees) == 0
