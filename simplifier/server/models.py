"""The model of a server in several variants, one for each set of options that requests send."""

from __future__ import annotations

import tempfile
import threading
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from simplifier.base.errors import FormatError, InputError
from simplifier.config import Config, load_model_config
from simplifier.pipeline import Simplifier
from simplifier.server.requests import Options
from simplifier.web.refusal import Refusal

__all__ = ["ModelPool"]

#: The most variants that are kept. Making one takes about 50 ms; the tables of all share memory.
_MOST_VARIANTS: Final = 16


class ModelPool:
    """Gives every request a model with the options of the request. Safe to share between threads.

    Args:
        path: the path of a configuration; that of the embedded English model if None.
        overrides: settings by dotted key, such as those of the command line.

    Attributes:
        model: the model without options of a request.

    Raises:
        InputError: as `Simplifier.load`.
    """

    def __init__(self, path: Path | None = None, overrides: Mapping[str, object] | None = None) -> None:
        self._path = path
        # Requests run in parallel; more threads for one request would only compete with the others.
        self._overrides = {**(overrides or {}), "decoder.threads": 1}
        self._variants: OrderedDict[str, Simplifier] = OrderedDict()
        self._lock = threading.Lock()
        self.model = Simplifier.load(self._config({}))
        self._variants[Options().model_dump_json()] = self.model

    @property
    def config(self) -> Config:
        """The configuration that the server was started with."""
        return self.model.config

    def get(self, options: Options) -> Simplifier:
        """Return the model with the options of a request.

        Raises:
            Refusal: 422 if the model cannot take an option.
        """
        key = options.model_dump_json()
        with self._lock:
            known = self._variants.get(key)
            if known is not None:
                self._variants.move_to_end(key)
                return known
        # Made without the lock, so that other requests need not wait. Two threads may make the same variant.
        made = self._make(options)
        with self._lock:
            self._variants[key] = made
            while len(self._variants) > _MOST_VARIANTS:
                self._variants.popitem(last=False)
        return made

    def _config(self, own: Mapping[str, object]) -> Config:
        return load_model_config(self._path, {**self._overrides, **own})

    def _make(self, options: Options) -> Simplifier:
        own: dict[str, Any] = {}
        if options.preset is not None:
            if options.preset and options.preset not in self.config.presets:
                known = ", ".join(self.config.presets) or "none"
                raise Refusal(422, f"options.preset: no such preset; there are: {known}")
            own["preset"] = options.preset
        if options.split is not None:
            if options.split and not self.config.has_parser:
                raise Refusal(422, "options.split: this model cannot split sentences, it has no parser")
            own["structure.split"] = "auto" if options.split else "off"
        if options.bullets is not None:
            if options.bullets and not self.config.has_parser:
                raise Refusal(422, "options.bullets: this model cannot find lists, it has no parser")
            own["structure.bullets"] = options.bullets
        if not options.rules:
            return Simplifier.load(self._config(own), protected=options.protect)
        if self.config.user_rules is not None:
            raise Refusal(422, "options.rules: the server was started with a list of its own")
        with tempfile.TemporaryDirectory(prefix="rules-") as folder:
            path = Path(folder) / "rules.tsv"
            pairs = [*dict.fromkeys((source, target) for source, target in options.rules)]  # a list has each once
            lines = [f'"{source}"\t{_cell(target)}\n' for source, target in pairs]
            path.write_text("".join(lines), encoding="utf-8")
            try:
                # The model reads the whole file here, so the folder may be removed afterwards.
                return Simplifier.load(self._config({**own, "user_rules": path}), protected=options.protect)
            except FormatError as error:
                place = options.rules.index([*pairs[error.line - 1]]) + 1 if error.line else 0
                raise Refusal(422, f"options.rules, pair {place}: {error.problem}") from None
            except InputError as error:
                raise Refusal(422, f"options.rules: {error}") from None


def _cell(target: str | None) -> str:
    return "never" if target is None else f'"{target}"'
