from __future__ import annotations

from collections import Counter
from math import isnan

from simplifier.evaluation.collection import EditorialSentence, JudgedEdit, RecallSentence, Trap
from simplifier.evaluation.probes.changes import Change
from simplifier.evaluation.probes.results import (
    JudgedCounts,
    Outcome,
    count_judged,
    find_recall,
    find_traps,
    judgements,
    outcomes,
    recall_shares,
)

TRAP = Trap("T-1", "modal", "dev", "You must pay now.", 4, 8, ("may", "can"), ("have to",))
RECALL = RecallSentence("RC-1", "letter", "dev", "We hereby notify you.", ((3, 9, ("",)), (10, 16, ("tell", "inform"))))


def test_traps() -> None:
    cases = {
        Outcome.KEPT: [Change(9, 12, "hand over")],  # elsewhere
        Outcome.ACCEPTED: [Change(4, 8, "have to")],
        Outcome.WRONG: [Change(4, 8, "may")],
        Outcome.OTHER: [Change(4, 8, "will")],
    }
    found = find_traps([TRAP] * 4, [*cases.values()])
    assert [one.outcome for one in found] == [*cases]
    assert outcomes(found) == {"modal": Counter(cases.keys())}
    assert found[2].line() == "T-1 (modal, wrong): [must] -> may"


def test_hard_expressions() -> None:
    found = find_recall(
        [RECALL] * 3,
        [[Change(3, 9, ""), Change(10, 16, "Tell")], [], [Change(3, 9, "now"), Change(10, 16, "say")]],
    )
    right, left, other = Outcome.ACCEPTED, Outcome.KEPT, Outcome.OTHER
    assert [one.outcome for one in found] == [right, right, left, left, other, other]
    assert recall_shares(found) == (2 / 6, 2 / 4)
    recall, precision = recall_shares(found[2:4])
    assert recall == 0 and isnan(precision)


def judged(identity: str, start: int, end: int, target: str, mark: str) -> JudgedEdit:
    return JudgedEdit(identity, "dev", start, end, "", target, ("metric",), mark, False)


def test_judged_edits() -> None:
    texts = {"E-1": "A big house stood.", "O-1": "Pay an additional sum."}
    marks = judgements(
        [
            judged("E-1", 2, 5, "Large", "h"),
            judged("E-1", 12, 17, "was", "s"),
            judged("O-1", 4, 17, "a extra", "f"),  # an additional
            judged("O-1", 7, 17, "extra", "g"),  # the same: the worse mark holds
            judged("O-1", 0, 3, "Give", "f"),
            judged("O-1", 18, 21, "total", ""),
        ],
        texts,
    )
    assert marks == {
        ("E-1", Change(2, 5, "large")): "h",
        ("E-1", Change(12, 17, "was")): "s",
        ("O-1", Change(7, 17, "extra")): "g",
        ("O-1", Change(0, 3, "give")): "f",
    }
    one, other = (EditorialSentence(name, "", "dev", text, ("",) * 4) for name, text in texts.items())
    large, was, give = Change(2, 5, "large"), Change(12, 17, "was"), Change(0, 3, "Give")
    extra, total = Change(7, 17, "extra"), Change(18, 21, "total")
    counts = count_judged(
        [one, one, one, other, other, other],
        [[], [large], [large, was], [give], [give, total], [extra]],
        marks,
    )
    assert counts == JudgedCounts(
        Counter(h=2, s=1, f=2, g=1), unjudged=1, sentences=6, changed=5, good=1, bad=2, neutral=1
    )
    assert counts.standing == 4 / 6
