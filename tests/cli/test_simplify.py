"""The command line on a small real model: golden outputs, every option, every bad input."""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from simplifier.cli.failures import run
from simplifier.cli.main import umbrella
from tests.toy_model import build_toy_model

ROOT = Path(__file__).resolve().parents[2]
TEXT = (
    "The committee  commenced deliberations.\r\n\r\n"
    "\tA humorous man has an large residence. However, he is very funny.\n"
    'The book was written by the girl in 1990.\n"Approximately 10," he said.'
)
SIMPLER = (
    "The group  started talks.\r\n\r\n"
    "\tA funny man has a big house. But he is funny.\n"
    'The girl wrote the book in 1990.\n"About 10," he said.'
)


@dataclass
class Ended:
    code: int
    out: str
    err: str


Invoke = Callable[..., Ended]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))


@pytest.fixture
def invoke(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Invoke:
    def call(*arguments: object, stdin: bytes | str = b"") -> Ended:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as ended:
            run(lambda: umbrella, "simplifier", [str(argument) for argument in arguments])
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        assert isinstance(ended.value.code, int)
        return Ended(ended.value.code, out.decode(), err.decode())

    return call


def start(*arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "simplifier", *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_rewrites_standard_input(invoke: Invoke, model: Path) -> None:
    assert invoke("simplify", "--config", model, stdin=TEXT) == Ended(0, SIMPLER, "")


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_rewrites_files_one_after_the_other(invoke: Invoke, model: Path, tmp_path: Path, threads: int) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfVery large.\n")
    (tmp_path / "b.txt").write_bytes(TEXT.encode())
    options = ("--config", model, "--threads", threads)
    ended = invoke("simplify", *options, tmp_path / "a.txt", tmp_path / "b.txt")
    assert ended == Ended(0, "\ufeffBig.\n" + SIMPLER, "")


def test_writes_the_output_file_when_it_is_complete(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    assert invoke("simplify", "--config", model, "--output", output, stdin=TEXT) == Ended(0, "", "")
    assert output.read_bytes() == SIMPLER.encode()
    assert os.listdir(tmp_path) == ["out.txt"]


def edit(
    source: tuple[int, int, str],
    target: tuple[int, int, str],
    change: int,
    rule: tuple[str, str, str],
    reward: float = 0.0,
) -> dict[str, object]:
    return {
        "start": source[0],
        "end": source[1],
        "source": source[2],
        "target": target[2],
        "output_start": target[0],
        "output_end": target[1],
        "change": change,
        "kind": "word",
        "reason": {"kind": "score", "text": "a plainer word"},
        "rule": {
            "lhs": rule[0],
            "source": rule[1],
            "target": rule[2],
            "grammar": "toy",
            "provenance": ["hand"],
        },
        "features": {"reward": reward, "lm_plain_oov": 1.0, "WordPenalty": 1.0} if reward else {},
        "score": reward,
    }


def test_json_lines_say_what_changed_and_why(invoke: Invoke, model: Path) -> None:
    ended = invoke("simplify", "--config", model, "--format", "jsonl", stdin="\nAn large  residence.\n")
    assert json.loads(ended.out) == {
        "line": 2,
        "source": "An large  residence.",
        "output": "A big  house.",
        "start": 0,
        # log10: <s> backs off 0.3, three unknown words of 2, "." 1.5, </s> after it 0.25
        "score": round(3 - 0.1 * 8.05 * math.log(10) - 0.1 * 2, 6),
        "features": {
            "reward": 3.0,
            "lm_plain": round(-8.05 * math.log(10), 6),
            "lm_plain_oov": 3.0,
            "WordPenalty": 4.0,
            "OOVPenalty": 2.0,
            "GluePenalty": 3.0,
        },
        "edits": [
            edit((0, 2, "An"), (0, 1, "A"), 0, ("JJ", "large", "big")),
            edit((3, 8, "large"), (2, 5, "big"), 0, ("JJ", "large", "big"), 2.0),
            edit((10, 19, "residence"), (7, 12, "house"), 1, ("NN", "residence", "house"), 1.0),
        ],
    }  # fmt: skip


def test_edits_point_into_both_texts(invoke: Invoke, model: Path) -> None:
    ended = invoke("simplify", "--config", model, "--format", "jsonl", stdin=TEXT)
    records = [json.loads(line) for line in ended.out.splitlines()]
    assert [record["line"] for record in records] == [1, 3, 3, 4, 5]
    lines = TEXT.split("\n")
    for record in records:
        assert lines[record["line"] - 1][record["start"] :].startswith(record["source"])
        assert record["edits"]
        for edit in record["edits"]:
            assert record["source"][edit["start"] : edit["end"]] == edit["source"]
            assert record["output"][edit["output_start"] : edit["output_end"]] == edit["target"]


def test_kbest_lists(invoke: Invoke, model: Path) -> None:
    ended = invoke("decode", "--config", model, "--kbest", 3, stdin="Humorous.\n\nVery large.\n")
    fields = [line.split(" ||| ") for line in ended.out.splitlines()]
    assert [(number, text) for number, text, _, _ in fields] == [
        ("0", "Funny."), ("0", "Amusing."), ("0", "Humorous."),
        ("1", "Big."), ("1", "Very big."), ("1", "Large."),
    ]  # fmt: skip
    scores = [float(score) for _, _, _, score in fields]
    assert scores[:3] == sorted(scores[:3], reverse=True)
    assert fields[0][2].startswith("reward=2 lm_plain=")
    ended = invoke("decode", "--config", model, "--kbest", 3, "--format", "jsonl", stdin="Humorous.\n")
    assert [one["output"] for one in json.loads(ended.out)["kbest"]] == ["Funny.", "Amusing.", "Humorous."]


def test_protected_terms_stay(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    (tmp_path / "terms").write_text("# comment\n\nThe Committee\nvery  large\n", encoding="utf-8")
    options = ("--config", model, "--protect", tmp_path / "terms")
    ended = invoke("simplify", *options, stdin="The committee commenced. Very large. The large man.")
    assert ended.out == "The committee started. Very large. The big man."


def test_tokenised_lines(invoke: Invoke, model: Path) -> None:
    text = "the committee commenced -LRB- an large residence -RRB- . However , it 's so .\n"
    ended = invoke("simplify", "--config", model, "--tokenized", stdin=text)
    assert ended.out == "the group started -LRB- a big house -RRB- . But it 's so .\n"


def test_settings_override_the_file(invoke: Invoke, model: Path) -> None:
    options = ("--config", model, "--set", "weights.reward=-1", "--set", "decoder.pop_limit=0")
    assert invoke("simplify", *options, stdin=TEXT).out == TEXT


@pytest.mark.parametrize("text", ["", "\n", "\n \n\t\r\n", "\ufeff"])
def test_empty_input_gives_itself(invoke: Invoke, model: Path, text: str) -> None:
    assert invoke("simplify", "--config", model, stdin=text) == Ended(0, text, "")


def test_a_line_of_100000_words_is_cut_and_reported(invoke: Invoke, model: Path) -> None:
    text = "large house " * 50_000 + "\n"
    ended = invoke("simplify", "--config", model, "--threads", 0, stdin=text)
    assert ended.code == 0
    assert ended.out == ("Big" + text[5:].replace("large", "big"))[: len(ended.out)].replace("Big", ended.out[:3])
    assert ended.out.count("big") + ended.out.count("Big") == 50_000
    assert ended.err == (
        "note: <stdin>:1: a sentence longer than 200 tokens cut into 500 parts (text.max_sentence_tokens)\n"
    )


def test_missing_weights_are_reported(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text("reward = 1.0\n", encoding="utf-8")
    ended = invoke("simplify", "--config", model, "--set", f"weights_file={tmp_path / 'w.toml'}", stdin="Large.\n")
    assert ended.out == "Big.\n"
    assert ended.err.startswith("note: 10 features have no weight and count nothing: lm_plain, ")


def bad_inputs(folder: Path) -> dict[str, tuple[list[object], str]]:
    """Arguments and the line that they must end with; ``{folder}`` stands for the folder."""
    (folder / "latin1.txt").write_bytes("café\nnaïve\n".encode("latin-1"))
    (folder / "cut.table").write_bytes((folder / "rules.table").read_bytes()[:-100])
    (folder / "empty.table").write_bytes(b"")
    (folder / "cut").write_text((folder / "plain.arpa").read_text()[:90])
    (folder / "unknown.toml").write_text("reward = 1.0\nlm_plan = 2.0\n")
    (folder / "broken.toml").write_text("[decoder]\npop_limt = 3\n")
    (folder / "nothing.toml").write_text("")
    (folder / "letters.toml").write_text("reward = 'x'\n")
    (folder / "preset.toml").write_text('[presets.slow]\n[presets.fast]\n"decoder.pop_limt" = 3\n')
    return {
        "missing file": ([folder / "none.txt"], "{folder}/none.txt: no such file"),
        "second missing": ([folder / "plain.arpa", folder / "none"], "{folder}/none: no such file"),
        "directory": (
            ["--output", "-", folder],
            "{folder}: is a directory; name a file in it, or a folder to write with --output",
        ),
        "not utf-8": (
            [folder / "latin1.txt"],
            "{folder}/latin1.txt:1: byte 4 of the line (0xe9) is not UTF-8; "
            "convert the file, for example with iconv",
        ),
        "truncated table": (["--set", f"grammars.0.path={folder / 'cut.table'}"], "{folder}/cut.table: "),
        "empty table": (["--set", f"grammars.0.path={folder / 'empty.table'}"], "{folder}/empty.table: "),
        "foreign table": (["--set", f"grammars.0.path={folder / 'latin1.txt'}"], "{folder}/latin1.txt: "),
        "missing table": (["--set", f"grammars.0.path={folder / 'none'}"], "{folder}/none: "),
        "truncated model": (["--set", f"language_models.0.path={folder / 'cut'}"], "{folder}/cut: "),
        "missing model": (["--set", f"language_models.0.path={folder / 'none'}"], "{folder}/none: "),
        "missing tagger": (["--set", f"tagger.path={folder / 'none'}"], "{folder}/none: "),
        "missing config": (["--config", folder / "none.toml"], "{folder}/none.toml: no such file"),
        "broken config": (
            ["--config", folder / "broken.toml"],
            "{folder}/broken.toml: unknown key 'decoder.pop_limt'; did you mean 'decoder.pop_limit'?",
        ),
        "unknown weight": (
            ["--set", f"weights_file={folder / 'unknown.toml'}"],
            "{folder}/unknown.toml: weight for an unknown feature 'lm_plan'; did you mean 'lm_plain'?",
        ),
        "weight not a number": (["--set", "weights.reward=big"], "--set weights.reward: 'big' is not"),
        "setting without value": (
            ["--set", "decoder.pop_limit"],
            "--set decoder.pop_limit: needs KEY=VALUE, such as decoder.pop_limit=200",
        ),
        "missing terms": (
            ["--protect", folder / "none"],
            "{folder}/none: no such file",
        ),
        "unwritable output": (
            ["--output", folder / "no" / "out"],
            "{folder}/no: no such folder to write out in",
        ),
        "output is a folder": (["--output", folder], "{folder}: is a directory; name a file to write"),
        "unknown option": (["--kbset", "3"], "no such option"),
        "bad number": (["--threads", "-1"], "invalid value for '--threads': -1 is not in the range x>=0"),
        "no number": (["--threads", "abc"], "invalid value for '--threads': 'abc' is not a whole number; see"),
        "empty name": ([""], "invalid value for '[INPUT]...': the name is empty; name a file"),
        "empty config": (["--config", folder / "nothing.toml"], "{folder}/nothing.toml: has no [[grammars]]"),
        "bad weights": (
            ["--set", f"weights_file={folder / 'letters.toml'}"],
            "{folder}/letters.toml: the weight of 'reward' is 'x'; it must be a finite number",
        ),
        "weight set for nothing": (
            ["--set", "weights.lm_plan=1"],
            "[weights]: weight for an unknown feature 'lm_plan'; did you mean 'lm_plain'?",
        ),
        "no selection": (
            ["--set", "weights.SelectionAdds=1"],
            "[weights]: weight for an unknown feature 'SelectionAdds'; it comes with selection.path",
        ),
        "broken preset": (
            ["--config", folder / "preset.toml"],
            "{folder}/preset.toml: [presets.fast] decoder.pop_limt: unknown key 'decoder.pop_limt'; ",
        ),
    }  # fmt: skip


CASES = (
    "missing file|second missing|directory|not utf-8|truncated table|empty table|foreign table|missing table|"
    "truncated model|missing model|missing tagger|missing config|broken config|unknown weight|"
    "weight not a number|setting without value|missing terms|unwritable output|output is a folder|"
    "unknown option|bad number|no number|empty name|empty config|bad weights|weight set for nothing|"
    "no selection|broken preset"
).split("|")


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_one_clear_line(invoke: Invoke, tmp_path: Path, case: str) -> None:
    config = build_toy_model(tmp_path)
    cases = bad_inputs(tmp_path)
    assert sorted(cases) == sorted(CASES)
    arguments, complaint = cases[case]
    output = tmp_path / "result"
    where = [] if "--output" in arguments else ["--output", output]
    ended = invoke("simplify", "--config", config, *where, *arguments, stdin="Large.\n")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: " + complaint.format(folder=tmp_path))
    assert ended.err.count("\n") == 1
    assert not output.exists()
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_our_own_mistakes_exit_with_1(invoke: Invoke, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("simplifier.passages.assembled", broken)
    ended = invoke("simplify", "--config", model, stdin="Large.\n")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == "error: internal: RuntimeError: two lines; please report it (--debug shows where)\n"
    assert "Traceback" in invoke("--debug", "simplify", "--config", model, stdin="Large.\n").err


def test_running_out_of_memory_is_told_as_such(invoke: Invoke, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("simplifier.passages.assembled", greedy)
    ended = invoke("simplify", "--config", model, stdin="Large.\n")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == ("error: out of memory; give less at once (--threads, --kbest, --pop-limit, shorter text)\n")


def test_config_show_prints_the_resolved_configuration(invoke: Invoke, model: Path) -> None:
    ended = invoke("config", "show", "--config", model, "--set", "decoder.pop_limit=7")
    assert (
        ended.out
        == f"""preset = ""
weights_file = "{model.parent}/weights.toml"

[model]
name = "toy"
language = "en"
verify = "open"

[text]
max_sentence_tokens = 200
wrapped_lines = false
tokenised = false
spelling = "keep"
consistent = true

[decoder]
pop_limit = 7
search_order = "score"
pop_scope = "label"
k = 1
threads = 1
timeout_seconds = 0.0
lattices = "auto"
lattice_ways = 64
application_features = []
derivation_features = []

[context]
labels = true
gaps_by_label = false
max_label_length = 6
token_features = ["ChangedProperNoun", "ChangedNumber", "ChangedQuoted", "ChangedFirst"]
edit_features = []

[tagger]

[parser]
spacy = ""

[structure]
split = "off"
reword = "off"
shorten = false
bullets = false
also = []
without = []
plans = 2
least_tokens = 0
risk_factor = 1.0

[structure.weights]

[selection]
read = true
risk = 1.0
least_gain = 0.0
together = 1.0

[reranker]
depth = 150
score_weight = 0.2
edit_cost = 0.0

[check]
on = false
alternatives = 10
largest_fall = 0.5

[estimate]
grammaticality = 0.0
meaning = 0.0
simplicity = 0.0
overall = 0.0

[policy]
exclusions = []

[[grammars]]
path = "{model.parent}/rules.table"
owner = "toy"
span_limit = 12

[[language_models]]
path = "{model.parent}/plain.arpa"
name = "plain"

[weights]

[guards]

[presets]
"""
    )


def test_a_preset_is_chosen_by_name(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    path = model.parent / "presets.toml"
    named = '[presets.narrow]\n"decoder.pop_limit" = 7\n"decoder.k" = 3\n'
    path.write_text(model.read_text(encoding="utf-8") + named, encoding="utf-8")
    shown = invoke("config", "show", "--config", path, "--set", "decoder.k=2", "--preset", "narrow")
    assert "pop_limit = 7\n" in shown.out and "\nk = 2\n" in shown.out
    assert invoke("simplify", "--config", path, "--preset", "narrow", stdin="a\n").code == 0
    ended = invoke("simplify", "--config", path, "--preset", "wide", stdin="a\n")
    assert (ended.code, ended.err) == (2, f"error: {path}: has no preset 'wide'; presets: narrow\n")


def test_the_umbrella_helps(invoke: Invoke) -> None:
    ended = invoke("--help")
    assert ended.code == 0
    assert "Search: lists, constraints, lattices, forests, Joshua." in ended.out
    assert invoke("decod").err.startswith("error: no such command 'decod'")
    group = invoke("rules")
    assert "Usage: simplifier rules" in group.out + group.err
    assert invoke("--version").out.startswith("simplifier, version ")


def test_a_broken_grammar_line_is_one_clear_line(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "grammar").write_text("[X] ||| a ||| b ||| 1.0\n[X] ||| broken\n", encoding="utf-8")
    (tmp_path / "build.toml").write_text('[[sources]]\nname = "g"\nformat = "joshua"\npath = "grammar"\n')
    ended = invoke("rules", "build", "--config", tmp_path / "build.toml", "--output", tmp_path / "t.table")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"error: {tmp_path / 'grammar'}:2: ")
    assert ended.err.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ["build.toml", "grammar"]


def test_a_closed_pipe_ends_quietly(model: Path) -> None:
    process = start("simplify", "--config", model)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdout.close()
    for end in (lambda: process.stdin.write(b"The large house.\n" * 20_000), process.stdin.close):
        with contextlib.suppress(BrokenPipeError):
            end()
    assert (process.wait(30), process.stderr.read()) == (0, b"")
    process.stderr.close()


def test_ctrl_c_ends_cleanly(model: Path, tmp_path: Path) -> None:
    process = start("simplify", "--config", model, "--output", tmp_path / "out")
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdin.write(b"The large house.\n")
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while not os.listdir(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert os.listdir(tmp_path)[0].startswith(".out.")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.strip()) == (130, b"error: interrupted")
    assert os.listdir(tmp_path) == []


def test_starting_imports_nothing_heavy() -> None:
    process = start("--help")
    process.communicate()
    code = "import sys, simplifier.cli.simplify, simplifier.cli.main; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    heavy = {"numpy", "scipy", "nltk", "sacrebleu", "pydantic", "tqdm", "nupunkt", "kenlm"}
    assert not heavy.intersection(modules)


def test_a_short_text_loads_no_arrays() -> None:
    code = (
        "import sys; from simplifier import Simplifier; "
        "fast = Simplifier.load(overrides={'selection.read': False}); "
        "text = fast.simplify('The committee commenced its work.').text; "
        "print(text, *sys.modules)"
    )
    words = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    assert words[:5] == ["The", "committee", "started", "its", "work."]
    assert {"simplifier.planning", "simplifier.policy.consistency"} < set(words)
    assert not {"numpy", "scipy"}.intersection(words)
