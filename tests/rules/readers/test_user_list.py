from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import FormatError
from simplifier.languages import language_named
from simplifier.rules.readers import BadLines, read_rules
from simplifier.rules.readers.user_list import UserEntry, read_user_entries, user_weight

ENGLISH = language_named("en")
LIST = """# house style

utilize\tuse
commence\tbegin\tverb
in order  to\tto\talways
Parliament\tnever
lead\tnever\tnoun
use\tapply\tnever
bow\tbend\tVB\talways
at no time\t"never"
basically\t""
"""


def entries(path: Path, text: str, bad: BadLines | None = None) -> list[UserEntry]:
    (path / "list.tsv").write_text(text, encoding="utf-8")
    return read_user_entries(path / "list.tsv", ENGLISH, bad)


def test_every_kind_of_line(tmp_path: Path) -> None:
    found = [(one.source, one.target, one.part, one.verdict, one.line) for one in entries(tmp_path, LIST)]
    assert found == [
        ("utilize", "use", "", "prefer", 3),
        ("commence", "begin", "verb", "prefer", 4),
        ("in order to", "to", "", "always", 5),
        ("Parliament", None, "", "never", 6),
        ("lead", None, "noun", "never", 7),
        ("use", "apply", "", "never", 8),
        ("bow", "bend", "VB", "always", 9),
        ("at no time", "never", "", "prefer", 10),
        ("basically", "", "", "prefer", 11),
    ]


def test_as_rules_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "list.tsv").write_text("\ufeff" + LIST, encoding="utf-8")
    (batch,) = read_rules(tmp_path / "list.tsv", "user", language=ENGLISH)
    rows = {
        (lhs, source, target): {
            name: round(float(column[row]), 3) for name, column in batch.features.items() if column[row]
        }
        for row, (lhs, source, target) in enumerate(zip(batch.lhs or [], batch.sources, batch.targets, strict=True))
    }
    assert rows["X", "utilize", "use"] == {"UserRule": 1}
    assert rows["VB", "commence", "begin"] == {"UserRule": 1}
    assert rows["X", "in order to", "to"] == {"UserAlways": 3.2}
    assert rows["X", "parliament", "parliament"] == {"UserAlways": 1}
    assert rows["X", "use", "apply"] == {"UserNever": 1}
    assert rows["X", "basically", ""] == {"UserRule": 1}


def test_one_long_entry_outweighs_short_ones() -> None:
    assert user_weight("in order to") > user_weight("in order") + user_weight("to")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("utilize use", "expected a phrase, TAB"),
        ("utilise\t", "expected a phrase, TAB"),
        ("\tuse", "expected a phrase, TAB"),
        ("a\tb\tc\td\te", "expected a phrase, TAB"),
        ("use\tuse", "two different phrases"),
        ('use\t""\tnever', "a replacement before never"),
        ("use\talways", "a replacement before always"),
        ("begin\tstart\tvreb", "did you mean 'verb'"),
        ("begin\tstart\talwyas", "did you mean 'always'"),
        ("begin\tstart\tverb\tsometimes", "always or never in the fourth column"),
        ("begin\tnever\tverb\tnever", "at most a part of speech after never"),
        ("[X,1] a\tb", "words only"),
        ("utilize\tuse", "line 3 has it already"),
        ("Utilize\tnever", "line 3 says otherwise"),
        ("parliament\tassembly", "line 6 says otherwise"),
        ("in order to\tso as to\talways", "line 5 gives 'to'"),
    ],
)
def test_broken_and_contradicting_lines(tmp_path: Path, line: str, expected: str) -> None:
    with pytest.raises(FormatError, match=expected) as caught:
        entries(tmp_path, LIST + line + "\n")
    assert caught.value.line == 12
    bad = BadLines(skip=True)
    assert len(entries(tmp_path, LIST + line + "\n", bad)) == 9
    assert bad.counts.total() == 1
