"""`--interactive`: sentence by sentence, a person accepts, rejects or replaces every change.

After every answer but an acceptance, the sentence is searched again: rejected words stay as they were, chosen words
are fixed. So articles, capitals and neighbouring changes always fit the decisions.
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
    from simplifier.record.request import SearchRequest
    from simplifier.record.result import Candidate, ChangedPhrase, Edit, Result, SentenceResult

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
#: Owners of edits that follow from other edits or that the user has asked for; there is no question about these.
_GIVEN: Final = ("text", "markup")


class _Stopped(Exception):
    """The person wants no more questions."""


class _Decision(NamedTuple):
    """A decision about a span of characters in a sentence: the new words, or None to keep the old ones."""

    start: int
    end: int
    words: str | None

    def overlaps(self, other: _Decision) -> bool:
        return self.start < other.end and other.start < self.end


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
        name: str,
        request: SearchRequest,
        leveled: Callable[[Result], Result],
    ) -> Iterator[Result]:
        """Yield the results of the lines of a file, as they were decided, after all questions have been answered.

        Args:
            lines: the lines, with their line ends.
            name: the name of the file.
            request: the request for every sentence.
            leveled: a function that undoes the changes of easy sentences.
        """
        found = []
        for number, line in enumerate(list(lines), 1):
            try:
                found.append(self._line(line, f"{name}:{number}", request, leveled))
            except KeyboardInterrupt:  # Ctrl-C between two questions: this line, too, stays as it was
                self._stop()
                found.append(_as_it_was(line))
        yield from found

    def _line(self, line: str, place: str, request: SearchRequest, leveled: Callable[[Result], Result]) -> Result:
        from simplifier.text import put_together

        if self._stopped:
            return _as_it_was(line)
        (result,) = map(leveled, self._simplifier.stream([line], 1, 1, request))
        sentences = []
        for sentence in result.sentences:
            sentences.append(self._sentence(sentence, place, request))
        outputs = [one.output for one in sentences]
        text = put_together(line, [one.place for one in sentences], outputs)
        return dataclasses.replace(result, text=text, sentences=tuple(sentences))

    def _sentence(self, sentence: SentenceResult, place: str, request: SearchRequest) -> SentenceResult:
        """Return a sentence after questions about its changes; undecided changes are undone if the person stops."""
        decisions: list[_Decision] = []
        accepted: list[Edit] = []
        while not self._stopped:
            open_edits = [edit for edit in _asked(sentence.edits) if not _is_among(edit, accepted)]
            if not open_edits:
                return sentence
            # An answer of "never" also holds for the same change in later sentences, without another question.
            forbidden = next((edit for edit in open_edits if _key(edit) in self._never), None)
            if forbidden is not None:
                decision: _Decision | None = _Decision(forbidden.start, forbidden.end, None)
            else:
                try:
                    decision = self._ask(sentence, open_edits[0], place, decisions, request)
                except _Stopped:
                    self._stop()
                    break
            if decision is None:
                accepted.append(open_edits[0])
                continue
            decisions.append(decision)
            sentence = self._again(sentence, decisions, accepted, request)
        rest = [edit for edit in _asked(sentence.edits) if not _is_among(edit, accepted)]
        # Undoing changes may bring new ones, which are undone in turn.
        while rest:
            decisions += [_Decision(edit.start, edit.end, None) for edit in rest]
            sentence = self._again(sentence, decisions, accepted, request)
            rest = [edit for edit in _asked(sentence.edits) if not _is_among(edit, accepted)]
        return sentence

    def _ask(
        self,
        sentence: SentenceResult,
        edit: Edit,
        place: str,
        decisions: Sequence[_Decision],
        request: SearchRequest,
    ) -> _Decision | None:
        """Return the decision about a change; None to accept it.

        Raises:
            _Stopped: the person wants no more questions.
        """
        others = self._others(sentence, edit, decisions, request)
        text = marked_result(_alone(sentence), self._colour)
        self._say(f"\n{place}: {' '.join(text.split())}")
        self._say(f"  {_shown(edit.source)} -> {_shown(edit.target)}")
        for number, other in enumerate(others, 1):
            words = _shown(other.target)
            if other.place != (edit.start, edit.end):
                words = f"{_shown(sentence.source[slice(*other.place)])} -> {words}"
            self._say(f"    {number} {words}   ({other.reason.text})")
        numbers = "1" if len(others) == 1 else f"1-{len(others)}"
        choice = f"{numbers} another, " if others else ""
        while True:
            answer = self._answer(f"  a accept, r reject, {choice}w write, n never, q quit, ? help: ")
            if answer == "a":
                return None
            if answer == "r":
                return _Decision(edit.start, edit.end, None)
            if answer.isdecimal() and 1 <= int(answer) <= len(others):
                other = others[int(answer) - 1]
                return _Decision(*other.place, other.target)
            if answer == "w":
                return _Decision(edit.start, edit.end, self._answer("  your words (empty leaves them out): "))
            if answer == "n":
                self._write_never(edit)
                return _Decision(edit.start, edit.end, None)
            if answer == "q":
                raise _Stopped
            self._say(_HELP.rstrip())

    def _others(
        self,
        sentence: SentenceResult,
        edit: Edit,
        decisions: Sequence[_Decision],
        request: SearchRequest,
    ) -> list[Candidate]:
        """Return the other changes of the same words, best first; of several with the same result, only the first."""
        explaining = dataclasses.replace(request, explain=True, runners_up=_MOST_OTHERS)
        explained = self._searched(sentence, decisions, explaining)
        changed: Sequence[ChangedPhrase] = ()
        if explained is not None and explained.explanation is not None:
            changed = explained.explanation.changed
        found = next((one.runners_up for one in changed if _is_among(one.edit, [edit])), ())
        taken = {_replaced(sentence.source, edit.start, edit.end, edit.target)}
        fitting = []
        for other in found:
            # A rule with gaps may move words, which the markup of a choice cannot express.
            gaps = other.rule is not None and "[" in other.rule.source
            whole = _replaced(sentence.source, *other.place, other.target)
            if not gaps and whole not in taken:
                taken.add(whole)
                fitting.append(other)
        return fitting[:_MOST_OTHERS]

    def _again(
        self,
        sentence: SentenceResult,
        decisions: list[_Decision],
        accepted: Sequence[Edit],
        request: SearchRequest,
    ) -> SentenceResult:
        """Search a sentence again with all decisions; an accepted change that would be lost becomes a decision, too."""
        found = self._searched(sentence, decisions, request)
        if found is None:
            return _unchanged(sentence)
        lost = [_Decision(edit.start, edit.end, edit.target) for edit in accepted if not _is_among(edit, found.edits)]
        more = [one for one in lost if not any(map(one.overlaps, decisions))]
        if more:
            decisions += more
            found = self._searched(sentence, decisions, request) or found
        return found

    def _searched(
        self, sentence: SentenceResult, decisions: Sequence[_Decision], request: SearchRequest
    ) -> SentenceResult | None:
        """Return the sentence rewritten by the decisions; None if by itself it is read as several sentences."""
        from simplifier.text.markup import MarkedSpan, MarkedText

        # Of decisions that overlap, the last one holds.
        kept: list[_Decision] = []
        for one in reversed(decisions):
            if not any(map(one.overlaps, kept)):
                kept.append(one)
        spans = [MarkedSpan(*one) for one in sorted(kept)]
        marked = MarkedText.of(sentence.source, spans, "")
        results = list(self._simplifier.stream([marked], 1, 1, request))
        found = [one for result in results for one in result.sentences]
        if len(found) != 1 or found[0].source != sentence.source:
            return None
        return dataclasses.replace(found[0], start=sentence.start, part=sentence.part, split=sentence.split)

    def _write_never(self, edit: Edit) -> None:
        self._never.add(_key(edit))
        if self._path is None:
            name = self._answer("  file for your list [my-words.tsv]: ")
            self._path = Path(name or "my-words.tsv")
        self._say(f"  {UserListFile(self._path, self._simplifier.language).forbid(*_key(edit))}")

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


def _asked(edits: Iterable[Edit]) -> list[Edit]:
    return [edit for edit in edits if edit.rule.grammar not in _GIVEN]


def _is_among(edit: Edit, others: Iterable[Edit]) -> bool:
    return any((edit.start, edit.end, edit.target) == (other.start, other.end, other.target) for other in others)


def _key(edit: Edit) -> tuple[str, str]:
    return " ".join(edit.source.lower().split()), " ".join(edit.target.lower().split())


def _replaced(text: str, start: int, end: int, words: str) -> str:
    return f"{text[:start]}{words}{text[end:]}"


def _unchanged(sentence: SentenceResult) -> SentenceResult:
    """Return a sentence with its old text, for one that by itself is read as several sentences."""
    from simplifier.record.result import Rewriting

    return dataclasses.replace(sentence, kbest=(Rewriting(sentence.source, 0.0, {}, ()),))


def _as_it_was(line: str) -> Result:
    from simplifier.record.result import Result

    return Result(line, line, ())


def _alone(sentence: SentenceResult) -> Result:
    """Return a sentence as a text of its own."""
    from simplifier.record.result import Result

    return Result(sentence.source, sentence.output, (dataclasses.replace(sentence, start=0, split=None),))


def _shown(words: str) -> str:
    return click.unstyle(" ".join(words.split())) or "(left out)"
