from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import FormatError
from simplifier.base.settings import PACKAGE
from simplifier.core import TableBuilder
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.numerals import numbers_of
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.inspection.audit import Auditor, audit_table, finding_lines, load_meaning
from simplifier.rules.resources.exclusions import Exclusions, read_exclusions
from simplifier.rules.tables.prune import prune_table
from simplifier.rules.tables.table import open_table

TAGGER = PACKAGE / "models" / "en-annotation" / "tagger.bin"
ENGLISH = language_named("en")


def kinds(source: str, target: str, auditor: Auditor | None = None) -> list[str]:
    return [kind for kind, _ in (auditor or Auditor(ENGLISH.meaning, ENGLISH)).check(source, target)]


@pytest.mark.parametrize(
    ("source", "target", "kind"),
    [
        ("unhappy", "happy", "antonym"),
        ("impractical", "practical", "antonym"),
        ("nonprofits", "profit", "antonym"),
        ("careless", "careful", "antonym"),
        ("the import of", "the export of", "antonym"),
        ("was refused", "was accepted", "antonym"),
        ("did not agree", "agreed", "negation"),
        ("couldn't", "could", "negation"),
        ("agreed", "never agreed", "negation"),
        ("twelve men", "ten men", "number"),
        ("two thirds", "most", "number"),
        ("several", "three", "number"),
        ("in 1,999", "in 1998", "number"),
        ("british", "french", "name"),
        ("the united states", "the soviet forces", "name"),
        ("scandal", "triumph", "sentiment"),
        ("paralysed", "crippled", "offensive"),
    ],
)
def test_what_changes_the_meaning_is_found(source: str, target: str, kind: str) -> None:
    assert kind in kinds(source, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("principal", "main"),
        ("invaluable", "valuable"),
        ("not large", "small"),
        ("less fortunate", "unfortunate"),
        ("not unlikely", "likely"),
        ("is not able to", "is unable to"),
        ("twelve", "12"),
        ("twenty-one", "21"),
        ("three hundred and", "300"),
        ("one", "a person"),
        ("u.s.", "the united states"),
        ("germany 's", "german"),
        ("crippled", "cripple"),
        ("[NP,1] was written by [NP,2]", "[NP,2] wrote [NP,1]"),
        ("very", ""),
    ],
)
def test_what_keeps_the_meaning_is_not(source: str, target: str) -> None:
    assert kinds(source, target) == []


@pytest.mark.skipif(not TAGGER.is_file(), reason="the embedded model is not in this installation")
def test_the_tagger_knows_names() -> None:
    auditor = Auditor(ENGLISH.meaning, ENGLISH, Tagger.load(TAGGER))
    assert kinds("magicians", "christmas", auditor) == ["name"]
    assert kinds("slovenia", "romania", auditor) == ["name"]
    assert kinds("muhammad", "mohammed", auditor) == []
    assert kinds("paris", "the city", auditor) == []


def test_numbers_are_read_from_digits_and_words() -> None:
    assert numbers_of("two million soldiers".split()) == {2e6}
    assert numbers_of("three hundred".split()) == {300.0}
    assert numbers_of("twenty-one 1,000 third".split()) == {21.0, 1000.0, 3.0}
    assert numbers_of("one of the first".split()) == frozenset()


def test_files_add_to_the_lists(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("cat\tdog\n")
    (tmp_path / "s").write_text("cat\t2.5\nwolf\t-1\n")
    (tmp_path / "o").write_text("cur\n")
    meaning = load_meaning(ENGLISH, [tmp_path / "a"], [tmp_path / "s"], [tmp_path / "o"])
    auditor = Auditor(meaning, ENGLISH)
    assert kinds("dog", "cat", auditor) == ["antonym"]
    assert kinds("wolf", "cat", auditor) == ["sentiment"]
    assert kinds("dog", "cur", auditor) == ["offensive"]
    (tmp_path / "s").write_text("cat\tgood\n")
    with pytest.raises(FormatError, match="expected a word, a tab and a number"):
        load_meaning(ENGLISH, sentiment=[tmp_path / "s"])


def test_findings_are_an_exclusion_list_that_a_build_and_pruning_keep_to(tmp_path: Path) -> None:
    rows = [
        ("JJ", "unhappy", "happy", 3.0),
        ("NN", "unhappy", "happy", 3.0),
        ("JJ", "unhappy", "sad", 2.0),
        ("JJ", "unhappy", "unhappy", 1.0),
        ("NN", "scandal", "triumph", 3.0),
    ]
    builder = TableBuilder(str(tmp_path / "t"), ["worth"], [0.0], ["hand"], "{}", str(tmp_path))
    values = np.array([[row[3]] for row in rows], dtype=np.float32)
    builder.add([r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows], values, None, 0)
    builder.finish()
    table, auditor, counts = open_table(tmp_path / "t"), Auditor(ENGLISH.meaning, ENGLISH), Counter[str]()
    findings = list(audit_table(table, auditor, counts=counts))
    assert {(one.source, one.target): one.kinds for one in findings} == {
        ("unhappy", "happy"): ("antonym", "sentiment"),
        ("scandal", "triumph"): ("sentiment",),
    }
    assert counts == {"pairs": 3}
    lines = list(finding_lines(findings))
    assert len(lines) == 3 and any(line.startswith("unhappy\thappy\tantonym,sentiment\t") for line in lines)
    (tmp_path / "list.tsv").write_text("\n".join(lines) + "\n")

    known = read_exclusions([tmp_path / "list.tsv"])
    assert len(known) == 2 and list(audit_table(table, auditor, known)) == []
    prune_table(table, tmp_path / "pruned", {"worth": 1.0}, 1, 99.0, exclusions=known)
    pruned = open_table(tmp_path / "pruned")
    assert sorted(pruned.rule(rule)[2] for rule in range(len(pruned))) == ["sad", "unhappy"]
    dropped: Counter[str] = Counter()
    batch = RuleBatch([row[1] for row in rows], [row[2] for row in rows])
    assert known.select(batch, dropped).targets == ["sad", "unhappy"]
    assert dropped == {"excluded": 3}


def test_a_broken_exclusion_list_is_refused_by_line(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("# a comment\n\na\tb\tkind\tfor people\nvery\t\na b\n")
    with pytest.raises(FormatError, match="list:5: expected a source and a target"):
        read_exclusions([tmp_path / "list"])
    assert ("a", "a") not in Exclusions([("a", "a")])
