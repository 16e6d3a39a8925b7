"""An editor: a client of the protocol, and the server in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Union, cast

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.protocol import default_converter

URI = "file:///text.md"
COMMAND = (sys.executable, "-c", "from simplifier.cli.main import simplifier; simplifier()", "lsp")


def converter() -> Any:
    """Return the library's, which takes an action that has a command for a command."""
    found = default_converter()

    def structured(value: dict[str, Any], _: object) -> types.Command | types.CodeAction:
        is_command = isinstance(value.get("command"), str)
        return found.structure(value, types.Command if is_command else types.CodeAction)  # type: ignore[no-any-return]

    found.register_structure_hook(Union[types.Command, types.CodeAction], structured)  # noqa: UP007
    return found


class Editor:
    """What an editor does, and what it is shown."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1", converter_factory=converter)
        self.shown: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: asyncio.Queue[str] = asyncio.Queue()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.shown.put_nowait(params)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def show(params: types.ShowMessageParams) -> None:
            self.messages.put_nowait(params.message)

    async def begin(
        self, options: dict[str, Any] | None = None, changes: bool = True, encodings: Sequence[str] = ()
    ) -> types.InitializeResult:
        workspace = types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=changes)
        )
        general = types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind(one) for one in encodings] or None
        )
        abilities = types.ClientCapabilities(workspace=workspace, general=general)
        params = types.InitializeParams(abilities, initialization_options=options)
        answer = await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())
        return answer

    def open(self, text: str, language: str = "markdown", uri: str = URI) -> None:
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, version: int, *changes: tuple[tuple[int, int], tuple[int, int], str]) -> None:
        """Put words between two positions, one after the other."""
        named = types.VersionedTextDocumentIdentifier(version, URI)
        made = [
            types.TextDocumentContentChangePartial(types.Range(types.Position(*start), types.Position(*end)), text)
            for start, end, text in changes
        ]
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(named, [*made]))

    async def next(self) -> types.PublishDiagnosticsParams:
        return await asyncio.wait_for(self.shown.get(), 30)

    async def marks(self, version: int = 1) -> list[tuple[int, int, int, str]]:
        """Return what is shown of a version: line, first and last unit, kind."""
        while (found := await self.next()).version != version:
            assert found.version is not None and found.version < version
        for one in found.diagnostics:
            assert one.severity is types.DiagnosticSeverity.Hint and one.range.start.line == one.range.end.line
        return [
            (one.range.start.line, one.range.start.character, one.range.end.character, str(one.code))
            for one in found.diagnostics
        ]

    async def actions(
        self, start: tuple[int, int], end: tuple[int, int] | None = None, only: list[str] | None = None
    ) -> list[types.CodeAction]:
        place = types.Range(types.Position(*start), types.Position(*(end or start)))
        kinds = cast("list[types.CodeActionKind | str] | None", only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(URI), place, types.CodeActionContext([], kinds))
        found = await self.client.text_document_code_action_async(params)
        return [one for one in found or () if isinstance(one, types.CodeAction)]


def made(action: types.CodeAction) -> tuple[tuple[int, int], tuple[int, int], str]:
    """Return where an action puts what."""
    assert action.edit is not None
    if action.edit.changes is not None:
        (edit,) = action.edit.changes[URI]
    else:
        assert action.edit.document_changes is not None
        (document,) = action.edit.document_changes
        assert isinstance(document, types.TextDocumentEdit)
        (one,) = document.edits
        assert isinstance(one, types.TextEdit)
        edit = one
    first, last = edit.range.start, edit.range.end
    return (first.line, first.character), (last.line, last.character), edit.new_text


@asynccontextmanager
async def editor(*arguments: object) -> AsyncIterator[Editor]:
    found = Editor()
    await found.client.start_io(*COMMAND, *map(str, arguments))
    try:
        yield found
    finally:
        await asyncio.wait_for(found.client.shutdown_async(None), 30)
        found.client.exit(None)
        await asyncio.wait_for(found.client.stop(), 30)
