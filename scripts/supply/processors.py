"""Rewrite a text on emulated old processors, and compare the output with that of this processor.

    python -m scripts.supply.processors docs/examples/visas.txt --cpu Nehalem

Needs ``qemu-x86_64`` (Debian package qemu-user), which ends a program at an instruction that the emulated processor
does not have. Before the core uses an instruction newer than SSE2, it asks the processor at run time
(``simplifier/core/src/trees/leaf_masks.cc``). How old a processor may be depends on the other packages, above all
NumPy; ``--site`` names an environment with other packages.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import Final

import click

_PROGRAM: Final = """
import sys
sys.path[:0] = sys.argv.pop(1).split(":")
from simplifier.cli.main import simplify
simplify()
"""

ROOT: Final = Path(__file__).resolve().parents[2]


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("text", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--cpu", "processors", multiple=True, default=("Nehalem",), show_default=True, help="Name in qemu.")
@click.option("--site", type=click.Path(exists=True, path_type=Path), help="Folder of packages.  [default: ours]")
def main(text: Path, processors: tuple[str, ...], site: Path | None) -> None:
    """Run from the command line."""
    emulator = shutil.which("qemu-x86_64")
    if emulator is None:
        raise SystemExit("error: needs qemu-x86_64; as root: apt-get install qemu-user")
    packages = f"{ROOT}:{site or sysconfig.get_path('purelib')}"
    command = [os.path.realpath(sys.executable), "-c", _PROGRAM, packages, str(text)]
    expected = subprocess.run(command, capture_output=True, check=True).stdout
    failed = False
    for processor in processors:
        began = time.monotonic()
        run = subprocess.run([emulator, "-cpu", processor, *command], capture_output=True)
        if run.returncode < 0:
            what = f"ends with {signal.Signals(-run.returncode).name}"
        elif run.returncode:
            what = (run.stderr.decode(errors="replace").strip().splitlines() or ["no word"])[-1]
        else:
            what = "the same output" if run.stdout == expected else "another output"
        failed |= what != "the same output"
        click.echo(f"{processor}: {what} ({time.monotonic() - began:.0f} s)")
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
