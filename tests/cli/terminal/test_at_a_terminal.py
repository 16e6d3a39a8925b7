"""What a person at a terminal sees and decides, through a pseudo-terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.languages import language_named
from simplifier.policy.user_list_file import UserListFile
from simplifier.rules.readers.user_list import read_user_entries
from tests.cli.terminal.pty_session import PtySession
from tests.cli.test_simplify import Ended, Invoke, invoke, model
from tests.simplifier.documents.office.archives import parts_of, word_document

__all__ = ["invoke", "model"]

pytestmark = pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")

QUESTION = "q quit, ? help: "
TEXT = "A humorous man has an large residence.\nHowever, he is very funny. The committee commenced.\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "in.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path / "in.txt"


def ask(model: Path, text: Path, *options: object) -> PtySession:
    command = ("simplify", "--config", model, "--interactive", "--quiet", "in.txt")
    return PtySession(*command, *options, folder=text.parent, NO_COLOR="1")


def test_accept_reject_choose_and_write(model: Path, text: Path) -> None:
    session = ask(model, text, "--output", "out.txt")
    assert session.wait_for(QUESTION) == (
        "\nin.txt:1: A [-humorous-]{+funny+} man has [-an-]{+a+} [-large-]{+big+} [-residence-]{+house+}.\n"
        "  humorous -> funny   (a plainer word)\n"
        "    1 amusing   (another change of these words was better)\n"
        "  a accept, r reject, 1 another, w write, n never, "
    )
    session.send("1\n")
    assert session.wait_for(QUESTION) == (
        "1\n\n"
        "in.txt:1: [-A-]{+An+} [-humorous-]{+amusing+} man has [-an-]{+a+} [-large-]{+big+} "
        "[-residence-]{+house+}.\n"
        "  an large -> a big   (a plainer word)\n"
        "  a accept, r reject, w write, n never, "
    )
    session.send("r\n")
    assert "man has an large [-residence-]{+house+}." in session.wait_for(QUESTION)
    session.send("w\n")
    session.wait_for("your words (empty leaves them out): ")
    session.send("home of his own\n")
    assert "However, -> But" in session.wait_for(QUESTION)
    session.send("a\n")
    assert "very -> (left out)" in session.wait_for(QUESTION)
    session.send("a\n")
    session.wait_for(QUESTION)
    session.send("r\n")
    assert "commenced -> started" in session.wait_for(QUESTION)
    session.send("?\n")
    assert "n       reject it, and never ask again" in session.wait_for(QUESTION)
    session.send("a\n")
    assert session.end() == (0, "a\n")
    assert (text.parent / "out.txt").read_text(encoding="utf-8") == (
        "An amusing man has an large home of his own.\nBut he is funny. The committee started.\n"
    )


def test_never_goes_into_the_list_and_is_not_asked_again(model: Path, text: Path) -> None:
    text.write_text("However, he won. However, she is very large.\nHe is large.\n", encoding="utf-8")
    session = ask(model, text)
    session.wait_for(QUESTION)
    session.send("n\n")
    session.wait_for("file for your list [my-words.tsv]: ")
    session.send("\n")
    session.wait_for("added to my-words.tsv: however, | but | never")
    assert "very -> (left out)" in session.wait_for(QUESTION)
    session.send("n\n")
    session.wait_for("added to my-words.tsv: very | never")
    assert "large -> big" in session.wait_for(QUESTION)
    session.send("n\n")
    code, rest = session.end()
    assert code == 0 and rest.endswith("However, he won. However, she is very large.\nHe is large.\n")
    written = text.parent / "my-words.tsv"
    assert written.read_bytes() == b"however,\tbut\tnever\nvery\tnever\nlarge\tbig\tnever\n"
    session = ask(model, text, "--user-rules", written)
    code, rest = session.end()
    assert (code, rest) == (0, text.read_text(encoding="utf-8"))


def test_a_list_that_is_not_there_yet_may_be_named(model: Path, text: Path) -> None:
    session = ask(model, text, "--user-rules", "new.tsv")
    session.wait_for(QUESTION)
    session.send("n\n")
    session.wait_for("added to new.tsv: humorous | funny | never")
    session.wait_for(QUESTION)
    session.send("q\n")
    assert session.end()[0] == 0


@pytest.mark.parametrize("keys", ["q\n", "\x04", "\x03"])
def test_stopping_keeps_what_was_done(model: Path, text: Path, keys: str) -> None:
    session = ask(model, text, "--output", "out.txt")
    session.wait_for(QUESTION)
    session.send("a\n")
    session.wait_for(QUESTION)
    session.send(keys)
    code, rest = session.end()
    assert code == 0 and rest.endswith("\nstopped; the rest stays as it was\n")
    assert (text.parent / "out.txt").read_text(encoding="utf-8") == TEXT.replace("humorous", "funny")


def test_words_that_moved(model: Path, text: Path) -> None:
    text.write_text("The book was written by the girl in 1990.\n", encoding="utf-8")
    session = ask(model, text)
    assert "book was written by the girl -> girl wrote the book" in session.wait_for(QUESTION)
    session.send("r\n")
    code, rest = session.end()
    assert code == 0 and rest.endswith("The book was written by the girl in 1990.\n")


def test_text_from_the_keyboard_and_from_a_pipe(model: Path) -> None:
    session = PtySession("simplify", "--config", model, "--interactive")
    session.wait_for("reading from the keyboard; end with Ctrl-D\n")
    session.send("A large dog.\n\x04")
    session.wait_for(QUESTION)
    session.send("a\n")
    assert session.wait_for("1 sentence, 1 changed; 1 change; ") == "a\nA big dog.\n"
    assert session.end()[0] == 0
    code = (
        "import os, sys; r, w = os.pipe(); os.write(w, b'A large dog.\\n'); os.close(w); os.dup2(r, 0); "
        "from simplifier.cli.main import simplifier; simplifier()"
    )
    session = PtySession("simplify", "--config", model, "--interactive", "--quiet", code=code, NO_COLOR="1")
    assert "<stdin>:1: A [-large-]{+big+} dog." in session.wait_for(QUESTION)
    session.send("r\n")
    assert session.end() == (0, "r\nA large dog.\n")


def test_the_keyboard_is_told_of_and_the_summary_comes_by_itself(model: Path) -> None:
    session = PtySession("simplify", "--config", model)
    session.wait_for("reading from the keyboard; end with Ctrl-D\n")
    session.send("Very large.\n")
    session.wait_for("\nBig.\n")
    session.send("\x04")
    code, rest = session.end()
    assert code == 0 and rest.startswith("1 sentence, 1 changed; 2 changes; reading grade 2.9 -> 0.0")
    session = PtySession("simplify", "--config", model, "--quiet")
    session.send("Very large.\n\x04")
    assert session.end() == (0, "Very large.\nBig.\n")


def test_colour_and_a_bar_on_a_terminal(model: Path, text: Path) -> None:
    command = ("simplify", "--config", model, text, "--diff")
    assert "A \x1b[31m\x1b[9mhumorous\x1b[0m\x1b[32mfunny\x1b[0m man" in PtySession(*command).end()[1]
    assert "A [-humorous-]{+funny+} man" in PtySession(*command, NO_COLOR="1").end()[1]
    out = text.parent / "out.txt"
    assert "100%" in PtySession(*command, "--output", out).end()[1]
    assert out.read_text(encoding="utf-8").startswith("A [-humorous-]{+funny+} man")
    assert PtySession(*command, "--quiet", "--output", out).end() == (0, "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--markup",), "--interactive does not go with --markup"),
        (
            ("--set", "text.wrapped_lines=true"),
            "--interactive wants every line by itself; set text.wrapped_lines to false",
        ),
    ],
)
def test_what_does_not_go_with_it(invoke: Invoke, model: Path, options: tuple[str, ...], message: str) -> None:
    ended = invoke("simplify", "--config", model, "--interactive", *options)
    assert ended == Ended(2, "", f"error: {message}\n")


def test_a_list_is_never_made_to_contradict_itself(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("utilize\tuse\nvery\tquite\n# end", encoding="utf-8")
    own = UserListFile(path, language_named("en"))
    assert own.forbid("Utilize", "use") == f"{path}:1 asks for it; change that line to forbid it"
    assert own.forbid("very", "") == f"{path}:2 asks for it; change that line to forbid it"
    assert own.forbid("very", "highly") == f"added to {path}: very | highly | never"
    assert own.forbid("very", "highly") == f"{path}:4 says so already"
    assert own.forbid("at no time", "never") == f'added to {path}: at no time | "never" | never'
    assert path.read_text(encoding="utf-8") == (
        'utilize\tuse\nvery\tquite\n# end\nvery\thighly\tnever\nat no time\t"never"\tnever\n'
    )
    verdicts = [(one.source, one.target, one.verdict) for one in read_user_entries(path, language_named("en"))]
    assert verdicts[2:] == [("very", "highly", "never"), ("at no time", "never", "never")]
    with pytest.raises(InputError, match="no such folder"):
        UserListFile(tmp_path / "missing" / "x", language_named("en")).forbid("a", "b")


def test_questions_about_a_word_document(model: Path, tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>A large man has a resi</w:t></w:r><w:fldSimple w:instr='X'><w:r><w:t>dence</w:t></w:r>"
        "</w:fldSimple></w:p><w:p><w:r><w:t>A humorous man.</w:t></w:r></w:p>"
    )
    (tmp_path / "a.docx").write_bytes(word_document(body))
    command = ("simplify", "--config", model, "--interactive", "--summary", "a.docx", "--output", "new.docx")
    session = PtySession(*command, folder=tmp_path, NO_COLOR="1")
    # Nobody is asked about "residence", which stands partly in a field.
    assert "a.docx, document paragraph 1: A [-large-]{+big+} man has a residence\n" in session.wait_for(QUESTION)
    session.send("r\n")
    assert "a.docx, document paragraph 2: A [-humorous-]{+funny+} man.\n" in session.wait_for(QUESTION)
    session.send("1\n")
    code, rest = session.end()
    assert code == 0 and "2 sentences, 1 changed; 1 change; " in rest
    new = parts_of((tmp_path / "new.docx").read_bytes())["word/document.xml"].decode()
    assert body.replace("A humorous man", "An amusing man") in new


def test_questions_about_the_files_of_a_folder(model: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text("A *large* man\n", encoding="utf-8")
    (tmp_path / "in" / "b.txt").write_text("A large man\n", encoding="utf-8")
    session = PtySession(
        "simplify", "--config", model, "--interactive", "--quiet", "in", "--output", "out", folder=tmp_path
    )
    assert "in/a.md, line 1: " in session.wait_for(QUESTION)
    session.send("a\n")
    assert "in/b.txt, line 1: " in session.wait_for(QUESTION)
    session.send("r\n")
    assert session.end()[0] == 0
    assert (tmp_path / "out" / "a.md").read_text(encoding="utf-8") == "A *big* man\n"
    assert (tmp_path / "out" / "b.txt").read_text(encoding="utf-8") == "A large man\n"
