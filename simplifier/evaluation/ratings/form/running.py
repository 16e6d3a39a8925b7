"""Server of the form, for this machine only."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from simplifier.base.errors import InputError
from simplifier.evaluation.ratings.form.app import build_form
from simplifier.evaluation.ratings.sheets import ratings_folder
from simplifier.web.running import check_access, listen, serve_app

__all__ = ["serve_form"]

_HOST: Final = "127.0.0.1"
_SECONDS: Final = 10.0


def serve_form(folder: Path, port: int) -> None:
    """Serve the form until SIGINT or SIGTERM.

    Args:
        folder: the folder of the sheets.
        port: port to listen on; 0 for any free port.

    Raises:
        ConfigError: the port is taken.
        InputError: there are no sheets, or another program serves them.
    """
    app = build_form(folder, check_access(_HOST, None, None).hosts)
    with _alone(folder), listen(_HOST, port) as bound:
        serve_app(bound, app, _SECONDS, logged=False)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock a folder, so that two servers cannot write to the same file."""
    place = ratings_folder(folder)
    place.mkdir(exist_ok=True)
    with (place / ".lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{folder}: another program serves it already; use that one") from None
        yield
