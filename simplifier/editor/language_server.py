"""The language server, which answers a text editor over standard input and output."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pydantic import BaseModel, ConfigDict, ValidationError
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from simplifier.base.errors import InputError
from simplifier.documents import TextEdit
from simplifier.documents.positions import Replacement
from simplifier.editor.analysis import HARD_WORD, Analysis, Suggestion, analyse, format_of, offers, ranked
from simplifier.editor.model import EditorModel
from simplifier.editor.text import EditedText, Spot
from simplifier.suggestions.kinds import OFFERED

__all__ = ["EditorOptions", "serve_editor"]

_Answer = TypeVar("_Answer")
#: Makes the model with the options of a text editor.
_Load = Callable[["EditorOptions"], EditorModel]

_NEVER: Final = "simplifier.never"
#: The pause in typing, in seconds, after which a text is read.
_PAUSE: Final = 0.2
#: The least time, in seconds, between two showings of offers while more of them are looked for.
_EVERY: Final = 1.0
#: The most replacements that are offered for a place.
_MOST_FIXES: Final = 5


class EditorOptions(BaseModel):
    """The options of a text editor when it starts the server; missing ones are as on the command line.

    Attributes:
        userRules: the file of the user list, which need not exist yet.
        preset: the name of a preset.
        hardWords: True to mark hard words for which no change is suggested.
        offers: True to offer changes that may help, which the model does not dare to make by itself.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    userRules: str | None = None
    preset: str | None = None
    hardWords: bool = True
    offers: bool = True


class _Protocol(LanguageServerProtocol):
    """The protocol of the library without its own text changes, since its lines end where LSP lines do not."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        """Pass a change on as it came, to the feature of this server."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None


class _OutdatedError(Exception):
    """The work is out of date: there is a newer version of the text, or nobody waits any more."""


@dataclass
class _Open:
    """An open text: its format, its newest version, and the analysis of that version, later with offers."""

    kind: str
    text: EditedText
    stop: threading.Event
    job: asyncio.Task[Analysis | None]
    offering: asyncio.Task[None] | None = None
    analysis: Analysis | None = None

    def end(self) -> None:
        """Stop all work on this version."""
        self.stop.set()
        self.job.cancel()
        if self.offering is not None:
            self.offering.cancel()


def serve_editor(load: _Load, version: str) -> bool:
    """Answer a text editor until it ends the connection.

    Args:
        load: a function that makes the model with the options of the editor.
        version: the version of the program.

    Returns:
        False if the editor ended the server without asking it to shut down first, for which the protocol demands an
        exit status of 1.

    Raises:
        InputError: the model cannot be opened.
    """
    model = load(EditorOptions())
    # Errors are shown in the editor. The library would write texts of the user into its log.
    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
    desk = _Desk(LanguageServer("simplifier", version, protocol_cls=_Protocol), load, model)
    # The library closes what it writes to, and standard output must stay open until the process ends.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        try:
            desk.server.start_io(stdout=output)
        finally:
            desk.close()
    return desk.ended_in_order


class _Desk:
    """Answers requests. Only the rewriting runs in the worker thread; all else runs in that of the event loop."""

    def __init__(self, server: LanguageServer, load: _Load, model: EditorModel) -> None:
        self.server = server
        self._load = load
        self._open: dict[str, _Open] = {}
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="simplify")
        self._model = model
        self._options = EditorOptions()
        self._shut_down = False
        self.ended_in_order = True
        kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]
        # The library sets attributes on the functions that it is given, which bound methods do not allow.
        server.feature(types.INITIALIZE)(partial(self._begun))
        server.feature(types.TEXT_DOCUMENT_DID_OPEN)(partial(self._opened))
        server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(partial(self._changed))
        server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(partial(self._closed))
        server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds))(partial(self._actions))
        server.feature(types.SHUTDOWN)(partial(self._asked_to_shut_down))
        server.feature(types.EXIT)(partial(self._told_to_exit))
        server.command(_NEVER)(partial(self._never))

    def close(self) -> None:
        """Stop all work, and wait until the worker has noticed."""
        for one in self._open.values():
            one.stop.set()
        self._worker.shutdown(cancel_futures=True)

    def _asked_to_shut_down(self, _: None) -> None:
        self._shut_down = True

    def _told_to_exit(self, _: None) -> None:
        self.ended_in_order = self._shut_down

    def _begun(self, params: types.InitializeParams) -> None:
        try:
            options = EditorOptions.model_validate(_plain(params.initialization_options) or {})
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            place = ".".join(map(str, first["loc"])) or "a table of options"
            raise JsonRpcInvalidParams(f"initialization options: {place}: {first['msg']}") from None
        try:
            if options != self._options:
                self._model = self._load(options)
        except InputError as error:
            raise JsonRpcInvalidParams(f"initialization options: {error}") from None
        self._options = options

    def _opened(self, params: types.DidOpenTextDocumentParams) -> None:
        given = params.text_document
        kind = format_of(given.language_id, unquote(urlsplit(given.uri).path))
        if kind is not None:
            encoding = self.server.server_capabilities.position_encoding or "utf-16"
            text = EditedText(given.text, given.version, str(getattr(encoding, "value", encoding)))
            self._read(given.uri, kind, text, 0.0)

    def _changed(self, params: types.DidChangeTextDocumentParams) -> None:
        one = self._open.get(params.text_document.uri)
        if one is None:
            return
        text, version = one.text, params.text_document.version
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = _spot(change.range.start), _spot(change.range.end)
                text = text.changed(start, end, change.text, version)
            else:
                text = text.whole(change.text, version)
        self._read(params.text_document.uri, one.kind, text, _PAUSE)

    def _closed(self, params: types.DidCloseTextDocumentParams) -> None:
        one = self._open.pop(params.text_document.uri, None)
        if one is not None:
            one.end()
            self._publish(params.text_document.uri, None, [])

    def _read(self, uri: str, kind: str, text: EditedText, pause: float) -> None:
        """Start to analyse a version of a text, and stop the work on the version before."""
        before = self._open.get(uri)
        if before is not None:
            before.end()
        stop = threading.Event()
        job = asyncio.get_running_loop().create_task(self._analysed(uri, kind, text, stop, pause))
        self._open[uri] = _Open(kind, text, stop, job)

    async def _analysed(
        self, uri: str, kind: str, text: EditedText, stop: threading.Event, pause: float
    ) -> Analysis | None:
        """Analyse a version of a text and show its suggestions; return None if that is not possible or out of date."""
        await asyncio.sleep(pause)
        model = self._model

        def work() -> tuple[bool, Analysis]:
            return model.refresh(), analyse(model, text.text, kind, self._options.hardWords, _check(stop))

        done = await self._tried(work)
        if done is None:
            return None
        fresh, found = done
        if not stop.is_set():
            self._show(uri, text, found)
            if self._options.offers:
                one = self._open[uri]
                one.offering = asyncio.get_running_loop().create_task(self._offer(uri, one, found))
        if fresh:
            self._again(but=uri)
        return found

    async def _offer(self, uri: str, one: _Open, analysis: Analysis) -> None:
        """Look for changes to offer, sentence by sentence, since that is slow, and show them as they are found."""
        model, check = self._model, _check(one.stop)
        found: list[Suggestion] = []
        shown, due = 0, time.monotonic() + _EVERY
        for number, sentence in analysis.sentences():
            # Each sentence is a piece of work by itself, so that a request waits for one at most.
            own = await self._tried(partial(offers, model, analysis, number, sentence, check))
            if own is None or one.stop.is_set():
                return
            found += own
            if len(found) > shown and time.monotonic() > due:
                one.analysis = analysis.with_offers(found)
                self._show(uri, one.text, one.analysis)
                shown, due = len(found), time.monotonic() + _EVERY
        if len(found) > shown:
            one.analysis = analysis.with_offers(found)
            self._show(uri, one.text, one.analysis)

    async def _tried(self, work: Callable[[], _Answer]) -> _Answer | None:
        """Return what the worker finds; None if that is not possible, which the editor shows, or out of date."""
        try:
            return await self._run(work)
        except _OutdatedError:
            return None
        except InputError as error:
            self._tell(str(error), types.MessageType.Error)
        except Exception as error:  # only its type is shown: the message may hold the user's text
            self._tell(f"our mistake, please report it: {type(error).__name__}", types.MessageType.Error)
        return None

    def _show(self, uri: str, text: EditedText, analysis: Analysis) -> None:
        self._publish(uri, text.version, [_diagnostic(text, suggestion) for suggestion in analysis.suggestions])

    def _again(self, but: str = "") -> None:
        """Analyse all open texts again, because the user list has changed."""
        for uri, one in list(self._open.items()):
            if uri != but:
                self._read(uri, one.kind, one.text, 0.0)

    async def _actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        one = self._open.get(uri)
        analysis = None if one is None else await self._current(one)
        if one is None or analysis is None:
            return []
        start = one.text.offset(_spot(params.range.start))
        end = one.text.offset(_spot(params.range.end))
        wanted = params.context.only
        actions: list[types.CodeAction] = []
        if _is_wanted(types.CodeActionKind.QuickFix, wanted):
            for suggestion in analysis.at(start, end):
                actions += await self._fixes(uri, one, analysis, suggestion)
        if _is_wanted(types.CodeActionKind.RefactorRewrite, wanted):
            rewriting = analysis.rewriting(start, end)
            if rewriting is not None:
                count, made = rewriting
                title = "Rewrite the sentence" if count == 1 else f"Rewrite {count} sentences"
                edit = self._edit(uri, one.text, made)
                kind = types.CodeActionKind.RefactorRewrite
                actions.append(types.CodeAction(f"{title} in plainer words", kind, edit=edit))
        return actions

    async def _current(self, one: _Open) -> Analysis | None:
        """Return the analysis of a text when it is ready.

        Raises:
            JsonRpcContentModified: the text was changed in the meantime.
        """
        if one.analysis is not None:
            return one.analysis
        try:
            return await asyncio.shield(one.job)
        except asyncio.CancelledError:
            if one.job.cancelled():
                raise JsonRpcContentModified("the text was changed") from None
            raise

    async def _fixes(self, uri: str, one: _Open, analysis: Analysis, suggestion: Suggestion) -> list[types.CodeAction]:
        """Return the replacements for a suggestion, best first, then the actions that forbid it for ever.

        None is preferred where the model made no change: an editor may make preferred ones by itself.
        """
        model = self._model
        left = threading.Event()  # set when the request is over, also if the editor has cancelled it

        try:
            found = await self._run(partial(ranked, model, analysis, suggestion, _check(one.stop, left), _MOST_FIXES))
        except _OutdatedError:
            raise JsonRpcContentModified("the text was changed") from None
        finally:
            left.set()
        diagnostic = _diagnostic(one.text, suggestion)
        sure = suggestion.kind not in (HARD_WORD, OFFERED)
        titled = [(_title(old, new), made) for old, new, made in found]
        if suggestion.target is not None:
            start, end = suggestion.sentence_start, suggestion.sentence_end
            own = analysis.replacement(suggestion, [TextEdit(start, end, suggestion.target)])
            if own is not None:
                title = f"{_title(suggestion.sentence.source[start:end], suggestion.target)} (offered)"
                titled = [(title, own), *(other for other in titled if other[1] != own)]
        actions = [
            types.CodeAction(
                title,
                types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                is_preferred=(sure and number == 0) or None,
                edit=self._edit(uri, one.text, made),
            )
            for number, (title, made) in enumerate(titled[:_MOST_FIXES])
        ]
        if model.own_list is None:
            return actions
        for source, target in suggestion.forbidding():
            words = f"Never “{source}” → “{target}”" if target else f"Never change “{source}”"
            command = types.Command(words, _NEVER, arguments=[source, target])
            kind = types.CodeActionKind.QuickFix
            actions.append(types.CodeAction(words, kind, diagnostics=[diagnostic], command=command))
        return actions

    async def _never(self, source: str, target: str) -> None:
        """Add to the user list that a rewrite is never made, or that words never change, and read all texts again."""
        model = self._model
        if model.own_list is None:
            raise JsonRpcInvalidParams("no list is named: option userRules, or --user-rules")
        try:
            told = await self._run(partial(model.never, source, target))
        except InputError as error:
            self._tell(str(error), types.MessageType.Error)
            return
        self._tell(told, types.MessageType.Info)
        self._again()

    async def _run(self, work: Callable[[], _Answer]) -> _Answer:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _tell(self, message: str, kind: types.MessageType) -> None:
        self.server.window_show_message(types.ShowMessageParams(kind, message))

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(uri, diagnostics, version)
        self.server.text_document_publish_diagnostics(params)

    def _edit(self, uri: str, text: EditedText, made: Replacement) -> types.WorkspaceEdit:
        """Return a change of one version of a text. Editors that know versions make it in no other version."""
        edit = types.TextEdit(_range(text, made.start, made.end), made.target)
        workspace = self.server.client_capabilities.workspace
        abilities = None if workspace is None else workspace.workspace_edit
        if abilities is None or not abilities.document_changes:
            return types.WorkspaceEdit({uri: [edit]})
        named = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=text.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(named, [edit])])


def _check(*stops: threading.Event) -> Callable[[], None]:
    """Return a function that ends work by an exception when one of the events is set."""

    def check() -> None:
        if any(stop.is_set() for stop in stops):
            raise _OutdatedError

    return check


def _diagnostic(text: EditedText, suggestion: Suggestion) -> types.Diagnostic:
    return types.Diagnostic(
        _range(text, suggestion.start, suggestion.end),
        suggestion.message,
        types.DiagnosticSeverity.Hint,
        code=suggestion.kind,
        source="simplifier",
    )


def _title(old: str, new: str) -> str:
    return f"“{old.strip()}” → “{new.strip()}”" if new.strip() else f"Leave out “{old.strip()}”"


def _range(text: EditedText, start: int, end: int) -> types.Range:
    return types.Range(types.Position(*text.spot(start)), types.Position(*text.spot(end)))


def _spot(position: types.Position) -> Spot:
    return Spot(position.line, position.character)


def _is_wanted(kind: types.CodeActionKind, wanted: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Return True if an editor asks for a kind of actions, by its name or that of a more general kind."""
    names = [one.value if isinstance(one, types.CodeActionKind) else one for one in wanted or ()]
    return wanted is None or any(f"{kind.value}.".startswith(f"{one}." if one else "") for one in names)


def _plain(options: object) -> object:
    """Return options as plain values; the library makes named tuples of values without a known type."""
    own = getattr(options, "_asdict", None)
    return options if own is None else own()
