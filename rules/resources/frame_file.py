"""The file of pairs with their frames that a model keeps and the decoder reads.

::

    class TAB NAME TAB TAG TAG ...
    pair TAB source TAB target TAB HEAD:TAG|TAG TAB frame

HEAD is the position of a source word, counted from 0, which must have one of the tags; an empty field asks for no
tag. Pairs are sorted. A pair with one head and one frame is one line with all its tags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from simplifier.base.writing import write_text
from simplifier.lm.files import seal
from simplifier.rules.resources.plain_forms import PlainForm

__all__ = ["frame_lines", "write_frames"]


def frame_lines(forms: Iterable[PlainForm], classes: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the lines of a file.

    Args:
        forms: the forms of the entries.
        classes: tags by the name of their class (`Language.frame_classes`).
    """
    tags: dict[tuple[str, str, int, str], set[str] | None] = {}
    for form in forms:
        key = (" ".join(form.source), " ".join(form.target), form.head, form.frame)
        known = tags.setdefault(key, set())
        if known is not None and form.tags:
            known.update(form.tags)
        else:  # one form that asks for no tag lifts the condition for all
            tags[key] = None
    lines = [f"class\t{name}\t{' '.join(sorted(own))}" for name, own in classes.items()]
    for (source, target, head, frame), own in sorted(tags.items(), key=lambda item: item[0]):
        asked = "" if own is None else f"{head}:{'|'.join(sorted(own))}"
        lines.append(f"pair\t{source}\t{target}\t{asked}\t{frame}")
    return lines


def write_frames(path: Path, forms: Iterable[PlainForm], classes: Mapping[str, Iterable[str]]) -> int:
    """Write a file and its checksums, and return how many lines it has; the file appears only when it is whole.

    Raises:
        InputError: the file cannot be written.
    """
    lines = frame_lines(forms, classes)
    write_text(path, "".join(f"{line}\n" for line in lines))
    seal(path)
    return len(lines)
