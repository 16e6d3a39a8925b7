from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.evaluation.collection import (
    DOMAINS,
    MARKS,
    PARTS,
    UNSEEN,
    data_folder,
    document_sentences,
    domain_of,
    judged_edits,
    read_bracketed,
    read_choices,
    read_table,
    recall_sentences,
    sentence_texts,
    sentences,
    traps,
)
from simplifier.evaluation.collection_summary import summary_lines


def test_sentences_by_part() -> None:
    assert [len(sentences(part)) for part in (None, *PARTS)] == [3000, 2000, 500, 500]
    batches = Counter((one.id[:2], one.part) for one in sentences())
    assert set(batches.values()) == {83, 84, 333, 334} and len(batches) == 18
    assert {domain_of(one.id) for one in sentences("dev")} == set(DOMAINS.values())
    first = sentences("train")[0]
    assert first.id.startswith("EA-") and first.part == "train" and all(first.references)


def test_edits_are_where_they_say() -> None:
    texts, parts = sentence_texts(), {one.id: one.part for one in sentences()}
    edits = [*judged_edits(), *judged_edits(UNSEEN)]
    assert all(texts[one.id][one.start : one.end] == one.source for one in edits)
    assert all(parts.get(one.id, "train") == one.part for one in edits)
    assert {one.mark for one in edits} == set(MARKS)
    assert {mark for one in edits for mark in one.marks} <= MARKS.keys()


def test_unseen_edits_are_in_no_part() -> None:
    assert not any(one.unseen for part in (None, *PARTS) for one in judged_edits(part))
    assert len(judged_edits()) == sum(len(judged_edits(part)) for part in PARTS)
    unseen = judged_edits(UNSEEN)
    assert all(one.unseen for one in unseen)
    assert not {one.source.lower() for one in unseen} & {one.source.lower() for one in judged_edits()}
    assert 0.06 <= len(unseen) / (len(unseen) + len(judged_edits())) < 0.08


def test_traps_and_recall_sentences() -> None:
    trap = traps("dev")[0]
    assert trap.text[trap.start : trap.end] == "insufficient"
    assert trap.wrong == ("enough", "sufficient", "adequate")
    assert trap.accepted == ("too little", "not enough")
    assert "[" not in trap.text
    notice = recall_sentences("dev")[1]
    assert notice.text == "In the event that you move house, please notify us within 14 days."
    assert notice.expressions == (
        (0, 17, ("If", "Should", "When")),
        (41, 47, ("tell", "let us know", "inform", "contact")),
    )


def test_documents_are_whole_and_in_order() -> None:
    parts = [document_sentences(part) for part in PARTS[1:]]
    assert [len(part) for part in parts] == [225, 236]
    documents = [{one.id.partition("-")[0] for one in part} for part in parts]
    assert [len(own) for own in documents] == [24, 24] and not documents[0] & documents[1]
    for part in parts:
        assert Counter(one.kind for one in part).keys() == {"office", "health", "legal"}
        assert [one.id for one in part] == sorted(one.id for one in part)
    with pytest.raises(InputError, match="no part 'train' here"):
        document_sentences("train")


def test_brackets_and_choices() -> None:
    assert read_bracketed("[[A]] b [[cd]].") == ("A b cd.", [(0, 1), (4, 6)])
    assert read_choices("-|feel free to") == ("", "feel free to")
    assert read_choices("") == ()


def test_the_card_counts_what_is_there() -> None:
    card = (data_folder() / "README.md").read_text(encoding="utf-8")
    counted = card.partition("<!-- measured: begin -->")[2].partition("<!-- measured: end -->")[0]
    assert [line.removeprefix("    ") for line in counted.strip("\n").split("\n")] == list(summary_lines())


def test_what_is_not_there() -> None:
    with pytest.raises(InputError, match="no part 'tset' here; choose from train, dev, test; did you mean 'test'"):
        sentences("tset")
    with pytest.raises(InputError, match="choose from dev, test"):
        traps("train")
    with pytest.raises(InputError, match="no data of the language 'xx'; there are en"):
        sentences(None, "xx")


def test_a_row_with_too_few_fields(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("a\tb\n1\t2\n3\n")
    with pytest.raises(FormatError, match=r"t\.tsv:3: expected 2 fields with tabs between, got 1"):
        read_table(tmp_path / "t.tsv")
