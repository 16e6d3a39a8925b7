"""`simplifier lsp`, asked by a client of the protocol."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from simplifier.base.installation import install_hint
from simplifier.base.settings import PACKAGE
from simplifier.documents.positions import spliced
from simplifier.editor.analysis import analyse, ranked
from simplifier.editor.model import EditorModel
from tests.simplifier.editor.editing import COMMAND, URI, editor, made

_P = ParamSpec("_P")


def awaited(test: Callable[_P, Coroutine[Any, Any, None]]) -> Callable[_P, None]:
    @wraps(test)
    def run(*arguments: _P.args, **named: _P.kwargs) -> None:
        asyncio.run(test(*arguments, **named))

    return run


@awaited
async def test_changes_and_hard_words_in_running_text_alone(toy_config: Path) -> None:
    text = "---\ntitle: humorous\n---\n\n# A humorous *large* man\n\n```\nhumorous\n```\n"
    text += "\n😀 `large` large residence.\n"
    async with editor("--config", toy_config) as one:
        answer = await one.begin()
        assert answer.server_info is not None and answer.server_info.name == "simplifier"
        sync = answer.capabilities.text_document_sync
        assert isinstance(sync, types.TextDocumentSyncOptions)
        assert sync.change is types.TextDocumentSyncKind.Incremental
        one.open(text)
        shown = await one.next()
        assert [(mark.range.start, mark.message) for mark in shown.diagnostics] == [
            (types.Position(4, 4), "“funny” is plainer than “humorous”."),
            (types.Position(4, 14), "“big” is plainer than “large”."),
            (types.Position(10, 11), "“big” is plainer than “large”."),
            (types.Position(10, 17), "“house” is plainer than “residence”."),
        ]
        one.open("A humorous man.", "plaintext", "file:///other.txt")
        assert len((await one.next()).diagnostics) == 1
        one.open("A deliberate humorous man.", "python", "file:///other.py")
        one.open("A deliberate man.", "plaintext", "file:///last.txt")
        shown = await one.next()
        assert shown.uri == "file:///last.txt"
        assert [(mark.code, mark.message) for mark in shown.diagnostics] == [
            ("HARD_WORD", "“deliberate” is a hard word.")
        ]
        named = types.TextDocumentIdentifier("file:///last.txt")
        one.client.text_document_did_close(types.DidCloseTextDocumentParams(named))
        assert not (await one.next()).diagnostics


@awaited
async def test_typing_and_lines_as_the_protocol_has_them(toy_config: Path) -> None:
    async with editor("--config", toy_config) as one:
        await one.begin()
        one.open("A man.\r\n\r\n\u2028\x0c x\n")
        assert await one.marks() == []
        # Two characters of the line separator and form feed stand in line 2.
        one.change(2, ((2, 3), (2, 4), "😀😀 large"), ((0, 2), (0, 2), "humorous "))
        assert await one.marks(2) == [(0, 2, 10, "PLAIN_WORDS"), (2, 8, 13, "PLAIN_WORDS")]
        # The second half of a pair of units is the first one's character.
        one.change(3, ((2, 4), (2, 7), ""))
        one.change(4, ((0, 0), (9, 9), "large"))
        assert await one.marks(4) == [(0, 0, 5, "PLAIN_WORDS")]
        whole = types.TextDocumentContentChangeWholeDocument("A very large\nman.")
        named = types.VersionedTextDocumentIdentifier(5, URI)
        one.client.text_document_did_change(types.DidChangeTextDocumentParams(named, [whole]))
        assert await one.marks(5) == [(0, 2, 7, "NEEDLESS_WORDS"), (0, 7, 12, "PLAIN_WORDS")]


@awaited
async def test_positions_in_the_units_that_the_editor_chose(toy_config: Path) -> None:
    async with editor("--config", toy_config) as one:
        await one.begin(encodings=["utf-8", "utf-16"])
        one.open("😀 é large\n")
        assert await one.marks() == [(0, 8, 13, "PLAIN_WORDS")]


@awaited
async def test_only_the_newest_version_is_shown(toy_config: Path) -> None:
    async with editor("--config", toy_config) as one:
        await one.begin()
        one.open("The committee commenced deliberations.\n\n" * 400)
        for version in range(2, 30):
            one.change(version, ((0, 0), (0, 0), "very "))
        asked = asyncio.create_task(one.actions((0, 0)))
        await asyncio.sleep(0.05)
        one.change(30, ((0, 0), (9999, 0), "A large man."))
        with pytest.raises(JsonRpcException, match="the text was changed") as refused:
            await asked
        assert refused.value.code == types.LSPErrorCodes.ContentModified
        versions = []
        while not versions or versions[-1] != 30:
            versions.append((await one.next()).version)
        assert versions in ([30], [1, 30])


@awaited
async def test_replacements_are_ranked(toy_config: Path) -> None:
    async with editor("--config", toy_config) as one:
        await one.begin()
        one.open("> A **humorous**\n> man. It is large.\n")
        await one.marks()
        found = await one.actions((0, 8), only=["quickfix"])
        assert [(each.title, made(each)) for each in found] == [
            ("“humorous” → “funny”", ((0, 6), (0, 14), "funny")),
            ("“A humorous” → “An amusing”", ((0, 2), (0, 14), "An **amusing")),
        ]
        assert [each.is_preferred for each in found] == [True, None]
        (diagnostic,) = found[0].diagnostics or ()
        assert diagnostic.range.start == types.Position(0, 6)
        assert found[0].edit is not None and found[0].edit.document_changes is not None
        assert await one.actions((0, 0), only=["quickfix"]) == []
        assert await one.actions((0, 0), only=["source"]) == []
        assert await one.actions((0, 2), only=["refactor"]) != []


@awaited
async def test_sentences_are_rewritten(toy_config: Path) -> None:
    async with editor("--config", toy_config) as one:
        await one.begin(changes=False)
        one.open("A *humorous* and\nlarge man. It is very large. A man. The committee commenced.\n")
        await one.marks()
        (action,) = await one.actions((0, 0))
        assert (action.title, action.kind) == (
            "Rewrite the sentence in plainer words",
            types.CodeActionKind.RefactorRewrite,
        )
        assert made(action) == ((0, 3), (1, 5), "funny* and\nbig")
        (action,) = await one.actions((1, 0), (1, 20), only=["refactor.rewrite"])
        assert action.title == "Rewrite 2 sentences in plainer words"
        assert made(action) == ((0, 3), (1, 27), "funny* and\nbig man. It is big")
        assert action.edit is not None and action.edit.document_changes is None
        assert await one.actions((1, 33), only=["refactor.rewrite"]) == []


@awaited
async def test_what_the_model_does_not_dare_is_offered_afterwards() -> None:
    if not (PACKAGE / "models" / "en").is_dir():
        pytest.skip("the embedded model is not in this installation")
    async with editor() as one:
        await one.begin()
        one.open("The **agency** endeavours to give access to *documentation*.")
        assert (0, 15, 25, "PLAIN_WORDS") in await one.marks()
        shown = await one.next()
        offer = next(mark for mark in shown.diagnostics if mark.range.start.character == 45)
        assert (offer.code, offer.severity) == ("OFFERED", types.DiagnosticSeverity.Hint)
        assert offer.message.startswith("Possible: “documents” for “documentation” (")
        found = await one.actions((0, 46))
        assert [(each.title, each.is_preferred) for each in found] == [
            ("“documentation” → “documents” (offered)", None),
            ("Rewrite the sentence in plainer words", None),
        ]
        assert made(found[0]) == ((0, 45), (0, 58), "documents")
        assert "help" not in made(found[1])[2]
        one.change(2, ((0, 0), (0, 0), "Now. "))
        assert (0, 50, 63, "HARD_WORD") in await one.marks(2)
        assert (0, 50, 63, "OFFERED") in await one.marks(2)
    async with editor() as one:
        await one.begin({"offers": False})
        one.open("It was utilised to facilitate it.")
        assert [kind for *_, kind in await one.marks()] == ["PLAIN_WORDS", "HARD_WORD"]
        assert [each.title for each in await one.actions((0, 25), only=["quickfix"])] == []


@awaited
async def test_never_goes_into_the_list(toy_config: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.tsv"
    async with editor("--config", toy_config) as one:
        await one.begin({"userRules": str(own)})
        one.open("Humorous men. A large deliberate man.")
        assert await one.marks() == [
            (0, 0, 8, "PLAIN_WORDS"),
            (0, 16, 21, "PLAIN_WORDS"),
            (0, 22, 32, "HARD_WORD"),
        ]

        async def never(place: int, title: str) -> None:
            action = next(each for each in await one.actions((0, place)) if each.title == title)
            assert action.command is not None
            params = types.ExecuteCommandParams(action.command.command, action.command.arguments)
            await one.client.workspace_execute_command_async(params)

        await never(17, "Never change “large”")
        assert await one.marks() == [(0, 0, 8, "PLAIN_WORDS"), (0, 22, 32, "HARD_WORD")]
        await never(1, "Never “humorous” → “funny”")
        assert (await one.next()).diagnostics[0].message == "“Amusing” is plainer than “Humorous”."
        await never(25, "Never change “deliberate”")
        assert await one.marks() == [(0, 0, 8, "PLAIN_WORDS")]
        assert own.read_text(encoding="utf-8") == "large\tnever\nhumorous\tfunny\tnever\ndeliberate\tnever\n"
        assert await one.messages.get() == f"added to {own}: large | never"
        # What somebody else writes into it counts from the next change on.
        own.write_text("man\tfellow\n", encoding="utf-8")
        one.change(2, ((0, 0), (0, 13), ""))
        assert await one.marks(2) == [
            (0, 3, 8, "PLAIN_WORDS"),
            (0, 9, 19, "HARD_WORD"),
            (0, 20, 23, "OWN_WORDS"),
        ]
        own.write_text("man\n", encoding="utf-8")
        one.change(3, ((0, 0), (0, 1), ""))
        while "own.tsv:1" not in await asyncio.wait_for(one.messages.get(), 30):
            pass


@awaited
async def test_no_list_no_never(toy_config: Path) -> None:
    async with editor("--config", toy_config) as one:
        await one.begin({"hardWords": False})
        one.open("A large deliberate man.")
        assert await one.marks() == [(0, 2, 7, "PLAIN_WORDS")]
        titles = [each.title for each in await one.actions((0, 3))]
        assert titles == ["“large” → “big”", "Rewrite the sentence in plainer words"]
        with pytest.raises(JsonRpcException, match="no list is named"):
            await one.client.workspace_execute_command_async(
                types.ExecuteCommandParams("simplifier.never", ["large", "big"])
            )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"presets": "x"}, "initialization options: presets: Extra inputs are not permitted"),
        ({"hardWords": "x"}, "initialization options: hardWords: Input should be a valid boolean"),
        ({"preset": "x"}, "initialization options: .*no preset 'x'"),
    ],
)
def test_wrong_options_are_told(toy_config: Path, options: dict[str, Any], message: str) -> None:
    async def run() -> None:
        async with editor("--config", toy_config) as one:
            with pytest.raises(JsonRpcException, match=message):
                await one.begin(options)

    asyncio.run(run())


def test_it_ends_with_the_editor(toy_config: Path) -> None:
    ended = subprocess.run(
        [*COMMAND, "--config", str(toy_config)], stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == (b"", b"", 0)


@pytest.mark.parametrize(("methods", "status"), [(["shutdown", "exit"], 0), (["exit"], 1)])
def test_its_exit_status_is_that_of_the_protocol(toy_config: Path, methods: list[str], status: int) -> None:
    asked = [{"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}]
    asked += [{"method": one, **({} if one == "exit" else {"id": 2})} for one in methods]
    bodies = [json.dumps({"jsonrpc": "2.0", **one}).encode() for one in asked]
    sent = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    ended = subprocess.run([*COMMAND, "--config", str(toy_config)], input=sent, capture_output=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (status, b"")
    assert ended.stdout.count(b"Content-Length") == len(methods)


def test_a_wrong_model() -> None:
    ended = subprocess.run([*COMMAND, "--preset", "nothing"], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2 and "no preset 'nothing'" in ended.stderr and ended.stderr.count("\n") == 1


def test_without_the_extra(tmp_path: Path) -> None:
    code = "import sys; sys.modules['pygls'] = None\nfrom simplifier.cli.main import simplifier; simplifier()"
    ended = subprocess.run(
        [sys.executable, "-c", code, "lsp"], capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert ended.returncode == 2
    assert ended.stderr == f"error: the language server needs pygls; {install_hint('lsp')}\n"


def test_an_article_before_words_that_go(toy_config: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.tsv"
    own.write_text('immensely\t""\n', encoding="utf-8")
    model = EditorModel(toy_config, {}, own)
    text = "An *immensely* dull man.\n\nAn immensely dull man.\n"
    analysis = analyse(model, text, "markdown", False, lambda: None)
    (suggestion,) = analysis.suggestions  # the other one would leave nothing between its marks
    ((old, new, made),) = ranked(model, analysis, suggestion, lambda: None, 3)
    assert (old, new) == ("An immensely ", "A ")
    assert spliced(text, [made]) == "An *immensely* dull man.\n\nA dull man.\n"
