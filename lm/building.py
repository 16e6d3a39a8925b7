"""Building KenLM's training programs (`lmplz`, `build_binary`) from the pinned source distribution.

Only training needs them; scoring and decoding do not. The sources are those of the Python package `kenlm`,
fetched by name, version and sha256 (simplifier/core/cmake/kenlm-requirements.txt). If the environment variable
KENLM_SOURCE_DIR names an unpacked source tree, that tree is taken instead.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from simplifier import core
from simplifier.base.errors import InputError

__all__ = ["PROGRAMS", "build_programs"]

PROGRAMS: Final = ("lmplz", "build_binary")
_REQUIREMENTS: Final = Path(core.__file__).parent / "cmake" / "kenlm-requirements.txt"

# Debian packages, each with a header and the link flags by which a probe program tests that it is there.
_LIBRARIES: Final = {
    "libboost-program-options-dev": ("boost/program_options.hpp", ["-lboost_program_options"]),
    "libboost-system-dev": ("boost/system/error_code.hpp", ["-lboost_system"]),
    "libboost-thread-dev": ("boost/thread.hpp", ["-lboost_thread", "-lboost_system", "-pthread"]),
    # KenLM's build asks for Boost's test library even when its tests are not built.
    "libboost-test-dev": ("boost/test/unit_test.hpp", ["-lboost_unit_test_framework"]),
    "zlib1g-dev": ("zlib.h", ["-lz"]),
    "libbz2-dev": ("bzlib.h", ["-lbz2"]),
    "liblzma-dev": ("lzma.h", ["-llzma"]),
}
_TOOLS: Final = {"g++": "g++", "cmake": "cmake", "make": "make"}


def _missing_packages() -> list[str]:
    """Return the Debian packages that the build needs and that are missing."""
    missing = [package for tool, package in _TOOLS.items() if shutil.which(tool) is None]
    if "g++" in missing:
        return missing + list(_LIBRARIES)  # nothing can be probed without a compiler
    with tempfile.TemporaryDirectory() as folder:
        for package, (header, flags) in _LIBRARIES.items():
            command = ["g++", "-fsyntax-only", "-include", header, "-x", "c++", os.devnull]
            linked = ["g++", "-x", "c++", "-", "-x", "none", "-o", f"{folder}/probe", *flags]
            if (
                subprocess.run(command, capture_output=True).returncode
                or subprocess.run(linked, input=b"int main() {}", capture_output=True).returncode
            ):
                missing.append(package)
    return missing


def _fetch_sources(folder: Path) -> Path:
    """Return the root of a KenLM source tree: KENLM_SOURCE_DIR, or the pinned one unpacked into ``folder``.

    Raises:
        InputError: pip could not fetch it, or KENLM_SOURCE_DIR holds no KenLM.
    """
    named = os.environ.get("KENLM_SOURCE_DIR")
    if named:
        if not (Path(named) / "lm" / "builder" / "lmplz_main.cc").is_file():
            raise InputError(f"KENLM_SOURCE_DIR={named} holds no lm/builder; name the root of a KenLM source tree")
        return Path(named).resolve()
    # --no-binary names this one package: with :all: pip would also build the build tools from source.
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "kenlm"]
    run = subprocess.run(
        [*command, "--require-hashes", "-r", str(_REQUIREMENTS), "-d", str(folder)],
        capture_output=True,
        text=True,
    )
    archives = sorted(folder.glob("kenlm-*.tar.gz"))
    if run.returncode or not archives:
        reason = (run.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
        raise InputError(
            f"could not fetch the KenLM sources with pip ({reason}); "
            "set KENLM_SOURCE_DIR to an unpacked source distribution of kenlm"
        )
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder, filter="data")
    return next(path.parent.parent for path in folder.glob("kenlm-*/lm/model.hh"))


def build_programs(destination: Path) -> None:
    """Build the programs into ``destination``.

    Raises:
        InputError: a needed Debian package is missing, the sources cannot be fetched, or the compiler fails.
    """
    missing = _missing_packages()
    if missing:
        names = " ".join(missing)
        raise InputError(f"building KenLM needs packages that are missing; as root: apt-get install {names}")
    with tempfile.TemporaryDirectory(prefix="kenlm-build-") as name:
        folder = Path(name)
        source = _fetch_sources(folder)
        tree = folder / "build"
        configure = ["cmake", "-S", str(source), "-B", str(tree), "-DCMAKE_BUILD_TYPE=Release"]
        # KenLM asks for a CMake policy level that the newest CMake releases refuse without this.
        configure += ["-DCMAKE_POLICY_VERSION_MINIMUM=3.10", "-DKENLM_MAX_ORDER=6"]
        make = ["cmake", "--build", str(tree), "--parallel", str(os.cpu_count() or 1), "--target", *PROGRAMS]
        for command in (configure, make):
            run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if run.returncode:
                log = Path(tempfile.gettempdir()) / "kenlm-build.log"
                log.write_text(run.stdout, encoding="utf-8")
                raise InputError(f"building KenLM failed; {log} has what the compiler said")
        destination.mkdir(parents=True, exist_ok=True)
        for program in PROGRAMS:
            # Copied, then renamed, so that a program of that name is always whole.
            unfinished = destination / f".{program}.new"
            shutil.copy2(tree / "bin" / program, unfinished)
            os.replace(unfinished, destination / program)
