"""`simplifier lsp` and a real editor: Vim, whose channels speak the protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.simplifier.editor.editing import COMMAND

SCRIPT = r"""
set nocompatible
let s:shown = []
let s:status = -1
func Shown(channel, message)
  if get(a:message, 'method', '') ==# 'textDocument/publishDiagnostics'
    let s:shown = a:message.params.diagnostics
  endif
endfunc
func Ended(job, status)
  let s:status = a:status
endfunc
func Wait(condition)
  let left = 600
  while !eval(a:condition) && left > 0
    sleep 50m
    let left -= 1
  endwhile
endfunc

edit TEXT
let s:uri = 'file://' .. expand('%:p')
let s:job = job_start(COMMAND, #{in_mode: 'lsp', out_mode: 'lsp', callback: 'Shown', exit_cb: 'Ended'})
let s:begun = #{capabilities: {}, processId: getpid(), rootUri: v:null}
call ch_evalexpr(s:job, #{method: 'initialize', params: s:begun}, #{timeout: 30000})
call ch_sendexpr(s:job, #{method: 'initialized', params: {}})
let s:item = #{uri: s:uri, languageId: 'text', version: 1, text: join(getline(1, '$'), "\n") .. "\n"}
call ch_sendexpr(s:job, #{method: 'textDocument/didOpen', params: #{textDocument: s:item}})
call Wait('len(s:shown) > 0')
let s:asked = #{textDocument: #{uri: s:uri}, range: s:shown[0].range, context: #{diagnostics: [s:shown[0]]}}
let s:answer = ch_evalexpr(s:job, #{method: 'textDocument/codeAction', params: s:asked}, #{timeout: 30000})
let s:edit = s:answer.result[0].edit.changes[s:uri][0]
let s:line = getline(s:edit.range.start.line + 1)
let s:from = s:edit.range.start.character
let s:to = s:edit.range.end.character
call setline(s:edit.range.start.line + 1, strpart(s:line, 0, s:from) .. s:edit.newText .. strpart(s:line, s:to))
write
call ch_evalexpr(s:job, #{method: 'shutdown', params: v:null}, #{timeout: 30000})
call ch_sendexpr(s:job, #{method: 'exit', params: v:null})
call Wait('s:status >= 0')
call writefile([s:shown[0].message, s:status], REPORT)
qall!
"""


def speaks_the_protocol() -> bool:
    """Return True if Vim is there, with channels that speak the protocol (since 8.2.4684)."""
    vim = shutil.which("vim")
    if vim is None:
        return False
    asked = "if has('channel') && has('job') && has('patch-8.2.4684') | qall! | else | cquit! | endif"
    return subprocess.run([vim, "-es", "-u", "NONE", "-c", asked], stdin=subprocess.DEVNULL, timeout=30).returncode == 0


@pytest.mark.slow
def test_vim_shows_a_hint_and_makes_a_fix(toy_config: Path, tmp_path: Path) -> None:
    if not speaks_the_protocol():
        pytest.skip("needs Vim 8.2.4684 or newer with +channel and +job")
    text, script, report = tmp_path / "text.txt", tmp_path / "script.vim", tmp_path / "report.txt"
    text.write_text("First line.\nA humorous man.\n", encoding="utf-8")
    command = json.dumps([*COMMAND, "--config", str(toy_config)])
    values = {"TEXT": str(text), "COMMAND": command, "REPORT": json.dumps(str(report))}
    code = SCRIPT
    for name, value in values.items():
        code = code.replace(name, value)
    script.write_text(code, encoding="utf-8")
    vim = ["vim", "-es", "-N", "-u", "NONE", "-i", "NONE", "-n", "-S", str(script)]
    ended = subprocess.run(vim, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    assert report.exists(), ended.stdout + ended.stderr
    assert report.read_text(encoding="utf-8").splitlines() == ["“funny” is plainer than “humorous”.", "0"]
    assert text.read_text(encoding="utf-8") == "First line.\nA funny man.\n"
