"""`--interactive`: sentence by sentence, a person accepts, rejects or replaces every change.

Any part of the changes of a sentence gives a sound text, so that a rejection just takes one back. What the program does
not dare to change by itself is offered after the changes of the sentence.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

import click

from simplifier.base.errors import InputError
from simplifier.cli.terminal.diff import in_colour, marked_result
from simplifier.policy.user_list_file import UserListFile

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier
    from simplifier.record.edits import Change, Edit, NewWords
    from simplifier.record.request import SearchRequest
    from simplifier.record.result import Result, SentenceResult

__all__ = ["Questions"]

_HELP: Final = """\
    a       accept the change
    r       reject it: the words stay
    1, 2    take this one of the others instead
    w       write your own words for it
    n       reject it, and never ask again: it goes into your list
    q       stop here: what you decided stands, the rest of the text stays as it was
"""
#: The most other changes of the same words that are offered.
_MOST_OTHERS: Final = 9


class _Stopped(Exception):
    """The person wants no more questions."""


class _Other(NamedTuple):
    """Other words for a place, and what speaks against them."""

    start: int
    end: int
    words: str
    reason: str


class _Question(NamedTuple):
    """A change to decide on; ``offered`` if the program does not make it by itself."""

    start: int
    end: int
    old: str
    new: str
    reason: str
    others: Sequence[_Other]
    offered: bool = False


class _Decision:
    """What stands of the changes of a sentence, and what was chosen beside them.

    Args:
        sentence: the sentence with its changes, all of which stand at first.
    """

    def __init__(self, sentence: SentenceResult) -> None:
        self._sentence = sentence
        self._edits: list[Edit] = list(sentence.edits)
        self._next = len(sentence.changes)

    @property
    def sentence(self) -> SentenceResult:
        """The sentence as decided."""
        return dataclasses.replace(self._sentence, decided=tuple(self._edits))

    @property
    def alone(self) -> Result:
        """The same as a text of its own."""
        from simplifier.record.result import Result

        return Result.of(self._sentence.source, [dataclasses.replace(self.sentence, start=0)])

    def stands(self, change: int) -> bool:
        """Return whether a change was not taken back."""
        return any(one.change == change for one in self._edits)

    def refuse(self, change: int) -> None:
        """Take a change back."""
        self._edits = [one for one in self._edits if one.change != change]

    def overlaps(self, start: int, end: int) -> bool:
        """Return whether something stands in a place already."""
        return any(one.start < end and start < one.end for one in self._edits)

    def choose(self, places: Sequence[NewWords]) -> None:
        """Put words into places, which then belong together; changes that overlap them are taken back."""
        from simplifier.record.edits import chosen

        for start, end, words in places:
            for one in [one for one in self._edits if one.start < end and start < one.end]:
                self.refuse(one.change)
            source = self._sentence.source[start:end]
            if source != words:
                self._edits.append(chosen(start, end, source, words, self._next))
        self._edits.sort(key=lambda one: (one.start, one.end))
        self._next += 1


class Questions:
    """Asks at the terminal of the program, wherever standard input and output lead.

    Args:
        simplifier: the model that makes the changes.
        color: the use of colour: ``auto``, ``always`` or ``never``.
        user_rules: the file of the user list, to which the answer ``n`` adds; None for that of the configuration,
            or else to ask for its name when it is needed.

    Raises:
        InputError: there is no terminal, or ``text.wrapped_lines`` joins lines.
    """

    def __init__(self, simplifier: Simplifier, color: str, user_rules: Path | None) -> None:
        if simplifier.config.text.wrapped_lines:
            raise InputError("--interactive wants every line by itself; set text.wrapped_lines to false")
        try:
            # Two streams, because one stream for reading and writing must be seekable, and a terminal is not.
            self._answers: TextIO = open("/dev/tty", encoding="utf-8", errors="replace")  # noqa: SIM115
            self._screen: TextIO = open("/dev/tty", "w", encoding="utf-8")  # noqa: SIM115
        except OSError:
            raise InputError("--interactive needs a terminal to ask at") from None
        self._simplifier = simplifier
        self._colour = in_colour(color, self._screen)
        self._path = user_rules or simplifier.config.user_rules
        self._never: set[tuple[str, str]] = set()
        self._stopped = False

    def results(
        self,
        lines: Iterable[str],
        place: Callable[[int], str],
        request: SearchRequest,
        prepared: Callable[[int, Result], Result],
        apart: bool = False,
    ) -> Iterator[Result]:
        """Yield the results of the lines or passages of a file, as they were decided, after all questions.

        Args:
            lines: the lines, with their line ends, or the passages.
            place: tells where a line stands, by its number from 0.
            request: the request for every sentence.
            prepared: takes back the changes of a line, given with its number, about which nobody is asked.
            apart: True if every line is a passage of its own.
        """
        explaining = dataclasses.replace(request, explain=True, runners_up=_MOST_OTHERS)
        found = []
        for number, line in enumerate(list(lines)):
            if self._stopped:
                found.append(_as_it_was(line))
                continue
            try:
                (result,) = self._simplifier.stream([line], 1, 1, explaining, apart=apart)
                result = prepared(number, result)
                decided = [self._sentence(one, place(number)) for one in result.sentences]
                found.append(type(result).of(line, decided))
            except KeyboardInterrupt:  # Ctrl-C between two questions: this line, too, stays as it was
                self._stop()
                found.append(_as_it_was(line))
        yield from found

    def _sentence(self, sentence: SentenceResult, place: str) -> SentenceResult:
        """Ask about the changes of one sentence, then about what is offered beside them."""
        from simplifier.record.edits import EditKind, NewWords  # loaded only where they are of use
        from simplifier.record.offers import offers_of

        decision = _Decision(sentence)
        for change in sentence.changes:
            if change.kind is EditKind.REPAIR or not decision.stands(change.number):
                continue
            old, new = sentence.source[change.start : change.end], change.target(sentence.source)
            others = _others(sentence, change)
            question = _Question(change.start, change.end, old, new, change.reason.text, others)
            if not self._decide(question, decision, place, change.number):
                decision.refuse(change.number)
        for offer in [] if self._stopped else offers_of(sentence, self._simplifier.language):
            if decision.overlaps(offer.start, offer.end):
                continue
            question = _Question(offer.start, offer.end, offer.source, offer.target, offer.reason.text, [], True)
            if self._decide(question, decision, place):
                decision.choose([NewWords(offer.start, offer.end, offer.target)])
        return decision.sentence

    def _decide(self, question: _Question, decision: _Decision, place: str, change: int | None = None) -> bool:
        """Return whether a change stands; other words that the person chose go into the decision.

        Args:
            question: the change.
            decision: what was decided on the sentence so far.
            place: where the sentence stands, for people.
            change: the number of the change; None for an offer.
        """
        key = (_words(question.old).lower(), _words(question.new).lower())
        if self._stopped or key in self._never:
            return False
        try:
            answer = self._ask(question, decision, place)
        except _Stopped:
            self._stop()
            return False
        if answer == "n":
            self._write_never(key)
        if answer in ("a", "r", "n"):
            return answer == "a"
        start, end, words = question.start, question.end, ""
        if answer == "w":
            try:
                words = self._answer("  your words (empty leaves them out): ")
            except _Stopped:
                self._stop()
                return False
        else:
            start, end, words = question.others[int(answer) - 1][:3]
        if change is not None:
            decision.refuse(change)
        from simplifier.record.offers import fitted

        decision.choose(fitted(decision.sentence.source, start, end, words, self._simplifier.language))
        return False

    def _ask(self, question: _Question, decision: _Decision, place: str) -> str:
        """Return what the person answers: a letter, or the number of other words.

        Raises:
            _Stopped: the person wants no more questions.
        """
        text = marked_result(decision.alone, self._colour)
        self._say(f"\n{place}: {' '.join(text.split())}")
        asked = "  offered, not made: " if question.offered else "  "
        self._say(f"{asked}{_shown(question.old)} -> {_shown(question.new)}   ({question.reason})")
        for number, (start, end, words, reason) in enumerate(question.others, 1):
            shown = _shown(words)
            if (start, end) != (question.start, question.end):
                shown = f"{_shown(decision.sentence.source[start:end])} -> {shown}"
            self._say(f"    {number} {shown}   ({reason})")
        count = len(question.others)
        choice = f"{'1' if count == 1 else f'1-{count}'} another, " if count else ""
        while True:
            answer = self._answer(f"  a accept, r reject, {choice}w write, n never, q quit, ? help: ")
            if answer == "q":
                raise _Stopped
            if answer in ("a", "r", "w", "n") or (answer.isdecimal() and 1 <= int(answer) <= count):
                return answer
            self._say(_HELP.rstrip())

    def _write_never(self, key: tuple[str, str]) -> None:
        self._never.add(key)
        if self._path is None:
            name = self._answer("  file for your list [my-words.tsv]: ")
            self._path = Path(name or "my-words.tsv")
        self._say(f"  {UserListFile(self._path, self._simplifier.language).forbid(*key)}")

    def _stop(self) -> None:
        self._say("stopped; the rest stays as it was")
        self._stopped = True

    def _say(self, line: str) -> None:
        self._screen.write(f"{line}\n")
        self._screen.flush()

    def _answer(self, question: str) -> str:
        """Return the line that the person types.

        Raises:
            _Stopped: the person types Ctrl-D or Ctrl-C.
        """
        with contextlib.suppress(KeyboardInterrupt):
            self._screen.write(question)
            self._screen.flush()
            line = self._answers.readline()
            if line:
                return line.strip()
        self._screen.write("\n")
        raise _Stopped


def _others(sentence: SentenceResult, change: Change) -> list[_Other]:
    """Return the other changes of the same words, best first, each that comes to the same once."""
    source = sentence.source
    phrases = () if sentence.explanation is None else sentence.explanation.changed
    taken = {source[: change.start] + change.target(source) + source[change.end :]}
    found: list[_Other] = []
    for phrase in phrases:
        if phrase.place[1] <= change.start or change.end <= phrase.place[0]:
            continue
        for other in phrase.runners_up:
            start, end = other.place
            gaps = other.rule is not None and "[" in other.rule.source  # it moves words, which one place cannot tell
            whole = source[:start] + other.target + source[end:]
            if not gaps and whole not in taken:
                taken.add(whole)
                found.append(_Other(start, end, other.target, other.reason.text))
    return found[:_MOST_OTHERS]


def _as_it_was(line: str) -> Result:
    from simplifier.record.result import Result

    return Result(line, line, ())


def _words(text: str) -> str:
    return " ".join(text.split())


def _shown(words: str) -> str:
    return click.unstyle(_words(words)) or "(left out)"
