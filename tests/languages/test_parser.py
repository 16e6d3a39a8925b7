from __future__ import annotations

import threading
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.core import ParserTrainer
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tree import Tree

EMBEDDED = Path(__file__).resolve().parents[2] / "simplifier" / "models" / "en-annotation"

AUXILIARIES = frozenset({"aux", "auxpass"})
# word/tag/head/label, places from 1 and 0 for the root
TREES = """
The/DT/2/det dog/NN/3/nsubj barks/VB/0/ROOT ././3/punct
A/DT/2/det cat/NN/3/nsubj sleeps/VB/0/ROOT ././3/punct
John/NN/2/nsubj sees/VB/0/ROOT the/DT/4/det dog/NN/2/dobj ././2/punct
Mary/NN/2/nsubj sees/VB/0/ROOT a/DT/4/det cat/NN/2/dobj ././2/punct
John/NN/2/nsubj sees/VB/0/ROOT Mary/NN/2/dobj in/IN/2/prep the/DT/6/det park/NN/4/pobj ././2/punct
The/DT/2/det dog/NN/6/nsubj of/IN/2/prep the/DT/5/det cat/NN/3/pobj sleeps/VB/0/ROOT ././6/punct
The/DT/2/det dog/NN/5/nsubj that/WDT/4/nsubj barks/VB/2/relcl sleeps/VB/0/ROOT ././5/punct
The/DT/2/det park/NN/0/ROOT of/IN/2/prep Mary/NN/3/pobj
"""
LABELS = ["ROOT", "det", "dobj", "nsubj", "pobj", "prep", "punct", "relcl"]
TAGS = ["DT", "NN", "VB", "IN", "WDT", "."]
Sentence = tuple[list[str], list[str], Tree]


def sentences() -> list[Sentence]:
    result = []
    for line in TREES.strip().splitlines():
        rows = [token.rsplit("/", 3) for token in line.split()]
        tree = Tree(tuple(int(row[2]) - 1 for row in rows), tuple(row[3] for row in rows))
        result.append(([row[0] for row in rows], [row[1] for row in rows], tree))
    return result


def new_trainer(seed: int = 1) -> ParserTrainer:
    trainer = ParserTrainer(TAGS, LABELS, [["VB"], ["WDT"]], seed=seed, min_feature_count=1)
    trainer.add_kind("dog", "NN", "animal")
    trainer.add_kind("cat", "NN", "animal")
    trainer.add_kind("the", "", "the")
    return trainer


def train(path: Path, pruned: int | None = None) -> TransitionParser:
    trainer = new_trainer()
    for words, tags, tree in sentences():
        trainer.add(words, tags, tree.heads, tree.labels)
    for _ in range(8):
        trainer.epoch()
    if pruned is not None:
        trainer.prune(pruned, pruned)
        trainer.epoch()
    trainer.save(str(path))
    return TransitionParser.load(path, AUXILIARIES)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parser") / "parser.bin"
    train(path)
    return path


@pytest.fixture(scope="module")
def parser(model: Path) -> TransitionParser:
    return TransitionParser.load(model, AUXILIARIES)


def test_learns_its_training_sentences_cased_and_lowercased(parser: TransitionParser) -> None:
    for words, tags, tree in sentences():
        assert parser.parse([words, [word.lower() for word in words]], [tags, tags]) == [tree, tree]


def test_golden_parses_of_new_sentences(parser: TransitionParser) -> None:
    words = ["Mary sees a dog in the park .", "The dog that barks sees Mary ."]
    tags = ["NN VB DT NN IN DT NN .", "DT NN WDT VB VB NN ."]
    assert parser.parse([one.split() for one in words], [one.split() for one in tags]) == [
        Tree((1, -1, 3, 1, 1, 6, 4, 1), ("nsubj", "ROOT", "det", "dobj", "prep", "det", "pobj", "punct")),
        Tree((1, 4, 3, 1, -1, 4, 4), ("det", "nsubj", "nsubj", "relcl", "ROOT", "dobj", "punct")),
    ]


def test_every_parse_is_one_projective_tree(parser: TransitionParser) -> None:
    words = sorted({word for own, _, _ in sentences() for word in own}) + ["zebra", "1999", "日本", "\x00"]
    random = Random(3)
    batch = [random.choices(words, k=random.randrange(1, 30)) for _ in range(200)]
    tags = [random.choices([*TAGS, "XYZ"], k=len(own)) for own in batch]
    for own, tree in zip(batch, parser.parse(batch, tags), strict=True):
        assert len(tree) == len(own)
        assert len(tree.roots) == 1 and tree.labels[tree.roots[0]] == "ROOT"
        assert tree.labels.count("ROOT") == 1
        assert tree.is_projective


def projective_trees(size: int) -> list[tuple[int, ...]]:
    """Return the heads of all projective trees with one root, by trying all heads there are."""
    found = []

    def extend(heads: list[int]) -> None:
        if len(heads) < size:
            for head in range(-1, size):
                if head != len(heads):
                    extend([*heads, head])
            return
        try:
            tree = Tree(tuple(heads), ("det",) * size)
        except ValueError:
            return
        if len(tree.roots) == 1 and tree.is_projective:
            found.append(tuple(heads))

    extend([])
    return found


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 2), (3, 7), (4, 30)])
def test_every_projective_tree_can_be_learnt(size: int, count: int, tmp_path: Path) -> None:
    trees = projective_trees(size)
    assert len(trees) == count  # A006013
    trainer = ParserTrainer(["NN"], LABELS, [], min_feature_count=1, margin=50)
    letters = "abcdefghijklmnopqrstuvwxyzäöüß"
    own = [[f"{letters[number]}-{letters[place]}" for place in range(size)] for number in range(len(trees))]
    for words, heads in zip(own, trees, strict=True):
        trainer.add(words, ["NN"] * size, heads, ["ROOT" if head < 0 else "det" for head in heads])
    for _ in range(40):
        right = trainer.epoch()
    assert right == 1.0
    trainer.save(str(tmp_path / "trees.bin"))
    parsed = TransitionParser.load(tmp_path / "trees.bin", AUXILIARIES).parse(own, [["NN"] * size] * len(own))
    assert [tree.heads for tree in parsed] == trees


def test_crossing_arcs_are_lifted(tmp_path: Path) -> None:
    trainer = ParserTrainer(["NN"], LABELS, [], min_feature_count=1)
    # b -> d crosses a -> c (root a); the nearest word above b that d can hang on is a.
    trainer.add(["a", "b", "c", "d"], ["NN"] * 4, [-1, 0, 0, 1], ["ROOT", "det", "dobj", "prep"])
    for _ in range(4):
        trainer.epoch()
    trainer.save(str(tmp_path / "lifted.bin"))
    (tree,) = TransitionParser.load(tmp_path / "lifted.bin", AUXILIARIES).parse([["a", "b", "c", "d"]], [["NN"] * 4])
    assert tree == Tree((-1, 0, 0, 0), ("ROOT", "det", "dobj", "prep"))


def test_same_seed_same_bytes(model: Path, tmp_path: Path) -> None:
    train(tmp_path / "again.bin")
    assert (tmp_path / "again.bin").read_bytes() == model.read_bytes()


def test_pruning_keeps_the_features_that_matter(model: Path, tmp_path: Path) -> None:
    pruned = train(tmp_path / "pruned.bin", 500)
    assert (tmp_path / "pruned.bin").stat().st_size < model.stat().st_size
    batch = sentences()
    trees = pruned.parse([words for words, _, _ in batch], [tags for _, tags, _ in batch])
    same = [
        one == other
        for tree, (_, _, gold) in zip(trees, batch, strict=True)
        for one, other in zip(tree.heads, gold.heads, strict=True)
    ]
    assert sum(same) >= 0.9 * len(same)


def test_order_and_company_do_not_matter(parser: TransitionParser) -> None:
    batch = sentences()[:4]
    alone = {" ".join(words): parser.parse([words], [tags])[0] for words, tags, _ in batch}
    for order in permutations(batch):
        trees = parser.parse([words for words, _, _ in order], [tags for _, tags, _ in order])
        assert trees == [alone[" ".join(words)] for words, _, _ in order]


def test_edges(parser: TransitionParser) -> None:
    assert parser.parse([], []) == []
    assert parser.parse([[]], [[]]) == [Tree((), ())]
    assert parser.parse([["dog"]], [["NN"]]) == [Tree((-1,), ("ROOT",))]
    assert len(parser.parse([["dog"] * 3000], [["NN"] * 3000])[0]) == 3000


def test_threads_share_a_parser(parser: TransitionParser) -> None:
    batch = sentences() * 100
    words, tags = [one[0] for one in batch], [one[1] for one in batch]
    expected = parser.parse(words, tags)
    results: list[list[Tree]] = []
    threads = [threading.Thread(target=lambda: results.append(parser.parse(words, tags))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


def test_words_without_tags_are_refused(parser: TransitionParser) -> None:
    with pytest.raises(InputError, match="2 sentences have tags for 1"):
        parser.parse([["a"], ["b"]], [["NN"]])
    with pytest.raises(InputError, match="sentence 1 of 2 words has 1 tags"):
        parser.parse([["a"], ["b", "c"]], [["NN"], ["NN"]])
    with pytest.raises(InputError, match="not valid text"):
        parser.parse([["\ud800"]], [["NN"]])


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.9])
def test_truncated_model_is_refused(model: Path, tmp_path: Path, share: float) -> None:
    whole = model.read_bytes()
    path = tmp_path / "cut.bin"
    path.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(FormatError) as caught:
        TransitionParser.load(path, AUXILIARIES)
    assert str(caught.value).startswith(f"{path}: ") and "\n" not in str(caught.value)


def test_damaged_and_foreign_models_are_refused(model: Path, tmp_path: Path) -> None:
    damaged = bytearray(model.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path = tmp_path / "damaged.bin"
    path.write_bytes(damaged)
    with pytest.raises(FormatError, match="damaged parser model"):
        TransitionParser.load(path, AUXILIARIES)
    path.write_text("a text file, not a model")
    with pytest.raises(FormatError, match="not a parser model"):
        TransitionParser.load(path, AUXILIARIES)
    with pytest.raises(FormatError, match="not a parser model"):
        TransitionParser.load(EMBEDDED / "MODEL_CARD.md", AUXILIARIES)
    with pytest.raises(FormatError, match="cannot open"):
        TransitionParser.load(tmp_path / "none.bin", AUXILIARIES)


def test_trainer_refuses_what_it_cannot_learn_from(tmp_path: Path) -> None:
    trainer = new_trainer()
    with pytest.raises(ValueError, match="2 words has 1 tags, 2 heads and 2 labels"):
        trainer.add(["a", "b"], ["NN"], [-1, 0], ["ROOT", "det"])
    with pytest.raises(ValueError, match="unknown label 'x'"):
        trainer.add(["a"], ["NN"], [-1], ["x"])
    with pytest.raises(ValueError, match="has the head 7"):
        trainer.add(["a", "b"], ["NN", "NN"], [-1, 7], ["ROOT", "det"])
    with pytest.raises(ValueError, match="2 roots"):
        trainer.add(["a", "b"], ["NN", "NN"], [-1, -1], ["ROOT", "ROOT"])
    with pytest.raises(ValueError, match="does not lead to a root"):
        trainer.add(["a", "b", "c"], ["NN"] * 3, [-1, 2, 1], ["ROOT", "det", "det"])
    with pytest.raises(ValueError, match="no sentence"):
        trainer.epoch()
    with pytest.raises(ValueError, match="not been trained"):
        trainer.save(str(tmp_path / "x.bin"))
    with pytest.raises(ValueError, match="not been trained"):
        trainer.prune(1, 1)
    with pytest.raises(ValueError, match="unknown tag 'QQ' among the landmarks"):
        ParserTrainer(TAGS, LABELS, [["QQ"]])
    with pytest.raises(ValueError, match="up to 4 kinds"):
        ParserTrainer(TAGS, LABELS, [["NN"]] * 5)
    with pytest.raises(ValueError, match="2 to 63 labels"):
        ParserTrainer(TAGS, ["ROOT"], [])
    with pytest.raises(ValueError, match="1 to 254 tags"):
        ParserTrainer([], LABELS, [])


GOLDEN = [
    (
        "He was given a medal after the war .",
        "2 2 -1 4 2 2 7 5 2",
        "nsubjpass auxpass ROOT det dobj prep det pobj punct",
    ),
    ("The old house is empty .", "2 2 3 -1 3 3", "det amod nsubj ROOT acomp punct"),
    ("Paris is the capital of France .", "1 -1 3 1 3 4 1", "nsubj ROOT det attr prep pobj punct"),
    (
        "She sold the car and bought a house .",
        "1 -1 3 1 1 1 7 5 1",
        "nsubj ROOT det dobj cc conj det dobj punct",
    ),
]


@pytest.mark.skipif(not (EMBEDDED / "parser.bin").is_file(), reason="the embedded parser has not been trained")
@pytest.mark.parametrize(("text", "heads", "labels"), GOLDEN)
def test_embedded_model_parses_plain_sentences(text: str, heads: str, labels: str) -> None:
    parser, tagger = TransitionParser.load(EMBEDDED / "parser.bin", AUXILIARIES), Tagger.load(EMBEDDED / "tagger.bin")
    wanted = Tree(tuple(map(int, heads.split())), tuple(labels.split()))
    for words in (text.split(), text.lower().split()):
        assert parser.parse([words], [tagger.tag(words)]) == [wanted]


def test_rows_of_weights_that_lie_outside(model: Path, tmp_path: Path) -> None:
    """Right checksums do not make a file whole: a row of weights must lie inside."""
    body = bytearray(model.read_bytes()[24:])
    place = len(body)
    arrays = []  # places of counts
    at = 8
    for size in (1, 1, 1, 2, 2, 2, 3, 2, 4, 1):  # of the elements of each array, in their order
        count = int.from_bytes(body[at : at + 8], "little")
        arrays.append((at + 8, count, size))
        at += 8 + count * size
    assert at == place
    checks, rows = arrays[7], arrays[8]
    used = next(n for n in range(checks[1]) if body[checks[0] + 2 * n : checks[0] + 2 * n + 2] != b"\0\0")
    start = rows[0] + 4 * used
    for outside in (arrays[9][1], 0xFFFFFFFF):
        body[start : start + 4] = outside.to_bytes(4, "little")
        path = tmp_path / "outside.bin"
        path.write_bytes(b"SMPLPAR1" + len(body).to_bytes(8, "little") + _hash(body).to_bytes(8, "little") + body)
        with pytest.raises(InputError, match="damaged parser model"):
            TransitionParser.load(path, AUXILIARIES)


def _hash(data: bytes) -> int:
    """Return the hash of a model's body; simplifier/core/src/tagger/tagger_features.cc."""
    mask = (1 << 64) - 1
    found = 0x9E3779B97F4A7C15 ^ len(data)
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        found = (found ^ int.from_bytes(data[at : at + 8], "little")) * 0xFF51AFD7ED558CCD & mask
        found ^= found >> 32
    return _mixed(found ^ int.from_bytes(data[whole:], "little"))


def _mixed(value: int) -> int:
    for _ in range(2):
        value ^= value >> 32
        value = value * 0xD6E8FEB86659FD93 & (1 << 64) - 1
    return value ^ value >> 32
